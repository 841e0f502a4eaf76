#include "clients/terminal/net/connection.hpp"

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <random>
#include <utility>

#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/net/web_socket.hpp"

namespace pentad::terminal {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

}  // namespace

struct Connection::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& context, ServerAddress where, ConnectionListener& to)
        : io(context), address(std::move(where)), listener(to), pause(context) {}

    /// One socket and what waits for it.
    struct Link {
        Link(asio::io_context& context, const ServerAddress& address)
            : socket(make_web_socket(context, address)), beat(context) {}
        std::unique_ptr<WebSocket> socket;
        asio::steady_timer beat;
        std::deque<std::string> outgoing;
        bool writing = false;
        bool open = false;
        bool leaving = false;          ///< bye was said: nothing is sent behind it
        std::function<void()> closed;  ///< set: close when all is written, and call it
        std::string cut_because{};     ///< for people, where this end has cut it
        std::optional<std::chrono::milliseconds> come_back_after;  ///< as the server asks for
        Steady::time_point last_heard = Steady::now();
    };

    asio::awaitable<void> run();
    asio::awaitable<std::string> read_all(Link& link);
    std::string ended(const WebSocket::End& end);
    asio::awaitable<void> write_all(std::shared_ptr<Link> link);
    asio::awaitable<void> keep_alive(std::shared_ptr<Link> link);
    void finish(std::function<void()> done);

    void send(protocol::Request request, Reply reply);
    void post(std::string frame);
    void send_later(std::int64_t id, std::chrono::milliseconds after);
    void say_hello();
    void welcome(protocol::HelloOk hello, bool resuming);
    void refused(const Problem& problem, bool resuming);
    std::chrono::milliseconds pause_before_next();
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
    Steady::time_point next_attempt{};
    bool running = false;
    bool online = false;
    bool stopping = false;
    bool hurry = false;
};

asio::awaitable<void> Connection::Impl::run() {
    const auto self = shared_from_this();
    running = true;
    while (!stopping) {
        const auto mine = link = std::make_shared<Link>(io, address);
        std::string why = co_await mine->socket->open();
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
            const auto wait = pause_before_next();
            next_attempt = Steady::now() + wait;
            listener.offline(mine->cut_because.empty() ? why : mine->cut_because, ++attempt);
            pause.expires_after(wait);
            error_code cancelled;
            co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
        }
        hurry = false;
    }
    running = false;
}

/// Longer from one attempt to the next, and as long as the server asks for.
std::chrono::milliseconds Connection::Impl::pause_before_next() {
    const auto longest = std::min<std::chrono::milliseconds>(250ms * (1 << std::min(attempt, 4)), 4s);
    const std::chrono::milliseconds wait =
        longest / 2 + std::chrono::milliseconds(random() % static_cast<unsigned>(longest.count() / 2));
    return wait + std::min<std::chrono::milliseconds>(link->come_back_after.value_or(0ms), 1min);
}

/// Until the end of the link; why it ended.
asio::awaitable<std::string> Connection::Impl::read_all(Link& it) {
    for (;;) {
        std::string_view frame;
        const std::optional<WebSocket::End> end = co_await it.socket->read(frame);
        if (end) co_return ended(*end);
        it.last_heard = Steady::now();
        receive(frame);
        if (&it != link.get()) co_return "";
    }
}

std::string Connection::Impl::ended(const WebSocket::End& end) {
    const auto& all = protocol::close_codes();
    const auto info = std::find_if(all.begin(), all.end(), [&](const protocol::CloseInfo& known) {
        return end.code && static_cast<std::uint16_t>(known.code) == *end.code;
    });
    if (info == all.end()) return end.why;
    const std::string text = closing_words(std::string(info->text), end.why);
    if (!info->reconnect && !stopping) {
        stopping = true;
        listener.closed(text);
    }
    return text;
}

asio::awaitable<void> Connection::Impl::write_all(std::shared_ptr<Link> it) {
    bool good = true;
    while (good && it->open && !it->outgoing.empty()) {
        const std::string text = std::move(it->outgoing.front());
        it->outgoing.pop_front();
        good = co_await it->socket->write(text);
    }
    it->writing = false;
    if (!it->closed) co_return;
    co_await it->socket->close();
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
            it->cut_because = "nothing was heard of the server for too long";
            it->socket->cut();
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
    if (link->leaving) {
        if (!link->closed) return done();
        link->closed = [first = std::move(link->closed), done = std::move(done)] {
            first();
            done();
        };
        return;
    }
    // The server may be gone without a word: do not wait longer than this.
    const auto limit = std::make_shared<asio::steady_timer>(io, 1s);
    limit->async_wait([it = link](error_code cancelled) {
        if (!cancelled) it->socket->cut();
    });
    link->closed = [limit, done = std::move(done)] {
        limit->cancel();
        done();
    };
    send({0, "", "", protocol::Bye{}}, [](const tl::expected<std::string, Problem>&) {});
    link->leaving = true;
}

void Connection::Impl::send(protocol::Request request, Reply reply) {
    if (!link || !link->open || link->leaving) {
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
        if (it == self->link && it->open && !it->leaving && found != self->pending.end())
            self->post(found->second.frame);
    });
}

void Connection::Impl::say_hello() {
    const bool resuming = session.has_value();
    protocol::Hello hello{{1}, "pentad-terminal", PENTAD_VERSION, {}, "en"};
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
    // A snapshot begins anew: after a restart of the server its number may be below that of before.
    for (const auto& [stream, how] : hello.resumed)
        if (how != protocol::Resumed::replay) streams.forget(stream);
    link->beat.cancel();  // goes on with the right heartbeat
    listener.online(hello, resuming);
}

void Connection::Impl::refused(const Problem& problem, bool resuming) {
    if (!problem.code || stopping) return;  // the link is lost: run() goes on
    const protocol::ErrorCode code = *problem.code;
    // What may be better in a moment is no reason to give up the session or the identity.
    if (protocol::info(code).retryable) {
        link->cut_because = problem.message;
        if (const auto* retry = std::get_if<protocol::RetryAfter>(&problem.detail))
            link->come_back_after = retry->after;
        link->socket->cut();
    } else if (resuming && code != protocol::ErrorCode::banned &&
               code != protocol::ErrorCode::protocol_unsupported) {
        session.reset();
        streams.clear();
        say_hello();
    } else if (listener.sign_in_refused(problem)) {
        say_hello();
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
    link->socket->cut();
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
std::chrono::steady_clock::time_point Connection::next_attempt() const { return impl_->next_attempt; }
Streams& Connection::streams() { return impl_->streams; }

void Connection::send(protocol::Request request, Reply reply) {
    impl_->send(std::move(request), std::move(reply));
}

}  // namespace pentad::terminal
