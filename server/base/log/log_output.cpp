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

// O_NONBLOCK belongs to the open file, which other processes share: the shell whose terminal it is, or
// whoever writes to the same pipe. To open it once more makes one that is ours alone.
LogOutput::LogOutput(int descriptor) : given_(descriptor), is_terminal_(::isatty(descriptor) == 1) {
    struct stat file {};
    if (::fstat(descriptor, &file) != 0) return;
    is_socket_ = S_ISSOCK(file.st_mode);
    // A file must not be opened again: its place in the file is shared, too.
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
    // Of a pipe that poll calls ready so much can be written without waiting.
    const std::size_t most = std::min<std::size_t>(text.size(), PIPE_BUF);
    return ::write(reopened_ >= 0 ? reopened_ : given_, text.data(), most);
}

bool LogOutput::write(std::string_view text, const std::atomic<Clock::time_point>& give_up_at) {
    // How soon it is seen that somebody has changed the time.
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
        // With room for less than is to be written, poll returns at once and nothing comes of it.
        if (ready > 0)
            ::poll(nullptr, 0, tick_ms);
        else
            ::poll(&room, 1, tick_ms);
    }
    return true;
}

bool LogOutput::write(std::string_view text, Clock::duration disconnect_policy) {
    const std::atomic<Clock::time_point> give_up_at = Clock::now() + disconnect_policy;
    return write(text, give_up_at);
}

}  // namespace pentad::server
