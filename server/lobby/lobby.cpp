#include "server/lobby/lobby.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "protocol/limits.hpp"

namespace pentad::server {
namespace {

/// The sizes of windows that there are, up to protocol::limits::lobby_rooms.
constexpr std::array<int, 6> sizes{10, 20, 50, 100, 200, 500};
static_assert(sizes.back() == protocol::limits::lobby_rooms);

int size_for(int limit) {
    const auto* size = std::lower_bound(sizes.begin(), sizes.end(), limit);
    return size == sizes.end() ? sizes.back() : *size;
}

std::set<std::string> ids_of(const std::vector<const protocol::RoomSummary*>& rooms) {
    std::set<std::string> ids;
    for (const protocol::RoomSummary* room : rooms) ids.insert(room->room);
    return ids;
}

bool is_of(const std::string& game, const protocol::RoomSummary& room) {
    return game.empty() || room.game == game;
}

}  // namespace

/// What a flush sends: a delta for each window, and others for players whose own rooms make a difference.
struct Lobby::Deltas {
    using Reader = std::pair<int, PlayerId>;  ///< the limit and who it is

    std::map<int, protocol::LobbyDelta> windows;
    std::map<Reader, protocol::LobbyDelta> own;
};

void Lobby::changed() {
    ++version_;
    changed_();
}

void Lobby::note_change(const std::string& room) {
    const protocol::RoomSummary* is = rooms_.find(room);
    if (is == nullptr) return;
    Change& change = changes_[room];
    change.games.insert(is->game);
    for (PlayerId& owner : rooms_.owners(room)) change.owners.insert(std::move(owner));
}

void Lobby::upsert(protocol::RoomSummary room) {
    const std::string id = room.room;
    note_change(id);  // as it was
    rooms_.put(std::move(room));
    note_change(id);
    changed();
}

void Lobby::remove(const std::string& room) {
    if (rooms_.find(room) == nullptr) return;
    note_change(room);
    rooms_.erase(room);
    changed();
}

void Lobby::set_players(int connected) {
    if (players_ == connected) return;
    players_ = connected;
    players_changed_ = true;
    changed();
}

protocol::RoomPage Lobby::page(const RoomIndex::Query& query) const {
    const RoomIndex::Page found = rooms_.page(query);
    protocol::RoomPage page;
    for (const protocol::RoomSummary* room : found.rooms) page.rooms.push_back(*room);
    page.players = players_;
    page.counts = rooms_.counts(query.game);
    page.total = query.state ? page.counts.of(*query.state) : page.counts.total();
    if (found.next) page.next = RoomIndex::cursor(*found.next);
    return page;
}

protocol::LobbySubscribed Lobby::subscribe(const std::shared_ptr<Session>& session, const std::string& game,
                                           int limit) {
    Audience& audience = audiences_[game];
    if (audience.limits.empty()) audience.counts = rooms_.counts(game);
    limit = size_for(limit);
    const auto [known, is_new] = audience.limits.emplace(session.get(), limit);
    audience.stream.subscribe(session);
    if (!is_new && known->second != limit) {
        known->second = limit;
        // If this answer is lost, what follows is useless to a client that has the other window.
        audience.stream.begin_anew(*session);
    }
    return {audience.stream.seq(), show(*session, game)};
}

protocol::LobbySnapshot Lobby::view(const Session& session, const std::string& game) const {
    protocol::LobbySnapshot view;
    view.limit = audiences_.at(game).limits.at(&session);
    const auto own = rooms_.own(game, session.player_id());
    for (const protocol::RoomSummary* room : own) view.rooms.push_back(*room);
    for (const protocol::RoomSummary* room : rooms_.window(game, static_cast<std::size_t>(*view.limit)))
        if (std::find(own.begin(), own.end(), room) == own.end()) view.rooms.push_back(*room);
    view.players = players_;
    view.counts = rooms_.counts(game);
    view.chat = said_.shown_to(session.player_id(), blocks_);
    return view;
}

protocol::LobbySnapshot Lobby::show(const Session& session, const std::string& game) {
    Audience& audience = audiences_.at(game);
    const int limit = audience.limits.at(&session);
    std::set<std::string> now = ids_of(rooms_.window(game, static_cast<std::size_t>(limit)));
    const auto [window, is_new] = audience.windows.try_emplace(limit);
    if (is_new)
        window->second.all_have = now;
    else
        std::erase_if(window->second.all_have, [&](const std::string& room) { return !now.contains(room); });
    window->second.some_have.merge(now);
    if (rooms_.counts(game) != audience.counts) audience.counts_differ = true;
    return view(session, game);
}

void Lobby::say(const protocol::ChatLine& line, ServerTime now) {
    said_.add(line, to_wire(now));
    for (auto& [game, audience] : audiences_) {
        protocol::Event event;
        event.game = game;
        event.body = line;
        audience.stream.publish_line(std::move(event), blocks_, [](const Session&) { return true; });
    }
}

void Lobby::unsubscribe(const Session& session, const std::string& game) {
    const auto found = audiences_.find(game);
    if (found == audiences_.end()) return;
    found->second.stream.unsubscribe(session);
    found->second.limits.erase(&session);
}

void Lobby::unsubscribe_all(const Session& session) {
    for (const auto& [game, audience] : audiences_) unsubscribe(session, game);
}

std::size_t Lobby::subscriptions() const {
    std::size_t all = 0;
    for (const auto& [game, audience] : audiences_) all += audience.stream.subscribers().size();
    return all;
}

const EventStream* Lobby::stream(const std::string& game) const {
    const auto found = audiences_.find(game);
    return found == audiences_.end() ? nullptr : &found->second.stream;
}

void Lobby::add_seqs(const Session& session, std::map<std::string, std::int64_t>& seqs) const {
    for (const auto& [game, audience] : audiences_)
        if (audience.limits.contains(&session))
            seqs[game.empty() ? "lobby" : "lobby:" + game] = audience.stream.seq();
}

/// Updates the windows to what they show now.
Lobby::Deltas Lobby::next_deltas(const std::string& game, Audience& audience) const {
    Deltas deltas;
    for (auto& [limit, window] : audience.windows) {
        protocol::LobbyDelta& delta = deltas.windows[limit];
        const auto rooms = rooms_.window(game, static_cast<std::size_t>(limit));
        for (const protocol::RoomSummary* room : rooms)
            if (changes_.contains(room->room) || !window.all_have.contains(room->room))
                delta.upsert.push_back(*room);
        const std::set<std::string> now = ids_of(rooms);
        std::set_difference(window.some_have.begin(), window.some_have.end(), now.begin(), now.end(),
                            std::back_inserter(delta.remove));
        window = {now, now};
    }
    return deltas;
}

/// A player's own rooms stay in the list when they leave the window, and their changes are sent. REQUIRES:
/// the windows are those that `deltas` lead to.
void Lobby::add_own(const std::string& game, const Audience& audience, Deltas& deltas) const {
    std::map<PlayerId, std::set<std::string>> concerned;
    for (const auto& [room, change] : changes_)
        if (game.empty() || change.games.contains(game))
            for (const PlayerId& owner : change.owners) concerned[owner].insert(room);
    for (const auto& [limit, delta] : deltas.windows)
        for (const std::string& room : delta.remove)
            for (PlayerId& owner : rooms_.owners(room)) concerned[std::move(owner)].insert(room);
    if (concerned.empty()) return;
    for (const auto& [session, limit] : audience.limits) {
        const PlayerId player = session->player_id();
        const auto rooms = concerned.find(player);
        if (rooms == concerned.end() || deltas.own.contains({limit, player})) continue;
        const protocol::LobbyDelta& common = deltas.windows.at(limit);
        const std::set<std::string>& window = audience.windows.at(limit).all_have;
        protocol::LobbyDelta delta = common;
        for (const std::string& id : rooms->second) {
            if (window.contains(id)) continue;  // in the delta for everybody
            const protocol::RoomSummary* room = rooms_.find(id);
            const auto owners = rooms_.owners(id);
            const bool is_own = room != nullptr && is_of(game, *room) &&
                                std::find(owners.begin(), owners.end(), player) != owners.end();
            const bool has_changed = changes_.contains(id);
            if (is_own) {
                std::erase(delta.remove, id);
                if (has_changed) delta.upsert.push_back(*room);
            } else if (std::find(delta.remove.begin(), delta.remove.end(), id) == delta.remove.end()) {
                delta.remove.push_back(id);
            }
        }
        if (delta.upsert.size() != common.upsert.size() || delta.remove != common.remove)
            deltas.own.emplace(Deltas::Reader(limit, player), std::move(delta));
    }
}

void Lobby::flush(const std::string& game, Audience& audience) {
    std::set<int> used;
    for (const auto& [session, limit] : audience.limits) used.insert(limit);
    std::erase_if(audience.windows, [&](const auto& window) { return !used.contains(window.first); });
    if (used.empty()) return;
    const bool concerns = std::any_of(changes_.begin(), changes_.end(), [&](const auto& change) {
        return game.empty() || change.second.games.contains(game);
    });
    if (!concerns && !players_changed_ && !audience.counts_differ) return;
    Deltas deltas = next_deltas(game, audience);
    add_own(game, audience, deltas);
    const protocol::RoomCounts counts = rooms_.counts(game);
    const bool new_counts = counts != std::exchange(audience.counts, counts);
    const bool all_hear = players_changed_ || audience.counts_differ || new_counts;
    audience.counts_differ = false;
    // Each kind of receiver has a number; 0 is for those who get nothing.
    std::vector<const protocol::LobbyDelta*> told{nullptr};
    std::map<int, int> of_window;
    std::map<Deltas::Reader, int> of_reader;
    const auto number = [&](const protocol::LobbyDelta& delta) {
        if (delta.upsert.empty() && delta.remove.empty() && !all_hear) return 0;
        told.push_back(&delta);
        return static_cast<int>(told.size()) - 1;
    };
    for (const auto& [limit, delta] : deltas.windows) of_window[limit] = number(delta);
    for (const auto& [reader, delta] : deltas.own) of_reader[reader] = number(delta);
    if (told.size() == 1) return;
    const auto kind = [&](const Session& session) {
        const int limit = audience.limits.at(&session);
        if (!of_reader.empty())
            if (const auto own = of_reader.find({limit, session.player_id()}); own != of_reader.end())
                return own->second;
        return of_window.at(limit);
    };
    audience.stream.publish_by(kind, [&](const Session& session) {
        protocol::Event event;
        event.game = game;
        event.body = protocol::Skip{};
        if (const protocol::LobbyDelta* delta = told[static_cast<std::size_t>(kind(session))]) {
            protocol::LobbyDelta whole = *delta;
            whole.players = players_;
            whole.counts = counts;
            event.body = std::move(whole);
        }
        return event;
    });
}

void Lobby::flush() {
    for (auto& [game, audience] : audiences_) flush(game, audience);
    changes_.clear();
    players_changed_ = false;
}

}  // namespace pentad::server
