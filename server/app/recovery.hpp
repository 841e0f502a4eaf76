#pragma once

#include <optional>
#include <vector>

#include "server/gateway/router.hpp"
#include "server/room/room_services.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

struct FoundRoom {
    StoredRoom room;
    std::optional<StoredMatch> match;
};

/// What was going on when the server ended.
struct RecoveredState {
    std::vector<FoundRoom> rooms;
    std::vector<Router::FoundSession> sessions;
    std::vector<Sanction> sanctions;
    std::vector<Block> blocks;
    std::vector<StoredEarlyExit> early_exits;
    ServerTime last_alive{};
};

/// Throws std::runtime_error when the store cannot say: a server that came up without what is in there would
/// write over it. What is wrong with one room's match leaves that room alone.
RecoveredState read_recovered_state(StoreThread& store);

/// Makes the rooms again, with their matches, which have lost no time since `last_alive`. The number of
/// matches that go on. On the I/O thread. Throws std::runtime_error when the store does not take that they
/// do: no move would follow in the store on what it has.
int recover_rooms(RoomServices& services, std::vector<FoundRoom> found, ServerTime last_alive);

}  // namespace pentad::server
