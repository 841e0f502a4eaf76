#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "protocol/codec.hpp"
#include "tests/support/client_model.hpp"
#include "tests/support/promise.hpp"

namespace pentad::testing {

/// The connection is gone; what the server promised about connections it may still have kept.
struct LinkEnded : BrokenPromise {
    using BrokenPromise::BrokenPromise;
};

/// A blocking client for tests, on one thread. Everything that is sent and arrives fulfils its JSON Schema
/// and what ClientModel holds the server to. Throws BrokenPromise for a breach and when nothing comes in
/// time.
class TestClient {
  public:
    using Deadline = std::chrono::milliseconds;
    static constexpr Deadline patience = std::chrono::seconds(20);

    /// Throws LinkEnded when there is nobody who lets it in.
    explicit TestClient(std::uint16_t port, const std::string& target = "/ws");
    ~TestClient();
    TestClient(TestClient&&) noexcept;
    TestClient& operator=(TestClient&&) noexcept;

    /// The usual start: a new guest.
    static TestClient guest(std::uint16_t port, const std::string& name = "");

    protocol::HelloOk hello(protocol::Auth auth);

    /// Comes back over a new connection to the session of the old one, with all that was seen on it. From
    /// then on every stream has to go on as the reply says: with the next event, or with a snapshot. After
    /// LinkEnded it may be tried again.
    const protocol::HelloOk& resume(std::uint16_t port);
    /// The same in two steps, so that many can be under way at once.
    void begin_resume(std::uint16_t port);
    const protocol::HelloOk& finish_resume();

    const protocol::HelloOk& session() const { return session_; }
    /// The player's token with which it came, which no later reply repeats.
    void keep_token(std::string token) { session_.player_token = std::move(token); }
    std::string token() const { return session_.player_token.value_or(""); }
    const std::string& player() const { return session_.player.id; }

    /// The reply's data, or the refusal. Holds back as long as a `rate_limited` says and asks again.
    template <class Body>
    tl::expected<Body, protocol::ErrorReply> try_request(protocol::ClientMessage message,
                                                         std::string match = "", std::string room = "") {
        auto reply = exchange({0, std::move(room), std::move(match), std::move(message)});
        if (!reply) return tl::unexpected(std::move(reply.error()));
        auto body = protocol::read_ok<Body>(*reply);
        if (!body) throw BrokenPromise("An answer cannot be read: " + body.error() + " in " + *reply);
        return std::move(*body);
    }
    /// REQUIRES: the server does it.
    template <class Body>
    Body request(protocol::ClientMessage message, std::string match = "", std::string room = "") {
        const std::string name(protocol::type_name(message));
        auto body = try_request<Body>(std::move(message), std::move(match), std::move(room));
        if (!body)
            throw BrokenPromise(name + " was refused: " + std::string(protocol::name(body.error().code)) +
                                " " + body.error().message);
        return std::move(*body);
    }
    /// The code of the refusal.
    template <class Body = protocol::Empty>
    std::string refusal(protocol::ClientMessage message, std::string match = "", std::string room = "") {
        const auto body = try_request<Body>(std::move(message), std::move(match), std::move(room));
        return body ? "accepted" : std::string(protocol::name(body.error().code));
    }

    /// Sends a request without waiting for its answer, which is checked and forgotten when it comes.
    void post(protocol::ClientMessage message, std::string match = "", std::string room = "");
    /// From now on only answers are checked: what is followed by posted requests is not known here.
    void check_answers_only() { model_.count_answers_only(); }
    /// Reads until no more than so many requests are open.
    void settle(std::size_t open = 0);
    /// The codes of the refusals of posted requests so far, and "ok" for those that were done.
    const std::map<std::string, int>& outcomes() const { return outcomes_; }

    /// The next event of this kind that `wanted` is true for; others that came before it stay for later.
    template <class Body>
    Body wait(const std::function<bool(const protocol::Event&, const Body&)>& wanted = {},
              Deadline limit = patience) {
        std::optional<Body> found;
        const auto event = wait_event(
            [&](const protocol::Event& it) {
                const auto* body = std::get_if<Body>(&it.body);
                return body != nullptr && (!wanted || wanted(it, *body));
            },
            limit, std::string(Body::type));
        return std::get<Body>(event.body);
    }
    protocol::Event wait_event(const std::function<bool(const protocol::Event&)>& wanted, Deadline limit,
                               const std::string& what);

    /// What this client knows of the server.
    const ClientModel& model() const { return model_; }
    /// The stream is not followed any more, as a pong has shown.
    void unfollow(const std::string& stream) { model_.unfollow(stream); }
    /// Stream -> number of the last event seen.
    using Streams = std::map<std::string, std::int64_t>;
    const Streams& seen() const { return model_.seen(); }
    /// Reads until everything has come that a pong says has been sent.
    void catch_up();
    /// Events that have come and that nobody waited for, of this kind.
    template <class Body>
    std::size_t unread() const {
        std::size_t count = 0;
        for (const protocol::Event& event : events_)
            count += std::holds_alternative<Body>(event.body) ? 1 : 0;
        return count;
    }
    void forget_events() { events_.clear(); }

    protocol::RoomEntered create(protocol::RoomCreate create);
    protocol::RoomEntered join(protocol::RoomJoin join);
    protocol::MatchSnapshot watch(const std::string& match);
    protocol::LobbySnapshot lobby();

    ClientModel::SeenMatch& match(const std::string& id) { return model_.match(id); }
    bool knows(const std::string& id) const { return model_.matches().contains(id); }

    /// Reads what arrives until it is this client's turn or the match is over.
    void until_my_turn(const std::string& match);
    void until_over(const std::string& match);
    protocol::MoveAccepted play(const std::string& match, const std::string& move);
    static std::string new_move_id();

    /// Reads on until the server closes; the code, and 0 for none.
    int until_closed();

    /// Closes the socket without a word.
    void cut();

  private:
    struct Socket;
    std::int64_t send(protocol::Request request);
    void read_one(std::chrono::steady_clock::time_point deadline, const std::string& what);
    void receive(const std::string& text);
    tl::expected<std::string, protocol::ErrorReply> exchange(const protocol::Request& request);
    tl::expected<std::string, protocol::ErrorReply> exchange_once(protocol::Request request);

    std::unique_ptr<Socket> socket_;
    protocol::HelloOk session_;
    std::int64_t next_id_ = 1;
    ClientModel model_;
    std::map<std::int64_t, tl::expected<std::string, protocol::ErrorReply>> replies_;
    std::deque<protocol::Event> events_;
    std::set<std::int64_t> posted_;  ///< open requests whose answers nobody waits for
    std::map<std::string, int> outcomes_;
    std::int64_t resuming_ = 0;  ///< the hello under way
};

/// A test's own dice.
std::size_t pick_index(std::uint64_t& state, std::size_t count);

}  // namespace pentad::testing
