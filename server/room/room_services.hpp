#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>

#include "server/base/executor.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/lobby/lobby.hpp"
#include "server/match/time_control.hpp"
#include "server/metrics/metrics.hpp"
#include "server/ratings/early_exits.hpp"
#include "server/ratings/first_seats.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

class ExternalBots;
class Hints;
class RoomRegistry;

/// How long the players of a match are waited for.
struct DisconnectPolicy {
    /// Without a connection a player is away, and gone after a quarter of his remaining time, within these
    /// bounds (the longer one without a clock), or soon after he has said that he leaves.
    milliseconds least = std::chrono::seconds(20);
    milliseconds most = std::chrono::seconds(120);
    milliseconds after_bye = std::chrono::seconds(10);
    /// For who has so much time left; nothing: there is no clock.
    milliseconds grace(std::optional<milliseconds> left) const {
        return left ? std::clamp(*left / 4, least, std::max(least, most)) : most;
    }
    /// A match without a clock whose people are all away ends after this long.
    milliseconds abandoned = std::chrono::hours(24);
};

/// What a room works with. All of it outlives the rooms.
struct RoomServices {
    asio::io_context& io;
    StoreThread& store;
    BotScheduler& bots;
    Lobby& lobby;
    RoomRegistry& rooms;
    BlockList& blocks;
    Metrics& metrics;
    /// Between two moves of a match in which only bots play, so that it can be watched.
    milliseconds bot_pace{200};
    /// What time it is, for everything that rooms decide. Tests hand in a clock of their own and then call
    /// RoomRegistry::ring_due() themselves.
    std::function<ServerTime()> now = ServerClock::now;
    /// Nullptr: there are none here.
    ExternalBots* external_bots = nullptr;
    Hints* hints = nullptr;
    /// How long a program outside may think about a move.
    milliseconds bot_budget = std::chrono::seconds(10);
    DisconnectPolicy disconnect_policy{};
    /// What a time control gives at least.
    protocol::TimeLimits time_limits = default_time_limits;
    /// Do rated matches count between two people of one address?
    bool rate_same_network = false;
    EarlyExits early_exits{};
    FirstSeats first_seats{};
};

}  // namespace pentad::server
