#include "clients/terminal/connection.hpp"

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <random>
#include <utility>

namespace pentad::terminal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

constexpr std::size_t largest_frame = 4 * 1024 * 1024;  // a snapshot with a long history is large
constexpr auto opening_time = 10s;

tl::unexpected<std::string> wrong(std::string text) { return tl::unexpected(std::move(text)); }

bool is_resume_refusal(const Problem& problem) {
    return problem.code == protocol::ErrorCode::resume_expired ||
           problem.code == protocol::ErrorCode::resume_invalid;
}

}  // namespace

tl::expected<ServerAddress, std::string> ServerAddress::parse(const std::string& url) {
    const std::string scheme = "ws://";
    const std::string page = "http://";
    if (url.starts_with(page)) {
        // The address that the server prints for browsers: the WebSocket lies beside its page.
        std::string beside = scheme + url.substr(page.size());
        if (beside.find('/', scheme.size()) == std::string::npos) beside += '/';
        return parse(beside + (beside.ends_with('/') ? "ws" : "/ws"));
    }
    if (url.starts_with("wss://"))
        return wrong("This client does not speak TLS: use a ws:// address, or a local proxy for wss://.");
    if (!url.starts_with(scheme)) return wrong("The server's address must look like ws://host:port/ws.");
    const std::size_t slash = url.find('/', scheme.size());
    const std::string place = url.substr(scheme.size(), slash - scheme.size());
    ServerAddress address{place, "80", slash == std::string::npos ? "/ws" : url.substr(slash)};
    // An IPv6 address stands in brackets and has colons of its own.
    const std::size_t colon = place.rfind(':');
    const std::size_t bracket = place.rfind(']');
    if (colon != std::string::npos && (bracket == std::string::npos || colon > bracket)) {
        address.host = place.substr(0, colon);
        address.port = place.substr(colon + 1);
    }
    const bool number = !address.port.empty() && address.port.size() <= 5 &&
                        address.port.find_first_not_of("0123456789") == std::string::npos;
    if (address.host.empty() || !number)
        return wrong("The server's address must look like ws://host:port/ws.");
    return address;
}

struct Connection::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& context, ServerAddress where, ConnectionListener& to)
        : io(context), address(std::move(where)), listener(to), pause(context) {}

    /// One socket and what waits for it.
    struct Link {
        explicit Link(asio::io_context& context) : socket(context), beat(context) {}
        websocket::stream<beast::tcp_stream> socket;
        asio::steady_timer beat;
        std::deque<std::string> outgoing;
        bool writing = false;
        bool open = false;
        std::function<void()> closed;  ///< set: close when all is written, and call it
        Steady::time_point last_heard = Steady::now();
    };

    asio::awaitable<void> run();
    asio::awaitable<std::string> open(Link& link);
    asio::awaitable<std::string> read_all(Link& link);
    asio::awaitable<void> write_all(std::shared_ptr<Link> link);
    asio::awaitable<void> keep_alive(std::shared_ptr<Link> link);
    void finish(std::function<void()> done);

    void send(protocol::Request request, Reply reply);
    void post(std::string frame);
    void send_later(std::int64_t id, std::chrono::milliseconds after);
    void say_hello();
    void welcome(protocol::HelloOk hello, bool resuming);
    void refused(const Problem& problem, bool resuming);
    void receive(std::string_view text);
    void fail_pending();
    void drop();

    asio::io_context& io;
    const ServerAddress address;
    ConnectionListener& listener;
    asio::steady_timer pause;
    std::shared_ptr<Link> link;
    Streams streams;
    struct Pending {
        Reply reply;
        std::string frame;
    };
    std::map<std::int64_t, Pending> pending;
    std::int64_t next_id = 1;
    struct Session {
        std::string id;
        std::string token;
    };
    std::optional<Session> session;
    std::chrono::milliseconds heartbeat = 15s;
    std::mt19937 random{std::random_device{}()};
    int attempt = 0;
    bool running = false;
    bool online = false;
    bool stopping = false;
    bool hurry = false;
};

asio::awaitable<void> Connection::Impl::run() {
    const auto self = shared_from_this();
    running = true;
    while (!stopping) {
        const auto mine = link = std::make_shared<Link>(io);
        std::string why = co_await open(*mine);
        if (why.empty()) {
            mine->open = true;
            asio::co_spawn(io, keep_alive(mine), asio::detached);
            say_hello();
            why = co_await read_all(*mine);
        }
        drop();
        fail_pending();
        if (stopping) break;
        if (!hurry) {
            listener.offline(why, ++attempt);
            const auto longest =
                std::min<std::chrono::milliseconds>(250ms * (1 << std::min(attempt - 1, 4)), 4s);
            pause.expires_after(longest / 2 + std::chrono::milliseconds(random() % (longest.count() / 2)));
            error_code cancelled;
            co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
        }
        hurry = false;
    }
    running = false;
}

