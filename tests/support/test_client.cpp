#include "tests/support/test_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <utility>

#include "tests/support/traffic_check.hpp"

namespace pentad::testing {

using namespace protocol;

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Steady = std::chrono::steady_clock;

std::uint64_t fnv1a(const std::string& text) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

void promise(bool kept, const std::string& broken) {
    if (!kept) throw BrokenPromise(broken);
}

std::string stream_of(const Event& event) {
    const bool of_room = std::holds_alternative<MatchStarted>(event.body) ||
                         std::holds_alternative<RoomChanged>(event.body) ||
                         std::holds_alternative<RoomClosed>(event.body);
    if (!event.match.empty() && !of_room) return "match:" + event.match;
    if (!event.room.empty()) return "room:" + event.room;
    return event.game.empty() ? "lobby" : "lobby:" + event.game;
}

}  // namespace

struct TestClient::Socket {
    asio::io_context io{1};
    beast::websocket::stream<beast::tcp_stream> stream{io};
    beast::flat_buffer buffer;

    Socket(std::uint16_t port, const std::string& target) {
        try {
            beast::get_lowest_layer(stream).connect(
                asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), port));
            beast::get_lowest_layer(stream).socket().set_option(asio::ip::tcp::no_delay(true));
            stream.read_message_max(std::size_t{1} << 24);
            stream.handshake("127.0.0.1:" + std::to_string(port), target);
        } catch (const boost::system::system_error& reason) {
            throw LinkEnded(std::string("Not let in: ") + reason.what());
        }
    }

    /// Runs an operation that was started until it is done.
    void finish(const bool& done, Steady::time_point deadline, const std::string& what) {
        io.restart();
        while (!done && io.run_one_until(deadline) > 0) {
        }
        promise(done, "In vain waited for " + what + ".");
    }
};

TestClient::TestClient(std::uint16_t port, const std::string& target)
    : socket_(std::make_unique<Socket>(port, target)) {}

TestClient::~TestClient() = default;
TestClient::TestClient(TestClient&&) noexcept = default;
TestClient& TestClient::operator=(TestClient&&) noexcept = default;

TestClient TestClient::guest(std::uint16_t port, const std::string& name) {
    TestClient client(port);
    GuestAuth auth;
    if (!name.empty()) auth.name = name;
    client.hello(auth);
    return client;
}

HelloOk TestClient::hello(Auth auth) {
    session_ = request<HelloOk>(Hello{{1}, "pentad-test", "1", std::move(auth), ""});
    return session_;
}

const HelloOk& TestClient::resume(std::uint16_t port) {
    begin_resume(port);
    return finish_resume();
}

void TestClient::begin_resume(std::uint16_t port) {
    socket_ = std::make_unique<Socket>(port, "/ws");
    open_requests_.clear();
    posted_.clear();
    replies_.clear();
    healing_.clear();
    ResumeAuth auth{session_.session, session_.resume_token, seen_};
    resuming_ = send({0, "", "", Hello{{1}, "pentad-test", "1", std::move(auth), ""}});
}

const HelloOk& TestClient::finish_resume() {
    const auto deadline = Steady::now() + patience;
    while (!replies_.contains(resuming_)) read_one(deadline, "the answer to a resume");
    const auto reply = std::move(replies_.extract(resuming_).mapped());
    promise(reply.has_value(), "A resume was refused: " + std::string(reply ? "" : name(reply.error().code)));
    auto ok = read_ok<HelloOk>(*reply);
    promise(ok.has_value(), "An answer to a resume cannot be read.");
    const std::optional<std::string> player_token = session_.player_token;
    session_ = std::move(*ok);
    if (!session_.player_token) session_.player_token = player_token;
    for (const auto& [stream, seq] : seen_)
        promise(session_.resumed.contains(stream), "Nothing is said of " + stream + ".");
    for (const auto& [stream, how] : session_.resumed) {
        if (how == Resumed::gone) seen_.erase(stream);
        if (how == Resumed::snapshot) healing_.insert(stream);
    }
    return session_;
}

void TestClient::post(ClientMessage message, std::string match, std::string room) {
    posted_.insert(send({0, std::move(room), std::move(match), std::move(message)}));
}

void TestClient::settle(std::size_t open) {
    const auto deadline = Steady::now() + patience;
    while (open_requests_.size() > open)
        read_one(deadline, std::to_string(open_requests_.size()) + " answers");
}

void TestClient::catch_up() {
    const auto deadline = Steady::now() + patience;
    const Pong pong = request<Pong>(Ping{});
    for (const auto& [stream, seq] : pong.seqs)
        while (seen_.contains(stream) && (seen_.at(stream) < seq || healing_.contains(stream)))
            read_one(deadline, "what was missed on " + stream);
}

