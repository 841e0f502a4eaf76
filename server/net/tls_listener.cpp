#include "server/net/tls_listener.hpp"

#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "server/net/listener.hpp"

namespace pentad::server {
namespace {

namespace ssl = asio::ssl;
using TlsStream = ssl::stream<TcpStream>;

/// The peer may never answer the farewell. Before it is that of the WebSocket within, and a peer that has
/// fallen silent is to be done with in time.
constexpr auto farewell_due = std::chrono::seconds(3);
constexpr std::size_t piece = 16 * 1024;

std::shared_ptr<ssl::context> context_of(const TlsSettings& settings) {
    if (settings.certificate.empty() || settings.key.empty())
        throw std::runtime_error(
            "--tls-port wants a certificate and its key; name their files in PEM by --tls-certificate and "
            "--tls-key, or leave --tls-port out to speak no TLS");
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    context->set_options(SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Idle connections are many; their buffers come back when something is said.
    SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
    boost::system::error_code error;
    context->use_certificate_chain_file(settings.certificate, error);
    if (error)
        throw std::runtime_error("the certificate " + settings.certificate +
                                 " cannot be used: " + error.message() +
                                 "; name a file with the chain in PEM by --tls-certificate");
    context->use_private_key_file(settings.key, ssl::context::pem, error);
    if (error)
        throw std::runtime_error("the key " + settings.key + " cannot be used: " + error.message() +
                                 "; name the file with the certificate's private key in PEM by --tls-key");
    return context;
}

/// A connection and the server's end of it.
struct Joined {
    Joined(Socket socket, ssl::context& context)
        : outer(TcpStream(std::move(socket)), context), inner(outer.get_executor()) {}
    TcpStream& lowest() { return boost::beast::get_lowest_layer(outer); }

    TlsStream outer;
    Socket inner;
};

Awaitable<void> pass_in(std::shared_ptr<Joined> joined) {
    std::array<char, piece> bytes;
    for (;;) {
        const auto [error, size] = co_await joined->outer.async_read_some(asio::buffer(bytes), as_result);
        if (error) break;
        const auto [failed, written] =
            co_await asio::async_write(joined->inner, asio::buffer(bytes.data(), size), as_result);
        if (failed) break;
    }
    boost::system::error_code ignored;
    joined->inner.shutdown(Socket::shutdown_send, ignored);
}

/// Closes the connection unless it is cancelled before. The stream's own expiry would not do: it does not
/// reach the read that is under way.
void cut_after(Timer& timer, const std::shared_ptr<Joined>& joined, milliseconds due) {
    timer.expires_after(due);
    timer.async_wait([joined](boost::system::error_code error) {
        if (!error) joined->lowest().close();
    });
}

Awaitable<void> pass_out(std::shared_ptr<Joined> joined, milliseconds piece_due) {
    std::array<char, piece> bytes;
    Timer timer(joined->lowest().get_executor());
    for (;;) {
        const auto [error, size] = co_await joined->inner.async_read_some(asio::buffer(bytes), as_result);
        if (error) break;
        cut_after(timer, joined, piece_due);
        const auto [failed, written] =
            co_await asio::async_write(joined->outer, asio::buffer(bytes.data(), size), as_result);
        timer.cancel();
        if (failed) break;
    }
    cut_after(timer, joined, farewell_due);
    // The farewell would wait for the read that is under way.
    joined->lowest().cancel();
    co_await joined->outer.async_shutdown(as_result);
    timer.cancel();
    joined->lowest().close();
    boost::system::error_code ignored;
    joined->inner.close(ignored);
}

}  // namespace

class TlsFront::Front : public std::enable_shared_from_this<Front> {
  public:
    Front(asio::io_context& io, TlsSettings settings, Serve serve)
        : io_(io),
          settings_(std::move(settings)),
          serve_(std::move(serve)),
          tls_(context_of(settings_)),
          listening_(io, settings_.bind, settings_.port, "tls-") {}

    std::uint16_t port() const { return listening_.port(); }
    void start() {
        listening_.accept([self = shared_from_this()](Socket socket, std::string peer) {
            // Whoever serves them tells those who are too many.
            if (!self->connections_.are_beyond_words(self->settings_.limits, peer))
                asio::co_spawn(self->io_, self->take(std::move(socket), std::move(peer)), report_failure);
        });
    }
    void stop() { listening_.stop(); }
    void change(TlsSettings settings) {
        tls_ = context_of(settings);
        settings_ = std::move(settings);
    }

  private:
    Awaitable<void> take(Socket socket, std::string peer) {
        const auto self = shared_from_this();
        const Counted counted(connections_);
        const AddressQuota::One of_address(connections_.of_address, peer);
        // The context has to be there for as long as the connection is.
        const std::shared_ptr<ssl::context> tls = tls_;
        const auto joined = std::make_shared<Joined>(std::move(socket), *tls);
        joined->lowest().expires_after(settings_.handshake_timeout);
        const auto [failed] = co_await joined->outer.async_handshake(ssl::stream_base::server, as_result);
        if (failed) co_return;
        joined->lowest().expires_never();
        std::optional<Socket> served = join(*joined);
        if (!served) co_return;
        serve_(std::move(*served), std::move(peer));
        asio::co_spawn(io_, pass_in(joined), report_failure);
        Awaitable<void> out = pass_out(joined, settings_.idle_timeout);
        co_await std::move(out);
    }

    /// Opens the pair behind the connection; the end that is served, or nothing when there are no
    /// descriptors.
    std::optional<Socket> join(Joined& joined) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return std::nullopt;
        // Asio does not look what kind of stream it is.
        joined.inner.assign(asio::ip::tcp::v4(), ends[0]);
        Socket served(io_.get_executor());
        served.assign(asio::ip::tcp::v4(), ends[1]);
        return served;
    }

    asio::io_context& io_;
    TlsSettings settings_;
    const Serve serve_;
    std::shared_ptr<ssl::context> tls_;
    ListeningPort listening_;
    ConnectionQuota connections_;
};

TlsFront::TlsFront(asio::io_context& context, TlsSettings settings, Serve serve)
    : front_(std::make_shared<Front>(context, std::move(settings), std::move(serve))) {
    front_->start();
}
TlsFront::~TlsFront() { front_->stop(); }
void TlsFront::check(const TlsSettings& settings) { context_of(settings); }
std::uint16_t TlsFront::port() const { return front_->port(); }
void TlsFront::change(TlsSettings settings) { front_->change(std::move(settings)); }
void TlsFront::stop_listening() { front_->stop(); }

}  // namespace pentad::server