/// Why it did not work; empty: it did.
asio::awaitable<std::string> Connection::Impl::open(Link& it) {
    error_code error;
    tcp::resolver resolver(io);
    std::string host = address.host;
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const auto places =
        co_await resolver.async_resolve(host, address.port, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return error.message();
    auto& stream = beast::get_lowest_layer(it.socket);
    stream.expires_after(opening_time);
    co_await stream.async_connect(places, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return error.message();
    stream.socket().set_option(tcp::no_delay(true), error);
    stream.expires_never();
    it.socket.set_option(
        websocket::stream_base::timeout{opening_time, websocket::stream_base::none(), false});
    it.socket.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
        request.set(beast::http::field::user_agent, "pentad-terminal");
        request.set(beast::http::field::sec_websocket_protocol, "pentad.v1.json");
    }));
    it.socket.read_message_max(largest_frame);
    co_await it.socket.async_handshake(address.host + ":" + address.port, address.path,
                                       asio::redirect_error(asio::use_awaitable, error));
    if (error == websocket::error::upgrade_declined) co_return "there is no Pentad server at this address";
    if (error) co_return error.message();
    co_return "";
}

asio::awaitable<std::string> Connection::Impl::read_all(Link& it) {
    beast::flat_buffer buffer;
    for (;;) {
        error_code error;
        co_await it.socket.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
        if (error == websocket::error::closed) {
            const auto& reason = it.socket.reason();
            const auto& all = protocol::close_codes();
            const auto info = std::find_if(all.begin(), all.end(), [&](const protocol::CloseInfo& known) {
                return static_cast<std::uint16_t>(known.code) == reason.code;
            });
            const std::string text =
                info == all.end() ? std::string(reason.reason.c_str()) : std::string(info->text);
            if (info != all.end() && !info->reconnect && !stopping) {
                stopping = true;
                listener.closed(text);
            }
            co_return text;
        }
        if (error) co_return error.message();
        it.last_heard = Steady::now();
        receive({static_cast<const char*>(buffer.cdata().data()), buffer.size()});
        buffer.consume(buffer.size());
        if (&it != link.get()) co_return "";
    }
}

asio::awaitable<void> Connection::Impl::write_all(std::shared_ptr<Link> it) {
    error_code error;
    while (!error && it->open && !it->outgoing.empty()) {
        const std::string text = std::move(it->outgoing.front());
        it->outgoing.pop_front();
        co_await it->socket.async_write(asio::buffer(text), asio::redirect_error(asio::use_awaitable, error));
        // After an error the reader finds out too.
    }
    it->writing = false;
    if (!it->closed) co_return;
    co_await it->socket.async_close(websocket::close_code::normal,
                                    asio::redirect_error(asio::use_awaitable, error));
    std::exchange(it->closed, nullptr)();
}

/// Pings, so that a link that has died without a word is noticed, and lost events too.
asio::awaitable<void> Connection::Impl::keep_alive(std::shared_ptr<Link> it) {
    const auto self = shared_from_this();
    while (it->open) {
        it->beat.expires_after(heartbeat);
        error_code cancelled;
        co_await it->beat.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
        if (!it->open || it != link) break;
        if (Steady::now() - it->last_heard > 2 * heartbeat) {
            beast::get_lowest_layer(it->socket).close();
            break;
        }
        if (!online) continue;
        send({0, "", "", protocol::Ping{}}, [self](const tl::expected<std::string, Problem>& reply) {
            if (!reply) return;
            const auto pong = protocol::read_ok<protocol::Pong>(*reply);
            if (!pong) return;
            for (const std::string& stream : self->streams.behind(pong->seqs)) self->listener.gap(stream);
        });
    }
}

void Connection::Impl::finish(std::function<void()> done) {
    // The server may be gone without a word: do not wait longer than this.
    const auto limit = std::make_shared<asio::steady_timer>(io, 1s);
    limit->async_wait([it = link](error_code cancelled) {
        if (!cancelled) beast::get_lowest_layer(it->socket).close();
    });
    link->closed = [limit, done = std::move(done)] {
        limit->cancel();
        done();
    };
    send({0, "", "", protocol::Bye{}}, [](const tl::expected<std::string, Problem>&) {});
}

void Connection::Impl::send(protocol::Request request, Reply reply) {
    if (!link || !link->open) {
        reply(tl::unexpected(Problem{std::nullopt, "There is no connection to the server.", {}}));
        return;
    }
    const std::int64_t id = next_id++;
    request.id = id;
    std::string frame = protocol::encode(request);
    pending.emplace(id, Pending{std::move(reply), frame});
    post(std::move(frame));
}

void Connection::Impl::post(std::string frame) {
    link->outgoing.push_back(std::move(frame));
    if (link->writing) return;
    link->writing = true;
    asio::co_spawn(io, write_all(link), asio::detached);
}

/// Sends a request again that came too soon; a script types faster than people.
void Connection::Impl::send_later(std::int64_t id, std::chrono::milliseconds after) {
    const auto timer = std::make_shared<asio::steady_timer>(io, after);
    timer->async_wait([self = shared_from_this(), it = link, timer, id](error_code) {
        const auto found = self->pending.find(id);
        if (it == self->link && it->open && found != self->pending.end()) self->post(found->second.frame);
    });
}

