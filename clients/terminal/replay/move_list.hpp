#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "protocol/record.hpp"

namespace pentad::terminal {

/// It begins as the list of moves that the server writes for people (`export` to a .txt file).
bool is_move_list(std::string_view text);

/// What such a list tells of the match: who played which game, the moves that stand and the result. It has no
/// times and no hashes. The error is a sentence. REQUIRES: is_move_list().
tl::expected<protocol::MatchRecord, std::string> read_move_list(const std::string& text);

}  // namespace pentad::terminal
