#include "server/net/web_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>
#include <utility>

#include "server/base/client_address.hpp"
#include "server/net/content_coding.hpp"
#include "server/net/http_writer.hpp"
#include "server/net/listener.hpp"
#include "server/net/request_checks.hpp"
#include "server/net/request_limits.hpp"
#include "server/net/transport.hpp"
#include "server/net/web_socket_connection.hpp"

namespace pentad::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::uint32_t max_header_bytes = 8 * 1024;
constexpr milliseconds write_timeout = std::chrono::seconds(10);
/// A browser opens a handful of connections; keeping them alive longer only holds descriptors.
constexpr milliseconds keep_alive_timeout = std::chrono::seconds(15);
/// For the peer's end of TLS.
constexpr milliseconds end_timeout = std::chrono::seconds(3);

/// Closes every WebSocket with a code: for connections beyond a limit.
class RejectingHandler final : public ConnectionHandler {
  public:
    RejectingHandler(std::uint16_t code, std::string reason) : code_(code), reason_(std::move(reason)) {}
    void opened(const std::shared_ptr<Connection>& connection) override { connection->close(code_, reason_); }
    void received(Connection&, std::string_view, ServerTime) override {}
    void closed(Connection&) override {}

  private:
    const std::uint16_t code_;
    const std::string reason_;
};

/// A header that is a list, from all the lines it is on.
std::string whole(const HeadRequest& request, http::field name) {
    std::string values;
    const auto [first, last] = request.equal_range(name);
    for (auto line = first; line != last; ++line)
        values += (values.empty() ? "" : ", ") + std::string(line->value());
    return values;
}

}  // namespace

class WebServer::Impl : public std::enable_shared_from_this<WebServer::Impl> {
  public:
    Impl(asio::io_context& context, WebServerSettings settings, ConnectionHandler* handler, HttpSite& site)
        : context_(context),
          settings_(std::move(settings)),
          listener_(context, settings_.bind, settings_.port, ""),
          handler_(handler),
          site_(site),
          limits_(settings_.requests_per_minute, settings_.wrong_tokens_per_minute) {}

    std::uint16_t port() const { return listener_.port(); }
    std::uint16_t tls_port() const { return tls_listener_->port(); }
    bool full() const { return connections_.number > settings_.limits.at_a_time; }

    void start() {
        listener_.accept([self = shared_from_this()](Socket socket, std::string peer) {
            self->take(Transport(std::move(socket)), std::move(peer));
        });
    }
    void listen_tls(const TlsSettings& settings) {
        change_tls(settings);
        tls_listener_.emplace(context_, settings.bind, settings.port, "tls-");
        tls_listener_->accept([self = shared_from_this()](Socket socket, std::string peer) {
            self->take(Transport(std::move(socket), self->tls_), std::move(peer));
        });
    }
    void stop() {
        listener_.stop();
        if (tls_listener_) tls_listener_->stop();
    }

    void change(WebServerSettings settings) { settings_ = std::move(settings); }
    void change_tls(const TlsSettings& settings) { tls_ = make_tls_context(settings); }

  private:
    /// A connection's share of the limits, until the end of the WebSocket that it may become.
    struct Place {
        explicit Place(std::shared_ptr<Impl> of) : server(std::move(of)), counted(server->connections_) {}
        const std::shared_ptr<Impl> server;
        const CountedConnection counted;
        std::optional<AddressQuota::One> of_address;
    };

    /// A connection while it speaks HTTP.
    struct Peer {
        Peer(std::shared_ptr<Impl> server, Transport connection, std::string from)
            : place(std::make_shared<Place>(std::move(server))),
              transport(std::move(connection)),
              deadline(transport),
              address(std::move(from)) {}

        const std::shared_ptr<Place> place;
        Transport transport;
        Deadline deadline;
        beast::flat_buffer buffer;
        const std::string address;
        bool full = false;  ///< there were too many connections when it came
    };

    /// The checks of a request that do not depend on what it asks for.
    struct Verdict {
        std::string client;  ///< its address
        bool many = false;   ///< the client has too many connections
        bool upgrade = false;
        std::optional<HttpResponse> refusal;
    };

    void take(Transport transport, std::string peer) {
        if (!connections_.is_exhausted(settings_.limits, peer))
            asio::co_spawn(context_, serve(std::move(transport), std::move(peer)), report_failure);
    }

