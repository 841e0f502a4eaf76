#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/search/game_state.hpp"
#include "engine/search/random.hpp"
#include "engine/search/search_value.hpp"
#include "engine/search/solved_player.hpp"
#include "engine/search/transposition_table.hpp"

namespace pentad::engine {

struct AlphaBetaOptions {
    std::uint64_t node_limit = 100'000;
    int depth_limit = most_plies;
    std::uint64_t seed = 0;
    /// Evaluations are off by up to this part of how much the root's moves differ in theirs; by the seed
    /// and the position, so that the same seed plays the same game and another seed another one.
    double noise = 0;
    std::size_t table_entries = std::size_t{1} << 20;
    /// The values of the game's tablebase, if they are to be used.
    const std::int8_t* solved = nullptr;
    /// Late moves less deep, threats deeper; without it a search of depth n has seen every line of n plies
    /// and no further.
    bool selective = true;
};

template <GameState S>
struct Found {
    typename S::Move move;
    std::vector<typename S::Move> pv;  ///< starts with `move`
    Value value = 0;
    int depth = 0;  ///< the last that was finished
    std::uint64_t nodes = 0;
};

/// Alpha-beta search by iterative deepening: principal variation search (Marsland and Campbell 1982,
/// https://www.chessprogramming.org/Principal_Variation_Search) within aspiration windows, with a
/// transposition table, killer moves (Huberman 1968), history ordering (Schaeffer 1983), late-move
/// reductions, and threats followed to their end. engine/search/README.md says what each brings.
///
/// Deterministic: the same position, history and options give the same result, unless stopped.
/// One object a search; one thread.
template <GameState S>
class AlphaBeta {
  public:
    using Move = typename S::Move;

    /// `keys` are the positions before the root, for repetition.
    AlphaBeta(std::vector<std::uint64_t> keys, const AlphaBetaOptions& options, std::stop_token stop = {})
        : options_(options), stop_(std::move(stop)), keys_(std::move(keys)), table_(options.table_entries) {
        history_.assign(2 * history_size, 0);
    }

    std::size_t table_bytes() const { return table_.bytes(); }

    /// REQUIRES: the game goes on.
    Found<S> search(const S& root) {
        Found<S> found;
        prepare(root);
        found.move = root_moves_.front().move;
        found.value = aborted_ ? search_value(root) : root_moves_.front().value;
        for (int depth = 1; depth <= std::min(options_.depth_limit, most_plies - 1) && !aborted_; ++depth) {
            Value alpha = -infinity, beta = infinity;
            Value margin = std::max<Value>(spread_ / 2, 8);
            if (depth >= 4 && !decided(found.value)) {
                alpha = std::max(found.value - margin, -infinity);
                beta = std::min(found.value + margin, infinity);
            }
            deepest_threat_ = depth + most_plies_of_threats;
            for (;;) {
                const Value value = search_root(root, depth, alpha, beta, found);
                if (aborted_) break;
                margin *= 4;
                if (value <= alpha && alpha > -infinity)
                    alpha = margin > most_evaluated / 4 ? -infinity : value - margin;
                else if (value >= beta && beta < infinity)
                    beta = margin > most_evaluated / 4 ? infinity : value + margin;
                else
                    break;
            }
            if (aborted_) break;
            found.depth = depth;
            // An end within the depth that was searched in full will not come sooner or later.
            if (decided(found.value) && plies_to_end(found.value) <= depth) break;
        }
        if (found.pv.empty()) found.pv = {found.move};
        found.nodes = nodes_;
        return found;
    }

  private:
    using Table = TranspositionTable<Move>;
    using Bound = typename Table::Bound;

    static constexpr Value infinity = win_at_root + 1;
    static constexpr std::size_t history_size = std::size_t{1} << 13;
    static constexpr int most_plies_of_threats = 8;
    static constexpr std::size_t picked_one_by_one = 6;
    static_assert(sizeof(Move) <= 4 && std::has_unique_object_representations_v<Move>);

    struct RootMove {
        Move move;
        Value value;
    };

