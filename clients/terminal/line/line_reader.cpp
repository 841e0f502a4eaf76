#include "clients/terminal/line/line_reader.hpp"

#include <unistd.h>

#include <boost/asio/post.hpp>
#include <cerrno>
#include <string_view>
#include <utility>

namespace pentad::terminal {
namespace {

constexpr std::size_t longest_line = 64 * 1024;

}  // namespace

namespace asio = boost::asio;

LineReader::LineReader(asio::io_context& io, int descriptor, std::function<void(std::string)> line,
                       std::function<void()> end)
    : io_(io), stream_(io, descriptor), line_(std::move(line)), end_(std::move(end)) {}

void LineReader::start() {
    stream_.async_wait(asio::posix::stream_descriptor::wait_read, [this](boost::system::error_code error) {
        if (error == asio::error::operation_aborted) return;
        // Plain files cannot be waited for; they are always ready.
        if (error == asio::error::operation_not_supported) return asio::post(io_, [this] { read(); });
        read();
    });
}

void LineReader::read() {
    char bytes[1024];
    const ssize_t count = ::read(stream_.native_handle(), bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return start();
    if (count <= 0) {
        if (!buffer_.empty()) line_(std::exchange(buffer_, {}));
        return end_();
    }
    for (const char c : std::string_view(bytes, static_cast<std::size_t>(count))) {
        if (c == '\n')
            line_(std::exchange(buffer_, {}));
        else if (buffer_.size() < longest_line && c != '\r')
            buffer_ += c;
    }
    start();
}

}  // namespace pentad::terminal
