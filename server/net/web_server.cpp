#include "server/net/web_server.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <utility>

#include "server/base/client_address.hpp"
#include "server/base/ids.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/net/content_coding.hpp"
#include "server/net/http_checks.hpp"
#include "server/net/listener.hpp"
#include "server/net/web_socket_connection.hpp"

namespace pentad::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::uint32_t max_header_bytes = 8 * 1024;
constexpr auto answer_due = std::chrono::seconds(10);
/// A browser opens a handful of connections; what is kept alive longer only holds descriptors.
constexpr auto keep_alive = std::chrono::seconds(15);

/// Takes every connection only to close it.
class TurnAway final : public ConnectionHandler {
  public:
    TurnAway(std::uint16_t code, std::string reason) : code_(code), reason_(std::move(reason)) {}
    void opened(const std::shared_ptr<Connection>& connection) override { connection->close(code_, reason_); }
    void received(Connection&, std::string_view, ServerTime) override {}
    void closed(Connection&) override {}

  private:
    const std::uint16_t code_;
    const std::string reason_;
};

}  // namespace

class WebServer::Listener : public std::enable_shared_from_this<WebServer::Listener> {
  public:
    Listener(asio::io_context& context, WebServerSettings settings, ConnectionHandler* owner, HttpSite& site)
        : context_(context),
          settings_(std::move(settings)),
          listening_(context, settings_.bind, settings_.port, ""),
          owner_(owner),
          site_(site),
          requests_(settings_.requests_per_minute),
          wrong_tokens_(settings_.wrong_tokens_per_minute) {}

    std::uint16_t port() const { return listening_.port(); }
    bool full() const { return connections_.number > settings_.limits.at_a_time; }
    void start() {
        listening_.accept([self = shared_from_this()](Socket socket, std::string peer) {
            self->take(std::move(socket), std::move(peer));
        });
    }
    void stop() { listening_.stop(); }

    void change(WebServerSettings settings) { settings_ = std::move(settings); }

    void take(Socket socket, std::string peer) {
        if (connections_.are_beyond_words(settings_.limits, peer)) return;
        asio::co_spawn(context_, serve(std::move(socket), std::move(peer)), report_failure);
    }

  private:
    /// What a connection takes up, from its beginning to the end of the WebSocket that it becomes.
    struct Place {
        explicit Place(std::shared_ptr<Listener> of)
            : listener(std::move(of)), connection(listener->connections_) {}
        const std::shared_ptr<Listener> listener;
        const Counted connection;
        std::optional<AddressQuota::One> of_address;
    };

    /// Has the address of this one more connections than it may?
    bool is_too_many(const Place& place) const {
        const int most = settings_.limits.of_address;
        return place.of_address && most > 0 && place.of_address->number() > most;
    }

    std::string client_of(const std::string& peer, const HeadRequest& request) const {
        std::vector<std::string> forwarded;
        const auto [first, last] = request.equal_range("X-Forwarded-For");
        for (auto line = first; line != last; ++line) forwarded.emplace_back(line->value());
        return client_address(peer, forwarded, settings_.limits.trusted_proxies);
    }

