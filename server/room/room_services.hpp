#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>

#include "server/base/executor.hpp"
#include "server/bots/bot_player.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/match/time_control.hpp"
#include "server/metrics/metrics.hpp"
#include "server/moderation/block_list.hpp"
#include "server/ratings/early_exits.hpp"
#include "server/ratings/first_seats.hpp"
#include "server/room/disconnect_policy.hpp"
#include "server/room/room_list.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

class ExternalBots;
class Hints;
class Lobby;
class RoomRegistry;

/// What a room works with. All of it outlives the rooms.
struct RoomServices {
    asio::io_context& io;
    StoreThread& store;
    BotScheduler& bots;
    Lobby& lobby;
    RoomList& list;
    RoomRegistry& rooms;
    BlockList& blocks;
    Metrics& metrics;
    BotPolicy bot_policy{};
    /// The clock of everything that rooms decide. Tests pass their own, and call RoomRegistry::ring_due().
    std::function<ServerTime()> now = ServerClock::now;
    /// nullptr: there are none here.
    ExternalBots* external_bots = nullptr;
    Hints* hints = nullptr;
    DisconnectPolicy disconnect_policy{};
    /// The least that a time control gives.
    protocol::TimeLimits time_limits = default_time_limits;
    /// Do rated matches count between two people on one network?
    bool rate_same_network = false;
    EarlyExits early_exits{};
    FirstSeats first_seats{};
};

}  // namespace pentad::server
