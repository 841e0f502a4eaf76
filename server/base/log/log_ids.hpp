#pragma once

#include "server/base/ids.hpp"

namespace pentad::server {

/// The ids that a log line is about. Each that is not empty is a field of the line in the JSON log.
struct LogIds {
    MatchId match = {};
    RoomId room = {};
    SessionId session = {};
    PlayerId player = {};
};

}  // namespace pentad::server