    Awaitable<void> serve(Socket socket, std::string peer) {
        const auto place = std::make_shared<Place>(shared_from_this());
        if (settings_.limits.count(peer)) place->of_address.emplace(connections_.of_address, peer);
        const bool full = this->full();
        TcpStream stream(std::move(socket));
        beast::flat_buffer buffer;
        std::chrono::milliseconds due = settings_.request_timeout;
        for (;;) {
            http::request_parser<http::empty_body> parser;
            parser.header_limit(max_header_bytes);
            stream.expires_after(due);
            const auto [failure, size] = co_await http::async_read_header(stream, buffer, parser, as_result);
            if (failure) {
                co_await refuse_unreadable(stream, failure, peer);
                co_return;
            }
            HeadRequest request = parser.release();
            std::string client = client_of(peer, request);
            if (!place->of_address || client != peer)
                place->of_address.emplace(connections_.of_address, client);
            const bool many = is_too_many(*place);
            std::optional<HttpResponse> refusal = refuse_host(request, settings_);
            if (!refusal) refusal = enter_base_path(request);
            const bool upgrade =
                !refusal && owner_ && request.target() == "/ws" && beast::websocket::is_upgrade(request);
            if (upgrade) refusal = refuse_upgrade(request, settings_);
            // Whoever looks whether the server is well is answered: full is not ill.
            const bool health = !refusal && is_health_check(request);
            if (!refusal && !upgrade && !health) refusal = refuse_for_number(full, many);
            // Links that are let in are counted as such, everything else as a request.
            const bool let_in = upgrade && !refusal && !full && !many;
            if (!let_in && !health)
                if (auto too_often = refuse_for_rate(client)) refusal = std::move(too_often);
            if (upgrade && !refusal) {
                ConnectionHandler& owner = full ? full_ : many ? too_many_ : *owner_;
                const ConnectionSettings how{settings_.idle_timeout};
                std::shared_ptr<const void> kept = place;
                co_await open_web_socket(std::move(stream), std::move(buffer), std::move(request),
                                         std::move(client), owner, how, std::move(kept));
                co_return;
            }
            const bool alive = request.keep_alive() && !has_body(request) && !upgrade && !full && !many;
            HttpResponse found;
            if (refusal)
                found = std::move(*refusal);
            else
                found = co_await answer(request, client);
            if (owner_) let_pages_read(found, request, settings_);
            const bool sent = co_await write(stream, request, found, alive);
            if (!sent || !alive) break;
            due = keep_alive;
        }
        boost::system::error_code ignored;
        stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    }

    /// Takes the base path off the target, or answers where there is nothing of ours. Whoever looks whether
    /// the server is well need not know where it lives.
    std::optional<HttpResponse> enter_base_path(HeadRequest& request) const {
        const std::string& base = settings_.base_path;
        const std::string target(request.target());
        const auto path = path_of(target);
        if (base.empty() || is_health_check(request)) return std::nullopt;
        if (path == base) {
            HttpResponse moved = http_error(308, "moved", "It is one slash further on.");
            moved.headers.emplace_back("Location", base + "/" + target.substr(path.size()));
            return moved;
        }
        if (!target.starts_with(base + "/")) return http_error(404, "not_found", "There is nothing here.");
        request.target(target.substr(base.size()));
        return std::nullopt;
    }

    static std::optional<HttpResponse> refuse_for_number(bool full, bool many) {
        if (full) return http_error(503, "server_full", "The server has as many connections as it may have.");
        if (many)
            return http_error(429, "rate_limited", "This address has as many connections as it may have.");
        return std::nullopt;
    }

    std::optional<HttpResponse> refuse_for_rate(const std::string& client) {
        const ServerTime now = ServerClock::now();
        if (now - swept_ > std::chrono::minutes(1)) {
            requests_.sweep(now);
            wrong_tokens_.sweep(now);
            swept_ = now;
        }
        if (const milliseconds wait = requests_.wait(client, now); wait.count() > 0)
            return too_often(wait, "Too many requests. Wait a moment.");
        requests_.spend(client, now);
        return std::nullopt;
    }

    static HttpResponse too_often(milliseconds wait, std::string_view text) {
        HttpResponse refusal = http_error(429, "rate_limited", text);
        refusal.headers.emplace_back("Retry-After", std::to_string(wait.count() / 1000 + 1));
        return refusal;
    }

    /// Something came that is no request of ours: a 4xx where the peer can read one.
    Awaitable<void> refuse_unreadable(TcpStream& stream, boost::system::error_code failure,
                                      std::string peer) {
        if (failure == http::error::end_of_stream || failure == beast::error::timeout ||
            failure.category() != http::make_error_code(http::error::bad_method).category())
            co_return;
        const bool large = failure == http::error::header_limit || failure == http::error::buffer_overflow;
        HeadRequest none;
        none.version(11);
        HttpResponse refusal =
            large ? http_error(431, "too_large", "The request's header is larger than 8 KiB.")
                  : http_error(400, "bad_request", "This is not an HTTP/1.1 request.");
        if (auto too_often = refuse_for_rate(peer)) refusal = std::move(*too_often);
        co_await write(stream, none, refusal, false);
    }

