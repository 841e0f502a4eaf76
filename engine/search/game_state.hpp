#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <vector>

#include "engine/outcome.hpp"
#include "engine/search/move_list.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

namespace pentad::engine {

/// What a game's `State` must offer so that search, perft and Position work on it without a virtual call.
/// A State is a small value: board, side to move and a pointer to the immutable geometry of its options.
/// It knows nothing of earlier positions; the owner of the history counts repetitions.
template <class S>
concept GameState = std::is_trivially_copyable_v<S> && std::equality_comparable<typename S::Move> &&
    requires(const S& state, S& changing, typename S::Move move, typename S::Moves& moves,
             std::string_view text, Side side) {
    /// The side whose turn it is; after the end, the side that would have moved.
    { state.to_move() } -> std::same_as<Side>;
    /// Has the game ended by anything but repetition?
    { state.over() } -> std::same_as<bool>;
    /// REQUIRES: over().
    { state.outcome() } -> std::same_as<Outcome>;
    /// Adds every legal move to the empty list; none when over().
    state.legal_moves(moves);
    /// As many as legal_moves would add, counted without making the list.
    { state.count_moves() } -> std::same_as<std::uint64_t>;
    /// REQUIRES: a legal move.
    changing.play(move);
    /// 64 bits of board and side to move, for repetition and transposition tables.
    { state.key() } -> std::same_as<std::uint64_t>;
    /// The occurrence of one position that ends the game; 0 where there is no such rule.
    { state.repetition_limit() } -> std::same_as<int>;
    /// REQUIRES: repetition_limit() > 0 and this position has just occurred for that time.
    { state.repetition_outcome() } -> std::same_as<Outcome>;
    /// The evaluation of the game's original program for `side`; +-win_value when over(), 0 for a draw.
    { state.evaluate(side) } -> std::same_as<double>;
    /// Larger than any evaluation of a game that goes on.
    { S::win_value } -> std::convertible_to<double>;
    /// Every occupied square once, from a1 along the rows upwards.
    { state.pieces() } -> std::same_as<std::vector<Piece>>;
    /// REQUIRES: a legal move. Unique among the legal moves.
    { state.to_text(move) } -> std::same_as<std::string>;
    /// The legal move that `text` means, or why there is none: the rule of the game's RULES.md and the
    /// squares. REQUIRES: !over().
    { state.read(text) } -> std::same_as<tl::expected<typename S::Move, Refusal>>;
    /// The board as one word of text, without the side to move; whatever else the rules depend on
    /// (Claustro `original` looks at the last moves' directions) is part of it.
    { state.encode_board() } -> std::same_as<std::string>;
};

/// A game whose original greedy player does not simply maximise evaluate() after its move gives
/// `double greedy_value(Move) const`: larger is better for the side to move.
template <class S>
concept HasGreedyValue = requires(const S& state, typename S::Move move) {
    { state.greedy_value(move) } -> std::same_as<double>;
};

}  // namespace pentad::engine
