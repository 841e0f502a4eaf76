#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "protocol/messages.hpp"
#include "server/ratings/first_seats.hpp"
#include "server/room/match_host.hpp"
#include "server/store/store.hpp"

/// Checks what a client wants a room to be, and turns it into a room's settings and matches: for room.create,
/// room.update, room.seat, room.join and matchmaking. On the I/O thread.
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

/// A human seat stays free and has no name yet. `external_bots` is nullptr where there are none; `seats` is
/// how many of this game the same bot would have to fill.
Planned<StoredChair> plan_chair(const protocol::ChairRequest& wanted, const std::string& game,
                                const ExternalBots* external_bots, int seats = 1);

/// A seat with this person on it.
StoredChair chair_of_person(const protocol::Player& player);

/// Everything but id, code, invitation and time. `may_have_name` says whether people at the creator's
/// keyboard may go by a name that is not the creator's.
Planned<StoredRoom> plan_room(const protocol::RoomCreate& wanted, const protocol::Player& creator,
                              const protocol::TimeLimits& least_time, const ExternalBots* external_bots,
                              const std::function<bool(const std::string&)>& may_have_name);

/// The room after the host has changed a seat of it, for room.seat.
Planned<StoredRoom> plan_seat(const StoredRoom& room, const protocol::RoomSeat& wanted,
                              const protocol::Player& host, const ExternalBots* external_bots);

/// The seat that a player who joins like this would take; empty: none is free.
std::optional<Side> free_seat(const StoredRoom& room, protocol::JoinSeat wanted);
/// Did the player ask for this seat, or for any?
bool asks_for(protocol::JoinSeat wanted, Side side);
/// Does somebody play on it, be it a bot?
bool is_filled(const StoredChair& seat);

/// The match that these play in the room. `counts`: a rated room's match counts between them.
MatchSetup plan_match(const StoredRoom& room, std::array<MatchSeat, 2> seats, bool counts, ServerTime now);
/// Has the player on the second seat the first move? Notes a random choice between two people in
/// `first_seats`.
bool second_seat_begins(const StoredRoom& room, FirstSeats& first_seats);
/// For a match with the people on the room's seats, the second seat first if `swapped`.
std::array<MatchSeat, 2> match_seats(const StoredRoom& room, bool swapped);
/// What the room's matches are played by. `matchmade`: the server has brought the people together.
MatchTerms terms_of(const StoredRoom& room, bool matchmade);

/// The room after the change; what the message does not name stays as it is. A change of the game takes the
/// new one's own options.
Planned<StoredRoom> plan_update(StoredRoom room, const protocol::RoomUpdate& wanted,
                                const protocol::TimeLimits& least_time);

}  // namespace pentad::server
