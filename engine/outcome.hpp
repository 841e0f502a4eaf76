#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/side.hpp"

namespace pentad::engine {

/// How a game ended. No winner is a draw. `reason` is one of the reasons in the game's RULES.md
/// (`king_captured`, `no_moves`, ...) and lives for the whole run of the program.
struct Outcome {
    std::optional<Side> winner;
    std::string_view reason;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Why a move was not accepted. It is a player's mistake, so a value and never an exception.
struct Refusal {
    enum class Kind {
        unreadable,  ///< the text is not a move of this game at all
        illegal      ///< a move, but the rules forbid it here
    };
    Kind kind = Kind::illegal;
    /// The rule of the game's RULES.md that forbids it, such as `3.2`; empty when unreadable.
    std::string rule;
    /// One sentence for a person, in English.
    std::string reason;
    /// The squares that the refusal is about, for a client to point at.
    std::vector<std::string> squares;
};

}  // namespace pentad::engine
