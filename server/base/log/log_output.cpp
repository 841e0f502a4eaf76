#include "server/base/log/log_output.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

namespace pentad::server {

// O_NONBLOCK is a property of the open file, which other processes share: the shell of the terminal, or other
// writers to the pipe. Opening it again gives an open file of our own.
LogOutput::LogOutput(int descriptor) : given_(descriptor), is_terminal_(::isatty(descriptor) == 1) {
    struct stat file {};
    if (::fstat(descriptor, &file) != 0) return;
    is_socket_ = S_ISSOCK(file.st_mode);
    // A regular file must not be opened again: its offset would not be shared.
    may_block_ = S_ISFIFO(file.st_mode) || S_ISCHR(file.st_mode);
    if (!may_block_) return;
    const std::string same = "/proc/self/fd/" + std::to_string(descriptor);
    reopened_ = ::open(same.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

LogOutput::~LogOutput() {
    if (reopened_ >= 0) ::close(reopened_);
}

long LogOutput::write_some(std::string_view text) const {
    if (is_socket_) return ::send(given_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (!may_block_) return ::write(given_, text.data(), text.size());
    // A pipe that poll reports as ready takes this much without blocking.
    const std::size_t most = std::min<std::size_t>(text.size(), PIPE_BUF);
    return ::write(reopened_ >= 0 ? reopened_ : given_, text.data(), most);
}

bool LogOutput::write(std::string_view text, const std::atomic<Clock::time_point>& give_up_at) {
    // How soon a changed deadline is noticed.
    constexpr int tick_ms = 20;
    while (!text.empty()) {
        pollfd room{reopened_ >= 0 ? reopened_ : given_, POLLOUT, 0};
        const int ready = ::poll(&room, 1, 0);
        const long written = ready > 0 ? write_some(text) : -1;
        const int error = ready > 0 ? errno : EAGAIN;
        if (written > 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (error != EAGAIN && error != EINTR) return false;
        if (Clock::now() >= give_up_at.load()) return false;
        // Ready with too little space: poll would return at once.
        if (ready > 0)
            ::poll(nullptr, 0, tick_ms);
        else
            ::poll(&room, 1, tick_ms);
    }
    return true;
}

bool LogOutput::write(std::string_view text, Clock::duration timeout) {
    const std::atomic<Clock::time_point> give_up_at = Clock::now() + timeout;
    return write(text, give_up_at);
}

}  // namespace pentad::server
