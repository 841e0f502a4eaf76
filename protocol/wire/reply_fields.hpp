#pragma once

#include "protocol/replies.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of the replies; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto&, Is<Empty> auto&) {}

void fields(auto& v, Is<OwnPlayer> auto& m) {
    v.required("id", m.id);
    v.required("name", m.name);
    v.required("kind", m.kind);
    v.defaulted("ratings", m.ratings, {});
}
void fields(auto& v, Is<HelloOk::Server> auto& m) {
    v.required("version", m.version);
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
    v.required("protocol", m.protocol);
    v.required("session", m.session);
    v.required("resumeToken", m.resume_token);
    v.optional("playerToken", m.player_token);
    v.required("player", m.player);
    v.required("server", m.server);
    v.required("limits", m.limits);
    v.required("heartbeat", m.heartbeat);
    v.required("games", m.games);
    v.required("active", m.active);
    v.required("resumed", m.resumed);
}

void fields(auto& v, Is<Pong> auto& m) {
    v.optional("t", m.t);
    v.required("now", m.now);
    v.required("seqs", m.seqs);
}
void fields(auto& v, Is<LobbySubscribed> auto& m) {
    v.required("seq", m.seq);
    v.required("snapshot", m.snapshot);
}
void fields(auto& v, Is<RoomEntered> auto& m) {
    v.required("room", m.room);
    v.required("code", m.code);
    v.required("invite", m.invite);
    v.nullable("seat", m.seat);
    v.required("seq", m.seq);
    v.required("snapshot", m.snapshot);
}
void fields(auto& v, Is<MatchWatched> auto& m) {
    v.required("seq", m.seq);
    v.required("snapshot", m.snapshot);
}
void fields(auto& v, Is<MoveAccepted> auto& m) {
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("hash", m.hash);
    v.required("chargedMs", m.charged);
    v.defaulted("duplicate", m.duplicate, false);
}
void fields(auto& v, Is<OfferPlaced> auto& m) { v.required("offer", m.offer); }
void fields(auto& v, Is<Hint> auto& m) {
    v.required("turn", m.turn);
    v.required("move", m.move);
    v.defaulted("line", m.line, {});
    v.optional("forcedEnd", m.forced_end);
}
void fields(auto& v, Is<EnginePosition> auto& m) {
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("toMove", m.to_move);
    v.required("hash", m.hash);
    v.required("legal", m.legal);
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
    v.required("matches", m.matches);
    v.optional("before", m.before);
}
void fields(auto& v, Is<AvailableBot> auto& m) {
    v.required("player", m.player);
    v.required("games", m.games);
    v.required("slots", m.slots);
    v.required("free", m.free);
}
void fields(auto& v, Is<BotList> auto& m) { v.required("bots", m.bots); }
void fields(auto& v, Is<BlockedPlayers> auto& m) { v.required("players", m.players); }
void fields(auto& v, Is<HandoverCode> auto& m) {
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