int TestClient::until_closed() {
    const auto deadline = Steady::now() + patience;
    for (;;) {
        try {
            read_one(deadline, "the server closed it");
        } catch (const LinkEnded&) {
            return socket_->stream.reason().code;
        }
    }
}

void TestClient::cut() { beast::get_lowest_layer(socket_->stream).close(); }

tl::expected<std::string, ErrorReply> TestClient::exchange(const Request& request) {
    for (;;) {
        auto reply = exchange_once(request);
        if (reply || reply.error().code != ErrorCode::rate_limited) return reply;
        // Tests are faster than people: the server says how long to hold back.
        const auto* retry = std::get_if<RetryAfter>(&reply.error().detail);
        asio::steady_timer pause(socket_->io,
                                 retry != nullptr ? retry->after : std::chrono::milliseconds(100));
        bool done = false;
        pause.async_wait([&](boost::system::error_code) { done = true; });
        socket_->finish(done, Steady::now() + patience, "leave to go on");
    }
}

tl::expected<std::string, ErrorReply> TestClient::exchange_once(Request request) {
    const std::string name(type_name(request.message));
    const std::int64_t id = send(std::move(request));
    const auto deadline = Steady::now() + patience;
    while (!replies_.contains(id)) read_one(deadline, "the answer to " + name);
    return std::move(replies_.extract(id).mapped());
}

std::int64_t TestClient::send(Request request) {
    const std::int64_t id = next_id_++;
    request.id = id;
    open_requests_.emplace(id, type_name(request.message));
    const std::string frame = encode(request);
    const std::string problem = problem_of_request(frame);
    promise(problem.empty(), problem);
    boost::system::error_code error;
    socket_->stream.write(asio::buffer(frame), error);
    if (error) throw LinkEnded("A request cannot be sent: " + error.message());
    return id;
}

void TestClient::read_one(Steady::time_point deadline, const std::string& what) {
    bool done = false;
    boost::system::error_code error;
    socket_->stream.async_read(socket_->buffer, [&](boost::system::error_code result, std::size_t) {
        error = result;
        done = true;
    });
    try {
        socket_->finish(done, deadline, what);
    } catch (const BrokenPromise&) {
        // The read refers to what is on this stack.
        cut();
        socket_->io.restart();
        socket_->io.run();
        throw;
    }
    if (error) throw LinkEnded("The link ended (" + error.message() + ") before " + what + ".");
    const std::string text = beast::buffers_to_string(socket_->buffer.data());
    socket_->buffer.consume(socket_->buffer.size());
    receive(text);
}

void TestClient::receive(const std::string& text) {
    auto message = decode_server_message(text);
    promise(message.has_value(), "Not a message: " + text);
    const auto* answered = std::get_if<OkReply>(&*message);
    const auto* number = answered != nullptr ? std::get_if<std::int64_t>(&answered->re) : nullptr;
    const auto asked = number != nullptr ? open_requests_.find(*number) : open_requests_.end();
    const std::string problem = problem_of_answer(text, asked != open_requests_.end() ? asked->second : "");
    promise(problem.empty(), problem);
    if (auto* event = std::get_if<Event>(&*message)) {
        if (answers_only_) return;
        check(*event);
        events_.push_back(std::move(*event));
        return;
    }
    const auto* ok = std::get_if<OkReply>(&*message);
    const auto* refused = std::get_if<ErrorReply>(&*message);
    promise(ok != nullptr || refused->re.has_value(), "A refusal of nothing: " + text);
    const auto id = std::get<std::int64_t>(ok != nullptr ? ok->re : *refused->re);
    promise(open_requests_.erase(id) == 1, "A second answer, or one to nothing: " + text);
    if (posted_.erase(id) == 1)
        ++outcomes_[ok != nullptr ? "ok" : std::string(name(refused->code))];
    else if (ok != nullptr)
        replies_.emplace(id, ok->data_json);
    else
        replies_.emplace(id, tl::unexpected(*refused));
}

