#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "server/base/log/log_line.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/base/text/plain_text.hpp"
#include "server/gateway/router.hpp"
#include "server/store/await_store.hpp"

// The router's part about players who do not get on: blocks and reports.
namespace pentad::server {

using protocol::ErrorCode;

namespace {

template <class Value>
bool is_read(const tl::expected<Value, StoreError>& result, std::string_view what) {
    static ThrottledLog line;
    if (!result) line.error(fmt::format("{}: {}", what, result.error().text));
    return result.has_value();
}

}  // namespace

void Router::on(const protocol::PlayerBlock& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    asio::co_spawn(services_.io,
                   message.on ? block(session, {message.player}, id) : unblock(session, {message.player}, id),
                   asio::detached);
}

Awaitable<void> Router::block(std::shared_ptr<Session> session, PlayerId player, protocol::RequestId id) {
    const Block wanted{session->player_id(), player, services_.now()};
    BlockList& blocks = services_.blocks;
    if (player == wanted.by) co_return session->refuse(id, ErrorCode::bad_request, "This is you.");
    if (blocks.has(wanted.by, player)) co_return session->reply({id, protocol::Empty{}});
    const auto known = co_await stored_player(player);
    if (!is_read(known, "a player cannot be read")) co_return session->refuse(id, ErrorCode::storage);
    if (!*known) co_return session->refuse(id, ErrorCode::player_not_found);
    if (blocks.count(wanted.by) >= static_cast<std::size_t>(config_.max_blocks_per_player))
        co_return session->refuse(id, ErrorCode::limit_reached, "Unblock somebody first.");
    // In force at once, so that requests that come together are counted.
    blocks.put(wanted);
    auto records = batch(wanted);
    const auto kept = co_await stored(services_.store, std::move(records));
    if (kept) co_return session->reply({id, protocol::Empty{}});
    blocks.lift({wanted.by, player});
    session->refuse(id, ErrorCode::storage);
}

Awaitable<void> Router::unblock(std::shared_ptr<Session> session, PlayerId player, protocol::RequestId id) {
    const BlockLifted lifted{session->player_id(), player};
    if (services_.blocks.has(lifted.by, player)) {
        auto records = batch(lifted);
        const auto kept = co_await stored(services_.store, std::move(records));
        if (!kept) co_return session->refuse(id, ErrorCode::storage);
        services_.blocks.lift(lifted);
    }
    session->reply({id, protocol::Empty{}});
}

void Router::on(const protocol::PlayerBlocks&, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    asio::co_spawn(services_.io, list_blocks(session, id), asio::detached);
}

Awaitable<void> Router::list_blocks(std::shared_ptr<Session> session, protocol::RequestId id) {
    using Players = std::vector<protocol::Player>;
    const std::vector<PlayerId> ids = services_.blocks.of(session->player_id());
    std::function<tl::expected<Players, StoreError>(Store&)> read =
        [ids](Store& store) -> tl::expected<Players, StoreError> {
        Players players;
        for (const PlayerId& one : ids) {
            const auto player = store.player(one);
            if (!player) return tl::unexpected(player.error());
            if (*player) players.push_back(view(**player));
        }
        return players;
    };
    auto players = co_await read_from<Players>(services_.io, services_.store, std::move(read));
    if (!is_read(players, "the blocked players cannot be read"))
        co_return session->refuse(id, ErrorCode::storage);
    session->reply({id, protocol::BlockedPlayers{std::move(*players)}});
}

void Router::report(const std::shared_ptr<Session>& session, protocol::Request request) {
    const auto refuse = [&](ErrorCode code, std::string text = {}) {
        session->refuse(request.id, code, std::move(text));
    };
    auto& said = std::get<protocol::PlayerReport>(request.message);
    if (said.player == session->player().id) return refuse(ErrorCode::bad_request, "This is you.");
    if (!said.text.empty()) {
        auto line = acceptable_line(said.text, protocol::limits::report);
        if (!line)
            return session->reply(
                {request.id, ErrorCode::bad_request, sentence_of(line.error()), line.error()});
        said.text = std::move(*line);
    }
    if (!request.room.empty() && !services_.rooms.find({request.room}))
        return refuse(ErrorCode::room_not_found);
    const std::string from = session->address();
    const ServerTime now = services_.now();
    if (const milliseconds wait = reports_.wait(from, now); wait.count() > 0)
        return session->reply({request.id, ErrorCode::rate_limited, {}, protocol::RetryAfter{wait}});
    reports_.spend(from, now);
    asio::co_spawn(services_.io, file_report(session, std::move(request), now), asio::detached);
}

Awaitable<void> Router::file_report(std::shared_ptr<Session> session, protocol::Request request,
                                    ServerTime now) {
    const auto& said = std::get<protocol::PlayerReport>(request.message);
    struct Found {
        std::optional<StoredPlayer> player;
        bool match = true;
        std::int64_t waiting = 0;
    };
    std::optional<StoredPlayer> guest;
    if (const StoredPlayer* unsaved = guests_.find({said.player})) guest = *unsaved;
    std::function<tl::expected<Found, StoreError>(Store&)> read =
        [player = PlayerId{said.player}, about = request.match,
         guest](Store& store) -> tl::expected<Found, StoreError> {
        auto known = guest ? Store::Result<std::optional<StoredPlayer>>(guest) : store.player(player);
        if (!known) return tl::unexpected(known.error());
        const auto waiting = store.open_reports();
        if (!waiting) return tl::unexpected(waiting.error());
        Found found{*known, true, *waiting};
        if (!about.empty()) {
            const auto match = store.match({about});
            if (!match) return tl::unexpected(match.error());
            found.match = match->has_value();
        }
        return found;
    };
    const auto found = co_await read_from<Found>(services_.io, services_.store, std::move(read));
    if (!is_read(found, "what a report is about cannot be read"))
        co_return session->refuse(request.id, ErrorCode::storage);
    if (!found->player) co_return session->refuse(request.id, ErrorCode::player_not_found);
    if (!found->match) co_return session->refuse(request.id, ErrorCode::match_not_found);
    if (found->waiting >= config_.max_reports)
        co_return session->refuse(request.id, ErrorCode::limit_reached, "Too many reports wait; try later.");
    const std::string reason(protocol::name(said.reason));
    auto records = batch(Report{0, now, session->player_id(), found->player->id, found->player->name,
                                request.room, request.match, reason, said.text});
    const auto kept = co_await stored(services_.store, std::move(records));
    if (!kept) co_return session->refuse(request.id, ErrorCode::storage);
    services_.metrics.reported(reason);
    log_info({.player = session->player_id()}, "player {} reports player {}: {}", session->player().id,
             said.player, reason);
    session->reply({request.id, protocol::Empty{}});
}

}  // namespace pentad::server