    std::optional<HttpResponse> refuse_stranger(const HeadRequest& request, const std::string& client) {
        if (settings_.bearer_token.empty()) return std::nullopt;
        const std::string brought(request[http::field::authorization]);
        const ServerTime now = ServerClock::now();
        // Whoever guesses does not even learn that a guess was right.
        if (const milliseconds wait = wrong_tokens_.wait(client, now); !brought.empty() && wait.count() > 0)
            return too_often(wait, "Too many wrong tokens. Wait a moment.");
        if (equal_in_constant_time(brought, "Bearer " + settings_.bearer_token)) return std::nullopt;
        if (!brought.empty()) wrong_tokens_.spend(client, now);
        HttpResponse refusal = http_error(401, "unauthenticated", "A bearer token is needed here.");
        refusal.headers.emplace_back("WWW-Authenticate", "Bearer");
        return refusal;
    }

    Awaitable<HttpResponse> answer(const HeadRequest& request, const std::string& client) {
        if (auto refusal = refuse_stranger(request, client)) co_return *refusal;
        if (has_body(request))
            co_return http_error(400, "bad_request", "Requests with a body are not taken.");
        if (owner_)
            if (auto preflight = answer_preflight(request, settings_)) co_return *preflight;
        if (request.method() != http::verb::get && request.method() != http::verb::head) {
            HttpResponse refusal = http_error(405, "bad_request", "Only GET and HEAD are answered here.");
            refusal.headers.emplace_back("Allow", "GET, HEAD");
            co_return refusal;
        }
        if (owner_ && path_of(request.target()) == "/ws") co_return upgrade_required();
        std::string target(request.target());
        HttpResponse found = co_await ask_site(std::move(target));
        suit(found, whole(request, http::field::accept_encoding), whole(request, http::field::if_none_match));
        co_return found;
    }

    /// A header that is a list, from all the lines that it stands in.
    static std::string whole(const HeadRequest& request, http::field name) {
        std::string values;
        const auto [first, last] = request.equal_range(name);
        for (auto line = first; line != last; ++line)
            values += (values.empty() ? "" : ", ") + std::string(line->value());
        return values;
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

    Awaitable<bool> write(TcpStream& stream, const HeadRequest& request, const HttpResponse& answer,
                          bool alive) {
        // The bytes are the answer's own: however many read slowly, there is one copy.
        http::response<http::span_body<const char>> response;
        response.version(11);
        response.result(static_cast<unsigned>(answer.status));
        response.set(http::field::server, "pentad");
        response.set("X-Content-Type-Options", "nosniff");
        if (!answer.content_type.empty()) response.set(http::field::content_type, answer.content_type);
        for (const auto& [name, value] : answer.headers) response.set(name, value);
        response.keep_alive(alive);
        const std::size_t length = answer.body ? answer.body->size() : 0;
        if (request.method() != http::verb::head && answer.body)
            response.body() = {answer.body->data(), answer.body->size()};
        // These two have no body to have a length.
        if (answer.status != 204 && answer.status != 304) response.content_length(length);
        stream.expires_after(answer_due);
        if (request.method() == http::verb::head) {
            http::response_serializer<http::span_body<const char>> head(response);
            const auto [error, size] = co_await http::async_write_header(stream, head, as_result);
            co_return !error;
        }
        const auto [error, size] = co_await http::async_write(stream, response, as_result);
        co_return !error;
    }

    asio::io_context& context_;
    WebServerSettings settings_;
    ListeningPort listening_;
    ConnectionHandler* const owner_;  ///< null where there is no WebSocket
    HttpSite& site_;
    ConnectionQuota connections_;
    RateLimiter requests_;
    RateLimiter wrong_tokens_;
    ServerTime swept_{};
    TurnAway full_{4009, "server_full"};
    TurnAway too_many_{1013, "too many links of one address"};
};

WebServer::WebServer(asio::io_context& context, WebServerSettings settings, ConnectionHandler& owner,
                     HttpSite& site)
    : listener_(std::make_shared<Listener>(context, std::move(settings), &owner, site)) {
    listener_->start();
}
WebServer::WebServer(asio::io_context& context, WebServerSettings settings, HttpSite& site)
    : listener_(std::make_shared<Listener>(context, std::move(settings), nullptr, site)) {
    listener_->start();
}
WebServer::~WebServer() { listener_->stop(); }
std::uint16_t WebServer::port() const { return listener_->port(); }
bool WebServer::full() const { return listener_->full(); }
void WebServer::serve(Socket socket, std::string address) {
    listener_->take(std::move(socket), std::move(address));
}
void WebServer::stop_listening() { listener_->stop(); }
void WebServer::change(WebServerSettings settings) { listener_->change(std::move(settings)); }

}  // namespace pentad::server
