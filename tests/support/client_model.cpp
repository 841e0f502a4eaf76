#include "tests/support/client_model.hpp"

#include <algorithm>

namespace pentad::testing {

using namespace protocol;

namespace {

std::string lobby_key(const std::string& game) { return game.empty() ? "lobby" : "lobby:" + game; }

std::string stream_of(const Event& event) {
    const bool of_room = std::holds_alternative<MatchStarted>(event.body) ||
                         std::holds_alternative<RoomChanged>(event.body) ||
                         std::holds_alternative<RoomClosed>(event.body);
    if (!event.match.empty() && !of_room) return "match:" + event.match;
    if (!event.room.empty()) return "room:" + event.room;
    return lobby_key(event.game);
}

bool is_snapshot(const EventBody& body) {
    return std::holds_alternative<MatchSnapshot>(body) || std::holds_alternative<RoomSnapshot>(body) ||
           std::holds_alternative<LobbySnapshot>(body);
}

template <class Body>
Body read(const std::string& data) {
    auto body = read_ok<Body>(data);
    promise(body.has_value(), "An answer cannot be read: " + (body ? "" : body.error()) + " in " + data);
    return std::move(*body);
}

/// Only its player may be told the legal moves, and is always told them in his own turn.
void check_legal(const MatchSnapshot& now, const std::string& player) {
    if (player.empty()) return;
    const Seat& mover = now.seats[engine::index(now.to_move)];
    const bool ours = !now.result && mover.player.kind == PlayerKind::human && mover.player.id == player;
    promise(now.legal.has_value() == ours,
            ours ? "The legal moves are missing." : "Legal moves for who is not to move.");
}

}  // namespace

void ClientModel::sent(const Request& request) {
    if (!open_.emplace(request.id, request).second) ++repeated_[request.id];
}

void ClientModel::new_connection() {
    open_.clear();
    repeated_.clear();
    healing_.clear();
}

void ClientModel::resumed(const std::map<std::string, Resumed>& streams) {
    const auto asked = seen_;
    for (const auto& [stream, seq] : asked) {
        promise(streams.contains(stream), "Nothing is said of " + stream + ".");
        if (streams.at(stream) != Resumed::gone) continue;
        if (stream.starts_with("room:"))
            leave_room(stream.substr(5));
        else
            seen_.erase(stream);
        if (stream == "lobby") lobbies_.erase("");
        if (stream.starts_with("lobby:")) lobbies_.erase(stream.substr(6));
    }
    for (const auto& [stream, how] : streams)
        if (how == Resumed::snapshot) healing_.insert(stream);
}

ClientModel::Answer ClientModel::answered(ServerMessage reply) {
    const auto* ok = std::get_if<OkReply>(&reply);
    const auto* refused = std::get_if<ErrorReply>(&reply);
    promise(ok != nullptr || refused->re.has_value(), "A refusal of nothing.");
    const RequestId id = ok != nullptr ? ok->re : *refused->re;
    if (refused != nullptr && refused->code == ErrorCode::duplicate_id && repeated_[id] > 0) {
        --repeated_[id];
        return {open_.at(id), tl::unexpected(*refused)};
    }
    auto found = open_.extract(id);
    promise(!found.empty(), "A second answer, or one to nothing.");
    Answer answer{std::move(found.mapped()), {}};
    if (refused != nullptr) {
        answer.data = tl::unexpected(*refused);
        return answer;
    }
    answer.data = ok->data_json;
    if (!answers_only_) answered(answer.request, ok->data_json);
    return answer;
}

void ClientModel::answered(const Request& request, const std::string& data) {
    const ClientMessage& message = request.message;
    if (const auto* lobby = std::get_if<LobbySubscribe>(&message)) {
        auto subscribed = read<LobbySubscribed>(data);
        follow_from_reply(lobby_key(lobby->game.value_or("")), subscribed.seq);
        lobbies_[lobby->game.value_or("")] = std::move(subscribed.snapshot);
    } else if (const auto* left = std::get_if<LobbyUnsubscribe>(&message)) {
        seen_.erase(lobby_key(left->game.value_or("")));
        lobbies_.erase(left->game.value_or(""));
    } else if (std::holds_alternative<RoomCreate>(message) || std::holds_alternative<RoomJoin>(message)) {
        auto entered = read<RoomEntered>(data);
        follow_from_reply("room:" + entered.room, entered.seq);
        rooms_[entered.room] = std::move(entered.snapshot);
    } else if (std::holds_alternative<RoomLeave>(message)) {
        leave_room(request.room);
    } else if (std::holds_alternative<MatchWatch>(message) || std::holds_alternative<MatchSync>(message)) {
        auto watched = read<MatchWatched>(data);
        follow_from_reply("match:" + request.match, watched.seq);
        show(request.match, std::move(watched.snapshot));
    } else if (std::holds_alternative<MatchUnwatch>(message)) {
        seen_.erase("match:" + request.match);
        matches_.erase(request.match);
    } else if (std::holds_alternative<MovePlay>(message)) {
        moved(request, read<MoveAccepted>(data));
    }
}

/// Subscribers have received the contents of a snapshot in a reply as events.
void ClientModel::follow_from_reply(const std::string& stream, std::int64_t seq) {
    const auto seen = seen_.find(stream);
    promise(seen == seen_.end() || seen->second == seq,
            stream + " is told to be at " + std::to_string(seq) + " in an answer after " +
                std::to_string(seen == seen_.end() ? 0 : seen->second));
    seen_[stream] = seq;
    healing_.erase(stream);
}

void ClientModel::moved(const Request& request, const MoveAccepted& told) {
    const auto& play = std::get<MovePlay>(request.message);
    promise(told.turn == play.turn + 1, "A move is not counted from its turn.");
    const auto known = played_.find({request.match, play.move_id});
    if (known != played_.end()) {
        const MoveAccepted& before = known->second.told;
        promise(told.duplicate, "A moveId is decided twice.");
        promise(known->second.play.move == play.move && before.turn == told.turn && before.ply == told.ply &&
                    before.hash == told.hash && before.charged == told.charged,
                "A move that comes again is told something else.");
        return;
    }
    played_.emplace(std::pair(request.match, play.move_id), Played{play, told});
    const auto seen = matches_.find(request.match);
    if (told.duplicate || seen == matches_.end() || !seen_.contains("match:" + request.match)) return;
    promise(seen->second.now.turn >= told.turn, "A move is acknowledged before it is announced.");
}

void ClientModel::number(const Event& event) {
    const std::string stream = stream_of(event);
    const auto seen = seen_.find(stream);
    const bool snapshot = is_snapshot(event.body);
    promise(snapshot || !healing_.contains(stream), stream + " goes on without the snapshot promised.");
    if (snapshot) {
        // It shows what has been said so far, unless it makes up for what was missed.
        promise(seen == seen_.end() || healing_.contains(stream) || *event.seq == seen->second,
                "A snapshot of " + stream + " is not where its events are.");
        healing_.erase(stream);
    } else if (seen != seen_.end()) {
        promise(*event.seq == seen->second + 1, stream + " jumps from " + std::to_string(seen->second) +
                                                    " to " + std::to_string(*event.seq) + " with " +
                                                    std::string(type_name(event.body)));
    } else {
        // Events that an entry causes come before its answer.
        const bool entering = std::any_of(open_.begin(), open_.end(), [](const auto& one) {
            return std::holds_alternative<RoomCreate>(one.second.message) ||
                   std::holds_alternative<RoomJoin>(one.second.message);
        });
        promise(entering && stream.starts_with("room:"),
                std::string(type_name(event.body)) + " on " + stream + ", which is not followed.");
    }
    seen_[stream] = *event.seq;
}

void ClientModel::heard(const Event& event) {
    if (answers_only_) return;
    if (event.seq) number(event);
    if (const auto* started = std::get_if<MatchStarted>(&event.body)) {
        // The room's match before is over and not spoken of any more.
        std::erase_if(matches_, [&](const auto& one) {
            if (one.second.now.room != started->snapshot.room || one.first == event.match) return false;
            seen_.erase("match:" + one.first);
            return true;
        });
        seen_["match:" + event.match] = started->seq;
        show(event.match, started->snapshot);
    } else if (const auto* whole = std::get_if<MatchSnapshot>(&event.body)) {
        show(event.match, *whole);
    } else if (const auto* room = std::get_if<RoomSnapshot>(&event.body)) {
        rooms_[event.room] = *room;
    } else if (const auto* changed = std::get_if<RoomChanged>(&event.body)) {
        rooms_[event.room] = changed->snapshot;
    } else if (std::holds_alternative<RoomClosed>(event.body)) {
        leave_room(event.room);
    } else if (const auto* lobby = std::get_if<LobbySnapshot>(&event.body)) {
        lobbies_[event.game] = *lobby;
    } else if (const auto* delta = std::get_if<LobbyDelta>(&event.body)) {
        change(lobbies_[event.game], *delta);
    } else if (const auto* line = std::get_if<ChatLine>(&event.body)) {
        check_chat(event, *line);
    } else if (!event.match.empty() && event.seq && !std::holds_alternative<Skip>(event.body)) {
        change(event.match, event.body);
    }
}

void ClientModel::leave_room(const std::string& room) {
    seen_.erase("room:" + room);
    rooms_.erase(room);
    std::erase_if(matches_, [&](const auto& one) {
        if (one.second.now.room != room) return false;
        seen_.erase("match:" + one.first);
        return true;
    });
}

void ClientModel::show(const std::string& id, MatchSnapshot snapshot) {
    promise_hash(snapshot.pos, snapshot.hash);
    check_legal(snapshot, player_);
    if (snapshot.history)
        promise(static_cast<int>(snapshot.history->size()) == snapshot.ply,
                "A history is not as long as the line.");
    const auto known = matches_.find(id);
    if (known != matches_.end()) {
        const MatchSnapshot& before = known->second.now;
        promise(snapshot.turn >= before.turn, "A turn is taken back.");
        promise(snapshot.turn > before.turn || snapshot.hash == before.hash, "A turn has two positions.");
        promise(!before.result || snapshot.result == before.result, "A result changes.");
        if (!snapshot.history && snapshot.turn == before.turn) snapshot.history = before.history;
    }
    matches_[id].now = std::move(snapshot);
}

void ClientModel::change(LobbySnapshot& lobby, const LobbyDelta& delta) const {
    const auto erase = [&](const std::string& room) {
        std::erase_if(lobby.rooms, [&](const RoomSummary& one) { return one.room == room; });
    };
    for (const std::string& room : delta.remove) erase(room);
    for (const RoomSummary& room : delta.upsert) {
        erase(room.room);
        lobby.rooms.push_back(room);
    }
    lobby.players = delta.players;
    lobby.counts = delta.counts;
}

void ClientModel::check_chat(const Event& event, const ChatLine& line) const {
    const auto known = matches_.find(event.match);
    if (player_.empty() || event.match.empty() || known == matches_.end()) return;
    const auto& seats = known->second.now.seats;
    const bool plays =
        std::any_of(seats.begin(), seats.end(), [&](const Seat& one) { return one.player.id == player_; });
    promise(plays == (line.channel == ChatChannel::match), "A line that others may read came here.");
}

}  // namespace pentad::testing
