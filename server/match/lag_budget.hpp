#pragma once

#include "server/base/server_clock.hpp"
#include "server/match/time_control.hpp"

namespace pentad::server {

/// How much of a seat's lag is compensated. A peer that pretends to lag looks like one that does, so there is
/// a budget: each move with a running clock adds a little to it, and compensated lag is taken from it. Longer
/// time controls have more. A value: the match replays it from its moves.
class LagBudget {
  public:
    /// The most that is compensated for one move.
    static constexpr milliseconds most_a_move{500};
    /// Each move adds the estimated time of the game divided by this, within these bounds.
    static constexpr int moves_of_lag = 600;
    static constexpr milliseconds least_gain{50};
    static constexpr milliseconds most_gain{200};
    /// The budget at the start and its maximum, in moves' gains.
    static constexpr int gains_at_start = 5;
    static constexpr int gains_at_most = 10;

    explicit LagBudget(const TimeControl& tc);

    /// How much of a move's lag would be compensated.
    milliseconds offer(milliseconds lag) const;
    /// The move was made, and so much was compensated: as much as offered, or less.
    void spend(milliseconds given);

    milliseconds gain() const { return gain_; }

  private:
    milliseconds gain_;
    milliseconds left_;
};

}  // namespace pentad::server
