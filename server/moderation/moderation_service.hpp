#pragma once

#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "protocol/messages.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/config/config.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/metrics/metrics.hpp"
#include "server/moderation/block_list.hpp"
#include "server/store/await_store.hpp"

namespace pentad::server {

/// What players do about each other: blocks and reports. On the I/O thread.
class ModerationService {
  public:
    template <class Body>
    using Outcome = tl::expected<Body, protocol::ErrorReply>;
    using FoundPlayer = tl::expected<std::optional<StoredPlayer>, StoreError>;
    using FindPlayer = std::function<Awaitable<FoundPlayer>(PlayerId)>;

    /// `find_player` also finds those who are not stored yet. REQUIRES: all of them outlive this.
    ModerationService(asio::io_context& io, StoreThread& store, const Config& config, BlockList& blocks,
                      Metrics& metrics, FindPlayer find_player, std::function<ServerTime()> now);

    /// In force at once, undone when it cannot be stored.
    Awaitable<Outcome<protocol::Empty>> block(PlayerId by, PlayerId player);
    Awaitable<Outcome<protocol::Empty>> unblock(PlayerId by, PlayerId player);
    Awaitable<Outcome<protocol::BlockedPlayers>> blocked_by(PlayerId by);

    struct ReportRequest {
        PlayerId by;
        std::string address;  ///< each may report only so often
        protocol::PlayerReport report;
        std::string room;  ///< what it is about; empty: nothing
        std::string match;
        bool room_exists = true;
    };
    /// Stores it for the operators.
    Awaitable<Outcome<protocol::Empty>> report(ReportRequest request);

    void sweep(ServerTime now) { reports_.sweep(now); }

  private:
    /// Of a report: who is reported, and may it be stored?
    struct Background {
        std::optional<StoredPlayer> player;
        bool match_exists = true;
        std::int64_t open_reports = 0;
    };
    using FoundBackground = tl::expected<Background, StoreError>;

    std::optional<protocol::ErrorReply> refusal_of(ReportRequest& request);
    Awaitable<FoundBackground> background_of(const ReportRequest& request);
    void log(const StoreError& error, std::string_view what);

    asio::io_context& io_;
    StoreThread& store_;
    const Config& config_;
    BlockList& blocks_;
    Metrics& metrics_;
    const FindPlayer find_player_;
    const std::function<ServerTime()> now_;
    RateLimiter reports_;
    ThrottledLog unread_;
};

}  // namespace pentad::server
