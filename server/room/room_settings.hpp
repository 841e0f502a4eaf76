#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "protocol/messages.hpp"
#include "server/store/store.hpp"

/// What a client wishes a room to be, checked and turned into a room's settings: the same for room.create,
/// room.update, room.seat and the queue. On the I/O thread.
namespace pentad::server {

class ExternalBots;

struct SettingsRefused {
    protocol::ErrorCode code = protocol::ErrorCode::bad_options;
    std::string text;  ///< for people; empty: the code's own
    protocol::ErrorDetail detail{};
};
template <class T>
using Planned = tl::expected<T, SettingsRefused>;

/// Without what does not matter for its kind, so that equal time controls compare equal, and with at least
/// the increment for the first move.
Planned<TimeControl> plan_time_control(const protocol::TimeControl& wanted,
                                       const protocol::TimeLimits& least);

Planned<engine::Options> plan_options(const std::string& game, const engine::Options& wanted);

/// A human chair stays free and has no name yet. `outside` knows the programs that fill seats (nullptr: there
/// are none), and `seats` says how many of this game the same program would have to fill.
Planned<StoredChair> plan_chair(const protocol::ChairRequest& wanted, const std::string& game,
                                const ExternalBots* external_bots, int seats = 1);

/// A chair of a person who sits on it.
StoredChair chair_of_person(const protocol::Player& player);

/// Everything but id, code, invitation and time. `may_have_name` says whether people at the creator's
/// keyboard may go by a name that is not the creator's.
Planned<StoredRoom> plan_room(const protocol::RoomCreate& wanted, const protocol::Player& creator,
                              const protocol::TimeLimits& least_time, const ExternalBots* external_bots,
                              const std::function<bool(const std::string&)>& may_have_name);

/// The room after the change; what the message does not name stays as it is. A change of the game takes the
/// new one's own options.
Planned<StoredRoom> plan_update(StoredRoom room, const protocol::RoomUpdate& wanted,
                                const protocol::TimeLimits& least_time);

}  // namespace pentad::server
