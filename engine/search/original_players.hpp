#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/search/game_state.hpp"
#include "engine/search/random.hpp"

/// The three players of the original programs: level 1 random, level 2 greedy, level 3 minimax of depth 3,
/// the last two on the game's original evaluation. Ties are broken uniformly by the seed.
namespace pentad::engine {

/// The best moves of a position, all of one value.
template <GameState S>
struct Ranked {
    std::vector<typename S::Move> best;
    double value = 0;
    std::uint64_t nodes = 0;
};

template <GameState S>
Ranked<S> any_move(const S& state) {
    auto moves = std::make_unique<typename S::Moves>();
    state.legal_moves(*moves);
    return {{moves->begin(), moves->end()}, state.evaluate(state.to_move()), 1};
}

template <GameState S>
Ranked<S> greedy_moves(const S& state) {
    auto moves = std::make_unique<typename S::Moves>();
    state.legal_moves(*moves);
    Ranked<S> ranked;
    ranked.value = -std::numeric_limits<double>::infinity();
    for (const auto& move : *moves) {
        double value = 0;
        if constexpr (HasGreedyValue<S>) {
            value = state.greedy_value(move);
        } else {
            S next = state;
            next.play(move);
            value = next.evaluate(state.to_move());
        }
        ++ranked.nodes;
        if (value > ranked.value) {
            ranked.value = value;
            ranked.best.clear();
        }
        if (value == ranked.value) ranked.best.push_back(move);
    }
    return ranked;
}

/// Depth-limited minimax with alpha-beta cuts that keep every tie at the root exact. The leaves are worth
/// the evaluation for the root's side, since not every original evaluation is symmetric. Among wins the
/// quickest is best, among losses the slowest.
template <GameState S>
class Minimax {
  public:
    /// Iterates from depth 1, so that a search that reaches `node_limit` or is stopped answers with the last
    /// depth that it finished; the same limit always ends at the same place.
    Minimax(std::vector<std::uint64_t> keys, std::uint64_t node_limit, std::stop_token stop)
        : keys_(std::move(keys)), node_limit_(node_limit), stop_(std::move(stop)) {}

    Ranked<S> best_moves(const S& root, int depth) {
        side_ = root.to_move();
        while (lists_.size() < static_cast<std::size_t>(depth) + 1)
            lists_.push_back(std::make_unique<typename S::Moves>());
        Ranked<S> finished = any_move(root);
        std::vector<typename S::Move> order = finished.best;
        for (int d = 1; d <= depth && !aborted_; ++d) {
            Ranked<S> ranked = at_depth(root, order, d);
            if (aborted_) break;
            finished = std::move(ranked);
        }
        finished.nodes = nodes_;
        return finished;
    }

  private:
    using Bound = std::numeric_limits<double>;

    Ranked<S> at_depth(const S& root, std::vector<typename S::Move>& order, int depth) {
        Ranked<S> ranked;
        ranked.value = -Bound::infinity();
        std::vector<std::size_t> firsts;
        keys_.push_back(root.key());
        for (std::size_t i = 0; i < order.size() && !aborted_; ++i) {
            S next = root;
            next.play(order[i]);
            // A hair below the best, so that an equal move is seen to be equal and a worse one is cut.
            const double alpha = std::nextafter(ranked.value, -Bound::infinity());
            const double value = search(next, depth - 1, 1, alpha, Bound::infinity());
            if (aborted_) break;
            if (value > ranked.value) {
                ranked.value = value;
                firsts.clear();
            }
            if (value == ranked.value) firsts.push_back(i);
        }
        keys_.pop_back();
        for (std::size_t i : firsts) ranked.best.push_back(order[i]);
        // The best moves first cut most at the next depth.
        for (std::size_t n = 0; n < firsts.size(); ++n) std::swap(order[n], order[firsts[n]]);
        return ranked;
    }

    /// Value for side_, exact inside (alpha, beta).
    double search(const S& state, int depth, int ply, double alpha, double beta) {
        if ((++nodes_ & 1023) == 0 && stop_.stop_requested()) aborted_ = true;
        if (nodes_ > node_limit_) aborted_ = true;
        if (aborted_) return 0;
        if (state.over()) return worth(state.outcome(), ply);
        if (repeated(state)) return worth(state.repetition_outcome(), ply);
        if (depth == 0) return state.evaluate(side_);
        typename S::Moves& moves = *lists_[static_cast<std::size_t>(depth)];
        moves.clear();
        state.legal_moves(moves);
        const bool mine = state.to_move() == side_;
        double best = mine ? -Bound::infinity() : Bound::infinity();
        keys_.push_back(state.key());
        for (const auto& move : moves) {
            S next = state;
            next.play(move);
            const double value = search(next, depth - 1, ply + 1, alpha, beta);
            if (aborted_) break;
            if (mine) {
                best = std::max(best, value);
                alpha = std::max(alpha, value);
            } else {
                best = std::min(best, value);
                beta = std::min(beta, value);
            }
            if (alpha >= beta) break;
        }
        keys_.pop_back();
        return best;
    }

    double worth(const Outcome& outcome, int ply) const {
        if (!outcome.winner) return 0;
        const double win = S::win_value * (1 - 1e-6 * ply);
        return *outcome.winner == side_ ? win : -win;
    }

    bool repeated(const S& state) const {
        const int limit = state.repetition_limit();
        if (limit == 0 || keys_.size() < 2 * static_cast<std::size_t>(limit - 1)) return false;
        const std::uint64_t key = state.key();
        int seen = 1;
        for (std::uint64_t earlier : keys_) seen += earlier == key;
        return seen >= limit;
    }

    std::vector<std::uint64_t> keys_;
    const std::uint64_t node_limit_;
    const std::stop_token stop_;
    std::vector<std::unique_ptr<typename S::Moves>> lists_;
    Side side_ = Side::first;
    std::uint64_t nodes_ = 0;
    bool aborted_ = false;
};

/// Keeps minimax of depth 3 to a second or so on the largest boards, where it then looks two plies ahead.
constexpr std::uint64_t minimax_node_limit = 1'000'000;

constexpr int last_original_level = 3;

/// REQUIRES: 1 <= level <= last_original_level and the game goes on. `keys` are the positions before this
/// one.
template <GameState S>
Ranked<S> original_player(const S& state, std::vector<std::uint64_t> keys, int level, std::stop_token stop) {
    if (level == 1) return any_move(state);
    if (level == 2) return greedy_moves(state);
    return Minimax<S>(std::move(keys), minimax_node_limit, std::move(stop)).best_moves(state, 3);
}

}  // namespace pentad::engine
