#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/search/game_state.hpp"

namespace pentad::engine {

/// Counts move sequences (https://www.chessprogramming.org/Perft). The last ply is counted, not played;
/// repetition ends lines here as it does in play.
template <GameState S>
class Perft {
  public:
    /// `keys` are the positions before the root, which itself is not among them.
    explicit Perft(std::vector<std::uint64_t> keys = {}) : keys_(std::move(keys)) {}

    std::uint64_t count(const S& state, int depth) {
        if (depth == 0) return 1;
        lists_.reserve(static_cast<std::size_t>(depth));
        while (lists_.size() < static_cast<std::size_t>(depth))
            lists_.push_back(std::make_unique<typename S::Moves>());
        // A repetition takes two plies at least, so in a short line from a fresh start none can come
        // about and its keys need not be kept.
        const int limit = state.repetition_limit();
        watch_ = limit > 0 &&
                 keys_.size() + static_cast<std::size_t>(depth) > 2 * static_cast<std::size_t>(limit - 1);
        return watch_ ? below<true>(state, depth) : below<false>(state, depth);
    }

  private:
    template <bool Watch>
    std::uint64_t below(const S& state, int depth) {
        if (state.over()) return 0;
        if constexpr (Watch)
            if (repeated(state)) return 0;
        if (depth == 1) return state.count_moves();
        typename S::Moves& moves = *lists_[static_cast<std::size_t>(depth - 1)];
        moves.clear();
        state.legal_moves(moves);
        if constexpr (Watch) keys_.push_back(state.key());
        std::uint64_t sum = 0;
        for (const auto& move : moves) {
            S next = state;
            next.play(move);
            sum += below<Watch>(next, depth - 1);
        }
        if constexpr (Watch) keys_.pop_back();
        return sum;
    }

    bool repeated(const S& state) const {
        const int limit = state.repetition_limit();
        if (keys_.size() < 2 * static_cast<std::size_t>(limit - 1)) return false;
        const std::uint64_t key = state.key();
        int seen = 1;
        for (std::uint64_t earlier : keys_) seen += earlier == key;
        return seen >= limit;
    }

    std::vector<std::uint64_t> keys_;
    std::vector<std::unique_ptr<typename S::Moves>> lists_;
    bool watch_ = false;
};

}  // namespace pentad::engine
