#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/terminal_process.hpp"

/// Somebody at the full screen who knows nothing but what stands on it.
namespace pentad::testing {

std::vector<std::string> rows_of(const std::string& text);

/// Goes down the menu to the item that begins so, and takes it.
void choose(TerminalProcess& terminal, const std::string& item);

/// From the first screen through the questions to a table. What is not answered here is taken as it is
/// proposed; an answer is the beginning of an item, or a text where one is asked for. Returns when the last
/// question is answered.
using Answers = std::map<std::string, std::string>;
void set_up_table(TerminalProcess& terminal, const Answers& answers);

/// The moves that the screen shows behind "N moves go on like this:" and its kin; none while it does not show
/// them all.
std::optional<std::vector<std::string>> shown_moves(const std::string& screen);

/// A move as somebody finds it who begins to type, and takes one of those that are offered.
/// REQUIRES: it is our turn.
std::string find_move(TerminalProcess& terminal, std::uint64_t& seed);

/// Types a move and waits until the screen tells that it was played as this ply, or that the game is over.
void play_move(TerminalProcess& terminal, const std::string& move, int ply);

}  // namespace pentad::testing
