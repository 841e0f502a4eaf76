#pragma once

#include <optional>

#include "protocol/record.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// The sealed record of a match as it was stored; none while it has not ended. Pure.
std::optional<protocol::MatchRecord> record_of(const StoredMatch& stored);

}  // namespace pentad::server
