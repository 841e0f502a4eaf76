#pragma once

#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/model/command.hpp"
#include "protocol/client_messages.hpp"
#include "protocol/replies.hpp"
#include "protocol/time_limits.hpp"

namespace pentad::terminal {

/// The request for the table that a person wants; the first chair is his. `least` is what the server told
/// that clocks give, `bots` the programs from outside that it has. The error is a sentence that says what
/// there is to choose from. REQUIRES: `create.game` is not empty.
tl::expected<protocol::RoomCreate, std::string> plan_room(
    const std::vector<protocol::GameCard>& games, const protocol::TimeLimits& least,
    const command::Create& create, const std::vector<protocol::AvailableBot>& bots = {});

}  // namespace pentad::terminal
