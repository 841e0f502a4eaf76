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

/// The listed rooms in the order in which they are shown: open rooms with a free seat, other open rooms,
/// rooms with a running match, rooms with a finished one; the newest first in each group. The order is
/// maintained as rooms change, so that a query costs no more than the length of its answer. On the I/O
/// thread.
class RoomIndex {
  public:
    /// How many of the rooms that a player has a chair in are listed as their own.
    static constexpr std::size_t max_own = 100;

    /// A room's place in the order. It does not change when others come and go, even after the room is gone.
    struct Place {
        int group = 0;
        protocol::EpochMs created = 0;
        std::string room;

        friend std::strong_ordering operator<=>(const Place& a, const Place& b);
        friend bool operator==(const Place&, const Place&) = default;
    };

    /// A place as the cursor that clients send for the next page, and back; nothing for a text that is not a
    /// cursor.
    static std::string cursor(const Place& place);
    static std::optional<Place> read_cursor(std::string_view text);

    /// Adds or replaces the room.
    void put(protocol::RoomSummary room);
    void erase(const std::string& room);

    /// Valid until it is put again or erased; nullptr: not listed.
    const protocol::RoomSummary* find(const std::string& room) const;
    /// The people on the room's chairs for whom it is listed as their own.
    std::vector<PlayerId> owners(const std::string& room) const;

    // An empty game means all games.
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
    /// In order; `next` is where the next page begins.
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
