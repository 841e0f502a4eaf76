#pragma once

#include "server/base/server_clock.hpp"
#include "server/match/time_control.hpp"

namespace pentad::server {

/// How much of its lag a seat is given back. A peer can pretend to lag and cannot be told from one that does,
/// so that there is a budget: each move of a running clock adds a little to it, and what is given back is
/// taken from it. Time controls that last longer have more. A value: the match replays it from its moves.
class LagBudget {
  public:
    /// No single move is given back more.
    static constexpr milliseconds most_a_move{500};
    /// What each move adds is the estimated time of the game divided by this, within these bounds.
    static constexpr int moves_of_lag = 600;
    static constexpr milliseconds least_gain{50};
    static constexpr milliseconds most_gain{200};
    /// What there is at first, and the most that gathers, in moves' gains.
    static constexpr int gains_at_start = 5;
    static constexpr int gains_at_most = 10;

    explicit LagBudget(const TimeControl& tc);

    /// What a move would be given back whose lag is this.
    milliseconds offer(milliseconds lag) const;
    /// The move was made, and so much was given back: as much as offered, or less.
    void spend(milliseconds given);

    milliseconds gain() const { return gain_; }

  private:
    milliseconds gain_;
    milliseconds left_;
};

}  // namespace pentad::server