void TestClient::check(const Event& event) {
    const bool snapshot = std::holds_alternative<MatchSnapshot>(event.body) ||
                          std::holds_alternative<RoomSnapshot>(event.body) ||
                          std::holds_alternative<LobbySnapshot>(event.body);
    if (event.seq) {
        const std::string stream = stream_of(event);
        const auto seen = seen_.find(stream);
        promise(snapshot || !healing_.contains(stream), stream + " goes on without the snapshot promised.");
        if (snapshot) healing_.erase(stream);
        if (!snapshot && seen != seen_.end())
            promise(*event.seq == seen->second + 1, stream + " jumps from " + std::to_string(seen->second) +
                                                        " to " + std::to_string(*event.seq) + " with " +
                                                        std::string(type_name(event.body)));
        seen_[stream] = *event.seq;
    }
    const auto fits = [&](const std::string& pos, std::uint64_t hash) {
        promise(fnv1a(pos) == hash, "The hash is not that of the position " + pos);
    };
    if (const auto* started = std::get_if<MatchStarted>(&event.body)) {
        seen_["match:" + event.match] = started->seq;
        fits(started->snapshot.pos, started->snapshot.hash);
        matches_[event.match] = {started->snapshot, {}};
    } else if (const auto* whole = std::get_if<MatchSnapshot>(&event.body)) {
        fits(whole->pos, whole->hash);
        matches_[event.match].now = *whole;
    } else if (const auto* moved = std::get_if<MatchMoved>(&event.body)) {
        fits(moved->pos, moved->hash);
        const auto known = matches_.find(event.match);
        promise(known != matches_.end(), "A move in a match that nobody has shown.");
        MatchSnapshot& now = known->second.now;
        promise(moved->turn == now.turn + 1 && moved->ply == now.ply + 1,
                "A turn does not follow the one before.");
        promise(moved->seat == now.to_move && !now.result, "A move out of turn or after the end.");
        now.turn = moved->turn;
        now.ply = moved->ply;
        now.to_move = moved->to_move;
        now.pos = moved->pos;
        now.pieces = moved->pieces;
        now.hash = moved->hash;
        now.legal = moved->legal;
        known->second.moves.push_back(moved->move);
    } else if (const auto* back = std::get_if<MatchTakenBack>(&event.body)) {
        fits(back->pos, back->hash);
        const auto known = matches_.find(event.match);
        promise(known != matches_.end(), "A takeback in a match that nobody has shown.");
        MatchSnapshot& now = known->second.now;
        promise(back->turn == now.turn + 1 && back->ply == now.ply - back->plies && !now.result,
                "A takeback does not follow what was there before.");
        now.turn = back->turn;
        now.ply = back->ply;
        now.to_move = back->to_move;
        now.pos = back->pos;
        now.pieces = back->pieces;
        now.hash = back->hash;
        now.legal = back->legal;
        auto& moves = known->second.moves;
        moves.resize(moves.size() - std::min(moves.size(), static_cast<std::size_t>(back->plies)));
    } else if (const auto* ended = std::get_if<MatchEnded>(&event.body)) {
        const auto known = matches_.find(event.match);
        promise(known != matches_.end() && !known->second.now.result, "A match ends twice.");
        known->second.now.result = ended->result;
        known->second.now.legal.reset();
    }
}

Event TestClient::wait_event(const std::function<bool(const Event&)>& wanted, Deadline limit,
                             const std::string& what) {
    const auto deadline = Steady::now() + limit;
    for (std::size_t next = 0;; ++next) {
        while (next == events_.size()) read_one(deadline, what);
        if (!wanted(events_[next])) continue;
        Event event = std::move(events_[next]);
        events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(next));
        return event;
    }
}

RoomEntered TestClient::create(RoomCreate create) {
    auto entered = request<RoomEntered>(std::move(create));
    // Events that the request caused came before its answer, which contains them.
    seen_["room:" + entered.room] = std::max(seen_["room:" + entered.room], entered.seq);
    return entered;
}

RoomEntered TestClient::join(RoomJoin join) {
    auto entered = request<RoomEntered>(std::move(join));
    seen_["room:" + entered.room] = std::max(seen_["room:" + entered.room], entered.seq);
    return entered;
}

MatchSnapshot TestClient::watch(const std::string& match) {
    auto watched = request<MatchWatched>(MatchWatch{true}, match);
    promise(fnv1a(watched.snapshot.pos) == watched.snapshot.hash, "The hash is not that of the position.");
    seen_["match:" + match] = watched.seq;
    matches_[match] = {watched.snapshot, {}};
    return watched.snapshot;
}

LobbySnapshot TestClient::lobby() {
    auto lobby = request<LobbySubscribed>(LobbySubscribe{});
    seen_["lobby"] = lobby.seq;
    return lobby.snapshot;
}

void TestClient::until_my_turn(const std::string& id) {
    const auto deadline = Steady::now() + patience;
    const auto ours = [&] { return match(id).now.legal && !match(id).now.legal->empty(); };
    while (!match(id).now.result && !ours()) read_one(deadline, "our turn");
}

void TestClient::until_over(const std::string& id) {
    // A long game between bots may take longer than a single answer.
    const auto deadline = Steady::now() + 3 * patience;
    while (!match(id).now.result) read_one(deadline, "the end of the game");
}

MoveAccepted TestClient::play(const std::string& id, const std::string& move) {
    return request<MoveAccepted>(MovePlay{match(id).now.turn, move, new_move_id(), {}}, id);
}

std::string TestClient::new_move_id() {
    static int count = 0;
    return "test-" + std::to_string(++count);
}

std::size_t pick_index(std::uint64_t& state, std::size_t count) {
    // splitmix64
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return static_cast<std::size_t>((z ^ (z >> 31)) % count);
}

}  // namespace pentad::testing
