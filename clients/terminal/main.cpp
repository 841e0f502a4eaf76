#include <csignal>
#include <cstdio>

#include "clients/terminal/options.hpp"
#include "clients/terminal/program.hpp"

int main(int argc, char** argv) {
    using namespace pentad::terminal;
    // Whoever does not read any more is told by the write.
    std::signal(SIGPIPE, SIG_IGN);
    const auto wanted = read_options(argc, argv);
    if (const auto* leave = std::get_if<Leave>(&wanted)) {
        std::FILE* where = leave->code == 0 ? stdout : stderr;
        const bool printed = std::fputs(leave->text.c_str(), where) >= 0 && std::fflush(where) == 0;
        return printed ? leave->code : 1;
    }
    return run_program(std::get<Options>(wanted));
}
