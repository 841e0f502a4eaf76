#pragma once

#include "protocol/analysis.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of an analysis; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto& v, Is<AnalysedMove> auto& m) {
    v.required("turn", m.turn);
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.required("best", m.best);
    v.required("line", m.line);
    v.required("score", m.score);
    v.optional("forcedEnd", m.forced_end);
    v.required("loss", m.loss);
    v.required("blunder", m.blunder);
}

void fields(auto& v, Is<MatchAnalysis> auto& m) {
    v.required("match", m.match);
    v.required("game", m.game);
    v.required("done", m.done);
    v.required("plies", m.plies);
    v.required("moves", m.moves);
}

}  // namespace pentad::protocol::wire
