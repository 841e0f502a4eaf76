#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/transport.hpp"

namespace pentad::server {

/// Logs an exception that ended the coroutine of a connection.
void report_failure(std::exception_ptr failure);

/// Listens on a TCP port and accepts connections. Out of descriptors it waits until some are free. On the I/O
/// thread.
class Listener {
  public:
    /// Takes a connection; `address` is the peer's, without the port.
    using Take = std::function<void(Socket socket, std::string address)>;

    /// Listens at once; port 0 takes a free one. `options` is the prefix of its settings, such as `tls-`.
    /// Throws std::runtime_error with a sentence that says what to do if it cannot.
    Listener(asio::io_context& context, const std::string& bind, std::uint16_t port,
             std::string_view options);

    /// Throws like the constructor if it could never listen there. A port that is in use is no error.
    static void check(const std::string& bind, std::uint16_t port, std::string_view options);

    std::uint16_t port() const;
    /// Passes each connection to `take`, which is kept until stop().
    void accept(Take take);
    /// Accepts no more connections.
    void stop();

  private:
    class Acceptor;
    std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace pentad::server
