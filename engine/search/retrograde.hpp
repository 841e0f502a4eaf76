#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/tablebase.hpp"

/// Retrograde analysis (https://www.chessprogramming.org/Retrograde_Analysis): from the ends of a game back
/// to all positions from which they can be forced.
namespace pentad::engine {

/// All positions of a game of some options, numbered from 0 without a gap.
template <class S>
concept PositionSpace = requires(const S& space, std::size_t place, void (*visit)(std::size_t)) {
    { space.positions() } -> std::same_as<std::size_t>;
    /// What is known without looking at other numbered positions: SolvedValue::open if nothing is.
    { space.value_at_once(place) } -> std::same_as<std::int8_t>;
    /// How many moves lead from here to numbered positions; may be anything where the value is known.
    { space.moves(place) } -> std::same_as<unsigned>;
    /// Calls visit once for each move of any numbered position that leads here.
    space.each_predecessor(place, visit);
};

/// The side to move wins in the fewest plies that it can force, and loses in the most that it can hold out.
/// Each move is looked at once, backwards. False if stopped; `values` is then of no use.
/// REQUIRES: values has space.positions() places.
template <PositionSpace Space>
bool solve_backwards(const Space& space, std::span<std::int8_t> values, const Tablebase::Told& told,
                     const std::stop_token& stop) {
    constexpr std::size_t often = std::size_t{1} << 16;  // looks for a stop
    const std::size_t positions = space.positions();
    std::vector<std::uint16_t> escapes(positions);  ///< moves not known to lose
    std::size_t decided = 0;
    for (std::size_t place = 0; place < positions; ++place) {
        if (place % often == 0 && stop.stop_requested()) return false;
        values[place] = space.value_at_once(place);
        if (values[place] == SolvedValue::open)
            escapes[place] = static_cast<std::uint16_t>(space.moves(place));
        else
            ++decided;
    }
    const auto decide = [&](std::size_t place, std::int8_t value) {
        values[place] = value;
        ++decided;
    };
    // Nothing is known at once of what is further from the end than a ply.
    for (int plies = 0, last = 1; plies <= last && plies < SolvedValue::most_plies; ++plies) {
        for (std::size_t place = 0; place < positions; ++place) {
            if (place % often == 0 && stop.stop_requested()) return false;
            if (values[place] == SolvedValue::win_in(plies)) {
                last = plies + 1;
                space.each_predecessor(place, [&](std::size_t before) {
                    if (values[before] == SolvedValue::open && --escapes[before] == 0)
                        decide(before, SolvedValue::loss_in(plies + 1));
                });
            } else if (values[place] == SolvedValue::loss_in(plies)) {
                last = plies + 1;
                space.each_predecessor(place, [&](std::size_t before) {
                    if (values[before] == SolvedValue::open) decide(before, SolvedValue::win_in(plies + 1));
                });
            }
        }
        told("ends at most " + std::to_string(plies + 1) + " plies away: " + std::to_string(decided) +
             " of " + std::to_string(positions) + " positions");
    }
    return true;
}

}  // namespace pentad::engine
