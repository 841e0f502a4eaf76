#include "protocol/time_limits.hpp"

#include <algorithm>

namespace pentad::protocol {
namespace {

/// Zero time is never allowed, whatever the minimum is.
milliseconds at_least_some(milliseconds least) { return std::max(least, milliseconds(1)); }

std::string in_words(milliseconds time) {
    const auto ms = time.count();
    if (ms % 3'600'000 == 0) return std::to_string(ms / 3'600'000) + " h";
    if (ms % 1000 == 0) return std::to_string(ms / 1000) + " s";
    return std::to_string(ms) + " ms";
}

}  // namespace

milliseconds estimated_time(const TimeControl& tc) {
    switch (tc.kind) {
        case TimeControlKind::none:
            return milliseconds(0);
        case TimeControlKind::fischer:
            return tc.initial + moves_of_a_game * tc.increment;
        case TimeControlKind::permove:
        case TimeControlKind::correspondence:
            return moves_of_a_game * tc.per_move;
    }
    return milliseconds(0);
}

TimeControl raised_to_least(TimeControl tc, const TimeLimits& least) {
    switch (tc.kind) {
        case TimeControlKind::none:
            break;
        case TimeControlKind::fischer:
            tc.initial = std::max({tc.initial, tc.increment, at_least_some(least.turn),
                                   least.game - moves_of_a_game * tc.increment});
            break;
        case TimeControlKind::permove:
            tc.per_move = std::max(tc.per_move, at_least_some(least.turn));
            break;
        case TimeControlKind::correspondence:
            tc.per_move = std::max(tc.per_move, at_least_some(least.correspondence));
            break;
    }
    return tc;
}

std::optional<std::string> too_little_time(const TimeControl& tc, const TimeLimits& least) {
    switch (tc.kind) {
        case TimeControlKind::none:
            break;
        case TimeControlKind::fischer:
            if (std::max(tc.initial, tc.increment) < at_least_some(least.turn))
                return "A Fischer clock needs at least " + in_words(at_least_some(least.turn)) +
                       " for the first turn: its start, or the increment where that is more.";
            if (estimated_time(tc) < least.game)
                return "A Fischer clock needs at least " + in_words(least.game) + " for " +
                       std::to_string(moves_of_a_game) + " moves: its start and as many increments.";
            break;
        case TimeControlKind::permove:
            if (tc.per_move < at_least_some(least.turn))
                return "Each move needs at least " + in_words(at_least_some(least.turn)) + ".";
            break;
        case TimeControlKind::correspondence:
            if (tc.per_move < at_least_some(least.correspondence))
                return "Each move by correspondence needs at least " +
                       in_words(at_least_some(least.correspondence)) + ".";
            break;
    }
    return std::nullopt;
}

}  // namespace pentad::protocol
