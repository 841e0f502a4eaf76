#pragma once

#include <chrono>
#include <functional>

#include "server/bots/bot_scheduler.hpp"
#include "server/lobby/lobby.hpp"
#include "server/metrics/metrics.hpp"
#include "server/net/executor.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

class ExternalBots;
class Hints;
class Rooms;

/// What a room works with. All of it outlives the rooms.
struct RoomServices {
    asio::io_context& io;
    StoreThread& store;
    BotScheduler& bots;
    Lobby& lobby;
    Rooms& rooms;
    Metrics& metrics;
    /// Between two moves of a match in which only bots play, so that it can be watched.
    milliseconds bot_pace{200};
    /// What time it is, for everything that rooms decide. Tests hand in a clock of their own and then call
    /// Rooms::ring_due() themselves.
    std::function<ServerTime()> now = ServerClock::now;
    /// Nullptr: there are none here.
    ExternalBots* outside = nullptr;
    Hints* hints = nullptr;
    /// How long a program outside may think about a move.
    milliseconds bot_budget = std::chrono::seconds(10);
};

}  // namespace pentad::server
