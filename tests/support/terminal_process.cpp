#include "tests/support/terminal_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace pentad::testing {
namespace {

using Steady = std::chrono::steady_clock;

int left(Steady::time_point deadline) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Steady::now()).count();
    return static_cast<int>(ms < 0 ? 0 : ms);
}

/// Where a control sequence at the start of the text ends; none: it is not complete yet.
std::optional<std::size_t> sequence_end(const std::string& text, std::size_t start) {
    if (start + 1 >= text.size()) return std::nullopt;
    if (text[start + 1] != '[') return start + 2;
    for (std::size_t i = start + 2; i < text.size(); ++i)
        if (text[i] >= '@' && text[i] <= '~') return i + 1;
    return std::nullopt;
}

}  // namespace

TerminalProcess::TerminalProcess(const std::string& url, const std::string& folder,
                                 std::vector<std::string> more_arguments)
    : TerminalProcess([&] {
          Start start{{"--plain", "--server", url}, folder, 100, 40};
          start.arguments.insert(start.arguments.end(), more_arguments.begin(), more_arguments.end());
          return start;
      }()) {}

TerminalProcess::TerminalProcess(const Start& start) : shown_(start.columns, start.rows) {
    std::vector<std::string> arguments{PENTAD_TERMINAL_PROGRAM};
    arguments.insert(arguments.end(), start.arguments.begin(), start.arguments.end());
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    winsize size{static_cast<unsigned short>(start.rows), static_cast<unsigned short>(start.columns), 0, 0};
    if (::openpty(&terminal_, &slave_, nullptr, nullptr, &size) != 0)
        throw std::runtime_error("No pseudo-terminal.");
    ::fcntl(terminal_, F_SETFD, FD_CLOEXEC);
    ::fcntl(slave_, F_SETFD, FD_CLOEXEC);
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("No process.");
    if (process_ == 0) {
        ::login_tty(slave_);
        ::setenv("XDG_CONFIG_HOME", start.folder.c_str(), 1);
        ::setenv("XDG_DATA_HOME", start.folder.c_str(), 1);
        ::setenv("TERM", "xterm-256color", 1);
        ::setenv("LANG", "C.UTF-8", 1);
        for (const char* name : {"NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "PENTAD_LANG"})
            ::unsetenv(name);
        for (const auto& [name, value] : start.environment) ::setenv(name.c_str(), value.c_str(), 1);
        ::execv(pointers[0], pointers.data());
        ::_exit(127);
    }
}

TerminalProcess::~TerminalProcess() {
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    ::close(terminal_);
    ::close(slave_);
}

void TerminalProcess::type(const std::string& line) { press(line + (shown_.is_alternate() ? "\r" : "\n")); }

void TerminalProcess::press(const std::string& bytes) {
    if (::write(terminal_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        throw std::runtime_error("Cannot type.");
}

void TerminalProcess::resize(int columns, int rows) {
    shown_.resize(columns, rows);
    winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
    ::ioctl(terminal_, TIOCSWINSZ, &size);
}

bool TerminalProcess::is_cooked() const {
    termios modes{};
    constexpr tcflag_t wanted = ICANON | ECHO | ISIG;
    return ::tcgetattr(slave_, &modes) == 0 && (modes.c_lflag & wanted) == wanted;
}

bool TerminalProcess::read_more(Steady::time_point deadline) {
    pollfd ready{terminal_, POLLIN, 0};
    // The end of the process does not close the terminal, whose other end is kept open here.
    const int step = std::min(left(deadline), 50);
    if (::poll(&ready, 1, step) <= 0) {
        siginfo_t ended{};
        const bool gone = process_ <= 0 || (::waitid(P_PID, static_cast<id_t>(process_), &ended,
                                                     WEXITED | WNOHANG | WNOWAIT) == 0 &&
                                            ended.si_pid == process_);
        return !gone;
    }
    char bytes[4096];
    const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
    if (count <= 0) return count < 0 && errno == EINTR;
    raw_.append(bytes, static_cast<std::size_t>(count));
    shown_.feed({bytes, static_cast<std::size_t>(count)});
    while (cleaned_ < raw_.size()) {
        if (raw_[cleaned_] == '\x1b') {
            const auto end = sequence_end(raw_, cleaned_);
            if (!end) break;
            cleaned_ = *end;
            continue;
        }
        if (raw_[cleaned_] != '\r') screen_ += raw_[cleaned_];
        ++cleaned_;
    }
    return true;
}

std::size_t TerminalProcess::wait_for_any(const std::vector<std::string>& texts,
                                          std::chrono::milliseconds limit) {
    const auto deadline = Steady::now() + limit;
    for (;;) {
        std::size_t first = std::string::npos;
        std::size_t which = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::size_t at = screen_.find(texts[i], seen_);
            if (at >= first) continue;
            first = at;
            which = i;
        }
        if (first != std::string::npos) {
            between_ = screen_.substr(seen_, first - seen_);
            seen_ = first + texts[which].size();
            return which;
        }
        if (Steady::now() >= deadline || !read_more(deadline))
            throw std::runtime_error("The screen does not show \"" + texts.front() + "\" but\n" +
                                     screen_.substr(screen_.size() > 3000 ? screen_.size() - 3000 : 0));
    }
}

template <class Found>
void TerminalProcess::wait_until(Found found, const std::string& wanted, std::chrono::milliseconds limit) {
    const auto deadline = Steady::now() + limit;
    while (!found())
        if (Steady::now() >= deadline || !read_more(deadline)) {
            if (found()) return;
            throw std::runtime_error("The screen does not come to \"" + wanted + "\" but shows\n" +
                                     shown_.text());
        }
}

std::size_t TerminalProcess::see_any(const std::vector<std::string>& texts, std::chrono::milliseconds limit) {
    std::size_t which = 0;
    const auto found = [&] {
        for (which = 0; which < texts.size(); ++which)
            if (shown_.shows(texts[which])) return true;
        return false;
    };
    wait_until(found, texts.front(), limit);
    return which;
}

void TerminalProcess::see_when(const std::function<bool(const VirtualScreen&)>& found,
                               const std::string& what, std::chrono::milliseconds limit) {
    wait_until([&] { return found(shown_); }, what, limit);
}

void TerminalProcess::see_no_more(const std::string& text, std::chrono::milliseconds limit) {
    wait_until([&] { return !shown_.shows(text); }, "no " + text, limit);
}

void TerminalProcess::signal(int number) { ::kill(process_, number); }

int TerminalProcess::wait_for_exit(std::chrono::milliseconds limit) {
    const auto deadline = Steady::now() + limit;
    // The terminal reports its end when the last process lets go of it.
    while (read_more(deadline))
        if (Steady::now() >= deadline) throw std::runtime_error("The client does not end:\n" + screen_);
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace pentad::testing
