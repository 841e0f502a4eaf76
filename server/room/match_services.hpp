#pragma once

#include <functional>

#include "server/bots/bot_player.hpp"
#include "server/bots/bot_scheduler.hpp"
#include "server/metrics/metrics.hpp"
#include "server/moderation/block_list.hpp"
#include "server/room/disconnect_policy.hpp"

namespace pentad::server {

class ExternalBots;
class Hints;

/// What matches use of the rest of the server. All of it outlives them.
struct MatchServices {
    const std::function<ServerTime()>& now;
    Metrics& metrics;
    const BlockList& blocks;
    const DisconnectPolicy& disconnect_policy;
    const BotPolicy& bot_policy;
    BotScheduler& bots;
    const ExternalBots* external_bots;  ///< nullptr: there are none here
    Hints* hints;                       ///< nullptr: none are given
};

}  // namespace pentad::server
