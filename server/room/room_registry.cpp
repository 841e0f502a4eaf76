#include "server/room/room_registry.hpp"

#include <algorithm>

namespace pentad::server {
namespace {

template <class Index, class Key>
std::optional<RoomId> look_up(const Index& index, const Key& key) {
    const auto found = index.find(key);
    return found == index.end() ? std::nullopt : std::optional(found->second);
}

/// Codes are read aloud and typed: case, blanks and hyphens do not matter.
std::string plain_code(const std::string& code) {
    std::string plain;
    for (char c : code) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        if (c != ' ' && c != '-') plain += c;
    }
    return plain;
}

constexpr std::chrono::hours longest_sleep{24};

}  // namespace

RoomRegistry::RoomRegistry(asio::io_context& io, int guesses_per_minute, std::function<ServerTime()> now)
    : now_(std::move(now)), timer_(io.get_executor()), wrong_guesses_(guesses_per_minute) {}

void RoomRegistry::add(const std::shared_ptr<Room>& room) {
    const StoredRoom& settings = room->settings();
    rooms_[settings.id] = room;
    by_code_[plain_code(settings.code)] = settings.id;
    by_invite_[settings.invite_hash] = settings.id;
    ++hosted_[settings.host];
    if (room->match()) match_started(*room);
}

void RoomRegistry::remove(const Room& room) {
    const StoredRoom& settings = room.settings();
    if (room.alarm) alarms_.erase({*room.alarm, settings.id});
    by_code_.erase(plain_code(settings.code));
    by_invite_.erase(settings.invite_hash);
    host_changed(settings.host, {});
    if (room.match()) {
        match_over(room);
        by_match_.erase(room.match()->setup().id);
    }
    rooms_.erase(RoomId(settings.id));
}

void RoomRegistry::match_started(const Room& room, const MatchId& previous) {
    by_match_.erase(previous);
    const MatchSetup& setup = room.match()->setup();
    by_match_[setup.id] = setup.room;
    if (room.match()->result()) return;
    for (const MatchSeat& seat : setup.seats)
        if (!seat.player.empty()) playing_[seat.player].insert(setup.room);
}

void RoomRegistry::match_over(const Room& room) {
    for (const MatchSeat& seat : room.match()->setup().seats) {
        const auto found = playing_.find(seat.player);
        if (found == playing_.end()) continue;
        found->second.erase(room.settings().id);
        if (found->second.empty()) playing_.erase(found);
    }
}

void RoomRegistry::host_changed(const PlayerId& from, const PlayerId& to) {
    if (const auto found = hosted_.find(from); found != hosted_.end() && --found->second == 0)
        hosted_.erase(found);
    if (!to.empty()) ++hosted_[to];
}

std::vector<std::shared_ptr<Room>> RoomRegistry::playing(const PlayerId& player) const {
    std::vector<std::shared_ptr<Room>> found;
    if (const auto rooms = playing_.find(player); rooms != playing_.end())
        for (const RoomId& id : rooms->second) found.push_back(find(id));
    return found;
}

int RoomRegistry::seats_of(const PlayerId& bot) const {
    int seats = 0;
    for (const auto& room : playing(bot))
        for (const MatchSeat& seat : room->match()->setup().seats) seats += seat.player == bot;
    return seats;
}

void RoomRegistry::tell_matches(const std::shared_ptr<Session>& session) const {
    for (const auto& room : playing(session->player_id())) room->submit(ConnectionChanged{session});
}

std::size_t RoomRegistry::hosted_by(const PlayerId& player) const {
    const auto found = hosted_.find(player);
    return found == hosted_.end() ? 0 : found->second;
}

std::shared_ptr<Room> RoomRegistry::find(const RoomId& id) const {
    const auto found = rooms_.find(id);
    return found == rooms_.end() ? nullptr : found->second;
}

std::shared_ptr<Room> RoomRegistry::find_by_code(const std::string& code) const {
    const auto id = look_up(by_code_, plain_code(code));
    return id ? find(*id) : nullptr;
}

std::shared_ptr<Room> RoomRegistry::find_by_invite(const std::string& invite) const {
    const auto id = look_up(by_invite_, token_hash(invite));
    return id ? find(*id) : nullptr;
}

std::shared_ptr<Room> RoomRegistry::find_by_match(const MatchId& match) const {
    const auto id = look_up(by_match_, match);
    return id ? find(*id) : nullptr;
}

void RoomRegistry::wake_at(Room& room, std::optional<ServerTime> time) {
    if (room.alarm == time) return;
    if (room.alarm) alarms_.erase({*room.alarm, room.settings().id});
    room.alarm = time;
    if (!time) return;
    alarms_.insert({*time, room.settings().id});
    if (alarms_.begin()->second == room.settings().id) arm();
}

void RoomRegistry::arm() {
    if (alarms_.empty()) return;
    const ServerTime::duration wait = alarms_.begin()->first - now_();
    // A clock may have longer to run than the timer can count.
    timer_.expires_after(std::clamp<ServerTime::duration>(wait, ServerTime::duration::zero(), longest_sleep));
    timer_.async_wait([this](boost::system::error_code error) {
        if (error) return;  // set to an earlier time
        ring_due();
        arm();
    });
}

void RoomRegistry::ring_due() {
    const ServerTime now = now_();
    while (!alarms_.empty() && alarms_.begin()->first <= now) {
        const RoomId id = alarms_.begin()->second;
        alarms_.erase(alarms_.begin());
        if (const auto room = find(id)) {
            room->alarm.reset();
            room->submit(AlarmRang{});
        }
    }
}

}  // namespace pentad::server
