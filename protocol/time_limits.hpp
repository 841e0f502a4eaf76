#pragma once

#include <optional>
#include <string>

#include "protocol/shapes.hpp"

/// The minimum times of a time control. The server refuses less and sends these values in the reply to
/// `hello`, so that clients offer only what is accepted.
namespace pentad::protocol {

struct TimeLimits {
    milliseconds turn{0};            ///< `leastTurnMs`: a `permove` turn, and the first `fischer` turn
    milliseconds game{0};            ///< `leastGameMs`: a `fischer` clock for moves_of_a_game moves
    milliseconds correspondence{0};  ///< `leastCorrespondenceMs`: a `correspondence` move

    friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

/// The number of moves assumed when the length of a game is estimated.
inline constexpr int moves_of_a_game = 40;

/// One side's time for such a game; 0 without a clock.
milliseconds estimated_time(const TimeControl& tc);

/// A sentence that names the minimum, if the time control gives less. A Fischer clock whose increment exceeds
/// its initial time has the increment for the first turn.
std::optional<std::string> too_little_time(const TimeControl& tc, const TimeLimits& least);

/// The same time control with every value raised to its minimum.
TimeControl raised_to_least(TimeControl tc, const TimeLimits& least);

}  // namespace pentad::protocol
