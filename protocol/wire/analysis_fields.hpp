#pragma once

#include "protocol/analysis.hpp"
#include "protocol/wire/shape_fields.hpp"

/// The fields of an analysis; see shape_fields.hpp. Private to protocol.
namespace pentad::protocol::wire {

void fields(auto& v, Is<AnalysedMove> auto& m) {
    v.about("turn", "Of the position before the move.");
    v.required("turn", m.turn);
    v.required("seat", m.seat);
    v.required("move", m.move);
    v.about("best", "The computer's move.");
    v.required("best", m.best);
    v.about("line", "The principal variation, starting with `best`.");
    v.required("line", m.line);
    v.about("score", "For the side that moves, before the move, in hundredths of the game's units.");
    v.required("score", m.score);
    v.about("forcedEnd", "Plies to a forced end; positive: the side that moves wins.");
    v.optional("forcedEnd", m.forced_end);
    v.about("loss", "The score lost by the move.");
    v.required("loss", m.loss);
    v.about("blunder", "It gave up a forced win or entered an avoidable forced loss.");
    v.required("blunder", m.blunder);
}

void fields(auto& v, Is<MatchAnalysis> auto& m) {
    v.about("The computer's analysis of a finished match.");
    v.required("match", m.match);
    v.required("game", m.game);
    v.about("done", "False: more moves follow.");
    v.required("done", m.done);
    v.about("plies", "Of the whole match.");
    v.required("plies", m.plies);
    v.required("moves", m.moves);
}

}  // namespace pentad::protocol::wire
