#include "server/net/listener.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/address.hpp>
#include <stdexcept>
#include <utility>

#include "server/base/log/throttled_log.hpp"

namespace pentad::server {

void report_failure(std::exception_ptr failure) {
    if (!failure) return;
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& reason) {
        static ThrottledLog line;
        line.error(fmt::format("a connection failed: {}", reason.what()));
    }
}

namespace {

using TcpAcceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;

/// Throws std::runtime_error if it cannot be bound, except for the error `tolerated`.
void bind_port(TcpAcceptor& acceptor, const std::string& bind, std::uint16_t port, std::string_view options,
               boost::system::error_code tolerated = {}) {
    const std::string option = "--" + std::string(options);
    boost::system::error_code error;
    const auto address = asio::ip::make_address(bind, error);
    if (error)
        throw std::runtime_error(
            option + "bind " + bind +
            " is not an IP address; use 127.0.0.1 for this machine, 0.0.0.0 for the network");
    const asio::ip::tcp::endpoint endpoint(address, port);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error || error == tolerated) return;
    const bool of_another = error == boost::system::errc::address_not_available;
    throw std::runtime_error(
        "cannot listen on " + bind + " port " + std::to_string(port) + ": " + error.message() +
        (of_another ? "; choose an address of this machine with " + option + "bind"
                    : "; choose another " + option + "port, or " + option + "port 0 for a free one"));
}

}  // namespace

class Listener::Acceptor : public std::enable_shared_from_this<Acceptor> {
  public:
    Acceptor(asio::io_context& context, const std::string& bind, std::uint16_t port, std::string_view options)
        : context_(context), acceptor_(context.get_executor()) {
        bind_port(acceptor_, bind, port, options);
        acceptor_.listen(asio::socket_base::max_listen_connections);
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    void stop() {
        boost::system::error_code ignored;
        acceptor_.close(ignored);
    }
    void start(Take take) { asio::co_spawn(context_, accept_loop(std::move(take)), report_failure); }

  private:
    Awaitable<void> accept_loop(Take take) {
        const auto self = shared_from_this();
        Timer pause(context_.get_executor());
        bool exhausted = false;
        while (acceptor_.is_open()) {
            Socket socket(context_.get_executor());
            const auto [error] = co_await acceptor_.async_accept(socket, as_result);
            if (error == asio::error::operation_aborted) co_return;
            if (error) {
                // Most likely out of descriptors: wait for some instead of spinning.
                static ThrottledLog line;
                if (!std::exchange(exhausted, true))
                    line.warn(fmt::format("cannot accept connections for now: {}", error.message()));
                pause.expires_after(std::chrono::milliseconds(100));
                co_await pause.async_wait(as_result);
                continue;
            }
            if (std::exchange(exhausted, false)) spdlog::debug("accepting connections again");
            boost::system::error_code ignored;
            socket.set_option(asio::ip::tcp::no_delay(true), ignored);
            const auto peer = socket.remote_endpoint(ignored);
            if (!ignored) take(std::move(socket), peer.address().to_string());
        }
    }

    asio::io_context& context_;
    TcpAcceptor acceptor_;
};

Listener::Listener(asio::io_context& context, const std::string& bind, std::uint16_t port,
                   std::string_view options)
    : acceptor_(std::make_shared<Acceptor>(context, bind, port, options)) {}
void Listener::check(const std::string& bind, std::uint16_t port, std::string_view options) {
    asio::io_context nothing_runs;
    TcpAcceptor acceptor(nothing_runs.get_executor());
    bind_port(acceptor, bind, port, options, asio::error::address_in_use);
}
std::uint16_t Listener::port() const { return acceptor_->port(); }
void Listener::accept(Take take) { acceptor_->start(std::move(take)); }
void Listener::stop() { acceptor_->stop(); }

}  // namespace pentad::server
