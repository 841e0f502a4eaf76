#include "server/lobby/room_index.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "protocol/limits.hpp"

namespace pentad::server {
namespace {

using protocol::RoomState;

constexpr protocol::EpochMs newest = std::numeric_limits<protocol::EpochMs>::max();
constexpr std::array<RoomState, 3> states{RoomState::open, RoomState::playing, RoomState::over};

/// The groups of a state are those from its first to that of the next state.
constexpr int first_group(RoomState state) {
    return state == RoomState::open ? 0 : state == RoomState::playing ? 2 : 3;
}
constexpr int groups = 4;
constexpr int end_group(RoomState state) {
    return state == RoomState::open ? 2 : state == RoomState::playing ? 3 : groups;
}

/// Does it have a free seat for anybody?
bool is_joinable(const protocol::RoomSummary& room) {
    using protocol::ChairKind;
    return room.state == RoomState::open && !room.locked &&
           std::any_of(room.seats.begin(), room.seats.end(), [](const protocol::Chair& chair) {
               return !chair.player && (chair.kind == ChairKind::human || chair.kind == ChairKind::open);
           });
}

RoomIndex::Place place_of(const protocol::RoomSummary& room) {
    const bool waits = room.state == RoomState::open && !is_joinable(room);
    return {first_group(room.state) + (waits ? 1 : 0), room.created, room.room};
}

int& count_of(protocol::RoomCounts& counts, RoomState state) {
    return state == RoomState::open      ? counts.open
           : state == RoomState::playing ? counts.playing
                                         : counts.over;
}

/// Before all rooms of the group.
RoomIndex::Place begin_of(int group) { return {group, newest, ""}; }

}  // namespace

std::strong_ordering operator<=>(const RoomIndex::Place& a, const RoomIndex::Place& b) {
    if (const auto by_group = a.group <=> b.group; by_group != 0) return by_group;
    if (const auto by_age = b.created <=> a.created; by_age != 0) return by_age;
    return a.room <=> b.room;
}

std::string RoomIndex::cursor(const Place& place) {
    return std::to_string(place.group) + "." + std::to_string(place.created) + "." + place.room;
}

std::optional<RoomIndex::Place> RoomIndex::read_cursor(std::string_view text) {
    const std::size_t dot = text.find('.');
    const std::size_t second = dot == std::string_view::npos ? dot : text.find('.', dot + 1);
    if (second == std::string_view::npos) return std::nullopt;
    Place place;
    const auto number = [](std::string_view digits, auto& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size();
    };
    if (!number(text.substr(0, dot), place.group) || place.group < 0 || place.group >= groups)
        return std::nullopt;
    if (!number(text.substr(dot + 1, second - dot - 1), place.created)) return std::nullopt;
    place.room = text.substr(second + 1);
    if (place.room.empty() || place.room.size() > protocol::limits::id) return std::nullopt;
    return place;
}

void RoomIndex::take_off(const Entry& entry) {
    for (const std::string& game : {std::string(), entry.summary.game}) {
        const auto shelf = shelves_.find(game);
        shelf->second.places.erase(entry.place);
        --count_of(shelf->second.counts, entry.summary.state);
        if (shelf->second.places.empty()) shelves_.erase(shelf);
    }
    for (const PlayerId& player : entry.owners) {
        const auto own = own_.find(player);
        own->second.erase(entry.place);
        if (own->second.empty()) own_.erase(own);
    }
}

void RoomIndex::put_on(const Entry& entry) {
    for (const std::string& game : {std::string(), entry.summary.game}) {
        Shelf& shelf = shelves_[game];
        shelf.places.insert(entry.place);
        ++count_of(shelf.counts, entry.summary.state);
    }
    for (const PlayerId& player : entry.owners) own_[player].insert(entry.place);
}

void RoomIndex::put(protocol::RoomSummary room) {
    Entry entry;
    entry.place = place_of(room);
    const auto known = rooms_.find(room.room);
    if (known != rooms_.end()) take_off(known->second);
    for (const protocol::Chair& chair : room.seats) {
        if (!chair.player || chair.player->kind != protocol::PlayerKind::human) continue;
        const PlayerId player{chair.player->id};
        if (std::find(entry.owners.begin(), entry.owners.end(), player) != entry.owners.end()) continue;
        if (const auto own = own_.find(player); own != own_.end() && own->second.size() >= max_own) continue;
        entry.owners.push_back(player);
    }
    entry.summary = std::move(room);
    put_on(entry);
    std::string id = entry.summary.room;
    rooms_.insert_or_assign(std::move(id), std::move(entry));
}

void RoomIndex::erase(const std::string& room) {
    const auto known = rooms_.find(room);
    if (known == rooms_.end()) return;
    take_off(known->second);
    rooms_.erase(known);
}

const protocol::RoomSummary* RoomIndex::find(const std::string& room) const {
    const auto known = rooms_.find(room);
    return known == rooms_.end() ? nullptr : &known->second.summary;
}

std::vector<PlayerId> RoomIndex::owners(const std::string& room) const {
    const auto known = rooms_.find(room);
    return known == rooms_.end() ? std::vector<PlayerId>() : known->second.owners;
}

const RoomIndex::Shelf* RoomIndex::shelf(const std::string& game) const {
    const auto found = shelves_.find(game);
    return found == shelves_.end() ? nullptr : &found->second;
}

protocol::RoomCounts RoomIndex::counts(const std::string& game) const {
    const Shelf* all = shelf(game);
    return all == nullptr ? protocol::RoomCounts() : all->counts;
}

std::vector<const protocol::RoomSummary*> RoomIndex::window(const std::string& game,
                                                            std::size_t limit) const {
    std::vector<const protocol::RoomSummary*> found;
    const Shelf* all = shelf(game);
    if (all == nullptr) return found;
    for (const RoomState state : states) {
        auto place = all->places.lower_bound(begin_of(first_group(state)));
        for (std::size_t i = 0; i < limit && place != all->places.end() && place->group < end_group(state);
             ++i, ++place)
            found.push_back(find(place->room));
    }
    return found;
}

std::vector<const protocol::RoomSummary*> RoomIndex::own(const std::string& game,
                                                         const PlayerId& player) const {
    std::vector<const protocol::RoomSummary*> found;
    const auto places = own_.find(player);
    if (places == own_.end()) return found;
    for (const Place& place : places->second) {
        const protocol::RoomSummary* room = find(place.room);
        if (game.empty() || room->game == game) found.push_back(room);
    }
    return found;
}

RoomIndex::Page RoomIndex::page(const Query& query) const {
    Page page;
    const Shelf* all = shelf(query.game);
    if (all == nullptr) return page;
    const int first = query.state ? first_group(*query.state) : 0;
    const int end = query.state ? end_group(*query.state) : groups;
    auto place = all->places.lower_bound(begin_of(first));
    if (query.after && query.after->group >= first) place = all->places.upper_bound(*query.after);
    for (; place != all->places.end() && place->group < end; ++place) {
        if (page.rooms.size() == query.limit) {
            page.next = *std::prev(place);
            break;
        }
        page.rooms.push_back(find(place->room));
    }
    return page;
}

}  // namespace pentad::server
