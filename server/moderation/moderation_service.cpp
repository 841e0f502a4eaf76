#include "server/moderation/moderation_service.hpp"

#include "protocol/codec.hpp"
#include "server/base/log/log_line.hpp"
#include "server/base/text/plain_text.hpp"
#include "server/store/player_view.hpp"

namespace pentad::server {

using protocol::BlockedPlayers;
using protocol::Empty;
using protocol::ErrorCode;

namespace {

auto refuse(ErrorCode code, std::string text = {}) {
    return tl::unexpected(protocol::ErrorReply{std::nullopt, code, std::move(text), {}});
}

}  // namespace

ModerationService::ModerationService(asio::io_context& io, StoreThread& store, const Config& config,
                                     BlockList& blocks, Metrics& metrics, FindPlayer find_player,
                                     std::function<ServerTime()> now)
    : io_(io),
      store_(store),
      config_(config),
      blocks_(blocks),
      metrics_(metrics),
      find_player_(std::move(find_player)),
      now_(std::move(now)),
      reports_(config.reports_per_minute) {}

void ModerationService::log(const StoreError& error, std::string_view what) {
    unread_.error(fmt::format("{}: {}", what, error.text));
}

Awaitable<ModerationService::Outcome<Empty>> ModerationService::block(PlayerId by, PlayerId player) {
    if (player == by) co_return refuse(ErrorCode::bad_request, "This is you.");
    if (blocks_.has(by, player)) co_return Empty{};
    auto asked = find_player_(player);
    const FoundPlayer known = co_await std::move(asked);
    if (!known) co_return refuse(ErrorCode::storage);
    if (!*known) co_return refuse(ErrorCode::player_not_found);
    if (blocks_.count(by) >= static_cast<std::size_t>(config_.max_blocks_per_player))
        co_return refuse(ErrorCode::limit_reached, "Unblock somebody first.");
    // In force at once, so that requests that come together are counted.
    const Block wanted{by, player, now_()};
    blocks_.put(wanted);
    auto records = batch(wanted);
    const auto kept = co_await stored(store_, std::move(records));
    if (kept) co_return Empty{};
    blocks_.lift({by, player});
    co_return refuse(ErrorCode::storage);
}

Awaitable<ModerationService::Outcome<Empty>> ModerationService::unblock(PlayerId by, PlayerId player) {
    if (!blocks_.has(by, player)) co_return Empty{};
    const BlockLifted lifted{by, player};
    auto records = batch(lifted);
    const auto kept = co_await stored(store_, std::move(records));
    if (!kept) co_return refuse(ErrorCode::storage);
    blocks_.lift(lifted);
    co_return Empty{};
}

Awaitable<ModerationService::Outcome<BlockedPlayers>> ModerationService::blocked_by(PlayerId by) {
    using Players = std::vector<StoredPlayer>;
    std::function<tl::expected<Players, StoreError>(Store&)> read =
        [ids = blocks_.of(by)](Store& store) -> tl::expected<Players, StoreError> {
        Players players;
        for (const PlayerId& one : ids) {
            auto player = store.player(one);
            if (!player) return tl::unexpected(player.error());
            if (*player) players.push_back(std::move(**player));
        }
        return players;
    };
    auto asked = read_from<Players>(io_, store_, std::move(read));
    const tl::expected<Players, StoreError> found = co_await std::move(asked);
    if (!found) {
        log(found.error(), "the blocked players cannot be read");
        co_return refuse(ErrorCode::storage);
    }
    BlockedPlayers blocked;
    for (const StoredPlayer& player : *found) blocked.players.push_back(view_player(player));
    co_return blocked;
}

/// What can be said without the store. A line of the report is shown as it will be stored from now on.
std::optional<protocol::ErrorReply> ModerationService::refusal_of(ReportRequest& request) {
    const auto refusal = [](ErrorCode code, std::string text, protocol::ErrorDetail detail) {
        return protocol::ErrorReply{std::nullopt, code, std::move(text), std::move(detail)};
    };
    std::string& text = request.report.text;
    if (request.report.player == request.by.text) return refusal(ErrorCode::bad_request, "This is you.", {});
    if (!text.empty()) {
        auto line = acceptable_line(text, protocol::limits::report);
        if (!line) return refusal(ErrorCode::bad_request, sentence_of(line.error()), line.error());
        text = std::move(*line);
    }
    if (!request.room_exists) return refusal(ErrorCode::room_not_found, {}, {});
    const ServerTime now = now_();
    if (const milliseconds wait = reports_.wait(request.address, now); wait.count() > 0)
        return refusal(ErrorCode::rate_limited, {}, protocol::RetryAfter{wait});
    reports_.spend(request.address, now);
    return std::nullopt;
}

Awaitable<ModerationService::FoundBackground> ModerationService::background_of(const ReportRequest& request) {
    auto asked = find_player_(PlayerId{request.report.player});
    FoundPlayer player = co_await std::move(asked);
    if (!player) co_return tl::unexpected(player.error());
    std::function<FoundBackground(Store&)> read = [player = std::move(*player),
                                                   about = request.match](Store& store) -> FoundBackground {
        const auto open = store.open_reports();
        if (!open) return tl::unexpected(open.error());
        Background found{player, true, *open};
        if (about.empty()) return found;
        const auto match = store.match({about});
        if (!match) return tl::unexpected(match.error());
        found.match_exists = match->has_value();
        return found;
    };
    auto rest = read_from<Background>(io_, store_, std::move(read));
    FoundBackground found = co_await std::move(rest);
    co_return found;
}

Awaitable<ModerationService::Outcome<Empty>> ModerationService::report(ReportRequest request) {
    if (auto refused = refusal_of(request)) co_return tl::unexpected(std::move(*refused));
    const ServerTime now = now_();
    auto asked = background_of(request);
    const FoundBackground found = co_await std::move(asked);
    if (!found) {
        log(found.error(), "what a report is about cannot be read");
        co_return refuse(ErrorCode::storage);
    }
    if (!found->player) co_return refuse(ErrorCode::player_not_found);
    if (!found->match_exists) co_return refuse(ErrorCode::match_not_found);
    if (found->open_reports >= config_.max_reports)
        co_return refuse(ErrorCode::limit_reached, "Too many reports wait; try later.");
    const std::string reason(protocol::name(request.report.reason));
    auto records = batch(Report{0, now, request.by, found->player->id, found->player->name, request.room,
                                request.match, reason, request.report.text});
    const auto kept = co_await stored(store_, std::move(records));
    if (!kept) co_return refuse(ErrorCode::storage);
    metrics_.reported(reason);
    log_info({.player = request.by}, "player {} reports player {}: {}", request.by.text,
             request.report.player, reason);
    co_return Empty{};
}

}  // namespace pentad::server