    Awaitable<void> serve(Transport transport, std::string address) {
        Peer peer(shared_from_this(), std::move(transport), std::move(address));
        if (settings_.limits.count(peer.address))
            peer.place->of_address.emplace(connections_.of_address, peer.address);
        peer.full = full();
        if (peer.transport.has_tls()) {
            peer.deadline.expires_after(settings_.request_timeout);
            const auto [failed] = co_await peer.transport.async_handshake(as_result);
            if (failed) co_return;
        }
        Awaitable<bool> requests = serve_requests(peer);
        const bool upgraded = co_await std::move(requests);
        if (upgraded) co_return;
        peer.deadline.expires_after(end_timeout);
        co_await finish(peer.transport);
    }

    /// Answers requests one after another; true when the connection has become a WebSocket.
    Awaitable<bool> serve_requests(Peer& peer) {
        milliseconds due = settings_.request_timeout;
        for (;;) {
            http::request_parser<http::empty_body> parser;
            parser.header_limit(max_header_bytes);
            peer.deadline.expires_after(due);
            const auto [failure, size] =
                co_await http::async_read_header(peer.transport, peer.buffer, parser, as_result);
            if (failure) {
                Awaitable<void> refused = refuse_unreadable(peer, failure);
                co_await std::move(refused);
                co_return false;
            }
            HeadRequest request = parser.release();
            Verdict verdict = check(request, peer);
            if (verdict.upgrade && !verdict.refusal) {
                Awaitable<void> opened = upgrade(peer, std::move(request), std::move(verdict));
                co_await std::move(opened);
                co_return true;
            }
            const bool alive =
                request.keep_alive() && !has_body(request) && !verdict.upgrade && !peer.full && !verdict.many;
            HttpResponse found;
            if (verdict.refusal)
                found = std::move(*verdict.refusal);
            else
                found = co_await answer(request, verdict.client);
            if (handler_) let_pages_read(found, request, settings_);
            peer.deadline.expires_after(write_timeout);
            const bool sent = co_await write_response(peer.transport, request, found, alive);
            if (!sent || !alive) co_return false;
            due = keep_alive_timeout;
        }
    }

    Verdict check(HeadRequest& request, Peer& peer) {
        Verdict verdict;
        verdict.client = client_of(peer.address, request);
        auto& of_address = peer.place->of_address;
        if (!of_address || verdict.client != peer.address)
            of_address.emplace(connections_.of_address, verdict.client);
        const int most = settings_.limits.of_address;
        verdict.many = most > 0 && of_address->number() > most;
        verdict.refusal = refuse_host(request, settings_);
        if (!verdict.refusal) verdict.refusal = enter_base_path(request, settings_.base_path);
        verdict.upgrade = !verdict.refusal && handler_ && request.target() == "/ws" &&
                          beast::websocket::is_upgrade(request);
        if (verdict.upgrade) verdict.refusal = refuse_upgrade(request, settings_);
        // A full server is healthy: health checks are always answered.
        const bool health = !verdict.refusal && is_health_check(request);
        if (!verdict.refusal && !verdict.upgrade && !health)
            verdict.refusal = refuse_for_number(peer.full, verdict.many);
        // Admitted WebSockets count as connections, everything else as a request.
        const bool admitted = verdict.upgrade && !verdict.refusal && !peer.full && !verdict.many;
        if (!admitted && !health)
            if (auto too_often = limits_.count(verdict.client)) verdict.refusal = std::move(too_often);
        return verdict;
    }

    std::string client_of(const std::string& peer, const HeadRequest& request) const {
        std::vector<std::string> forwarded;
        const auto [first, last] = request.equal_range("X-Forwarded-For");
        for (auto line = first; line != last; ++line) forwarded.emplace_back(line->value());
        return client_address(peer, forwarded, settings_.limits.trusted_proxies);
    }

    static std::optional<HttpResponse> refuse_for_number(bool full, bool many) {
        if (full)
            return http_error(503, "server_full", "The server has too many connections. Try again later.");
        if (many)
            return http_error(429, "rate_limited",
                              "Your address has too many connections. Close some of them.");
        return std::nullopt;
    }

    Awaitable<void> upgrade(Peer& peer, HeadRequest request, Verdict verdict) {
        ConnectionHandler& handler = peer.full ? full_ : verdict.many ? too_many_ : *handler_;
        const ConnectionSettings how{settings_.idle_timeout};
        std::shared_ptr<const void> kept = peer.place;
        peer.deadline.cancel();
        co_await open_web_socket(std::move(peer.transport), std::move(peer.buffer), std::move(request),
                                 std::move(verdict.client), handler, how, std::move(kept));
    }

