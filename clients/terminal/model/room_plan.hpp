#pragma once

#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/model/command.hpp"
#include "protocol/client_messages.hpp"

namespace pentad::terminal {

/// The request for the table that a person wants; the first chair is his. The error is a sentence that says
/// what there is to choose from. REQUIRES: `create.game` is not empty.
tl::expected<protocol::RoomCreate, std::string> plan_room(const std::vector<protocol::GameCard>& games,
                                                          const command::Create& create);

}  // namespace pentad::terminal
