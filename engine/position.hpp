#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/outcome.hpp"
#include "engine/search_limits.hpp"
#include "engine/side.hpp"
#include "engine/view.hpp"

namespace pentad::engine {

class Game;

/// A position of any game, with the history that its repetition rule needs. The only door from the rest
/// of the program to the rules.
///
/// Immutable and cheap to copy (one shared pointer); safe to use from any thread.
class Position {
  public:
    /// What a game provides; see search/make_position.hpp.
    class Base;

    explicit Position(std::shared_ptr<const Base> base) : base_(std::move(base)) {}

    const Game& game() const;

    /// The side whose turn it is; after the end, the side that would have moved.
    Side to_move() const;

    /// Empty while the game goes on.
    std::optional<Outcome> outcome() const;

    /// Every occupied square once, from a1 along the rows upwards.
    std::vector<Piece> pieces() const;

    /// All legal moves as texts: unique, sorted, empty exactly when the game is over.
    std::vector<std::string> legal_moves() const;

    /// The position after a legal move, or why the move is refused. After the end every move is refused.
    tl::expected<Position, Refusal> after(std::string_view move) const;

    /// Board, side to move, number of this position's occurrences, and the outcome if the game is over, as
    /// one line of text: `BOARD first|second COUNT[ first|second|draw REASON]`. Game::decode reads it.
    std::string encode() const;

    /// FNV-1a 64 over the bytes of encode() (http://www.isthe.com/chongo/tech/comp/fnv/).
    std::uint64_t hash() const;

    /// The evaluation of the game's original program, for `side`; larger is better for `side`.
    double evaluate(Side side) const;

    /// Number of move sequences of exactly `depth` plies; lines that end earlier count nothing.
    /// REQUIRES: depth >= 0.
    std::uint64_t perft(int depth) const;

    /// The move that a player of `limits.level` makes. The same position, limits and seed give the same
    /// move, unless `stop` was requested meanwhile; then the best move so far, always a legal one.
    /// REQUIRES: the game is not over.
    Choice choose(const SearchLimits& limits, std::stop_token stop = {}) const;

  private:
    std::shared_ptr<const Base> base_;
};

/// FNV-1a 64 of any text, as in Position::hash.
std::uint64_t fnv1a(std::string_view text);

}  // namespace pentad::engine
