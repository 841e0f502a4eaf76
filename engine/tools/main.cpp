#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <new>

#include "engine/tools/app.hpp"
#include "engine/tools/status.hpp"

namespace {

using namespace pentad::engine::tools;

int run(int argc, char** argv) {
    Program program;
    try {
        program.app.parse(argc, argv);
        if (!program.chosen) throw WrongUsage("Name a command.");
    } catch (const CLI::ParseError& error) {
        const bool asked = program.app.exit(error) == 0;
        std::cout.flush();
        return asked ? status_done : status_wrong_usage;
    }
    const int status = program.chosen();
    std::cout.flush();
    return status;
}

/// Has whoever read the standard output gone?
bool nobody_reads() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int main(int argc, char** argv) {
    // A long run ends where it is read no further, without a word. All of it is written by this thread.
    std::signal(SIGPIPE, SIG_IGN);
    std::cout.exceptions(std::ios::badbit);
    try {
        return run(argc, argv);
    } catch (const std::ios::failure&) {
        // Whatever flushes it from here on, as a line on standard error does.
        std::cout.exceptions(std::ios::goodbit);
        if (nobody_reads()) return status_unread;
        std::cerr << "The output cannot be written.\n";
        return status_unwritten;
    } catch (const IllegalMove& error) {
        std::cerr << error.what() << '\n';
        return status_illegal_move;
    } catch (const WrongUsage& error) {
        std::cerr << error.what() << "\nRun pentad-engine with --help for more.\n";
        return status_wrong_usage;
    } catch (const std::bad_alloc&) {
        std::cerr << "There is too little memory.\n";
        return status_failed;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return status_failed;
    }
}
