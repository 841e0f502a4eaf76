#pragma once

#include "protocol/record.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of a record; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto& v, Is<RecordedSeat> auto& m) {
    v.required("kind", m.kind);
    v.defaulted("id", m.id, {});
    v.required("name", m.name);
    v.optional("level", m.level);
    v.optional("seed", m.seed);
}

// `hash` is always the last field: see encode_unsealed().
void fields(auto& v, Is<RecordedMove> auto& m) {
    v.required("at", m.at);
    v.required("turn", m.turn);
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.required("chargedMs", m.charged);
    v.defaulted("compensatedMs", m.compensated, {});
    v.nullable("remainingMs", m.remaining);
    v.optional("auto", m.automatic);
    v.required("hash", m.hash);
}
void fields(auto& v, Is<RecordedTakeback> auto& m) {
    v.required("at", m.at);
    v.required("turn", m.turn);
    v.required("plies", m.plies);
    v.required("by", m.by);
    v.nullable("remainingMs", m.remaining);
    v.required("hash", m.hash);
}
void fields(auto& v, Is<RecordedPause> auto& m) {
    v.required("at", m.at);
    v.required("hash", m.hash);
}
void fields(auto& v, Is<RecordedResume> auto& m) {
    v.required("at", m.at);
    v.required("hash", m.hash);
}
void fields(auto& v, Is<RecordedRestart> auto& m) {
    v.required("at", m.at);
    v.required("lastAliveAt", m.last_alive);
    v.required("hash", m.hash);
}
void fields(auto& v, Is<RecordedEnd> auto& m) {
    v.required("at", m.at);
    v.required("result", m.result);
    v.required("hash", m.hash);
}

void head_fields(auto& v, Is<MatchRecord> auto& m) {
    v.required("format", m.format);
    v.required("match", m.match);
    v.required("game", m.game);
    v.required("rulesVersion", m.rules_version);
    v.required("options", m.options);
    v.required("seats", m.seats);
    v.required("tc", m.tc);
    v.required("hotseat", m.hotseat);
    v.required("rated", m.rated);
    v.required("startedAt", m.started_at);
}
void fields(auto& v, Is<MatchRecord> auto& m) {
    v.about("A finished match.");
    head_fields(v, m);
    v.about("hash", "Of all fields above.");
    v.required("hash", m.hash);
    v.required("events", m.events);
    v.required("result", m.result);
}

}  // namespace pentad::protocol::wire
