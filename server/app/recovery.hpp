#pragma once

#include <optional>
#include <vector>

#include "server/app/client_side.hpp"
#include "server/room/room_services.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

struct FoundRoom {
    StoredRoom room;
    std::optional<StoredMatch> match;
};

/// What the server was doing when it ended.
struct RecoveredState {
    std::vector<FoundRoom> rooms;
    std::vector<ClientSide::StoredSessionOf> sessions;
    std::vector<Sanction> sanctions;
    std::vector<Block> blocks;
    std::vector<StoredEarlyExit> early_exits;
    ServerTime last_alive{};
};

/// Throws std::runtime_error when the store cannot be read: a server that started without its data would
/// overwrite it. A room whose match cannot be read is skipped.
RecoveredState read_recovered_state(StoreThread& store);

/// Recreates the rooms with their matches, whose clocks stood still since `last_alive`. Returns the number of
/// matches that go on. On the I/O thread. Throws std::runtime_error when that cannot be stored: the moves
/// that follow could not be stored either.
int recover_rooms(RoomServices& services, std::vector<FoundRoom> found, ServerTime last_alive);

}  // namespace pentad::server
