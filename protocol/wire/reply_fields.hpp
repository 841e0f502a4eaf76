#pragma once

#include "protocol/replies.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of the replies; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto& v, Is<Empty> auto&) { v.about("The reply to requests that have nothing to return."); }

void fields(auto& v, Is<OwnPlayer> auto& m) {
    v.required("id", m.id);
    v.required("name", m.name);
    v.required("kind", m.kind);
    v.about("ratings", "By game, if rated matches were played.");
    v.defaulted("ratings", m.ratings, {});
}
void fields(auto& v, Is<HelloOk::Server> auto& m) {
    v.required("version", m.version);
    v.about("epoch", "Changes with every start of the server.");
    v.required("epoch", m.epoch);
    v.required("now", m.now);
    v.required("draining", m.draining);
}
void fields(auto& v, Is<HelloOk::Limits> auto& m) {
    v.required("frameBytes", m.frame_bytes);
    v.required("frameBurst", m.frame_burst);
    v.required("framesPerSecond", m.frames_per_second);
    v.required("nameLength", m.name_length);
    v.required("chatLength", m.chat_length);
    v.about("lobbyRooms", "The largest `limit` of lobby.subscribe.");
    v.defaulted("lobbyRooms", m.lobby_rooms, 0);
    v.defaulted("leastTurnMs", m.time.turn, {});
    v.defaulted("leastGameMs", m.time.game, {});
    v.defaulted("leastCorrespondenceMs", m.time.correspondence, {});
}
void fields(auto& v, Is<HelloOk::Active> auto& m) {
    v.required("match", m.match);
    v.required("seat", m.seat);
}
void fields(auto& v, Is<HelloOk> auto& m) {
    v.about("The session, the player, the server, and everything to show about the games.");
    v.required("protocol", m.protocol);
    v.required("session", m.session);
    v.about("resumeToken", "For the next resume; changes with every hello.");
    v.required("resumeToken", m.resume_token);
    v.about("playerToken", "For a later hello with `token`.");
    v.optional("playerToken", m.player_token);
    v.required("player", m.player);
    v.required("server", m.server);
    v.required("limits", m.limits);
    v.about("heartbeat", "The longest interval between two pings of the client, in milliseconds.");
    v.required("heartbeat", m.heartbeat);
    v.required("games", m.games);
    v.about("active", "The player's matches in progress.");
    v.required("active", m.active);
    v.about("resumed", "What follows on each stream: the missed events, a snapshot, or nothing.");
    v.required("resumed", m.resumed);
}

void fields(auto& v, Is<Pong> auto& m) {
    v.about("The reply to ping.");
    v.about("t", "From the ping.");
    v.optional("t", m.t);
    v.about("now", "The server's time.");
    v.required("now", m.now);
    v.about("seqs", "The last `seq` sent on each stream.");
    v.required("seqs", m.seqs);
}
void fields(auto& v, Is<LobbySubscribed> auto& m) {
    v.about("The reply to lobby.subscribe.");
    v.required("seq", m.seq);
    v.required("snapshot", m.snapshot);
}
void fields(auto& v, Is<RoomEntered> auto& m) {
    v.about("The reply to room.create and room.join.");
    v.required("room", m.room);
    v.required("code", m.code);
    v.required("invite", m.invite);
    v.about("seat", "The chair; null: spectator.");
    v.nullable("seat", m.seat);
    v.required("seq", m.seq);
    v.required("snapshot", m.snapshot);
}
void fields(auto& v, Is<MatchWatched> auto& m) {
    v.about("The reply to match.watch and match.sync.");
    v.required("seq", m.seq);
    v.required("snapshot", m.snapshot);
}
void fields(auto& v, Is<MoveAccepted> auto& m) {
    v.about("The reply to an accepted move.");
    v.about("turn", "After the move.");
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("hash", m.hash);
    v.about("chargedMs", "The time taken from the clock.");
    v.required("chargedMs", m.charged);
    v.about("duplicate", "The move was accepted earlier under the same `moveId`.");
    v.defaulted("duplicate", m.duplicate, false);
}
void fields(auto& v, Is<OfferPlaced> auto& m) {
    v.about("The reply to offer.make.");
    v.required("offer", m.offer);
}
void fields(auto& v, Is<Hint> auto& m) {
    v.about("The reply to hint.get.");
    v.required("turn", m.turn);
    v.required("move", m.move);
    v.about("line", "The principal variation, `move` first.");
    v.defaulted("line", m.line, {});
    v.about("forcedEnd", "Plies to a forced end; positive: the side to move wins.");
    v.optional("forcedEnd", m.forced_end);
}
void fields(auto& v, Is<EnginePosition> auto& m) {
    v.about("The reply to engine.legal and engine.apply.");
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("toMove", m.to_move);
    v.required("hash", m.hash);
    v.required("legal", m.legal);
    v.about("result", "Null while the game is not over.");
    v.nullable("result", m.result);
    v.optional("board", m.board);
}
void fields(auto& v, Is<MatchSummary> auto& m) {
    v.required("match", m.match);
    v.required("game", m.game);
    v.required("options", m.options);
    v.required("seats", m.seats);
    v.required("ply", m.ply);
    v.required("startedAt", m.started_at);
    v.optional("endedAt", m.ended_at);
    v.nullable("result", m.result);
}
void fields(auto& v, Is<MyMatches> auto& m) {
    v.about("The reply to matches.mine.");
    v.required("matches", m.matches);
    v.about("before", "Asks for the next page; left out on the last one.");
    v.optional("before", m.before);
}
void fields(auto& v, Is<AvailableBot> auto& m) {
    v.required("player", m.player);
    v.required("games", m.games);
    v.about("slots", "Matches that it plays at the same time.");
    v.required("slots", m.slots);
    v.about("free", "Slots not in use.");
    v.required("free", m.free);
}
void fields(auto& v, Is<BotList> auto& m) {
    v.about("The reply to bots.list.");
    v.required("bots", m.bots);
}
void fields(auto& v, Is<BlockedPlayers> auto& m) {
    v.about("The reply to player.blocks.");
    v.required("players", m.players);
}
void fields(auto& v, Is<HandoverCode> auto& m) {
    v.about("The reply to handover.create.");
    v.required("code", m.code);
    v.required("expiresAt", m.expires_at);
}

void fields(auto& v, Is<IllegalMove> auto& m) {
    v.required("reason", m.reason);
    v.required("rule", m.rule);
    v.required("squares", m.squares);
}
void fields(auto& v, Is<RetryAfter> auto& m) { v.required("retryAfterMs", m.after); }
void fields(auto& v, Is<ClaimableAt> auto& m) { v.required("claimableAt", m.claimable_at); }
void fields(auto& v, Is<RefusedText> auto& m) {
    v.required("reason", m.reason);
    v.optional("character", m.character);
    v.optional("limit", m.limit);
}

}  // namespace pentad::protocol::wire
