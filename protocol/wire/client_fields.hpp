#pragma once

#include "protocol/client_messages.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of the requests; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

constexpr std::string_view tag(const GuestAuth*) { return "guest"; }
constexpr std::string_view tag(const TokenAuth*) { return "token"; }
constexpr std::string_view tag(const ResumeAuth*) { return "resume"; }
constexpr std::string_view tag(const BotAuth*) { return "bot"; }
constexpr std::string_view tag(const HandoverAuth*) { return "handover"; }

void fields(auto& v, Is<GuestAuth> auto& m) {
    v.about("name", "Left out: the server chooses one.");
    v.optional("name", m.name, text(limits::written));
}
void fields(auto& v, Is<TokenAuth> auto& m) {
    v.about("token", "A `playerToken` from an earlier reply to hello.");
    v.required("token", m.token, text(1, limits::token));
}
void fields(auto& v, Is<ResumeAuth> auto& m) {
    v.required("session", m.session, id);
    v.about("token", "The newest `resumeToken`.");
    v.required("token", m.token, text(1, limits::token));
    v.about("streams", "The last `seq` received on each stream.");
    v.required("streams", m.streams, {.count = limits::streams});
}
void fields(auto& v, Is<BotAuth> auto& m) {
    v.required("name", m.name, text(limits::name));
    v.required("key", m.key, text(1, limits::token));
}
void fields(auto& v, Is<HandoverAuth> auto& m) {
    v.about("code", "From handover.create on another device.");
    v.required("code", m.code, text(1, limits::token));
}

void fields(auto& v, Is<Hello> auto& m) {
    v.about("Opens or resumes a session. It is the first request on a connection.");
    v.about("protocol", "The protocol versions that the client supports.");
    v.required("protocol", m.protocol, {.count = limits::versions});
    v.object("client", [&](auto& client) {
        client.required("name", m.client_name);
        client.required("version", m.client_version);
    });
    v.about("auth", "Who the player is.");
    v.required("auth", m.auth);
    v.about("lang", "The language of the client, as a language tag.");
    v.defaulted("lang", m.lang, {});
}
void fields(auto& v, Is<Ping> auto& m) {
    v.about("Measures the round trip and compares the streams' positions.");
    v.about("t", "Returned in the pong.");
    v.optional("t", m.t);
}
void fields(auto& v, Is<Bye> auto&) {
    v.about("Ends the session. The server answers and closes the connection.");
}

void fields(auto& v, Is<LobbySubscribe> auto& m) {
    v.about("Subscribes to the list of public rooms.");
    v.about("game", "Only rooms of this game.");
    v.optional("game", m.game, id);
    v.about("limit", "Rooms of each state; left out: the server decides.");
    v.optional("limit", m.limit, range(1, limits::lobby_rooms));
}
void fields(auto& v, Is<LobbyUnsubscribe> auto& m) {
    v.about("Ends the subscription.");
    v.optional("game", m.game, id);
}

