#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/search/game_state.hpp"
#include "engine/search/original_players.hpp"
#include "engine/search/perft.hpp"
#include "engine/search/solved_player.hpp"
#include "engine/search/strong_player.hpp"

/// The one place where a game's State becomes a Position.
namespace pentad::engine {

class Position::Base {
  public:
    virtual ~Base() = default;
    virtual const Game& game() const = 0;
    virtual Side to_move() const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::vector<Piece> pieces() const = 0;
    virtual std::vector<std::string> legal_moves() const = 0;
    virtual tl::expected<Position, Refusal> after(std::string_view move) const = 0;
    virtual std::string encode() const = 0;
    virtual double evaluate(Side side) const = 0;
    virtual std::uint64_t perft(int depth) const = 0;
    virtual Choice choose(const SearchLimits& limits, std::stop_token stop) const = 0;
};

/// An encoded position, taken apart. The views point into the text.
struct EncodedPosition {
    std::string_view board;
    Side to_move = Side::first;
    int occurrences = 1;
    std::optional<Outcome> outcome;
};
/// `BOARD first|second COUNT[ first|second|draw REASON]`, or a sentence that says what is wrong.
tl::expected<EncodedPosition, std::string> take_apart(std::string_view text);

/// The `BOARD first|second COUNT[ ...]` line again.
std::string put_together(const EncodedPosition& parts);

/// Sorts as std::sort does; what is written of the first eight bytes is compared as one number.
void sort_texts(std::vector<std::string>& texts);

/// What a move refused after the end is told; section 4 of every game's RULES.md is about the end.
Refusal refuse_after_end();

template <GameState S>
class PositionOf final : public Position::Base {
  public:
    /// The earlier positions of the game; null where the game has no rule of repetition.
    using History = std::shared_ptr<const Earlier>;

    PositionOf(const Game& game, const S& state, History earlier)
        : game_(game), state_(state), earlier_(std::move(earlier)) {
        if (earlier_) {
            const std::uint64_t key = state_.key();
            occurrences_ += static_cast<int>(std::count(earlier_->keys.begin(), earlier_->keys.end(), key));
        }
    }

    const Game& game() const override { return game_; }
    Side to_move() const override { return state_.to_move(); }

    std::optional<Outcome> outcome() const override {
        if (state_.over()) return state_.outcome();
        if (repeated()) return state_.repetition_outcome();
        return std::nullopt;
    }

    std::vector<Piece> pieces() const override { return state_.pieces(); }

    std::vector<std::string> legal_moves() const override {
        std::vector<std::string> texts;
        if (repeated()) return texts;
        auto moves = std::make_unique<typename S::Moves>();
        state_.legal_moves(*moves);
        texts.reserve(moves->size());
        for (const auto& move : *moves) texts.push_back(state_.to_text(move));
        sort_texts(texts);
        return texts;
    }

    tl::expected<Position, Refusal> after(std::string_view text) const override {
        if (outcome()) return tl::unexpected(refuse_after_end());
        const auto move = state_.read(text);
        if (!move) return tl::unexpected(move.error());
        S next = state_;
        next.play(*move);
        return Position(std::make_shared<PositionOf>(game_, next, longer_history()));
    }

    std::string encode() const override {
        const std::string board = state_.encode_board();
        return put_together({board, state_.to_move(), occurrences_, outcome()});
    }

    double evaluate(Side side) const override {
        if (!state_.over() && repeated()) {
            const Outcome end = state_.repetition_outcome();
            return !end.winner ? 0 : *end.winner == side ? S::win_value : -S::win_value;
        }
        return state_.evaluate(side);
    }

    std::uint64_t perft(int depth) const override {
        if (depth > 0 && repeated()) return 0;
        return Perft<S>(keys()).count(state_, depth);
    }

    Choice choose(const SearchLimits& limits, std::stop_token stop) const override {
        if (limits.level > last_original_level)
            return strong_choice(state_, earlier_ ? *earlier_ : Earlier{}, limits, std::move(stop));
        const Ranked<S> ranked = original_player(state_, keys(), limits.level, std::move(stop));
        // Mixing in the position keeps the player free of state: a bot that comes back after a crash
        // goes on exactly as it would have.
        Random random(limits.seed ^ fnv1a(encode()));
        const auto& move = ranked.best[random.below(ranked.best.size())];
        const std::string text = state_.to_text(move);
        return {text, ranked.value, {text}, ranked.nodes};
    }

  private:
    bool repeated() const {
        const int limit = state_.repetition_limit();
        return limit > 0 && occurrences_ >= limit;
    }
    std::vector<std::uint64_t> keys() const {
        return earlier_ ? earlier_->keys : std::vector<std::uint64_t>{};
    }
    History longer_history() const {
        if (state_.repetition_limit() == 0) return nullptr;
        Earlier longer = earlier_ ? *earlier_ : Earlier{};
        longer.add(state_);
        return std::make_shared<const Earlier>(std::move(longer));
    }

    const Game& game_;
    const S state_;
    const History earlier_;
    int occurrences_ = 1;
};

/// A position with no history.
template <GameState S>
Position make_position(const Game& game, const S& state) {
    return Position(std::make_shared<PositionOf<S>>(game, state, nullptr));
}

/// Reads what Position::encode wrote. `read_board(const EncodedPosition&)` gives the State or a sentence
/// that says what is wrong; it sees the outcome too, for games whose board alone does not show it.
template <GameState S, class ReadBoard>
tl::expected<Position, std::string> decode_position(const Game& game, std::string_view text,
                                                    ReadBoard&& read_board) {
    const auto parts = take_apart(text);
    if (!parts) return tl::unexpected(parts.error());
    const tl::expected<S, std::string> state = read_board(*parts);
    if (!state) return tl::unexpected(state.error());
    typename PositionOf<S>::History earlier;
    if (parts->occurrences > 1) {
        if (state->over() || parts->occurrences > state->repetition_limit())
            return tl::unexpected<std::string>("The position cannot have occurred that often.");
        Earlier before;
        for (int n = 1; n < parts->occurrences; ++n) before.add(*state);
        earlier = std::make_shared<const Earlier>(std::move(before));
    }
    Position position(std::make_shared<PositionOf<S>>(game, *state, std::move(earlier)));
    if (position.encode() != text)
        return tl::unexpected<std::string>("The text does not describe a position: it would be written \"" +
                                           position.encode() + "\".");
    return position;
}

}  // namespace pentad::engine