void Connection::Impl::say_hello() {
    const bool resuming = session.has_value();
    protocol::Hello hello{{1}, "pentad-terminal", "0.1.0", {}, "en"};
    if (resuming)
        hello.auth = protocol::ResumeAuth{session->id, session->token, streams.positions()};
    else
        hello.auth = listener.sign_in();
    send({0, "", "", std::move(hello)}, [self = shared_from_this(),
                                         resuming](tl::expected<std::string, Problem> reply) {
        if (!reply) return self->refused(reply.error(), resuming);
        auto body = protocol::read_ok<protocol::HelloOk>(*reply);
        if (!body)
            return self->refused({protocol::ErrorCode::protocol_unsupported, body.error(), {}}, resuming);
        self->welcome(std::move(*body), resuming);
    });
}

void Connection::Impl::welcome(protocol::HelloOk hello, bool resuming) {
    session = Session{hello.session, hello.resume_token};
    attempt = 0;
    online = true;
    if (hello.heartbeat >= 1s) heartbeat = std::min<std::chrono::milliseconds>(hello.heartbeat, 20s);
    if (!resuming) streams.clear();
    for (const auto& [stream, how] : hello.resumed)
        if (how == protocol::Resumed::gone) streams.forget(stream);
    link->beat.cancel();  // goes on with the right heartbeat
    listener.online(hello, resuming);
}

void Connection::Impl::refused(const Problem& problem, bool resuming) {
    if (!problem.code || stopping) return;  // the link is lost: run() goes on
    if (resuming || is_resume_refusal(problem)) {
        session.reset();
        streams.clear();
        say_hello();
    } else if (listener.sign_in_refused(problem)) {
        say_hello();
    } else if (protocol::info(*problem.code).retryable) {
        beast::get_lowest_layer(link->socket).close();
    } else {
        stopping = true;
        listener.closed(problem.message);
        drop();
    }
}

void Connection::Impl::receive(std::string_view text) {
    auto message = protocol::decode_server_message(text);
    if (!message) return;  // of a newer server, or of none of ours
    if (const auto* event = std::get_if<protocol::Event>(&*message)) {
        switch (streams.accept(*event)) {
            case Streams::Verdict::deliver:
                listener.event(*event);
                break;
            case Streams::Verdict::gap:
                listener.gap(Streams::key(*event));
                break;
            case Streams::Verdict::old:
                break;
        }
        return;
    }
    const auto take = [&](const protocol::RequestId& id) -> Reply {
        const auto* number = std::get_if<std::int64_t>(&id);
        const auto found = number == nullptr ? pending.end() : pending.find(*number);
        if (found == pending.end()) return {};
        Reply reply = std::move(found->second.reply);
        pending.erase(found);
        return reply;
    };
    if (auto* ok = std::get_if<protocol::OkReply>(&*message)) {
        if (const Reply reply = take(ok->re)) reply(std::move(ok->data_json));
    } else if (auto* error = std::get_if<protocol::ErrorReply>(&*message); error->re) {
        const auto* number = std::get_if<std::int64_t>(&*error->re);
        const auto* retry = std::get_if<protocol::RetryAfter>(&error->detail);
        if (error->code == protocol::ErrorCode::rate_limited && retry && number && online) {
            send_later(*number, retry->after);
            return;
        }
        const std::string words =
            error->message.empty() ? std::string(protocol::info(error->code).text) : error->message;
        if (const Reply reply = take(*error->re))
            reply(tl::unexpected(Problem{error->code, words, std::move(error->detail)}));
    }
}

void Connection::Impl::fail_pending() {
    auto waiting = std::move(pending);
    pending.clear();
    for (auto& [id, request] : waiting)
        request.reply(
            tl::unexpected(Problem{std::nullopt, "The connection was lost before the answer came.", {}}));
}

void Connection::Impl::drop() {
    online = false;
    if (!link) return;
    link->open = false;
    link->beat.cancel();
    beast::get_lowest_layer(link->socket).close();
}

Connection::Connection(asio::io_context& io, ServerAddress address, ConnectionListener& listener)
    : impl_(std::make_shared<Impl>(io, std::move(address), listener)) {}

Connection::~Connection() {
    impl_->stopping = true;
    impl_->pending.clear();
    impl_->pause.cancel();
    impl_->drop();
}

void Connection::start() {
    if (impl_->running) return;
    impl_->stopping = false;
    asio::co_spawn(impl_->io, impl_->run(), asio::detached);
}

void Connection::restart() {
    impl_->session.reset();
    impl_->streams.clear();
    impl_->hurry = impl_->running && impl_->link && impl_->link->open;
    impl_->drop();
    impl_->pause.cancel();
    start();
}

void Connection::stop(std::function<void()> done) {
    impl_->stopping = true;
    impl_->pause.cancel();
    if (!impl_->online) {
        impl_->drop();
        done();
        return;
    }
    impl_->finish(std::move(done));
}

bool Connection::is_online() const { return impl_->online; }
Streams& Connection::streams() { return impl_->streams; }

void Connection::send(protocol::Request request, Reply reply) {
    impl_->send(std::move(request), std::move(reply));
}

}  // namespace pentad::terminal
