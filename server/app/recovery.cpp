#include "server/app/recovery.hpp"

#include <future>
#include <stdexcept>

#include "server/base/log/log_line.hpp"
#include "server/lobby/lobby.hpp"
#include "server/room/room.hpp"
#include "server/room/room_registry.hpp"

namespace pentad::server {
namespace {

template <class Value>
Value need(Store::Result<Value> result, const char* what) {
    if (!result)
        throw std::runtime_error(std::string(what) + " cannot be read: " + result.error().text +
                                 ". Start the server again, or replace the database with a backup.");
    return std::move(*result);
}

std::vector<FoundRoom> read_rooms(Store& store) {
    std::vector<FoundRoom> all;
    for (StoredRoom& room : need(store.open_rooms(), "the open rooms")) {
        FoundRoom found{std::move(room), std::nullopt};
        if (!found.room.match.empty()) {
            auto match = store.match(found.room.match);
            if (!match) {
                log_error({.match = found.room.match, .room = found.room.id},
                          "match {} cannot be read: {}; room {} is skipped", found.room.match.text,
                          match.error().text, found.room.id.text);
                continue;
            }
            found.match = std::move(*match);
        }
        all.push_back(std::move(found));
    }
    return all;
}

std::vector<ClientSide::StoredSessionOf> read_sessions(Store& store) {
    std::vector<ClientSide::StoredSessionOf> all;
    for (StoredSession& session : need(store.sessions(), "the sessions"))
        if (auto player = need(store.player(session.player), "a player"))
            all.push_back({std::move(session), std::move(*player)});
    return all;
}

/// The match from its stored events; nothing when they do not follow the rules.
std::optional<Match> replayed(const StoredMatch& stored) {
    std::optional<Match> match(stored.setup);
    std::int64_t events = 0;
    for (const MatchEvent& event : stored.events) {
        if (!match->apply(event)) {
            log_error({.match = stored.setup.id},
                      "match {}: event {} does not follow the rules; its room is skipped",
                      stored.setup.id.text, events);
            return std::nullopt;
        }
        ++events;
    }
    return match;
}

/// Before the server serves anybody, so the thread may wait.
void store_now(StoreThread& store, const std::vector<Record>& records) {
    std::promise<Store::Result<void>> promise;
    store.read([&](Store& opened) { promise.set_value(opened.write(records)); });
    if (const auto stored = promise.get_future().get(); !stored)
        throw std::runtime_error("The running matches cannot continue because nothing can be stored: " +
                                 stored.error().text + ". Free disk space and start the server again.");
}

/// Spectators with a delay continue from what they had been shown.
void show_later(Room& room, const StoredMatch& stored, ServerTime now) {
    Match shown(stored.setup);
    std::vector<MatchEvent> not_yet;
    for (const MatchEvent& event : stored.events) {
        const ServerTime at = std::visit([](const auto& what) { return what.at; }, event);
        if (not_yet.empty() && at + room.settings().spectators_delay <= now)
            shown.apply(event);
        else
            not_yet.push_back(event);
    }
    room.show_later(std::move(shown), not_yet);
}

}  // namespace

RecoveredState read_recovered_state(StoreThread& store) {
    std::promise<RecoveredState> promise;
    store.read([&](Store& opened) {
        try {
            RecoveredState found;
            found.last_alive = need(opened.last_alive(), "the last sign of life").value_or(ServerTime{});
            found.sanctions = need(opened.sanctions(), "bans and mutes");
            found.blocks = need(opened.blocks(), "who has blocked whom");
            found.rooms = read_rooms(opened);
            found.sessions = read_sessions(opened);
            found.early_exits =
                need(opened.early_exits(ServerClock::now() - EarlyExits::remembered_for), "early exits");
            promise.set_value(std::move(found));
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    });
    return promise.get_future().get();
}

int recover_rooms(RoomServices& services, std::vector<FoundRoom> all_found, ServerTime last_alive) {
    struct Ready {
        FoundRoom found;
        std::optional<Match> match;
    };
    const ServerTime now = services.now();
    std::vector<Ready> all;
    std::vector<Record> resumed;
    for (FoundRoom& found : all_found) {
        if (!engine::find_game(found.room.game)) {
            log_warning({.room = found.room.id}, "room {} is skipped: this server has no game {}",
                        found.room.id.text, found.room.game);
            continue;
        }
        std::optional<Match> match;
        if (found.match) {
            match = replayed(*found.match);
            if (!match) continue;
            if (!match->result()) {
                // The time that the server was down is on nobody's clock. It is an event, so that the record
                // shows it.
                const Resumed event{now, last_alive};
                match->apply(event);
                const auto number = static_cast<std::int64_t>(found.match->events.size());
                resumed.emplace_back(AppendedEvent{match->setup().id, number, event});
                found.match->events.emplace_back(event);
            }
        }
        all.push_back({std::move(found), std::move(match)});
    }
    if (!resumed.empty()) store_now(services.store, resumed);

    for (auto& [found, match] : all) {
        const bool later = match && !match->result() && found.room.spectators_delay.count() > 0;
        const std::int64_t events = found.match ? static_cast<std::int64_t>(found.match->events.size()) : 0;
        // Older servers allowed clocks that are too short to play with.
        found.room.tc = protocol::raised_to_least(found.room.tc, services.time_limits);
        const auto room = std::make_shared<Room>(services, std::move(found.room), std::move(match), events);
        services.rooms.add(room);
        if (later) show_later(*room, *found.match, now);
        if (room->settings().visibility == protocol::Visibility::public_)
            services.lobby.upsert(room->summary());
        room->wake_up();
    }
    return static_cast<int>(resumed.size());
}

}  // namespace pentad::server
