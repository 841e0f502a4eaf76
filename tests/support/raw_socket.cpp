#include "tests/support/raw_socket.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace pentad::testing {

int Frame::close_code() const {
    if (opcode != RawSocket::closing) return 0;
    if (payload.size() < 2) return 1005;
    return static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
}

RawSocket::RawSocket(std::uint16_t port, const std::string& from)
    : port_(port), descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval limit{20, 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const int on = 1;
    ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = ::inet_addr(from.c_str());
    if (::bind(descriptor_, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0)
        throw std::runtime_error("Cannot come from " + from);
    if (::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("Cannot connect.");
}

RawSocket::~RawSocket() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

RawSocket::RawSocket(RawSocket&& other) noexcept
    : port_(other.port_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)) {}

void RawSocket::reset() {
    const linger at_once{1, 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(std::exchange(descriptor_, -1));
}

bool RawSocket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool RawSocket::read_more() {
    char bytes[16384];
    for (;;) {
        const ssize_t count = ::recv(descriptor_, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            throw std::runtime_error("Nothing comes; so far: " + buffer_);
        if (count <= 0) return false;
        buffer_.append(bytes, static_cast<std::size_t>(count));
        return true;
    }
}

bool RawSocket::has(std::size_t bytes) {
    while (buffer_.size() < bytes)
        if (!read_more()) return false;
    return true;
}

std::optional<HttpReply> RawSocket::reply(bool to_head) {
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
        if (!read_more()) return std::nullopt;
    const std::string head = buffer_.substr(0, end + 2);
    buffer_.erase(0, end + 4);
    HttpReply reply;
    std::size_t line_end = head.find("\r\n");
    if (!head.starts_with("HTTP/1.1 ")) throw std::runtime_error("Not an HTTP response: " + head);
    reply.status = std::atoi(head.c_str() + 9);
    for (std::size_t at = line_end + 2; at < head.size(); at = line_end + 2) {
        line_end = head.find("\r\n", at);
        const std::string line = head.substr(at, line_end - at);
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) throw std::runtime_error("Not a header: " + line);
        std::string name = line.substr(0, colon);
        for (char& c : name)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        const bool first =
            reply.headers.emplace(name, value == std::string::npos ? "" : line.substr(value)).second;
        // Caddy says its own name beside the server's.
        if (!first && name != "server") throw std::runtime_error("A header comes twice: " + line);
    }
    if (to_head || reply.status == 101) return reply;
    const auto length = static_cast<std::size_t>(std::atoll(reply.header("content-length").c_str()));
    if (!has(length)) throw std::runtime_error("A body ends early.");
    reply.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return reply;
}

HttpReply RawSocket::request(const std::string& method, const std::string& target,
                             const std::string& more_headers) {
    send(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n" +
         more_headers + "\r\n");
    auto answer = reply(method == "HEAD");
    if (!answer) throw std::runtime_error("No answer to " + method + " " + target);
    return std::move(*answer);
}

std::string RawSocket::rest() {
    while (read_more()) {
    }
    return std::exchange(buffer_, {});
}

HttpReply RawSocket::upgrade(const std::string& more_headers, const std::string& target) {
    return request("GET", target,
                   "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                       more_headers);
}

bool RawSocket::send_frame(int opcode, std::string_view payload, bool final, bool masked) {
    std::string frame;
    frame += static_cast<char>((final ? 0x80 : 0) | opcode);
    const std::size_t size = payload.size();
    const auto length = [&](std::size_t bits) {
        frame += static_cast<char>((masked ? 0x80 : 0) | static_cast<int>(bits));
    };
    if (size < 126) {
        length(size);
    } else if (size < 65536) {
        length(126);
        for (int shift : {8, 0}) frame += static_cast<char>(size >> shift);
    } else {
        length(127);
        for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift);
    }
    constexpr std::string_view mask = "\x11\x22\x33\x44";
    if (masked) frame += mask;
    for (std::size_t i = 0; i < size; ++i)
        frame += masked ? static_cast<char>(payload[i] ^ mask[i % 4]) : payload[i];
    return send(frame);
}

Frame RawSocket::read_frame() {
    const Frame gone{closing, std::string("\x03\xee", 2)};
    if (!has(2)) return gone;
    std::size_t head = 2;
    std::size_t size = static_cast<unsigned char>(buffer_[1]) & 0x7f;
    const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (!has(head + more)) return gone;
    if (more > 0) size = 0;
    for (std::size_t i = 0; i < more; ++i) size = size * 256 + static_cast<unsigned char>(buffer_[head + i]);
    head += more;
    if (!has(head + size)) return gone;
    Frame frame{buffer_[0] & 0x0f, buffer_.substr(head, size)};
    buffer_.erase(0, head + size);
    return frame;
}

std::optional<Frame> RawSocket::read_frame_before(std::chrono::steady_clock::time_point end) {
    if (!buffer_.empty()) return read_frame();
    const auto left = end - std::chrono::steady_clock::now();
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    pollfd waiting{descriptor_, POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(ms, 0))) <= 0) return std::nullopt;
    return read_frame();
}

std::string RawSocket::wait_for_text(std::string_view part) {
    for (;;) {
        Frame frame = read_frame();
        if (frame.opcode == closing)
            throw std::runtime_error("Closed with " + std::to_string(frame.close_code()) + " before " +
                                     std::string(part));
        if (frame.opcode == text && frame.payload.find(part) != std::string::npos) return frame.payload;
    }
}

int RawSocket::until_closed() {
    for (;;)
        if (const Frame frame = read_frame(); frame.opcode == closing) return frame.close_code();
}

}  // namespace pentad::testing
