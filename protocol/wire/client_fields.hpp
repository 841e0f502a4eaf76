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

void fields(auto& v, Is<GuestAuth> auto& m) { v.optional("name", m.name, text(limits::written)); }
void fields(auto& v, Is<TokenAuth> auto& m) { v.required("token", m.token, text(1, limits::token)); }
void fields(auto& v, Is<ResumeAuth> auto& m) {
    v.required("session", m.session, id);
    v.required("token", m.token, text(1, limits::token));
    v.required("streams", m.streams, {.count = limits::streams});
}
void fields(auto& v, Is<BotAuth> auto& m) {
    v.required("name", m.name, text(limits::name));
    v.required("key", m.key, text(1, limits::token));
}
void fields(auto& v, Is<HandoverAuth> auto& m) { v.required("code", m.code, text(1, limits::token)); }

void fields(auto& v, Is<Hello> auto& m) {
    v.required("protocol", m.protocol, {.count = limits::versions});
    v.object("client", [&](auto& client) {
        client.required("name", m.client_name);
        client.required("version", m.client_version);
    });
    v.required("auth", m.auth);
    v.defaulted("lang", m.lang, {});
}
void fields(auto& v, Is<Ping> auto& m) { v.optional("t", m.t); }
void fields(auto&, Is<Bye> auto&) {}

void fields(auto& v, Is<LobbySubscribe> auto& m) {
    v.optional("game", m.game, id);
    v.optional("limit", m.limit, range(1, limits::lobby_rooms));
}
void fields(auto& v, Is<LobbyUnsubscribe> auto& m) { v.optional("game", m.game, id); }

void fields(auto& v, Is<RoomCreate> auto& m) {
    v.required("game", m.game, id);
    v.defaulted("options", m.options, {});
    v.required("seats", m.seats);
    v.defaulted("hotseat", m.hotseat, false);
    v.defaulted("tc", m.tc, {});
    v.defaulted("visibility", m.visibility, Visibility::public_);
    v.defaulted("password", m.password, {}, text(limits::password));
    v.defaulted("spectators", m.spectators, true);
    v.defaulted("takeback", m.takeback, true);
    v.defaulted("firstSeat", m.first_seat, FirstSeat::random);
    v.defaulted("rated", m.rated, false);
    v.defaulted("onAbsent", m.on_absent, OnAbsent::claim);
    v.defaulted("spectatorsChat", m.spectators_chat, true);
    v.defaulted("spectatorsDelayMs", m.spectators_delay, {}, range(0, limits::spectators_delay_ms));
}
void fields(auto& v, Is<RoomJoin> auto& m) {
    v.defaulted("room", m.room, {});
    v.defaulted("code", m.code, {}, text(limits::token));
    v.defaulted("invite", m.invite, {}, text(limits::token));
    v.defaulted("seat", m.seat, JoinSeat::any);
    v.defaulted("password", m.password, {}, text(limits::password));
    v.require(!m.room.empty() + !m.code.empty() + !m.invite.empty() == 1,
              "must name exactly one of room, code and invite");
}
void fields(auto& v, Is<RoomSeat> auto& m) {
    v.required("seat", m.seat);
    fields(v, m.chair);
}
void fields(auto& v, Is<RoomUpdate> auto& m) {
    v.optional("game", m.game, id);
    v.optional("options", m.options);
    v.optional("tc", m.tc);
    v.optional("visibility", m.visibility);
    v.optional("password", m.password, text(limits::password));
    v.optional("spectators", m.spectators);
    v.optional("takeback", m.takeback);
    v.optional("firstSeat", m.first_seat);
    v.optional("rated", m.rated);
    v.optional("onAbsent", m.on_absent);
    v.optional("spectatorsChat", m.spectators_chat);
    v.optional("spectatorsDelayMs", m.spectators_delay, range(0, limits::spectators_delay_ms));
}
void fields(auto& v, Is<RoomReady> auto& m) { v.defaulted("ready", m.ready, true); }
void fields(auto&, Is<RoomStart> auto&) {}
void fields(auto&, Is<RoomLeave> auto&) {}
void fields(auto& v, Is<RoomKick> auto& m) { v.required("player", m.player, id); }
void fields(auto& v, Is<RoomHost> auto& m) { v.required("player", m.player, id); }

