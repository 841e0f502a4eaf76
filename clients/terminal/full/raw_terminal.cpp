#include "clients/terminal/full/raw_terminal.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace pentad::terminal {
namespace {

// Alternate screen, clicks as SGR reports, bracketed paste, no cursor.
constexpr std::string_view enter = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?25l\x1b[2J";
constexpr std::string_view leave = "\x1b[0m\x1b[?25h\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?1049l";

// Read by signal handlers.
termios as_found;
volatile sig_atomic_t taken = 0;

constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT};

/// Calls nothing that a signal handler must not.
void give_back() {
    if (taken == 0) return;
    taken = 0;
    std::string_view bytes = leave;
    while (!bytes.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count <= 0 && errno != EINTR) break;
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    ::tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
}

void on_crash(int signal) {
    give_back();
    // The handler is gone (SA_RESETHAND): the signal does now what it always did.
    ::raise(signal);
}

void take() {
    termios raw = as_found;
    ::cfmakeraw(&raw);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    taken = 1;
    RawTerminal::write(enter);
}

}  // namespace

RawTerminal::RawTerminal() {
    if (::tcgetattr(STDIN_FILENO, &as_found) != 0) return;
    static const bool once = [] {
        std::atexit(give_back);
        return true;
    }();
    static_cast<void>(once);
    // A stack of its own, so that an overflow of the other one is survived for as long as this takes.
    static char stack[64 * 1024];
    stack_t other{};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    ::sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_handler = on_crash;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
    for (const int signal : crashes) ::sigaction(signal, &action, nullptr);
    take();
}

RawTerminal::~RawTerminal() { give_back(); }

RawTerminal::Size RawTerminal::size() {
    winsize found{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_col == 0 || found.ws_row == 0) return {};
    return {found.ws_col, found.ws_row};
}

bool RawTerminal::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            // Somebody else may have made the terminal non-blocking.
            pollfd ready{STDOUT_FILENO, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

void RawTerminal::suspend() {
    give_back();
    ::raise(SIGSTOP);
    take();
}

}  // namespace pentad::terminal
