#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/shapes.hpp"
#include "server/base/ids.hpp"

namespace pentad::server {

/// The listed rooms in the order in which they are shown: open ones where anybody may sit down, the other
/// open ones, those where a match is played, those where it is over; in each of these groups the newest
/// first. The order is kept as rooms change, so that no question costs more than its answer is long. On the
/// I/O thread.
class RoomIndex {
  public:
    /// A room stands in the list as one's own for so many of the rooms that a player has a chair in.
    static constexpr std::size_t max_own = 100;

    /// Where a room stands. Stays the same while others come and go, also after the room is gone.
    struct Place {
        int group = 0;
        protocol::EpochMs created = 0;
        std::string room;

        friend std::strong_ordering operator<=>(const Place& a, const Place& b);
        friend bool operator==(const Place&, const Place&) = default;
    };

    /// A place as the text that clients hand back to go on from there, and the other way round; none for what
    /// no place was written as.
    static std::string cursor(const Place& place);
    static std::optional<Place> read_cursor(std::string_view text);

    /// Adds the room or puts it in place of what it was.
    void put(protocol::RoomSummary room);
    void erase(const std::string& room);

    /// Until it is put anew or erased; nullptr: not listed.
    const protocol::RoomSummary* find(const std::string& room) const;
    /// The people on the room's chairs whose own it counts as.
    std::vector<PlayerId> owners(const std::string& room) const;

    // An empty game: of all games.
    protocol::RoomCounts counts(const std::string& game) const;
    /// The first `limit` of each state, in order.
    std::vector<const protocol::RoomSummary*> window(const std::string& game, std::size_t limit) const;
    /// The player's own rooms, in order.
    std::vector<const protocol::RoomSummary*> own(const std::string& game, const PlayerId& player) const;

    struct Query {
        std::string game;
        std::optional<protocol::RoomState> state;
        std::optional<Place> after;
        std::size_t limit = 100;
    };
    /// In order; `next` is where the page after this one goes on.
    struct Page {
        std::vector<const protocol::RoomSummary*> rooms;
        std::optional<Place> next;
    };
    Page page(const Query& query) const;

  private:
    struct Entry {
        protocol::RoomSummary summary;
        Place place;
        std::vector<PlayerId> owners;
    };
    struct Shelf {
        std::set<Place> places;
        protocol::RoomCounts counts;
    };

    void take_off(const Entry& entry);
    void put_on(const Entry& entry);
    const Shelf* shelf(const std::string& game) const;

    std::map<std::string, Entry> rooms_;
    std::map<std::string, Shelf> shelves_;  ///< by game; "" has all
    std::map<PlayerId, std::set<Place>> own_;
};

}  // namespace pentad::server
