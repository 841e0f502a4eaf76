#include <algorithm>

#include "protocol/limits.hpp"
#include "server/base/log/log_line.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/bots/bot_keys.hpp"
#include "server/bots/external_bots.hpp"
#include "server/gateway/router.hpp"
#include "server/moderation/name_policy.hpp"
#include "server/ratings/rating_view.hpp"
#include "server/store/await_store.hpp"

// The router's part that makes a session of a connection: hello, identities and resuming.
namespace pentad::server {

using protocol::ErrorCode;

namespace {

/// Whoever guesses tokens needs a new connection for every few.
constexpr int refused_hellos_allowed = 5;

/// Whoever says hello meets a store that does not work.
ThrottledLog unread, unstored;

}  // namespace

Awaitable<void> Router::greet(std::shared_ptr<Peer> peer, protocol::Request request) {
    Awaitable<void> answered = answer_hello(peer, std::move(request));
    co_await std::move(answered);
    peer->greeting = false;
    while (!peer->early.empty() && !peer->greeting) {
        const auto [text, at] = std::move(peer->early.front());
        peer->early.pop_front();
        take(peer, text, at);
    }
}

Awaitable<void> Router::answer_hello(std::shared_ptr<Peer> peer, protocol::Request request) {
    const auto& hello = std::get<protocol::Hello>(request.message);
    const auto refuse = [&](ErrorCode code, protocol::ErrorDetail detail = {}) {
        const auto* text = std::get_if<protocol::RefusedText>(&detail);
        const protocol::ErrorReply error{request.id, code, text ? sentence_of(*text) : "", detail};
        send_error(*peer->connection, error);
        if (++peer->refused_hellos >= refused_hellos_allowed)
            peer->connection->close(1008, "too many attempts");
    };
    if (std::find(hello.protocol.begin(), hello.protocol.end(), 1) == hello.protocol.end()) {
        refuse(ErrorCode::protocol_unsupported);
        peer->connection->close(4000, "protocol_unsupported");
        co_return;
    }
    if (const milliseconds wait = hello_wait(*peer->connection, hello.auth); wait.count() > 0) {
        refuse(ErrorCode::rate_limited, protocol::RetryAfter{wait});
        co_return;
    }
    hellos_.spend(peer->connection->address(), ServerClock::now());
    const bool comes_back = std::holds_alternative<protocol::ResumeAuth>(hello.auth) ||
                            std::holds_alternative<protocol::HandoverAuth>(hello.auth);
    if (!comes_back && !make_place_for_a_session()) {
        refuse(ErrorCode::server_full);
        co_return;
    }
    std::string player_token;
    const auto identified = co_await identify(*peer, hello.auth, player_token);
    if (!identified) {
        const ErrorCode code = identified.error();
        if (code == ErrorCode::bad_credentials || code == ErrorCode::resume_invalid ||
            code == ErrorCode::handover_invalid)
            wrong_tokens_.spend(peer->connection->address(), ServerClock::now());
        protocol::ErrorDetail detail;
        if (code == ErrorCode::rate_limited)
            detail = protocol::RetryAfter{hello_wait(*peer->connection, hello.auth)};
        if (code == ErrorCode::name_invalid)
            detail = acceptable_name(*std::get<protocol::GuestAuth>(hello.auth).name).error();
        refuse(code, detail);
        co_return;
    }
    PlayerId player = (*identified)->player_id();
    Awaitable<std::map<std::string, protocol::Rating>> asked = ratings_of(std::move(player));
    std::map<std::string, protocol::Rating> ratings = co_await std::move(asked);
    const auto& session = *identified;
    const auto* back = std::get_if<protocol::ResumeAuth>(&hello.auth);
    std::string token = session->rotate_token(back == nullptr ? std::string_view() : back->token);
    if (is_kept(*session)) {
        // A token that was handed out is good after the server was killed, too.
        std::vector<Record> records = batch(to_store(*session));
        const auto kept = co_await stored(services_.store, std::move(records));
        // With a full disk people may still watch and speak; the session ends with the server then.
        if (!kept)
            unstored.error(
                fmt::format("session {} was not stored: {}", session->id().text, kept.error().text));
    }
    // Gone meanwhile. Nobody has the token of a session that is new, so that nobody comes back to it.
    if (!peer->connection->is_open()) {
        if (!comes_back && sessions_.contains(session->id())) end_session(session);
        co_return;
    }
    // Its time was over just now.
    if (!sessions_.contains(session->id())) {
        refuse(ErrorCode::resume_expired);
        co_return;
    }
    if (sanctions_.bans(session->player_id(), services_.now())) {
        refuse(ErrorCode::banned);
        peer->connection->close(4005, "banned");
        if (!session->connected()) end_session(session);
        co_return;
    }
    supersede(*session);
    session->attach(peer->connection);
    peer->session = session;
    protocol::HelloOk ok = welcome(*session, std::move(token));
    ok.player.ratings = std::move(ratings);
    if (!player_token.empty()) ok.player_token = player_token;
    std::vector<Bytes> pushed;
    if (back != nullptr) {
        pushed = resume(session, back->streams, ok.resumed);
    } else if (std::holds_alternative<protocol::HandoverAuth>(hello.auth)) {
        // The other device knows nothing yet of what this session follows.
        auto streams = streams_of(*session);
        for (auto& [key, seen] : streams) seen = -1;
        pushed = resume(session, streams, ok.resumed);
    }
    session->send(to_bytes(protocol::encode(protocol::Ok{request.id, std::move(ok)})));
    for (const Bytes& event : pushed) session->send(event);
    for (const RoomId& id : session->rooms())
        if (const auto room = services_.rooms.find(id)) room->submit(ConnectionChanged{session});
    if (services_.external_bots) services_.external_bots->connection_changed(session);
    log_debug({.session = session->id(), .player = session->player_id()},
              "session {} of player {} {} from {}", session->id().text, session->player_id().text,
              back == nullptr ? "begins" : "is back", peer->connection->address());
    count(*session);
}

milliseconds Router::hello_wait(const Connection& connection, const protocol::Auth& auth) const {
    const ServerTime now = ServerClock::now();
    const milliseconds wait = hellos_.wait(connection.address(), now);
    // Whoever guesses does not even learn that a guess was right.
    const bool claims = !std::holds_alternative<protocol::GuestAuth>(auth);
    return claims ? std::max(wait, wrong_tokens_.wait(connection.address(), now)) : wait;
}

void Router::supersede(Session& session) {
    if (!session.connected()) return;
    protocol::Event event;
    event.ts = to_wire(ServerClock::now());
    event.body = protocol::SessionSuperseded{};
    session.send(to_bytes(protocol::encode(event)));
    session.connection()->close(4001, "superseded");
}

void Router::end_other_sessions(const Session& kept) {
    for (const auto& session : all_sessions()) {
        if (session->player_id() != kept.player_id() || session->id() == kept.id()) continue;
        supersede(*session);
        send_away(session, 4001, "superseded");
    }
}

bool Router::plays(const PlayerId& player) const {
    const auto& rooms = services_.rooms.all();
    return std::any_of(rooms.begin(), rooms.end(), [&](const auto& entry) {
        const Room& room = *entry.second;
        return room.state() == protocol::RoomState::playing && room.seat_of(player);
    });
}

Awaitable<tl::expected<std::shared_ptr<Session>, ErrorCode>> Router::identify(Peer& peer,
                                                                              const protocol::Auth& auth,
                                                                              std::string& player_token) {
    using Identified = tl::expected<std::shared_ptr<Session>, ErrorCode>;
    const auto refuse = [](ErrorCode code) { return Identified(tl::unexpected(code)); };
    // What goes on may end: who plays is let in again.
    const auto comes_too_late = [this](const PlayerId& player) { return draining_ && !plays(player); };
    // While the store was being read, guesses that were sent beside this one have failed.
    const auto guesses_too_much = [&] {
        return wrong_tokens_.wait(peer.connection->address(), ServerClock::now()).count() > 0;
    };
    if (const auto* guest = std::get_if<protocol::GuestAuth>(&auth)) {
        if (draining_) co_return refuse(ErrorCode::draining);
        CheckedText name = guest_name();
        if (guest->name) name = acceptable_name(*guest->name);
        if (!name) co_return refuse(ErrorCode::name_invalid);
        if (guest->name) {
            auto asked = name_is_kept(*name, {});
            const auto kept = co_await std::move(asked);
            if (!kept) co_return refuse(ErrorCode::storage);
            if (*kept || !may_have_name(*name)) co_return refuse(ErrorCode::name_taken);
        }
        player_token = random_token();
        StoredPlayer player;
        player.id = {random_id("p_")};
        player.name = names_.take(player.id, *name);
        player.token_hash = token_hash(player_token);
        player.created = ServerClock::now();
        guests_.add(player, guest->name && !is_guest_name(*name));
        std::shared_ptr<Session> session = make_session(player);
        names_.release(player.id);
        co_return session;
    }
    if (const auto* token = std::get_if<protocol::TokenAuth>(&auth)) {
        const std::string hash = token_hash(token->token);
        const bool was_unsaved = guests_.find_by_token(hash) != nullptr;
        using Found = tl::expected<std::optional<StoredPlayer>, StoreError>;
        std::function<Found(Store&)> read = [hash](Store& store) { return store.player_by_token(hash); };
        std::function<Found(Store&)> again = read;
        Found found =
            co_await read_from<std::optional<StoredPlayer>>(services_.io, services_.store, std::move(read));
        // Stored meanwhile, or gone.
        const bool moved = was_unsaved && guests_.find_by_token(hash) == nullptr;
        if (moved)
            found = co_await read_from<std::optional<StoredPlayer>>(services_.io, services_.store,
                                                                    std::move(again));
        if (guesses_too_much()) co_return refuse(ErrorCode::rate_limited);
        // Behind a read though it needs none, or a right token would be told from wrong ones beside it.
        if (const StoredPlayer* guest = guests_.find_by_token(hash)) {
            const StoredPlayer player = *guest;
            if (comes_too_late(player.id)) co_return refuse(ErrorCode::draining);
            const bool was_away = !is_here(player.id);
            std::shared_ptr<Session> session = make_session(player);
            // Who comes back with a name that they chose is stored, and has it for themselves once they were
            // away.
            if (guests_.chose_name(player.id)) {
                if (was_away)
                    keep(NameKept{player.id});
                else
                    keep(player);
            }
            co_return session;
        }
        if (!found) {
            unread.error(fmt::format("players cannot be read: {}", found.error().text));
            co_return refuse(ErrorCode::storage);
        }
        // A bot's key is no token of a person.
        if (!*found || (*found)->kind == bot_kind) co_return refuse(ErrorCode::bad_credentials);
        if (comes_too_late((*found)->id)) co_return refuse(ErrorCode::draining);
        const bool was_away = !is_here((*found)->id);
        std::shared_ptr<Session> session = make_session(**found);
        if (was_away && !is_guest_name((*found)->name)) keep(NameKept{(*found)->id});
        co_return session;
    }
    if (const auto* bot = std::get_if<protocol::BotAuth>(&auth)) {
        using Found = tl::expected<std::optional<StoredPlayer>, StoreError>;
        std::function<Found(Store&)> read = [wanted = *bot](Store& store) {
            return find_bot(store, wanted.name, wanted.key);
        };
        const Found found =
            co_await read_from<std::optional<StoredPlayer>>(services_.io, services_.store, std::move(read));
        if (!found) {
            unread.error(fmt::format("bots cannot be read: {}", found.error().text));
            co_return refuse(ErrorCode::storage);
        }
        if (guesses_too_much()) co_return refuse(ErrorCode::rate_limited);
        if (!*found) co_return refuse(ErrorCode::bad_credentials);
        if (comes_too_late((*found)->id)) co_return refuse(ErrorCode::draining);
        co_return make_session(**found);
    }
    if (const auto* back = std::get_if<protocol::ResumeAuth>(&auth)) {
        const auto session = sessions_.find({back->session});
        if (session == sessions_.end()) co_return refuse(ErrorCode::resume_expired);
        if (!session->second->accepts_token(back->token)) co_return refuse(ErrorCode::resume_invalid);
        co_return session->second;
    }
    if (const auto* handover = std::get_if<protocol::HandoverAuth>(&auth)) {
        const auto id = handovers_.redeem(handover->code, ServerClock::now());
        const auto found = id ? sessions_.find(*id) : sessions_.end();
        if (found == sessions_.end()) co_return refuse(ErrorCode::handover_invalid);
        const std::shared_ptr<Session> session = found->second;
        auto renewed = renew_token(session->player_id(), player_token);
        const auto player = co_await std::move(renewed);
        if (!player) co_return refuse(player.error());
        const auto moved = sessions_.contains(session->id()) ? session : make_session(*player);
        end_other_sessions(*moved);
        co_return moved;
    }
    co_return refuse(ErrorCode::bad_credentials);
}

bool Router::may_have_name(const std::string& name) {
    const auto holder = names_.holder(name);
    if (!holder) return true;
    std::vector<std::shared_ptr<Session>> kept;
    for (const auto& [id, session] : sessions_) {
        if (session->player_id() != *holder) continue;
        if (session->connected() || !session->rooms().empty()) return false;
        kept.push_back(session);
    }
    for (const auto& session : kept) end_session(session);
    return !names_.holder(name);
}

bool Router::is_here(const PlayerId& player) const {
    return std::any_of(sessions_.begin(), sessions_.end(), [&](const auto& entry) {
        return entry.second->player_id() == player && entry.second->connected();
    });
}

Awaitable<tl::expected<bool, StoreError>> Router::name_is_kept(std::string name, PlayerId from) {
    std::function<tl::expected<bool, StoreError>(Store&)> read = [name, from](Store& store) {
        return store.name_is_kept(name, from);
    };
    const auto kept = co_await read_from<bool>(services_.io, services_.store, std::move(read));
    if (!kept) unread.error(fmt::format("the kept names cannot be read: {}", kept.error().text));
    co_return kept;
}

Awaitable<tl::expected<std::optional<StoredPlayer>, StoreError>> Router::stored_player(PlayerId player) {
    using Found = tl::expected<std::optional<StoredPlayer>, StoreError>;
    if (const StoredPlayer* guest = guests_.find(player)) co_return Found(*guest);
    std::function<Found(Store&)> read = [player](Store& store) { return store.player(player); };
    co_return co_await read_from<std::optional<StoredPlayer>>(services_.io, services_.store, std::move(read));
}

protocol::Player Router::view(const StoredPlayer& player) {
    const bool bot = player.kind == bot_kind;
    return {player.id.text, player.name, bot ? protocol::PlayerKind::bot : protocol::PlayerKind::human};
}

/// What the device that the player leaves still keeps is worth nothing from now on.
Awaitable<tl::expected<StoredPlayer, ErrorCode>> Router::renew_token(PlayerId player,
                                                                     std::string& player_token) {
    using Renewed = tl::expected<StoredPlayer, ErrorCode>;
    const auto found = co_await stored_player(player);
    if (!found || !*found) co_return Renewed(tl::unexpected(ErrorCode::storage));
    StoredPlayer renewed = **found;
    player_token = random_token();
    renewed.token_hash = token_hash(player_token);
    std::vector<Record> records = batch(renewed);
    const auto kept = co_await stored(services_.store, std::move(records));
    if (!kept) {
        unstored.error(fmt::format("player {} was not stored: {}", player.text, kept.error().text));
        co_return Renewed(tl::unexpected(ErrorCode::storage));
    }
    co_return Renewed(std::move(renewed));
}

std::shared_ptr<Session> Router::make_session(const StoredPlayer& player, SessionId id) {
    if (const auto holder = names_.holder(player.name); holder && *holder != player.id)
        may_have_name(player.name);
    // A player who comes back while somebody else has the name goes by it with a number behind.
    protocol::Player shown = view(player);
    shown.name = names_.take(player.id, player.name);
    auto session = std::make_shared<Session>(std::move(id), std::move(shown));
    // From now on it is waited for; hello is still being answered.
    session->detach();
    session->count_refusals(services_.metrics);
    sessions_[session->id()] = session;
    return session;
}

bool Router::is_kept(const Session& session) const {
    return session.player().kind == protocol::PlayerKind::human &&
           !guests_.has_nothing_to_keep(session.player_id());
}

std::vector<StoredSession> Router::sessions_to_store(const PlayerId& player) const {
    std::vector<StoredSession> sessions;
    for (const auto& [id, session] : sessions_)
        if (session->player_id() == player && !session->token_hashes().newest.empty())
            sessions.push_back(to_store(*session));
    return sessions;
}

StoredSession Router::to_store(const Session& session) {
    Session::TokenHashes hashes = session.token_hashes();
    return {session.id(), session.player_id(), std::move(hashes.newest), std::move(hashes.previous),
            ServerClock::now()};
}

void Router::keep(Record record) {
    std::vector<Record> records = batch(std::move(record));
    services_.store.write(std::move(records), [](const tl::expected<void, StoreError>& result) {
        if (!result)
            unstored.error(fmt::format("a player or session was not stored: {}", result.error().text));
    });
}

Awaitable<std::map<std::string, protocol::Rating>> Router::ratings_of(PlayerId player) {
    if (guests_.find(player)) co_return std::map<std::string, protocol::Rating>{};
    using Found = tl::expected<std::map<std::string, GlickoRating>, StoreError>;
    std::function<Found(Store&)> read = [player](Store& store) { return store.ratings_of(player); };
    const Found found =
        co_await read_from<std::map<std::string, GlickoRating>>(services_.io, services_.store, std::move(read));
    std::map<std::string, protocol::Rating> ratings;
    // Without them a player can still play.
    if (!found)
        unread.error(fmt::format("the ratings of {} cannot be read: {}", player.text, found.error().text),
                     {.player = player});
    if (found)
        for (const auto& [game, rating] : *found) ratings[game] = view_rating(rating, services_.now());
    co_return ratings;
}

protocol::HelloOk Router::welcome(Session& session, std::string token) {
    protocol::HelloOk ok;
    ok.session = session.id().text;
    ok.resume_token = std::move(token);
    static_cast<protocol::Player&>(ok.player) = session.player();
    ok.server = {PENTAD_VERSION, epoch_, to_wire(ServerClock::now()), draining_};
    ok.limits = {static_cast<std::int64_t>(protocol::limits::frame_bytes),
                 frames_times(session) * config_.frame_burst,
                 frames_times(session) * config_.frames_per_second,
                 static_cast<int>(protocol::limits::name),
                 static_cast<int>(protocol::limits::chat),
                 static_cast<int>(protocol::limits::lobby_rooms),
                 services_.time_limits};
    ok.heartbeat = std::chrono::seconds(20);
    ok.games = cards_;
    for (const auto& room : services_.rooms.playing(session.player_id()))
        ok.active.push_back(
            {room->match()->setup().id.text, *room->live_match()->seat_of(session.player_id())});
    return ok;
}

}  // namespace pentad::server
