#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "server/lobby/lobby.hpp"
#include "server/room/room_registry.hpp"
#include "server/store/memory/memory_store.hpp"

namespace pentad::server {

/// What a person's device was sent.
class RecordingConnection final : public Connection {
  public:
    explicit RecordingConnection(std::string address = "192.0.2.1") : address_(std::move(address)) {}

    void send(Bytes message) override { sent.push_back(std::move(message)); }
    void close(std::uint16_t code, std::string_view) override { closed = code; }
    const std::string& address() const override { return address_; }

    std::optional<milliseconds> round_trip() const override { return lag; }

    std::vector<Bytes> sent;
    std::optional<std::uint16_t> closed;
    std::optional<milliseconds> lag;

  private:
    const std::string address_;
};

class RoomWorld;

/// A session with a connection, and what came over it, decoded. Made by RoomWorld.
class Visitor {
  public:
    Visitor(RoomWorld& world, std::shared_ptr<Session> session)
        : world_(world), session_(std::move(session)) {
        connect();
    }

    const std::shared_ptr<Session>& session() const { return session_; }
    PlayerId id() const { return session_->player_id(); }

    /// The reply's data, or the refusal. Everything that the request causes has happened when it returns.
    template <class Body>
    tl::expected<Body, protocol::ErrorReply> try_request(protocol::ClientMessage message);
    template <class Body = protocol::Empty>
    Body request(protocol::ClientMessage message) {
        auto body = try_request<Body>(std::move(message));
        if (!body) throw std::runtime_error("refused: " + std::string(protocol::name(body.error().code)));
        return std::move(*body);
    }
    template <class Body = protocol::Empty>
    std::string refusal(protocol::ClientMessage message) {
        const auto body = try_request<Body>(std::move(message));
        return body ? "accepted" : std::string(protocol::name(body.error().code));
    }
    protocol::MoveAccepted play(std::int64_t turn, const std::string& move) {
        return request<protocol::MoveAccepted>(
            protocol::MovePlay{static_cast<int>(turn), move, move_id(), {}});
    }
    static std::string move_id() {
        static int count = 0;
        return "id-" + std::to_string(++count);
    }

    /// Sends without waiting; the answer is among replies() once the world has settled.
    protocol::RequestId send(protocol::ClientMessage message);

    /// The events of this kind so far, in order.
    template <class Body>
    std::vector<Body> heard() {
        read();
        std::vector<Body> found;
        for (const protocol::Event& event : events_)
            if (const auto* body = std::get_if<Body>(&event.body)) found.push_back(*body);
        return found;
    }
    void forget() {
        read();
        events_.clear();
    }
    /// The replies and the names of the events, in the order in which they came.
    const std::vector<std::string>& order() {
        read();
        return order_;
    }
    bool was_refused(const protocol::RequestId& id, std::string_view code);
    /// The answer's data. REQUIRES: was_accepted(id).
    template <class Body>
    Body answer(const protocol::RequestId& id) {
        read();
        return *protocol::read_ok<Body>(*replies_.at(std::get<std::int64_t>(id)));
    }
    const std::vector<protocol::Event>& events() {
        read();
        return events_;
    }
    bool was_accepted(const protocol::RequestId& id) {
        read();
        return replies_.contains(std::get<std::int64_t>(id)) && replies_.at(std::get<std::int64_t>(id));
    }

    void cut();
    void connect();
    /// What the connection measures from now on.
    void lag(milliseconds round_trip) { connection_->lag = round_trip; }

  private:
    void read();

    RoomWorld& world_;
    std::shared_ptr<Session> session_;
    std::shared_ptr<RecordingConnection> connection_;
    std::size_t read_ = 0;
    std::int64_t next_id_ = 1;
    std::vector<protocol::Event> events_;
    std::vector<std::string> order_;
    std::map<std::int64_t, tl::expected<std::string, protocol::ErrorReply>> replies_;
};

/// Rooms with everything around them except sockets and time: the store is in memory, the clock stands until
/// a test moves it, bots answer what the test says.
class RoomWorld {
  public:
    explicit RoomWorld(BotScheduler::Search search = {}, std::unique_ptr<Store> store = make_memory_store())
        : store_(std::move(store), {},
                 [this](std::function<void()> work) { asio::post(io_, std::move(work)); }),
          lobby_(blocks_, [] {}),
          bots_(1, search ? std::move(search) : first_move),
          rooms_(io_, guesses_per_minute, [this] { return now; }),
          services{io_,
                   store_,
                   bots_,
                   lobby_,
                   lobby_,
                   rooms_,
                   blocks_,
                   metrics_,
                   {milliseconds(0)},
                   [this] { return now; }} {}