void fields(auto& v, Is<RoomCreate> auto& m) {
    v.about("Creates a room and enters it.");
    v.required("game", m.game, id);
    v.defaulted("options", m.options, {});
    v.about("seats", "Who has the two chairs. The first human chair is the creator's.");
    v.required("seats", m.seats);
    v.about("hotseat", "The creator plays all human chairs on one device.");
    v.defaulted("hotseat", m.hotseat, false);
    v.defaulted("tc", m.tc, {});
    v.defaulted("visibility", m.visibility, Visibility::public_);
    v.about("password", "Empty: none.");
    v.defaulted("password", m.password, {}, text(limits::password));
    v.defaulted("spectators", m.spectators, true);
    v.defaulted("takeback", m.takeback, true);
    v.about("firstSeat", "The chair that becomes seat 0 of the match and moves first.");
    v.defaulted("firstSeat", m.first_seat, FirstSeat::random);
    v.defaulted("rated", m.rated, false);
    v.about("onAbsent", "What happens when a player is gone.");
    v.defaulted("onAbsent", m.on_absent, OnAbsent::claim);
    v.about("spectatorsChat", "Spectators may write.");
    v.defaulted("spectatorsChat", m.spectators_chat, true);
    v.about("spectatorsDelayMs", "How much later spectators see the match.");
    v.defaulted("spectatorsDelayMs", m.spectators_delay, {}, range(0, limits::spectators_delay_ms));
}
void fields(auto& v, Is<RoomJoin> auto& m) {
    v.about("Enters a room by its id, its code or its invite.");
    v.defaulted("room", m.room, {});
    v.defaulted("code", m.code, {}, text(limits::token));
    v.defaulted("invite", m.invite, {}, text(limits::token));
    v.about("seat", "The chair to take.");
    v.defaulted("seat", m.seat, JoinSeat::any);
    v.defaulted("password", m.password, {}, text(limits::password));
    v.require(!m.room.empty() + !m.code.empty() + !m.invite.empty() == 1,
              "must name exactly one of room, code and invite");
}
void fields(auto& v, Is<RoomSeat> auto& m) {
    v.about("Changes who has a chair. For the host.");
    v.about("seat", "The chair.");
    v.required("seat", m.seat);
    fields(v, m.chair);
}
void fields(auto& v, Is<RoomUpdate> auto& m) {
    v.about("Changes the settings that are given. For the host, before the match starts.");
    v.optional("game", m.game, id);
    v.optional("options", m.options);
    v.optional("tc", m.tc);
    v.optional("visibility", m.visibility);
    v.about("password", "Empty: removes the password.");
    v.optional("password", m.password, text(limits::password));
    v.optional("spectators", m.spectators);
    v.optional("takeback", m.takeback);
    v.optional("firstSeat", m.first_seat);
    v.optional("rated", m.rated);
    v.optional("onAbsent", m.on_absent);
    v.optional("spectatorsChat", m.spectators_chat);
    v.optional("spectatorsDelayMs", m.spectators_delay, range(0, limits::spectators_delay_ms));
}
void fields(auto& v, Is<RoomReady> auto& m) {
    v.about("Says that the player is ready. The match starts when both chairs are filled and ready.");
    v.defaulted("ready", m.ready, true);
}
void fields(auto& v, Is<RoomStart> auto&) { v.about("Starts the match. For the host."); }
void fields(auto& v, Is<RoomLeave> auto&) { v.about("Leaves the room."); }
void fields(auto& v, Is<RoomKick> auto& m) {
    v.about("Removes a person from the room. For the host.");
    v.about("player", "Who is removed.");
    v.required("player", m.player, id);
}
void fields(auto& v, Is<RoomHost> auto& m) {
    v.about("Makes another person the host.");
    v.about("player", "The new host.");
    v.required("player", m.player, id);
}

void fields(auto& v, Is<QueueJoin> auto& m) {
    v.about("Looks for an opponent. `match.started` follows when one is found.");
    v.required("game", m.game, id);
    v.required("tc", m.tc);
    v.about("botAfterMs", "When to take a server bot instead; left out: never.");
    v.optional("botAfterMs", m.bot_after);
    v.about("botLevel", "The level of that bot; left out: the server decides.");
    v.optional("botLevel", m.bot_level, range(1, limits::level));
}
void fields(auto& v, Is<QueueLeave> auto&) { v.about("Stops looking for an opponent."); }

void fields(auto& v, Is<MatchWatch> auto& m) {
    v.about("Subscribes to a match.");
    v.about("history", "The snapshot includes all moves.");
    v.defaulted("history", m.history, true);
}
void fields(auto& v, Is<MatchUnwatch> auto&) { v.about("Ends the subscription."); }
void fields(auto& v, Is<MatchSync> auto& m) {
    v.about("Asks for a snapshot after a missed event or a wrong hash.");
    v.about("haveSeq", "The last `seq` received.");
    v.required("haveSeq", m.have_seq);
    v.about("haveHash", "The hash of the client's position.");
    v.optional("haveHash", m.have_hash);
    v.defaulted("history", m.history, false);
}

void fields(auto& v, Is<MovePlay> auto& m) {
    v.about("Plays a move.");
    v.about("turn", "The turn of the position before the move.");
    v.required("turn", m.turn);
    v.required("move", m.move, text(limits::move));
    v.about("moveId", "Chosen by the client; a request repeated with it is decided once.");
    v.required("moveId", m.move_id, id);
    v.about("seat", "Only in hotseat rooms.");
    v.optional("seat", m.seat);
}
void fields(auto& v, Is<PremoveSet> auto& m) {
    v.about("Sets the move that the server plays as soon as the player is to move.");
    v.about("turn", "The turn on which it is played.");
    v.required("turn", m.turn);
    v.required("move", m.move, text(limits::move));
}
void fields(auto& v, Is<PremoveClear> auto&) { v.about("Removes the premove."); }