    /// Something came that is not a request: a 4xx if the peer can read one.
    Awaitable<void> refuse_unreadable(Peer& peer, boost::system::error_code failure) {
        if (failure == http::error::end_of_stream ||
            failure.category() != http::make_error_code(http::error::bad_method).category())
            co_return;
        const bool large = failure == http::error::header_limit || failure == http::error::buffer_overflow;
        HeadRequest none;
        none.version(11);
        HttpResponse refusal =
            large ? http_error(431, "too_large", "The request's header is larger than 8 KiB.")
                  : http_error(400, "bad_request", "This is not an HTTP/1.1 request.");
        if (auto too_often = limits_.count(peer.address)) refusal = std::move(*too_often);
        peer.deadline.expires_after(write_timeout);
        co_await write_response(peer.transport, none, refusal, false);
    }

    Awaitable<HttpResponse> answer(const HeadRequest& request, const std::string& client) {
        const std::string authorization(request[http::field::authorization]);
        if (auto refusal = limits_.check_token(client, authorization, settings_.bearer_token))
            co_return *refusal;
        if (has_body(request))
            co_return http_error(400, "bad_request", "Requests with a body are not accepted.");
        if (handler_)
            if (auto preflight = answer_preflight(request, settings_)) co_return *preflight;
        if (request.method() != http::verb::get && request.method() != http::verb::head) {
            HttpResponse refusal = http_error(405, "bad_request", "Only GET and HEAD are supported.");
            refusal.headers.emplace_back("Allow", "GET, HEAD");
            co_return refusal;
        }
        if (handler_ && path_of(request.target()) == "/ws") co_return upgrade_required();
        std::string target(request.target());
        HttpResponse found = co_await ask_site(std::move(target));
        suit(found, whole(request, http::field::accept_encoding), whole(request, http::field::if_none_match));
        co_return found;
    }

    Awaitable<HttpResponse> ask_site(std::string target) {
        return asio::async_initiate<const asio::use_awaitable_t<Executor>&, void(HttpResponse)>(
            [this](auto handler, std::string wanted) {
                auto shared = std::make_shared<decltype(handler)>(std::move(handler));
                site_.answer(std::move(wanted),
                             [shared](HttpResponse found) { std::move (*shared)(std::move(found)); });
            },
            asio::use_awaitable_t<Executor>{}, std::move(target));
    }

    static Awaitable<void> finish(Transport& transport) {
        return asio::async_initiate<const asio::use_awaitable_t<Executor>&, void()>(
            [&transport](auto handler) {
                auto shared = std::make_shared<decltype(handler)>(std::move(handler));
                transport.finish_sending([&transport, shared] {
                    asio::post(transport.get_executor(), [shared] { std::move (*shared)(); });
                });
            },
            asio::use_awaitable_t<Executor>{});
    }

    asio::io_context& context_;
    WebServerSettings settings_;
    Listener listener_;
    std::optional<Listener> tls_listener_;
    std::shared_ptr<asio::ssl::context> tls_;
    ConnectionHandler* const handler_;  ///< null: no WebSocket
    HttpSite& site_;
    ConnectionQuota connections_;
    RequestLimits limits_;
    RejectingHandler full_{4009, "server_full"};
    RejectingHandler too_many_{1013, "too many links of one address"};
};

WebServer::WebServer(asio::io_context& context, WebServerSettings settings, ConnectionHandler& handler,
                     HttpSite& site)
    : impl_(std::make_shared<Impl>(context, std::move(settings), &handler, site)) {
    impl_->start();
}
WebServer::WebServer(asio::io_context& context, WebServerSettings settings, HttpSite& site)
    : impl_(std::make_shared<Impl>(context, std::move(settings), nullptr, site)) {
    impl_->start();
}
WebServer::~WebServer() { impl_->stop(); }
std::uint16_t WebServer::port() const { return impl_->port(); }
bool WebServer::full() const { return impl_->full(); }
void WebServer::listen_tls(const TlsSettings& settings) { impl_->listen_tls(settings); }
std::uint16_t WebServer::tls_port() const { return impl_->tls_port(); }
void WebServer::change_tls(const TlsSettings& settings) { impl_->change_tls(settings); }
void WebServer::change(WebServerSettings settings) { impl_->change(std::move(settings)); }
void WebServer::stop_listening() { impl_->stop(); }

}  // namespace pentad::server
