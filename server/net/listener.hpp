#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/socket.hpp"

namespace pentad::server {

/// What a connection's coroutine could not deal with is logged, and costs that connection alone.
void report_failure(std::exception_ptr failure);

/// A TCP port and the connections that come to it. Without descriptors it waits for some to come back. On the
/// I/O thread.
class ListeningPort {
  public:
    /// A connection, and the peer's address without the port.
    using Take = std::function<void(Socket socket, std::string address)>;

    /// Listens at once; port 0 takes a free one. `options` is what the names of its settings begin with, as
    /// in `--tls-port`. Throws std::runtime_error, with a sentence that says what to do, when it cannot.
    ListeningPort(asio::io_context& context, const std::string& bind, std::uint16_t port,
                  std::string_view options);

    /// Throws as the constructor where it never could; that another process, or this one, has the port now is
    /// no reason.
    static void check(const std::string& bind, std::uint16_t port, std::string_view options);

    std::uint16_t port() const;
    /// Hands each connection to `take`, which is kept until it stops.
    void accept(Take take);
    /// Takes no new connection from now on.
    void stop();

  private:
    class Acceptor;
    std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace pentad::server
