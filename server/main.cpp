#include <cstdio>
#include <exception>

#include "server/app.hpp"
#include "server/config.hpp"

int main(int argc, char** argv) {
    using namespace pentad::server;
    const auto config = read_config(argc, argv);
    if (const auto* leave = std::get_if<ExitNow>(&config)) {
        std::fputs(leave->text.c_str(), leave->code == 0 ? stdout : stderr);
        return leave->code;
    }
    try {
        run_server(std::get<Config>(config));
    } catch (const std::exception& reason) {
        std::fprintf(stderr, "pentad-server: %s\n", reason.what());
        return 1;
    }
    return 0;
}
