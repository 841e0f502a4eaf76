#pragma once

#include "protocol/events.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of the events; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto& v, Is<LobbyDelta> auto& m) {
    v.required("upsert", m.upsert);
    v.required("remove", m.remove);
    v.required("players", m.players);
    v.optional("counts", m.counts);
}
void fields(auto& v, Is<RoomChanged> auto& m) { fields(v, m.snapshot); }
void fields(auto& v, Is<RoomClosed> auto& m) { v.required("reason", m.reason); }

void fields(auto& v, Is<MatchStarted> auto& m) {
    v.required("room", m.room);
    v.required("match", m.match);
    v.optional("seat", m.seat);
    v.required("snapshot", m.snapshot);
    v.required("seq", m.seq);
}
void fields(auto& v, Is<MatchMoved> auto& m) {
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("hash", m.hash);
    v.required("toMove", m.to_move);
    v.required("clock", m.clock);
    v.optional("auto", m.automatic);
    v.optional("legal", m.legal);  // last: see with_legal
}
void fields(auto& v, Is<MatchTakenBack> auto& m) {
    v.required("plies", m.plies);
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("seat", m.seat);
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("hash", m.hash);
    v.required("toMove", m.to_move);
    v.nullable("lastMove", m.last_move);
    v.required("clock", m.clock);
    v.optional("legal", m.legal);  // last: see with_legal
}
void fields(auto& v, Is<MatchClock> auto& m) { v.required("clock", m.clock); }
void fields(auto& v, Is<MatchEnded> auto& m) {
    v.required("result", m.result);
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("clock", m.clock);
}
void fields(auto& v, Is<SeatPresence> auto& m) {
    v.required("seat", m.seat);
    v.required("state", m.state);
    v.optional("claimableAt", m.claimable_at);
}
void fields(auto& v, Is<OfferMade> auto& m) { fields(v, m.offer); }
void fields(auto& v, Is<OfferClosed> auto& m) {
    v.required("offer", m.offer);
    v.required("outcome", m.outcome);
}
void fields(auto& v, Is<PremoveDropped> auto& m) {
    v.required("turn", m.turn);
    v.required("reason", m.reason);
}
void fields(auto& v, Is<BotStatus> auto& m) {
    v.required("seat", m.seat);
    v.required("state", m.state);
}
void fields(auto& v, Is<TurnRequest> auto& m) {
    v.required("game", m.game);
    v.required("options", m.options);
    v.required("seat", m.seat);
    v.required("turn", m.turn);
    v.required("pos", m.pos);
    v.required("legal", m.legal);
    v.required("clock", m.clock);
    v.required("budgetMs", m.budget);
}
void fields(auto& v, Is<TurnCancel> auto& m) { v.required("turn", m.turn); }
void fields(auto& v, Is<BotSeated> auto& m) {
    v.required("game", m.game);
    v.required("options", m.options);
    v.required("seat", m.seat);
}
void fields(auto& v, Is<ChatLine> auto& m) {
    v.required("channel", m.channel);
    v.required("from", m.from);
    v.required("text", m.text);
}
void fields(auto& v, Is<ServerNotice> auto& m) {
    v.required("kind", m.kind);
    v.defaulted("text", m.text, {});
    v.optional("inMs", m.due_in);
}
void fields(auto&, Is<SessionSuperseded> auto&) {}
void fields(auto&, Is<Skip> auto&) {}

}  // namespace pentad::protocol::wire
