#pragma once

#include <concepts>

#include "protocol/shapes.hpp"
#include "protocol/wire/limit.hpp"

/// The fields of the shared shapes. This one description is visited to read and to write messages and to
/// generate schema/, asyncapi.yaml and the browser's types. Private to protocol.
///
/// A visitor `v` of an object has
///   about(text), about(name, text)          what the object or a field means, for the generated files
///   required(name, value, limit)            a field that is always present
///   optional(name, optional value, limit)   left out if there is no value
///   nullable(name, optional value, limit)   null if there is no value
///   defaulted(name, value, default, limit)  left out if it is the default
///   object(name, visit)                     an object without a struct of its own
///   constant(name, value)                   always the same; not read
///   one_or_many(one, many, values, limit)   one value under one name or several under another
///   require(condition, text)                a condition on several fields
namespace pentad::protocol::wire {

template <class T, class Message>
concept Is = std::same_as<std::remove_const_t<T>, Message>;

/// The `kind` of an alternative that says it itself.
template <class T>
requires requires { T::tag; }
constexpr std::string_view tag(const T*) { return T::tag; }

void fields(auto& v, Is<Player> auto& m) {
    v.about("A person or a bot.");
    v.required("id", m.id);
    v.required("name", m.name);
    v.required("kind", m.kind);
}

void fields(auto& v, Is<Rating> auto& m) {
    v.about("A player's Glicko-2 rating in one game.");
    v.required("rating", m.rating);
    v.about("deviation", "One standard deviation.");
    v.required("deviation", m.deviation);
    v.about("games", "Rated games played.");
    v.required("games", m.games);
    v.about("provisional", "Too uncertain to be ranked.");
    v.required("provisional", m.provisional);
}

void fields(auto& v, Is<RankedPlayer> auto& m) {
    v.required("rank", m.rank);
    v.required("player", m.player);
    v.required("rating", m.rating);
}

void fields(auto& v, Is<Leaderboard> auto& m) {
    v.about("The best players of a game.");
    v.required("game", m.game);
    v.required("players", m.players);
    v.about("next", "`skip` of the next page; left out on the last one.");
    v.optional("next", m.next);
}

void fields(auto& v, Is<TimeControl> auto& m) {
    v.about("A time control.");
    v.required("kind", m.kind);
    v.about("initialMs", "Of `fischer`: the time at the start.");
    v.defaulted("initialMs", m.initial, {}, range(0, limits::time_control_ms));
    v.about("incMs", "Of `fischer`: added after each move.");
    v.defaulted("incMs", m.increment, {}, range(0, limits::time_control_ms));
    v.about("moveMs", "Of `permove` and `correspondence`: the time for each move.");
    v.defaulted("moveMs", m.per_move, {}, range(0, limits::time_control_ms));
}

void fields(auto& v, Is<engine::Options> auto& m) {
    v.about("A game's options. A value left out is the game's default.");
    v.defaulted("size", m.size, {});
    v.defaulted("variant", m.variant, {});
}

void fields(auto& v, Is<ChairRequest> auto& m) {
    v.required("kind", m.kind);
    v.about("level", "Of a server bot.");
    v.optional("level", m.level, range(1, limits::level));
    v.about("seed", "Of a server bot.");
    v.optional("seed", m.seed);
    v.about("bot", "The player id of an external bot.");
    v.optional("bot", m.bot, id);
    v.about("name", "Of a person in a hotseat room.");
    v.optional("name", m.name, text(limits::written));
    v.require(m.kind != ChairKind::bot || m.level.has_value() != m.bot.has_value(),
              "must have a level or a bot, and not both, when its kind is bot");
}

void fields(auto& v, Is<Chair> auto& m) {
    v.about("A chair of a room.");
    v.required("kind", m.kind);
    v.optional("player", m.player);
    v.about("level", "Of a server bot.");
    v.optional("level", m.level);
    v.required("ready", m.ready);
    v.optional("presence", m.presence);
}

void fields(auto& v, Is<Seat> auto& m) {
    v.about("A seat of a match.");
    v.required("player", m.player);
    v.about("level", "Of a server bot.");
    v.optional("level", m.level);
    v.required("presence", m.presence);
    v.about("claimableAt", "When the opponent may send claim.win.");
    v.optional("claimableAt", m.claimable_at);
}

void fields(auto& v, Is<Clock> auto& m) {
    v.about("The clock of a match.");
    v.required("tc", m.tc);
    v.about("remainingMs", "Null: no clock.");
    v.nullable("remainingMs", m.remaining);
    v.about("running", "The seat whose time runs.");
    v.nullable("running", m.running);
    v.about("at", "The server's time when these times were read.");
    v.required("at", m.at);
    v.about("pausedUntil", "Paused by the players; resumes then at the latest.");
    v.optional("pausedUntil", m.paused_until);
}

void fields(auto& v, Is<PlayedMove> auto& m) {
    v.about("A move of the history.");
    v.about("ply", "The number of moves including this one.");
    v.required("ply", m.ply);
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.about("auto", "The server moved for the player.");
    v.optional("auto", m.automatic);
}

void fields(auto& v, Is<Result> auto& m) {
    v.about("The result of a match.");
    v.about("winner", "Null is a draw only if the reason is `repetition` or `agreement`.");
    v.nullable("winner", m.winner);
    v.required("reason", m.reason);
}

void fields(auto& v, Is<Offer> auto& m) {
    v.about("An open offer.");
    v.required("offer", m.offer);
    v.required("kind", m.kind);
    v.required("by", m.by);
    v.required("turn", m.turn);
    v.optional("expiresAt", m.expires_at);
    v.about("plies", "Of a takeback: how many moves.");
    v.optional("plies", m.plies);
}

void fields(auto& v, Is<PastLine> auto& m) {
    v.about("An earlier chat line.");
    v.required("channel", m.channel);
    v.required("from", m.from);
    v.required("text", m.text);
    v.required("ts", m.ts);
}

void fields(auto& v, Is<RoomSummary> auto& m) {
    v.about("A room in the list of rooms.");
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
    v.about("locked", "Joining needs a password.");
    v.defaulted("locked", m.locked, false);
    v.about("created", "When it was created.");
    v.defaulted("created", m.created, 0);
}

void fields(auto& v, Is<RoomSnapshot> auto& m) {
    v.about("A room.");
    fields(v, m.summary);
    v.required("code", m.code);
    v.required("invite", m.invite);
    v.about("host", "A player id.");
    v.required("host", m.host);
    v.required("hotseat", m.hotseat);
    v.required("spectators", m.spectators);
    v.required("takeback", m.takeback);
    v.defaulted("firstSeat", m.first_seat, FirstSeat::random);
    v.about("onAbsent", "What happens when a player is gone.");
    v.defaulted("onAbsent", m.on_absent, OnAbsent::claim);
    v.defaulted("spectatorsChat", m.spectators_chat, true);
    v.about("spectatorsDelayMs", "How much later spectators see the match.");
    v.defaulted("spectatorsDelayMs", m.spectators_delay, {});
    v.about("chat", "The last lines, oldest first. Not in room.changed.");
    v.defaulted("chat", m.chat, {});
}

void fields(auto& v, Is<RoomCounts> auto& m) {
    v.about("The number of rooms in each state, listed or not.");
    v.required("open", m.open);
    v.required("playing", m.playing);
    v.required("over", m.over);
}

void fields(auto& v, Is<LobbySnapshot> auto& m) {
    v.about("The list of public rooms.");
    v.required("rooms", m.rooms);
    v.about("players", "Connected players.");
    v.required("players", m.players);
    v.optional("counts", m.counts);
    v.about("limit", "Rooms of each state in `rooms`, besides the player's own.");
    v.optional("limit", m.limit);
    v.about("chat", "The last lines, oldest first.");
    v.defaulted("chat", m.chat, {});
}

void fields(auto& v, Is<RoomPage> auto& m) {
    v.about("A page of the list of public rooms.");
    v.required("rooms", m.rooms);
    v.required("players", m.players);
    v.required("counts", m.counts);
    v.about("total", "Matching rooms on all pages.");
    v.required("total", m.total);
    v.about("next", "`cursor` of the next page; left out on the last one.");
    v.optional("next", m.next);
}

void fields(auto& v, Is<engine::Mark> auto& m) {
    v.required("at", m.at);
    v.about("kind", "`goal`, `home` or `blocked`.");
    v.required("kind", m.kind);
    v.optional("side", m.side);
}

void fields(auto& v, Is<engine::Board> auto& m) {
    v.about("What to draw below the pieces.");
    v.required("columns", m.columns);
    v.required("rows", m.rows);
    v.required("style", m.style);
    v.about("lines", "Pairs of joined points.");
    v.defaulted("lines", m.lines, {});
    v.required("marks", m.marks);
    v.about("layout", "`square` or `diamond`.");
    v.required("layout", m.layout);
}

void fields(auto& v, Is<MatchSnapshot> auto& m) {
    v.about("A match. A client needs nothing else to draw and to play it.");
    v.required("game", m.game);
    v.required("rulesVersion", m.rules_version);
    v.required("options", m.options);
    v.required("board", m.board);
    v.required("seats", m.seats);
    v.required("turn", m.turn);
    v.required("ply", m.ply);
    v.required("toMove", m.to_move);
    v.about("pos", "The engine's encoding of the position.");
    v.required("pos", m.pos);
    v.required("pieces", m.pieces);
    v.about("hash", "FNV-1a 64 of `pos`.");
    v.required("hash", m.hash);
    v.about("legal", "Only for the side to move.");
    v.optional("legal", m.legal);
    v.nullable("lastMove", m.last_move);
    v.optional("history", m.history);
    v.required("clock", m.clock);
    v.required("offers", m.offers);
    v.nullable("result", m.result);
    v.required("spectators", m.spectators);
    v.required("room", m.room);
    v.about("rated", "The result changes both ratings.");
    v.defaulted("rated", m.rated, false);
    v.about("unrated", "Why it does not although the room is rated.");
    v.optional("unrated", m.unrated);
    v.about("delayMs", "The age of this state.");
    v.defaulted("delayMs", m.delay, {});
    v.about("chat", "The last lines that the receiver may read.");
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
    v.about("Everything to show about a game.");
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
    v.about("rulesText", "Markdown, by language tag.");
    v.required("rulesText", m.rules_text);
    v.about("texts",
            "By language tag: the names of sides, pieces and options and the reasons for which a match ends, "
            "by key. A text that is missing is the English one.");
    v.defaulted("texts", m.texts, {});
    v.required("levels", m.levels);
}

}  // namespace pentad::protocol::wire