    /// The wrong passwords and codes that an address may try.
    static constexpr int guesses_per_minute = 20;
    ServerTime now = from_wire(1'700'000'000'000);

  private:
    asio::io_context io_{1};
    StoreThread store_;
    Metrics metrics_;
    BlockList blocks_;
    Lobby lobby_;
    BotScheduler bots_;
    RoomRegistry rooms_;
    int people_ = 0;
    std::vector<std::unique_ptr<Visitor>> visitors_;

  public:
    RoomServices services;
    /// The room that requests go to.
    std::shared_ptr<Room> room;
    /// Do not wait for bots to answer.
    bool bots_think = false;
    /// Wait for the server's own bots in whatever room.
    bool all_rooms = false;

    Visitor& visitor(const std::string& name = "") {
        const std::string text = name.empty() ? "Guest " + std::to_string(++people_) : name;
        const protocol::Player player{random_id("p_"), text, protocol::PlayerKind::human};
        return add(player);
    }
    /// Another tab of the same player.
    Visitor& tab_of(const Visitor& visitor) { return add(visitor.session()->player()); }

    /// A room of the toy game whose seats are, in order, match seats 0 and 1.
    static StoredRoom plan() {
        StoredRoom planned;
        planned.id = {random_id("r_")};
        planned.code = random_code();
        planned.invite_hash = token_hash(random_token());
        planned.game = "pile";
        planned.options = {"20", "plain"};
        planned.first_seat = protocol::FirstSeat::chair0;
        return planned;
    }
    static void sit(StoredRoom& planned, std::size_t chair, const Visitor& visitor) {
        planned.chairs[chair].player = visitor.id();
        planned.chairs[chair].name = visitor.session()->player().name;
        if (planned.host.empty()) planned.host = visitor.id();
    }
    static void sit_bot(StoredRoom& planned, std::size_t chair) {
        planned.chairs[chair].kind = protocol::ChairKind::bot;
        planned.chairs[chair].level = 1;
        planned.chairs[chair].name = "Bot 1";
    }
    /// Makes the room, lets these people in and, unless nobody is ready, starts the match.
    void open(StoredRoom planned, const std::vector<Visitor*>& members) {
        planned.created = now;
        room = std::make_shared<Room>(services, std::move(planned), std::nullopt, 0);
        rooms_.add(room);
        members.front()->request<protocol::RoomEntered>(protocol::RoomCreate{});
        for (std::size_t i = 1; i < members.size(); ++i) {
            protocol::RoomJoin join;
            join.seat = room->seat_of(members[i]->id()) ? protocol::JoinSeat::any : protocol::JoinSeat::watch;
            members[i]->request<protocol::RoomEntered>(join);
        }
        for (Visitor* member : members)
            if (room->seat_of(member->id()) && !room->live_match())
                member->request(protocol::RoomReady{true});
    }
    struct Pair {
        Visitor& first;
        Visitor& second;
    };
    /// Two people in a room, in the order of the match seats; the match has begun.
    Pair two(StoredRoom planned = plan()) {
        Visitor& first = visitor();
        Visitor& second = visitor();
        sit(planned, 0, first);
        sit(planned, 1, second);
        open(std::move(planned), {&first, &second});
        return {first, second};
    }
    const Match& match() const { return room->live_match()->match(); }
    protocol::MatchSnapshot view(const Visitor& visitor) const {
        return room->live_match()->snapshot(*visitor.session(), false);
    }

    /// Lets time go by: everything that is due on the way happens when it is due.
    void pass(milliseconds time) {
        const ServerTime until = now + time;
        for (;;) {
            rooms_.ring_due();
            settle();
            if (now == until) return;
            ServerTime next = until;
            for (const auto& [id, one] : rooms_.all())
                if (one->alarm && *one->alarm > now) next = std::min(next, *one->alarm);
            now = next;
        }
    }

    /// The match as it would come back after a restart.
    StoredMatch stored_match() {
        std::optional<StoredMatch> found;
        store_.read([&](Store& store) { found = store.match(match().setup().id).value(); });
        settle();
        return found.value();
    }

    void submit(RoomInput input) { room->submit(std::move(input)); }

