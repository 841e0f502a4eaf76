#include "server/net/transport.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace pentad::server {

namespace ssl = asio::ssl;
using boost::system::error_code;

struct Transport::Tls {
    Tls(Socket socket, std::shared_ptr<ssl::context> shared_context)
        : context(std::move(shared_context)), stream(std::move(socket), *context) {}

    const std::shared_ptr<ssl::context> context;
    ssl::stream<Socket> stream;
};

Transport::Transport(Socket socket) : plain_(std::move(socket)), socket_(&*plain_) {}

Transport::Transport(Socket socket, std::shared_ptr<ssl::context> tls)
    : tls_(std::make_unique<Tls>(std::move(socket), std::move(tls))), socket_(&tls_->stream.next_layer()) {}

Transport::~Transport() = default;

Transport::Transport(Transport&& other) noexcept
    : plain_(std::move(other.plain_)),
      tls_(std::move(other.tls_)),
      socket_(tls_ ? &tls_->stream.next_layer() : &*plain_) {}

std::size_t Transport::write_now(asio::const_buffer bytes, error_code& error) {
    if (tls_) return 0;
    if (!plain_->non_blocking()) plain_->non_blocking(true, error);
    if (error) return 0;
    const std::size_t sent = plain_->write_some(bytes, error);
    if (error == asio::error::would_block) error = {};
    return sent;
}

void Transport::finish_sending(std::function<void()> done) {
    const auto end_tcp = [this, done = std::move(done)] {
        error_code ignored;
        socket().shutdown(Socket::shutdown_send, ignored);
        done();
    };
    if (!tls_) return end_tcp();
    tls_->stream.async_shutdown([end_tcp](error_code) { end_tcp(); });
}

void Transport::handshake(Done done) {
    tls_->stream.async_handshake(ssl::stream_base::server, std::move(done));
}

void Transport::read_tls(asio::mutable_buffer into, DoneWithSize done) {
    tls_->stream.async_read_some(asio::buffer(into), std::move(done));
}

void Transport::write_tls(asio::const_buffer from, DoneWithSize done) {
    tls_->stream.async_write_some(asio::buffer(from), std::move(done));
}

struct Deadline::State {
    explicit State(Transport& watched) : timer(watched.get_executor()), transport(&watched) {}

    Timer timer;
    Transport* transport;  ///< null: cancelled
};

Deadline::Deadline(Transport& transport) : state_(std::make_shared<State>(transport)) {}

void Deadline::expires_after(milliseconds time) {
    state_->timer.expires_after(time);
    state_->timer.async_wait([state = state_](error_code error) {
        // One that was set again after this was queued has its own wait.
        const bool due = !error && state->timer.expiry() <= std::chrono::steady_clock::now();
        if (due && state->transport != nullptr) state->transport->close();
    });
}

void Deadline::cancel() {
    state_->transport = nullptr;
    state_->timer.cancel();
}

}  // namespace pentad::server