void fields(auto& v, Is<OfferMake> auto& m) {
    v.about("Makes an offer to the opponent.");
    v.required("kind", m.kind);
    v.about("plies", "Of a takeback: how many moves.");
    v.optional("plies", m.plies, range(1, 1000));
    v.about("seat", "Only in hotseat rooms.");
    v.optional("seat", m.seat);
}
void fields(auto& v, Is<OfferAnswer> auto& m) {
    v.about("Accepts or declines an offer.");
    v.required("offer", m.offer, id);
    v.required("accept", m.accept);
}
void fields(auto& v, Is<OfferCancel> auto& m) {
    v.about("Withdraws an offer.");
    v.required("offer", m.offer, id);
}
void fields(auto& v, Is<MatchResign> auto& m) {
    v.about("Resigns.");
    v.about("seat", "Only in hotseat rooms.");
    v.optional("seat", m.seat);
}
void fields(auto& v, Is<MatchAbort> auto&) {
    v.about("Ends the match without a result, before both sides have moved.");
}
void fields(auto& v, Is<ClaimWin> auto&) { v.about("Claims the win when the opponent is gone and to move."); }
void fields(auto& v, Is<HintGet> auto& m) {
    v.about("Asks a server bot for a move. Only in casual matches.");
    v.about("turn", "The turn of the position asked about.");
    v.required("turn", m.turn);
}

void fields(auto& v, Is<ChatSend> auto& m) {
    v.about("Writes a chat line. The envelope names the room or the match.");
    v.required("channel", m.channel);
    v.required("text", m.text, text(limits::written));
}

void fields(auto& v, Is<EngineLegal> auto& m) {
    v.about("Asks for a position's legal moves, without a match.");
    v.required("game", m.game, id);
    v.defaulted("options", m.options, {});
    v.about("pos", "Left out: the initial position.");
    v.optional("pos", m.pos, text(limits::position));
}
void fields(auto& v, Is<EngineApply> auto& m) {
    v.about("Plays one `move` or several `moves` on a position, without a match.");
    v.required("game", m.game, id);
    v.defaulted("options", m.options, {});
    v.about("pos", "Left out: the initial position.");
    v.optional("pos", m.pos, text(limits::position));
    v.one_or_many("move", "moves", m.moves, {.max = limits::move, .count = limits::moves});
}

void fields(auto& v, Is<MatchesMine> auto& m) {
    v.about("Lists the player's matches, newest first.");
    v.about("before", "The `before` of the previous page.");
    v.optional("before", m.before, id);
}

void fields(auto& v, Is<BotsList> auto& m) {
    v.about("Lists the external bots that can be seated now.");
    v.about("game", "Only bots that play this game.");
    v.optional("game", m.game, id);
}
void fields(auto& v, Is<BotRegister> auto& m) {
    v.about("Registers an external bot. For bots.");
    v.required("games", m.games, {1, limits::id, limits::bot_games});
    v.about("slots", "Matches at the same time.");
    v.required("slots", m.slots, range(1, limits::bot_slots));
}
void fields(auto& v, Is<BotMove> auto& m) {
    v.about("Answers turn.request with a move. For bots.");
    v.about("turn", "The turn of the request.");
    v.required("turn", m.turn);
    v.required("move", m.move, text(limits::move));
}
void fields(auto& v, Is<BotDecline> auto& m) {
    v.about("Answers turn.request without a move. For bots.");
    v.about("turn", "The turn of the request.");
    v.required("turn", m.turn);
}
void fields(auto& v, Is<HandoverCreate> auto&) {
    v.about("Makes a code that moves the session to another device.");
}

void fields(auto& v, Is<PlayerBlock> auto& m) {
    v.about(
        "Blocks a player or lifts the block. A blocked player's chat is hidden, and the two are not paired.");
    v.required("player", m.player, id);
    v.about("on", "False: lifts the block.");
    v.defaulted("on", m.on, true);
}
void fields(auto& v, Is<PlayerBlocks> auto&) { v.about("Lists the players that this player has blocked."); }
void fields(auto& v, Is<PlayerReport> auto& m) {
    v.about("Reports a player to the operators. The envelope may name the room or the match concerned.");
    v.required("player", m.player, id);
    v.required("reason", m.reason);
    v.about("text", "Written by the sender; may be empty.");
    v.defaulted("text", m.text, {}, text(limits::written));
}

}  // namespace pentad::protocol::wire