    /// What one ply of the line needs.
    struct Frame {
        typename S::Moves moves;
        /// Rank in the upper half, place in `moves` in the lower.
        std::vector<std::int64_t> order;
        std::array<Move, 2> killers{};
        int killer_count = 0;
        std::vector<Move> pv;
    };

    static std::uint32_t bits(Move move) {
        std::uint32_t all = 0;
        std::memcpy(&all, &move, sizeof move);
        return all;
    }
    std::int32_t& history(Side side, Move move) {
        const std::size_t place = (bits(move) * 0x9e3779b1U) >> 19;
        return history_[static_cast<std::size_t>(index(side)) * history_size + place];
    }
    Frame& frame(int ply) {
        while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.push_back(std::make_unique<Frame>());
        return *frames_[static_cast<std::size_t>(ply)];
    }

    /// One ply ahead: orders the root's moves, the seed deciding between equal ones, and measures how much
    /// they differ.
    void prepare(const S& root) {
        auto moves = std::make_unique<typename S::Moves>();
        root.legal_moves(*moves);
        Random random(options_.seed ^ root.key());
        for (std::size_t i = moves->size(); i > 1; --i) std::swap((*moves)[i - 1], (*moves)[random.below(i)]);
        keys_.push_back(root.key());
        double sum = 0, count = 0;
        for (const Move& move : *moves) {
            Value value = -infinity;
            if (!out_of_nodes()) {
                S next = root;
                next.play(move);
                ++nodes_;
                if (next.over())
                    value = -worth(next.outcome(), next.to_move(), 1);
                else if (repeated(next))
                    value = -worth(next.repetition_outcome(), next.to_move(), 1);
                else
                    value = -search_value(next);
            }
            root_moves_.push_back({move, value});
            if (!decided(value)) sum += value, ++count;
        }
        keys_.pop_back();
        double differences = 0;
        for (const RootMove& each : root_moves_)
            if (!decided(each.value)) differences += std::abs(each.value - sum / count);
        spread_ = count > 0 ? static_cast<Value>(differences / count) : 0;
        noise_ = static_cast<Value>(options_.noise * spread_);
        std::stable_sort(root_moves_.begin(), root_moves_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
    }

    /// Searches the root's moves and keeps in `found` the best whenever it is sure.
    Value search_root(const S& root, int depth, Value alpha, Value beta, Found<S>& found) {
        Value best = -infinity;
        keys_.push_back(root.key());
        for (std::size_t i = 0; i < root_moves_.size(); ++i) {
            const Move move = root_moves_[i].move;
            S next = root;
            next.play(move);
            frame(1).pv.clear();
            Value value = 0;
            if (i == 0) {
                value = -search(next, depth - 1, 1, -beta, -alpha);
            } else {
                value = -search(next, depth - 1, 1, -alpha - 1, -alpha);
                if (!aborted_ && value > alpha && value < beta)
                    value = -search(next, depth - 1, 1, -beta, -alpha);
            }
            if (aborted_) break;
            if (value > best) {
                best = value;
                // A value at or below alpha is a bound only: the move that was best stays so.
                if (value > alpha) {
                    alpha = value;
                    found.move = move;
                    found.value = value;
                    found.pv.assign(1, move);
                    found.pv.insert(found.pv.end(), frame(1).pv.begin(), frame(1).pv.end());
                    std::rotate(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(i),
                                root_moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                }
            }
            if (alpha >= beta) break;
        }
        keys_.pop_back();
        return best;
    }

    /// Value for the side to move: exact inside (alpha, beta), else a bound.
    Value search(const S& state, int depth, int ply, Value alpha, Value beta) {
        if (out_of_nodes()) return 0;
        ++nodes_;
        if (state.over()) return worth(state.outcome(), state.to_move(), ply);
        int occurrences = 1;
        if (const int limit = state.repetition_limit(); limit > 0) {
            occurrences = count_occurrences(state);
            if (occurrences >= limit) {
                path_matters_ = true;
                return worth(state.repetition_outcome(), state.to_move(), ply);
            }
        }
        if constexpr (HasTablebase<S>)
            if (options_.solved)
                if (const std::int8_t solved = options_.solved[state.place()]; solved != SolvedValue::open)
                    return solved > 0 ? win_at_root - ply - SolvedValue::plies(solved)
                                      : -win_at_root + ply + SolvedValue::plies(solved);
        if constexpr (SeesWinAtOnce<S>)
            if (options_.selective) {
                if (state.wins_at_once(state.to_move())) {
                    if (beta - alpha == 1) return win_at_root - ply - 1;
                    depth = 1;  // the line that is announced needs the move
                } else if (depth <= 0 && ply < deepest_threat_ &&
                           state.wins_at_once(other(state.to_move()))) {
                    depth = 1;
                }
            }
        if (depth <= 0 || ply >= most_plies) return evaluate(state);

        // No line from here wins sooner than the next ply, or loses sooner than now.
        alpha = std::max(alpha, -win_at_root + ply);
        beta = std::min(beta, win_at_root - ply - 1);
        if (alpha >= beta) return alpha;

        const bool on_pv = beta - alpha > 1;
        const std::uint64_t key = state.key();
        const typename Table::Entry* known = table_.find(key);
        // What the table knows holds for a first occurrence; a position that comes up again is nearer to
        // the end by repetition.
        if (known && !on_pv && occurrences == 1 && known->depth >= depth) {
            const Value value = Table::from_table(known->value, ply);
            if (known->bound == Bound::exact || (known->bound == Bound::at_least && value >= beta) ||
                (known->bound == Bound::at_most && value <= alpha))
                return value;
        }

        Frame& here = frame(ply);
        Frame& below = frame(ply + 1);
        frame(ply + 2).killer_count = 0;  // good beside each other, not in another part of the tree
        here.moves.clear();
        state.legal_moves(here.moves);
        rank(here, state.to_move(), known ? &known->move : nullptr);

        const bool path_mattered = std::exchange(path_matters_, false);
        const Value alpha_before = alpha;
        Value best = -infinity;
        Move best_move = here.moves[0];
        keys_.push_back(key);
        for (std::size_t n = 0; n < here.moves.size(); ++n) {
            const Move move = pick(here, n);
            S next = state;
            next.play(move);
            below.pv.clear();
            Value value = 0;
            if (n == 0) {
                value = -search(next, depth - 1, ply + 1, -beta, -alpha);
            } else {
                const int less = reduction(here, move, depth, n);
                value = -search(next, depth - 1 - less, ply + 1, -alpha - 1, -alpha);
                if (less > 0 && value > alpha && !aborted_)
                    value = -search(next, depth - 1, ply + 1, -alpha - 1, -alpha);
                if (value > alpha && value < beta && !aborted_)
                    value = -search(next, depth - 1, ply + 1, -beta, -alpha);
            }
            if (aborted_) break;
            if (value <= best) continue;
            best = value;
            best_move = move;
            if (value <= alpha) continue;
            alpha = value;
            if (on_pv) {
                here.pv.assign(1, move);
                here.pv.insert(here.pv.end(), below.pv.begin(), below.pv.end());
            }
            if (alpha >= beta) {
                reward(here, state.to_move(), n, depth);
                break;
            }
        }
        keys_.pop_back();
        if (!aborted_ && !path_matters_ && occurrences == 1)
            table_.store(key, best, best_move, depth,
                         best >= beta           ? Bound::at_least
                         : best <= alpha_before ? Bound::at_most
                                                : Bound::exact,
                         ply);
        path_matters_ = path_matters_ || path_mattered;
        return best;
    }

    Value evaluate(const S& state) const {
        Value value = search_value(state);
        if (noise_ > 0) {
            const std::uint64_t width = 2 * static_cast<std::uint64_t>(noise_) + 1;
            value += static_cast<Value>(Random(state.key() ^ options_.seed).next() % width) - noise_;
            value = std::clamp(value, -most_evaluated, most_evaluated);
        }
        return value;
    }

    /// Late moves of a good order are seldom best: look less deep first
    /// (https://www.chessprogramming.org/Late_Move_Reductions).
    int reduction(const Frame& here, Move move, int depth, std::size_t n) const {
        if (!reduces_late_moves<S> || !options_.selective || depth < 3 || n < 3) return 0;
        for (int k = 0; k < here.killer_count; ++k)
            if (here.killers[static_cast<std::size_t>(k)] == move) return 0;
        const int less = 1 + (n >= 10 ? 1 : 0) + (n >= 10 && depth >= 6 ? 1 : 0);
        return std::min(less, depth - 2);
    }

    void rank(Frame& here, Side side, const Move* first) {
        here.order.resize(here.moves.size());
        for (std::size_t i = 0; i < here.moves.size(); ++i) {
            const Move move = here.moves[i];
            std::int64_t value = history(side, move);
            if (first && move == *first)
                value = std::int64_t{1} << 30;
            else
                for (int k = 0; k < here.killer_count; ++k)
                    if (here.killers[static_cast<std::size_t>(k)] == move) value = (1 << 29) - k;
            here.order[i] = value << 32 | static_cast<std::int64_t>(here.moves.size() - 1 - i);
        }
    }

    /// The n-th best of the moves. Most nodes look at one move or at all, so that the order of the rest is
    /// only made when it is needed.
    Move pick(Frame& here, std::size_t n) const {
        auto& order = here.order;
        const auto from = order.begin() + static_cast<std::ptrdiff_t>(n);
        if (n < picked_one_by_one)
            std::iter_swap(from, std::max_element(from, order.end()));
        else if (n == picked_one_by_one)
            std::sort(from, order.end(), std::greater<>());
        return here.moves[here.moves.size() - 1 - static_cast<std::size_t>(order[n] & 0xffffffff)];
    }

    /// The n-th move has refuted the position: it is tried early beside here and wherever it comes up, and
    /// those that were tried before it later.
    void reward(Frame& here, Side side, std::size_t n, int depth) {
        const auto nth = [&](std::size_t i) {
            return here.moves[here.moves.size() - 1 - static_cast<std::size_t>(here.order[i] & 0xffffffff)];
        };
        const Move move = nth(n);
        if (here.killer_count == 0 || here.killers[0] != move) {
            here.killers[1] = here.killers[0];
            here.killers[0] = move;
            here.killer_count = std::min(here.killer_count + 1, 2);
        }
        const std::int32_t bonus = std::min(depth * depth, 400);
        const auto change = [&](Move each, std::int32_t by) {
            std::int32_t& value = history(side, each);
            value += by - value * std::abs(by) / 16384;  // so that it stays within +-16384
        };
        change(move, bonus * 16);
        for (std::size_t i = 0; i < n; ++i) change(nth(i), -bonus * 4);
    }

    static Value worth(const Outcome& outcome, Side side, int ply) {
        if (!outcome.winner) return 0;
        return *outcome.winner == side ? win_at_root - ply : -win_at_root + ply;
    }

    /// Of this position in the game and in the line that is searched.
    int count_occurrences(const S& state) const {
        if (keys_.size() < 2) return 1;
        return 1 + static_cast<int>(std::count(keys_.begin(), keys_.end(), state.key()));
    }
    bool repeated(const S& state) const {
        const int limit = state.repetition_limit();
        return limit > 0 && count_occurrences(state) >= limit;
    }

    bool out_of_nodes() {
        if (nodes_ >= options_.node_limit || ((nodes_ & 127) == 0 && stop_.stop_requested())) aborted_ = true;
        return aborted_;
    }

    // Fixed after construction.
    const AlphaBetaOptions options_;
    const std::stop_token stop_;
    // Fixed once the root is known.
    Value spread_ = 0;
    Value noise_ = 0;
    // Change all the time.
    std::vector<std::uint64_t> keys_;
    Table table_;
    std::vector<RootMove> root_moves_;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<std::int32_t> history_;
    std::uint64_t nodes_ = 0;
    bool aborted_ = false;
    int deepest_threat_ = 0;     ///< the ply from which on no threat prolongs a line
    bool path_matters_ = false;  ///< has a repetition ended a line below the node that is searched?
};

}  // namespace pentad::engine
