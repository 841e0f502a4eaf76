#include "server/match/lag_budget.hpp"

#include <algorithm>

#include "protocol/time_limits.hpp"

namespace pentad::server {

LagBudget::LagBudget(const TimeControl& tc)
    : gain_(std::clamp(protocol::estimated_time(tc) / moves_of_lag, least_gain, most_gain)),
      left_(gains_at_start * gain_) {}

milliseconds LagBudget::offer(milliseconds lag) const {
    return std::clamp(lag, milliseconds(0), std::min(left_, most_a_move));
}

void LagBudget::spend(milliseconds given) {
    left_ = std::clamp(left_ + gain_ - given, milliseconds(0), gains_at_most * gain_);
}

}  // namespace pentad::server
