#pragma once

#include <tl/expected.hpp>

#include "protocol/messages.hpp"

/// The rules as a service, for clients without an engine: positions outside of any match. Pure.
namespace pentad::server {

/// The game's initial position, or the given one, with its board and legal moves.
tl::expected<protocol::EnginePosition, protocol::ErrorReply> look_up(const protocol::EngineLegal& request);

/// The position after the moves; the first illegal one is refused with its rule.
tl::expected<protocol::EnginePosition, protocol::ErrorReply> look_up(const protocol::EngineApply& request);

}  // namespace pentad::server
