#include <cstdio>

#include "clients/terminal/options.hpp"
#include "clients/terminal/program.hpp"

int main(int argc, char** argv) {
    using namespace pentad::terminal;
    const auto wanted = read_options(argc, argv);
    if (const auto* leave = std::get_if<Leave>(&wanted)) {
        std::fputs(leave->text.c_str(), leave->code == 0 ? stdout : stderr);
        return leave->code;
    }
    return run_program(std::get<Options>(wanted));
}
