#pragma once

#include <optional>
#include <string>

#include "protocol/shapes.hpp"

/// The least time that a time control gives, so that every clock can be played. The server refuses less, and
/// tells the figures in `hello`, so that clients offer nothing that would be refused.
namespace pentad::protocol {

struct TimeLimits {
    milliseconds turn{0};            ///< `leastTurnMs`: what `permove` gives, and `fischer` the first turn
    milliseconds game{0};            ///< `leastGameMs`: what `fischer` gives for forty moves
    milliseconds correspondence{0};  ///< `leastCorrespondenceMs`: what `correspondence` gives a move

    friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

/// How many moves a game has when it is estimated how long it takes.
inline constexpr int moves_of_a_game = 40;

/// What one side has for a whole game by that estimate; 0 without a clock.
milliseconds estimated_time(const TimeControl& tc);

/// A sentence that says what the least is, when the time control gives less. A Fischer clock whose increment
/// is more than its start has the increment for the first turn.
std::optional<std::string> too_little_time(const TimeControl& tc, const TimeLimits& least);

/// As it is, with the figures raised that give too little; then nothing is too little.
TimeControl raised_to_least(TimeControl tc, const TimeLimits& least);

}  // namespace pentad::protocol
