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
        chain,          ///< something was changed after the record was sealed
        unknown_rules,  ///< of a game, options or rules that this program does not have
        illegal,        ///< a move or takeback that the rules do not allow
        clock,          ///< times that cannot be
        result          ///< not the result that the game has
    };
    Kind kind = Kind::unreadable;
    std::string text;  ///< a sentence for people
};

/// Replays the record by the rules of this program, which needs nothing else: the chain is intact, every
/// move legal, every clock consistent, and the result follows. Whoever changes the rules of a game keeps
/// records of older versions replaying (tests/golden/records). Thread-safe.
tl::expected<protocol::MatchRecord, Damage> verify(std::string_view text);

}  // namespace pentad::record
