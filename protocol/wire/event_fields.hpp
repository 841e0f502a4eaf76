#pragma once

#include "protocol/events.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of the events; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto& v, Is<LobbyDelta> auto& m) {
    v.about("Changes in the list of public rooms.");
    v.about("upsert", "New and changed rooms.");
    v.required("upsert", m.upsert);
    v.about("remove", "Ids of rooms that left the list.");
    v.required("remove", m.remove);
    v.about("players", "Connected players.");
    v.required("players", m.players);
    v.optional("counts", m.counts);
}
void fields(auto& v, Is<RoomChanged> auto& m) {
    v.about("The room after a change.");
    fields(v, m.snapshot);
}
void fields(auto& v, Is<RoomClosed> auto& m) {
    v.about("The room no longer exists.");
    v.required("reason", m.reason);
}

void fields(auto& v, Is<MatchStarted> auto& m) {
    v.about("A match starts in the room. Sent on the room's stream.");
    v.required("room", m.room);
    v.required("match", m.match);
    v.about("seat", "The receiver's seat; left out for spectators.");
    v.optional("seat", m.seat);
    v.required("snapshot", m.snapshot);
    v.about("seq", "Of the match's stream.");
    v.required("seq", m.seq);
}
void fields(auto& v, Is<MatchMoved> auto& m) {
    v.about("A move was played. All fields describe the position after it.");
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.about("seat", "Who moved.");
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("hash", m.hash);
    v.required("toMove", m.to_move);
    v.required("clock", m.clock);
    v.about("auto", "The server moved for the player.");
    v.optional("auto", m.automatic);
    v.about("legal", "Only for the side to move.");
    v.optional("legal", m.legal);
}
void fields(auto& v, Is<MatchTakenBack> auto& m) {
    v.about("Moves were taken back. All fields describe the position after that.");
    v.about("plies", "The number of moves taken back.");
    v.required("plies", m.plies);
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.about("seat", "Who asked for it.");
    v.required("seat", m.seat);
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("hash", m.hash);
    v.required("toMove", m.to_move);
    v.nullable("lastMove", m.last_move);
    v.required("clock", m.clock);
    v.about("legal", "Only for the side to move.");
    v.optional("legal", m.legal);
}
void fields(auto& v, Is<MatchClock> auto& m) {
    v.about("The clock changed without a move, such as by a pause.");
    v.required("clock", m.clock);
}
void fields(auto& v, Is<MatchEnded> auto& m) {
    v.about("The match is over. Sent exactly once.");
    v.required("result", m.result);
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("clock", m.clock);
}
void fields(auto& v, Is<SeatPresence> auto& m) {
    v.about("A player's connection changed.");
    v.required("seat", m.seat);
    v.required("state", m.state);
    v.about("claimableAt", "When the opponent may send claim.win.");
    v.optional("claimableAt", m.claimable_at);
}
void fields(auto& v, Is<OfferMade> auto& m) {
    v.about("An offer is open.");
    fields(v, m.offer);
}
void fields(auto& v, Is<OfferClosed> auto& m) {
    v.about("An offer is no longer open.");
    v.required("offer", m.offer);
    v.required("outcome", m.outcome);
}
void fields(auto& v, Is<PremoveDropped> auto& m) {
    v.about("The premove was removed without being played.");
    v.required("turn", m.turn);
    v.required("reason", m.reason);
}
void fields(auto& v, Is<BotStatus> auto& m) {
    v.about("What a bot on a seat is doing.");
    v.required("seat", m.seat);
    v.required("state", m.state);
}
void fields(auto& v, Is<TurnRequest> auto& m) {
    v.about("Tells an external bot that it is to move.");
    v.required("game", m.game);
    v.required("options", m.options);
    v.required("seat", m.seat);
    v.required("turn", m.turn);
    v.required("pos", m.pos);
    v.required("legal", m.legal);
    v.required("clock", m.clock);
    v.about("budgetMs", "The time in which to answer.");
    v.required("budgetMs", m.budget);
}
void fields(auto& v, Is<TurnCancel> auto& m) {
    v.about("The request for this turn needs no answer any longer.");
    v.required("turn", m.turn);
}
void fields(auto& v, Is<BotSeated> auto& m) {
    v.about("Tells an external bot that a match starts in which it has this seat.");
    v.required("game", m.game);
    v.required("options", m.options);
    v.required("seat", m.seat);
}
void fields(auto& v, Is<ChatLine> auto& m) {
    v.about("A chat line.");
    v.required("channel", m.channel);
    v.required("from", m.from);
    v.required("text", m.text);
}
void fields(auto& v, Is<ServerNotice> auto& m) {
    v.about("A notice of the operators, or that the server will stop.");
    v.required("kind", m.kind);
    v.about("text", "For people; may be empty.");
    v.defaulted("text", m.text, {});
    v.about("inMs", "The time until it happens.");
    v.optional("inMs", m.due_in);
}
void fields(auto& v, Is<SessionSuperseded> auto&) {
    v.about("The session continues on another connection. This one is closed with 4001.");
}
void fields(auto& v, Is<Skip> auto&) { v.about("Replaces an event that this receiver must not see."); }

}  // namespace pentad::protocol::wire
