#include <algorithm>
#include <map>

#include "protocol/record.hpp"
#include "protocol/record/verify.hpp"
#include "server/store/match_record.hpp"
#include "tests/server/support/listed.hpp"
#include "tests/server/walk/walk_world.hpp"
#include "tests/support/promise.hpp"

// The walk's part that judges.
namespace pentad::server {

using testing::promise;

namespace {

template <class Body>
std::string text_of(Body body) {
    protocol::Event event;
    event.body = std::move(body);
    return protocol::encode(event);
}

void promise_same(const std::string& what, const std::string& seen, const std::string& is) {
    promise(seen == is, what + " is not what its events made of it\n  seen: " + seen + "\n  is:   " + is);
}

/// Without what no event tells.
protocol::MatchSnapshot told(protocol::MatchSnapshot view) {
    view.chat.clear();
    view.spectators = 0;
    if (view.result)
        for (protocol::Seat& seat : view.seats) {
            seat.presence = protocol::Presence::online;
            seat.claimable_at.reset();
        }
    return view;
}

protocol::RoomSnapshot told(protocol::RoomSnapshot view) {
    view.chat.clear();
    return view;
}

protocol::LobbySnapshot told(protocol::LobbySnapshot view) {
    view.chat.clear();
    std::sort(view.rooms.begin(), view.rooms.end(),
              [](const auto& one, const auto& other) { return one.room < other.room; });
    return view;
}

/// The position that the engine alone makes of the moves.
void check_line(const Match& match) {
    engine::Position position = match.game().initial(match.setup().options);
    std::array<std::set<std::string>, 2> move_ids;
    for (const Moved& move : match.line()) {
        promise(position.to_move() == move.seat && !position.outcome(), "A move out of turn is on record.");
        const auto next = position.after(move.move);
        promise(next.has_value(), "An illegal move is on record: " + move.move);
        position = *next;
        promise(move.move_id.empty() || move_ids[engine::index(move.seat)].insert(move.move_id).second,
                "A moveId has been played twice.");
    }
    promise(position.encode() == match.position().encode(), "The position is not that of the moves.");
    promise(match.result() || !position.outcome(), "A game that is over goes on.");
    if (const auto left = match.remaining())
        for (const milliseconds time : *left) promise(time.count() >= 0, "A clock is below zero.");
}

}  // namespace

void WalkWorld::check() {
    world_->rooms.services.lobby.flush();
    for_each_device([](Device& device) { device.read(); });
    check_rooms();
    check_lobby();
    for_each_device([this](Device& device) {
        if (device.connected() && !device.silent() && device.welcome()) check_device(device);
    });
    check_streams();
}

void WalkWorld::check_device(Device& device) {
    promise(device.model().open_requests() == 0, "A request is not answered.");
    for (const auto& [id, room_seen] : device.model().rooms()) {
        const auto one = room(id);
        promise(one != nullptr, "The client is in a room that is gone.");
        const PlayerId player{device.hello().player.id};
        promise_same("Room " + id, text_of(told(room_seen)), text_of(told(one->full_snapshot(player))));
    }
    for (const auto& [id, seen] : device.model().matches())
        if (device.model().seen().contains("match:" + id)) check_match(device, id);
    const Lobby& lobby = world_->rooms.services.lobby;
    for (const auto& [game, seen] : device.model().lobbies()) {
        const auto& followers = lobby.stream(game)->subscribers();
        const auto own = std::find_if(followers.begin(), followers.end(), [&](const auto& one) {
            return one->id().text == device.hello().session;
        });
        promise(own != followers.end(), "The client follows a lobby that is not sent to it.");
        promise_same("The lobby", text_of(told(seen)), text_of(told(lobby.view(**own, game))));
    }
}

void WalkWorld::check_match(const Device& device, const std::string& id) {
    const auto room = world_->rooms.services.rooms.find_by_match({id});
    promise(room != nullptr, "The client follows a match that is gone.");
    const auto& followers = room->live_match()->stream().subscribers();
    const auto own = std::find_if(followers.begin(), followers.end(),
                                  [&](const auto& one) { return one->id().text == device.hello().session; });
    promise(own != followers.end(), "The client follows a match that is not sent to it.");
    protocol::MatchSnapshot seen = device.model().matches().at(id).now;
    protocol::MatchSnapshot is = room->live_match()->snapshot(**own, true);
    if (!seen.history) is.history.reset();
    promise_same("Match " + id, text_of(told(std::move(seen))), text_of(told(std::move(is))));
}

/// The server sends each client those streams that the client follows.
void WalkWorld::check_streams() {
    const auto speaks = [](const Device& device) {
        return device.connected() && !device.silent() && device.welcome();
    };
    for_each_device([&](Device& device) {
        if (speaks(device)) device.send(protocol::Ping{});
    });
    settle();
    const auto text = [](const std::map<std::string, std::int64_t>& streams) {
        std::string all;
        for (const auto& [key, seq] : streams) all += " " + key + "=" + std::to_string(seq);
        return all;
    };
    for_each_device([&](Device& device) {
        if (speaks(device))
            promise_same("The list of streams", text(device.model().seen()), text(device.last_seqs()));
    });
}

void WalkWorld::check_rooms() const {
    const RoomRegistry& rooms = world_->rooms.services.rooms;
    std::map<PlayerId, std::size_t> hosted;
    std::map<PlayerId, std::set<std::string>> playing;
    for (const auto& [id, room] : rooms.all()) {
        const StoredRoom& settings = room->settings();
        ++hosted[settings.host];
        promise(!settings.host.empty(), "A room has no host.");
        promise(rooms.find_by_code(settings.code) == room &&
                    (room->invite().empty() || rooms.find_by_invite(room->invite()) == room),
                "A room is not found by its code or invite.");
        if (room->match() == nullptr) continue;
        promise(rooms.find_by_match(room->match()->setup().id) == room, "A room is not found by its match.");
        if (room->match()->result()) continue;
        for (const MatchSeat& seat : room->match()->setup().seats)
            if (!seat.player.empty()) playing[seat.player].insert(id.text);
    }
    for (const auto& [player, count] : hosted)
        promise(rooms.hosted_by(player) == count, "The rooms of a host are not counted right.");
    for (std::size_t actor = 0; actor < actors_.size(); ++actor) {
        const Device& device = *actors_[actor].front();
        if (!device.welcome()) continue;
        const PlayerId player{device.hello().player.id};
        std::set<std::string> found;
        for (const auto& room : rooms.playing(player)) found.insert(room->settings().id.text);
        promise(found == playing[player], "Whoever plays is not found at the tables.");
        promise(rooms.hosted_by(player) == hosted[player], "A host of no room is counted as one.");
    }
}

void WalkWorld::check_lobby() {
    protocol::LobbySnapshot is;
    for (const auto& [id, room] : world_->rooms.services.rooms.all())
        if (room->settings().visibility == protocol::Visibility::public_) is.rooms.push_back(room->summary());
    protocol::LobbySnapshot shown;
    shown.rooms = listed(world_->rooms.services.lobby);
    promise_same("The lobby's list", text_of(told(std::move(shown))), text_of(told(std::move(is))));
}

void WalkWorld::check_lines() const {
    for (const auto& [id, room] : world_->rooms.services.rooms.all())
        if (room->match() != nullptr) check_line(*room->match());
}

/// What is stored is what is played, and what is over has a record that stands by itself.
void WalkWorld::check_store() {
    std::vector<StoredRoom> rooms;
    std::map<std::string, StoredMatch> matches;
    world_->rooms.services.store.read([&](Store& store) {
        rooms = store.open_rooms().value();
        for (const std::string& id : known_matches_)
            if (const auto match = store.match({id}).value()) matches.emplace(id, *match);
    });
    world_->rooms.settle();
    promise(rooms.size() == world_->rooms.services.rooms.all().size(),
            "Other rooms are stored than there are.");
    for (const StoredRoom& stored : rooms) {
        const auto one = room(stored.id.text);
        promise(one && one->settings().host == stored.host && one->settings().match == stored.match,
                "A room is stored as it is not.");
    }
    for (const auto& [id, stored] : matches) {
        Match replayed(stored.setup);
        for (const MatchEvent& event : stored.events)
            promise(replayed.apply(event), "A stored match cannot be played again.");
        if (const Match* live = match(id))
            promise(replayed.turn() == live->turn() && replayed.remaining() == live->remaining() &&
                        replayed.result() == live->result() && replayed.clock_at() == live->clock_at() &&
                        replayed.position().encode() == live->position().encode(),
                    "A match played again is another one.");
        else
            promise(replayed.result().has_value(), "A match was left without an end.");
        if (const auto record = record_of(stored)) {
            const auto verified = record::verify(protocol::encode(*record));
            promise(verified.has_value(), "A record is refused: " + (verified ? "" : verified.error().text));
        }
    }
}

}  // namespace pentad::server