    /// Until nothing is under way any more.
    void settle() {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        for (std::size_t handled = 2; handled > 1 || (!bots_think && bot_is_to_move());) {
            if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("never settles");
            // Whatever waits for the store comes back before this does.
            std::atomic<bool> back = false;
            store_.read([&](Store&) { asio::post(io_, [&] { back = true; }); });
            handled = 0;
            while (!back) {
                io_.restart();
                handled += io_.run_one_for(std::chrono::milliseconds(100));
            }
            io_.restart();
            handled += io_.poll();
            if (handled <= 1) std::this_thread::yield();
        }
    }

  private:
    bool bot_is_to_move() const {
        if (all_rooms)
            return std::any_of(rooms_.all().begin(), rooms_.all().end(),
                               [](const auto& one) { return pool_is_to_move(*one.second); });
        if (!room || !room->live_match() || room->live_match()->over()) return false;
        const Match& played = room->live_match()->match();
        return played.setup().seats[engine::index(played.to_move())].kind == MatchSeat::Kind::bot;
    }
    static bool pool_is_to_move(const Room& one) {
        const LiveMatch* live = one.live_match();
        if (!live || live->over() || live->match().paused_until()) return false;
        const Match& played = live->match();
        const MatchSeat& seat = played.setup().seats[engine::index(played.to_move())];
        return seat.kind == MatchSeat::Kind::bot && seat.player.empty();
    }
    Visitor& add(const protocol::Player& player) {
        auto session = std::make_shared<Session>(SessionId{random_id("s_")}, player);
        visitors_.push_back(std::make_unique<Visitor>(*this, std::move(session)));
        return *visitors_.back();
    }
    static engine::Choice first_move(const engine::Position& position, const engine::SearchLimits&,
                                     std::stop_token) {
        engine::Choice choice;
        choice.move = position.legal_moves().front();
        return choice;
    }
};

inline protocol::RequestId Visitor::send(protocol::ClientMessage message) {
    protocol::Request request{next_id_++, "", "", std::move(message)};
    session_->requests().begin(request.id);
    const protocol::RequestId id = request.id;
    world_.submit(RoomRequest{session_, std::move(request), world_.now});
    return id;
}

template <class Body>
tl::expected<Body, protocol::ErrorReply> Visitor::try_request(protocol::ClientMessage message) {
    const auto id = std::get<std::int64_t>(send(std::move(message)));
    world_.settle();
    read();
    if (!replies_.contains(id)) throw std::runtime_error("no answer");
    const auto& reply = replies_.at(id);
    if (!reply) return tl::unexpected(reply.error());
    auto body = protocol::read_ok<Body>(*reply);
    if (!body) throw std::runtime_error("an answer cannot be read: " + body.error());
    return std::move(*body);
}

inline bool Visitor::was_refused(const protocol::RequestId& id, std::string_view code) {
    read();
    const auto reply = replies_.find(std::get<std::int64_t>(id));
    return reply != replies_.end() && !reply->second && protocol::name(reply->second.error().code) == code;
}

inline void Visitor::cut() {
    read();
    session_->detach();
    if (world_.room) world_.submit(ConnectionChanged{session_});
    world_.settle();
}

inline void Visitor::connect() {
    connection_ = std::make_shared<RecordingConnection>();
    read_ = 0;
    session_->attach(connection_);
    if (world_.room && session_->rooms().contains(world_.room->settings().id)) {
        world_.submit(ConnectionChanged{session_});
        world_.settle();
    }
}

inline void Visitor::read() {
    for (; read_ < connection_->sent.size(); ++read_) {
        auto message = protocol::decode_server_message(*connection_->sent[read_]);
        if (!message) throw std::runtime_error("not a message: " + message.error());
        if (auto* event = std::get_if<protocol::Event>(&*message)) {
            order_.emplace_back(protocol::type_name(event->body));
            events_.push_back(std::move(*event));
            continue;
        }
        const auto* ok = std::get_if<protocol::OkReply>(&*message);
        const auto* error = std::get_if<protocol::ErrorReply>(&*message);
        const auto id = std::get<std::int64_t>(ok ? ok->re : error->re.value());
        order_.emplace_back(ok ? "ok" : "error");
        const bool first = ok ? replies_.emplace(id, ok->data_json).second
                              : replies_.emplace(id, tl::unexpected(*error)).second;
        if (!first) throw std::runtime_error("a second answer");
    }
}

}  // namespace pentad::server
