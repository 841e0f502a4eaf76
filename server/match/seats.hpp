#pragma once

#include <optional>

#include "server/match/match.hpp"

/// Who sits where in a match, and who may act for which seat. Pure.
namespace pentad::server {

inline constexpr std::array<Side, 2> both_sides{Side::first, Side::second};

inline const MatchSeat& seat_at(const MatchSetup& setup, Side side) {
    return setup.seats[engine::index(side)];
}

inline bool is_person(const MatchSetup& setup, Side side) {
    return seat_at(setup, side).kind == MatchSeat::Kind::human;
}

/// A bot that plays over a connection of its own.
inline bool is_external_bot(const MatchSeat& seat) {
    return seat.kind == MatchSeat::Kind::bot && !seat.player.empty();
}

/// The seat is the player's: a person or an external bot.
inline bool owns_seat(const MatchSetup& setup, const PlayerId& player, Side side) {
    return !player.empty() && seat_at(setup, side).player == player;
}

/// The seat is this person's.
inline bool is_seat_of_person(const MatchSetup& setup, const PlayerId& player, Side side) {
    return is_person(setup, side) && seat_at(setup, side).player == player;
}

/// The player's seat, the first one where both are theirs; empty for a watcher.
inline std::optional<Side> seat_of(const MatchSetup& setup, const PlayerId& player) {
    for (const Side side : both_sides)
        if (owns_seat(setup, player, side)) return side;
    return std::nullopt;
}

inline bool only_bots(const MatchSetup& setup) {
    return !is_person(setup, Side::first) && !is_person(setup, Side::second);
}

inline bool two_people(const MatchSetup& setup) {
    return is_person(setup, Side::first) && is_person(setup, Side::second) &&
           setup.seats[0].player != setup.seats[1].player;
}

}  // namespace pentad::server
