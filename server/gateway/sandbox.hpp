#pragma once

#include <tl/expected.hpp>

#include "protocol/messages.hpp"

/// The rules for clients that have none of their own: positions that belong to no match. Pure.
namespace pentad::server {

/// The game's first position, or the one given, with its board and legal moves.
tl::expected<protocol::EnginePosition, protocol::ErrorReply> look_up(const protocol::EngineLegal& request);

/// The position after the moves; the first illegal one is refused with its rule.
tl::expected<protocol::EnginePosition, protocol::ErrorReply> look_up(const protocol::EngineApply& request);

}  // namespace pentad::server
