#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "protocol/record.hpp"

namespace pentad::record {

/// What is wrong with a record.
struct Damage {
    enum class Kind {
        unreadable,     ///< not the text of a record
        chain,          ///< changed after the record was sealed
        unknown_rules,  ///< a game, options or rules that this program does not have
        illegal,        ///< an illegal move or takeback
        clock,          ///< impossible times
        result          ///< not the result of the game
    };
    Kind kind = Kind::unreadable;
    std::string text;  ///< a sentence for people
};

/// Replays the record by the rules of this program and checks the chain, the moves, the clocks and the
/// result. Records of older versions of the rules must still replay (tests/golden/records). Thread-safe.
tl::expected<protocol::MatchRecord, Damage> verify(std::string_view text);

}  // namespace pentad::record
