#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/bots/external_bots.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/room/room.hpp"

namespace pentad::server {

/// All rooms, by every name that a client may use, and the one timer that wakes them. On the I/O thread.
class RoomRegistry final : public PlayedMatches {
  public:
    /// `guesses_per_minute`: how many wrong passwords, codes and invitations an address may try; 0: any
    /// number.
    RoomRegistry(asio::io_context& io, int guesses_per_minute,
                 std::function<ServerTime()> now = ServerClock::now);

    void add(const std::shared_ptr<Room>& room);
    /// The room is closed; it may still be running its last input.
    void remove(const Room& room);
    /// `previous` is the room's match before this one, if any.
    void match_started(const Room& room, const MatchId& previous = {});
    void match_over(const Room& room);
    void host_changed(const PlayerId& from, const PlayerId& to);

    std::shared_ptr<Room> find(const RoomId& id) const;
    std::shared_ptr<Room> find_by_code(const std::string& code) const;
    std::shared_ptr<Room> find_by_invite(const std::string& invite) const;
    std::shared_ptr<Room> find_by_match(const MatchId& id) const;
    const std::unordered_map<RoomId, std::shared_ptr<Room>>& all() const { return rooms_; }
    /// Wrong passwords, codes and invitations, by address.
    RateLimiter& wrong_guesses() { return wrong_guesses_; }
    std::size_t hosted_by(const PlayerId& player) const;
    /// The rooms in whose unfinished match the player has a seat.
    std::vector<std::shared_ptr<Room>> playing(const PlayerId& player) const;

    /// Submits AlarmRang at that time; replaces an earlier time.
    void wake_at(Room& room, std::optional<ServerTime> time);
    /// How many rooms wait for a time.
    std::size_t alarms() const { return alarms_.size(); }
    /// Wakes the rooms that are due. The timer does so, too.
    void ring_due();

  private:
    // For external bots.
    int seats_of(const PlayerId& bot) const override;
    void tell_matches(const std::shared_ptr<Session>& session) const override;

    void arm();

    const std::function<ServerTime()> now_;
    Timer timer_;
    std::unordered_map<RoomId, std::shared_ptr<Room>> rooms_;
    std::unordered_map<std::string, RoomId> by_code_;
    std::unordered_map<std::string, RoomId> by_invite_;  ///< by its hash
    std::unordered_map<MatchId, RoomId> by_match_;
    std::unordered_map<PlayerId, std::set<RoomId>> playing_;
    std::unordered_map<PlayerId, std::size_t> hosted_;
    std::set<std::pair<ServerTime, RoomId>> alarms_;
    RateLimiter wrong_guesses_;
};

}  // namespace pentad::server