void fields(auto& v, Is<QueueJoin> auto& m) {
    v.required("game", m.game, id);
    v.required("tc", m.tc);
    v.optional("botAfterMs", m.bot_after);
    v.optional("botLevel", m.bot_level, range(1, limits::level));
}
void fields(auto&, Is<QueueLeave> auto&) {}

void fields(auto& v, Is<MatchWatch> auto& m) { v.defaulted("history", m.history, true); }
void fields(auto&, Is<MatchUnwatch> auto&) {}
void fields(auto& v, Is<MatchSync> auto& m) {
    v.required("haveSeq", m.have_seq);
    v.optional("haveHash", m.have_hash);
    v.defaulted("history", m.history, false);
}

void fields(auto& v, Is<MovePlay> auto& m) {
    v.required("turn", m.turn);
    v.required("move", m.move, text(limits::move));
    v.required("moveId", m.move_id, id);
    v.optional("seat", m.seat);
}
void fields(auto& v, Is<PremoveSet> auto& m) {
    v.required("turn", m.turn);
    v.required("move", m.move, text(limits::move));
}
void fields(auto&, Is<PremoveClear> auto&) {}

void fields(auto& v, Is<OfferMake> auto& m) {
    v.required("kind", m.kind);
    v.optional("plies", m.plies, range(1, 1000));
    v.optional("seat", m.seat);
}
void fields(auto& v, Is<OfferAnswer> auto& m) {
    v.required("offer", m.offer, id);
    v.required("accept", m.accept);
}
void fields(auto& v, Is<OfferCancel> auto& m) { v.required("offer", m.offer, id); }
void fields(auto& v, Is<MatchResign> auto& m) { v.optional("seat", m.seat); }
void fields(auto&, Is<MatchAbort> auto&) {}
void fields(auto&, Is<ClaimWin> auto&) {}
void fields(auto& v, Is<HintGet> auto& m) { v.required("turn", m.turn); }

void fields(auto& v, Is<ChatSend> auto& m) {
    v.required("channel", m.channel);
    v.required("text", m.text, text(limits::written));
}

void fields(auto& v, Is<EngineLegal> auto& m) {
    v.required("game", m.game, id);
    v.defaulted("options", m.options, {});
    v.optional("pos", m.pos, text(limits::position));
}
void fields(auto& v, Is<EngineApply> auto& m) {
    v.required("game", m.game, id);
    v.defaulted("options", m.options, {});
    v.optional("pos", m.pos, text(limits::position));
    v.one_or_many("move", "moves", m.moves, {.max = limits::move, .count = limits::moves});
}

void fields(auto& v, Is<MatchesMine> auto& m) { v.optional("before", m.before, id); }

void fields(auto& v, Is<BotsList> auto& m) { v.optional("game", m.game, id); }
void fields(auto& v, Is<BotRegister> auto& m) {
    v.required("games", m.games, {1, limits::id, limits::bot_games});
    v.required("slots", m.slots, range(1, limits::bot_slots));
}
void fields(auto& v, Is<BotMove> auto& m) {
    v.required("turn", m.turn);
    v.required("move", m.move, text(limits::move));
}
void fields(auto& v, Is<BotDecline> auto& m) { v.required("turn", m.turn); }
void fields(auto&, Is<HandoverCreate> auto&) {}

void fields(auto& v, Is<PlayerBlock> auto& m) {
    v.required("player", m.player, id);
    v.defaulted("on", m.on, true);
}
void fields(auto&, Is<PlayerBlocks> auto&) {}
void fields(auto& v, Is<PlayerReport> auto& m) {
    v.required("player", m.player, id);
    v.required("reason", m.reason);
    v.defaulted("text", m.text, {}, text(limits::written));
}

}  // namespace pentad::protocol::wire
