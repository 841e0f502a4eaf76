#pragma once

#include <concepts>

#include "protocol/shapes.hpp"
#include "protocol/wire/limit.hpp"

/// The fields of the shared shapes: one description, visited to read, to write and to make the JSON Schemas.
/// Private to protocol.
///
/// A visitor `v` of an object has
///   required(name, value, limit)            a field that is always there
///   optional(name, optional value, limit)   left out when there is none
///   nullable(name, optional value, limit)   null when there is none
///   defaulted(name, value, default, limit)  left out when it is the default
///   object(name, visit)                     an object that is no struct here
///   constant(name, value)                   always the same; not read
///   one_or_many(one, many, values, limit)   one value under one name or several under another
///   require(condition, text)                what the fields must fulfil together
namespace pentad::protocol::wire {

template <class T, class Message>
concept Is = std::same_as<std::remove_const_t<T>, Message>;

/// The `kind` of an alternative that says it itself.
template <class T>
requires requires { T::tag; }
constexpr std::string_view tag(const T*) { return T::tag; }

void fields(auto& v, Is<Player> auto& m) {
    v.required("id", m.id);
    v.required("name", m.name);
    v.required("kind", m.kind);
}

void fields(auto& v, Is<Rating> auto& m) {
    v.required("rating", m.rating);
    v.required("deviation", m.deviation);
    v.required("games", m.games);
    v.required("provisional", m.provisional);
}

void fields(auto& v, Is<RankedPlayer> auto& m) {
    v.required("rank", m.rank);
    v.required("player", m.player);
    v.required("rating", m.rating);
}

void fields(auto& v, Is<Leaderboard> auto& m) {
    v.required("game", m.game);
    v.required("players", m.players);
    v.optional("next", m.next);
}

void fields(auto& v, Is<TimeControl> auto& m) {
    v.required("kind", m.kind);
    v.defaulted("initialMs", m.initial, {}, range(0, limits::time_control_ms));
    v.defaulted("incMs", m.increment, {}, range(0, limits::time_control_ms));
    v.defaulted("moveMs", m.per_move, {}, range(0, limits::time_control_ms));
}

void fields(auto& v, Is<engine::Options> auto& m) {
    v.defaulted("size", m.size, {});
    v.defaulted("variant", m.variant, {});
}

void fields(auto& v, Is<ChairRequest> auto& m) {
    v.required("kind", m.kind);
    v.optional("level", m.level, range(1, limits::level));
    v.optional("seed", m.seed);
    v.optional("bot", m.bot, id);
    v.optional("name", m.name, text(limits::written));
    v.require(m.kind != ChairKind::bot || m.level.has_value() != m.bot.has_value(),
              "must have a level or a bot, and not both, when its kind is bot");
}

void fields(auto& v, Is<Chair> auto& m) {
    v.required("kind", m.kind);
    v.optional("player", m.player);
    v.optional("level", m.level);
    v.required("ready", m.ready);
    v.optional("presence", m.presence);
}

void fields(auto& v, Is<Seat> auto& m) {
    v.required("player", m.player);
    v.optional("level", m.level);
    v.required("presence", m.presence);
    v.optional("claimableAt", m.claimable_at);
}

void fields(auto& v, Is<Clock> auto& m) {
    v.required("tc", m.tc);
    v.nullable("remainingMs", m.remaining);
    v.nullable("running", m.running);
    v.required("at", m.at);
    v.optional("pausedUntil", m.paused_until);
}

void fields(auto& v, Is<PlayedMove> auto& m) {
    v.required("ply", m.ply);
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.optional("auto", m.automatic);
}

void fields(auto& v, Is<Result> auto& m) {
    v.nullable("winner", m.winner);
    v.required("reason", m.reason);
}

void fields(auto& v, Is<Offer> auto& m) {
    v.required("offer", m.offer);
    v.required("kind", m.kind);
    v.required("by", m.by);
    v.required("turn", m.turn);
    v.optional("expiresAt", m.expires_at);
    v.optional("plies", m.plies);
}

void fields(auto& v, Is<PastLine> auto& m) {
    v.required("channel", m.channel);
    v.required("from", m.from);
    v.required("text", m.text);
    v.required("ts", m.ts);
}

void fields(auto& v, Is<RoomSummary> auto& m) {
    v.required("room", m.room);
    v.required("game", m.game);
    v.required("options", m.options);
    v.required("seats", m.seats);
    v.required("tc", m.tc);
    v.required("visibility", m.visibility);
    v.required("rated", m.rated);
    v.required("state", m.state);
    v.optional("match", m.match);
    v.required("watchers", m.watchers);
    v.defaulted("locked", m.locked, false);
    v.defaulted("created", m.created, 0);
}

void fields(auto& v, Is<RoomSnapshot> auto& m) {
    fields(v, m.summary);
    v.required("code", m.code);
    v.required("invite", m.invite);
    v.required("host", m.host);
    v.required("hotseat", m.hotseat);
    v.required("spectators", m.spectators);
    v.required("takeback", m.takeback);
    v.defaulted("firstSeat", m.first_seat, FirstSeat::random);
    v.defaulted("onAbsent", m.on_absent, OnAbsent::claim);
    v.defaulted("spectatorsChat", m.spectators_chat, true);
    v.defaulted("spectatorsDelayMs", m.spectators_delay, {});
    v.defaulted("chat", m.chat, {});
}

void fields(auto& v, Is<RoomCounts> auto& m) {
    v.required("open", m.open);
    v.required("playing", m.playing);
    v.required("over", m.over);
}

void fields(auto& v, Is<LobbySnapshot> auto& m) {
    v.required("rooms", m.rooms);
    v.required("players", m.players);
    v.optional("counts", m.counts);
    v.optional("limit", m.limit);
    v.defaulted("chat", m.chat, {});
}

void fields(auto& v, Is<RoomPage> auto& m) {
    v.required("rooms", m.rooms);
    v.required("players", m.players);
    v.required("counts", m.counts);
    v.required("total", m.total);
    v.optional("next", m.next);
}

void fields(auto& v, Is<engine::Mark> auto& m) {
    v.required("at", m.at);
    v.required("kind", m.kind);
    v.optional("side", m.side);
}

void fields(auto& v, Is<engine::Board> auto& m) {
    v.required("columns", m.columns);
    v.required("rows", m.rows);
    v.required("style", m.style);
    v.defaulted("lines", m.lines, {});
    v.required("marks", m.marks);
    v.required("layout", m.layout);
}

void fields(auto& v, Is<MatchSnapshot> auto& m) {
    v.required("game", m.game);
    v.required("rulesVersion", m.rules_version);
    v.required("options", m.options);
    v.required("board", m.board);
    v.required("seats", m.seats);
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("toMove", m.to_move);
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.required("hash", m.hash);
    v.optional("legal", m.legal);
    v.nullable("lastMove", m.last_move);
    v.optional("history", m.history);
    v.required("clock", m.clock);
    v.required("offers", m.offers);
    v.nullable("result", m.result);
    v.required("spectators", m.spectators);
    v.required("room", m.room);
    v.defaulted("rated", m.rated, false);
    v.optional("unrated", m.unrated);
    v.defaulted("delayMs", m.delay, {});
    v.defaulted("chat", m.chat, {});
}

void fields(auto& v, Is<engine::Credit> auto& m) {
    v.required("designer", m.designer);
    v.defaulted("year", m.year, {});
    v.defaulted("note", m.note, {});
}

void fields(auto& v, Is<engine::OptionValue> auto& m) {
    v.required("const", m.id);
    v.required("title", m.label);
}

void fields(auto& v, Is<GameCard::Level> auto& m) {
    v.required("level", m.level);
    v.required("name", m.name);
}

void fields(auto& v, Is<GameCard> auto& m) {
    v.required("game", m.game);
    v.required("name", m.name);
    v.required("rulesVersion", m.rules_version);
    v.required("sides", m.sides);
    // A JSON Schema, so that a client draws its form from it.
    v.object("options", [&](auto& schema) {
        schema.constant("type", "object");
        schema.object("properties", [&](auto& properties) {
            const auto choice = [&](std::string_view name, std::string_view title, auto& choices) {
                properties.object(name, [&](auto& property) {
                    property.constant("type", "string");
                    property.constant("title", title);
                    property.required("default", choices.default_id);
                    property.required("oneOf", choices.values);
                });
            };
            choice("size", "Board size", m.sizes);
            choice("variant", "Variant", m.variants);
        });
        schema.constant("additionalProperties", false);
    });
    v.required("credit", m.credit);
    v.object("supports", [&](auto& supports) {
        supports.required("draw", m.draw);
        supports.required("takeback", m.takeback);
    });
    v.required("kinds", m.kinds);
    v.required("layouts", m.layouts);
    v.required("rulesText", m.rules_text);
    v.required("levels", m.levels);
}

}  // namespace pentad::protocol::wire
