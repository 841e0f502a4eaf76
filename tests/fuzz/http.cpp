// All that a peer may send to the server's port, to the end: requests, and frames behind an upgrade.

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "server/app/server.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace pentad;

namespace {

server::Config settings() {
    server::Config config;
    config.port = 0;
    config.data = ":memory:";
    config.log_level = "off";
    config.bot_workers = 1;
    config.hellos_per_minute = 0;
    config.requests_per_minute = 0;
    config.wrong_tokens_per_minute = 0;
    config.session_kept_ms = 0;
    config.stop_timeout_ms = 2000;
    return config;
}

std::string all_answers_to(std::uint16_t port, const std::uint8_t* data, std::size_t size) {
    const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval limit{20, 0};
    ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    fuzz::hold(::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0,
               "the server accepts");
    // The server may close before all is sent.
    [[maybe_unused]] const auto sent = ::send(connection, data, size, MSG_NOSIGNAL);
    ::shutdown(connection, SHUT_WR);
    std::string answers;
    char bytes[8192];
    ssize_t count = 0;
    // libFuzzer's own timer interrupts it.
    while ((count = ::recv(connection, bytes, sizeof bytes, 0)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0) answers.append(bytes, static_cast<std::size_t>(count));
    fuzz::hold(count == 0 || errno == ECONNRESET, "a peer that has said all is let go");
    ::close(connection);
    return answers;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Made here, so that at the end it goes before what it has made, such as the log.
    static auto embedded = std::make_unique<server::EmbeddedServer>(settings());
    static int runs = 0;
    // A new one now and then, so that what players leave behind does not add up.
    if (++runs % 20'000 == 0) {
        embedded.reset();
        embedded = std::make_unique<server::EmbeddedServer>(settings());
    }
    const std::string answers = all_answers_to(embedded->port(), data, size);
    if (answers.empty()) return 0;
    fuzz::hold(answers.starts_with("HTTP/1.1 ") && answers.size() > 12, "an answer is one of HTTP/1.1");
    fuzz::hold(answers[9] != '5', "no request is the server's fault");
    return 0;
}
