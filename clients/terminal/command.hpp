#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "clients/terminal/text.hpp"
#include "protocol/shapes.hpp"

/// What a person may type, as values. Names of games, sizes and variants are only texts here: what there is,
/// the server says.
namespace pentad::terminal {

namespace command {

struct Help {};
struct Games {};
struct List {};
enum class Opponent { person, bot, hotseat, bots };
enum class First { me, them, random };
/// With no game it is to be asked for.
struct Create {
    std::string game;
    engine::Options options;
    std::optional<Opponent> opponent;
    std::vector<int> levels;  ///< of the bots
    protocol::TimeControl tc;
    First first = First::random;
    bool is_private = false;
};
struct Join {
    std::string what;  ///< a room's code, id, invitation or number in the list
};
struct Watch {
    std::string what;  ///< as Join, or a match's id
};
struct Rules {
    std::string game;  ///< empty: that of the table
};
struct Move {
    std::string text;
};
struct Moves {};
struct ShowBoard {};
struct History {};
struct Flip {};
struct Resign {};
struct Rematch {};
struct Answer {
    bool accept = false;
};
struct Leave {};
struct Name {
    std::string name;  ///< empty: tell the present one
};
struct Wait {};
struct Quit {};
struct Nothing {};

}  // namespace command

using Command =
    std::variant<command::Help, command::Games, command::List, command::Create, command::Join, command::Watch,
                 command::Rules, command::Move, command::Moves, command::ShowBoard, command::History,
                 command::Flip, command::Resign, command::Rematch, command::Answer, command::Leave,
                 command::Name, command::Wait, command::Quit, command::Nothing>;

/// Reads a line. A command's name may be shortened as long as it is clear. A line that starts with no
/// command's name is a Move. The error is a sentence that says how to say it.
tl::expected<Command, std::string> read_command(std::string_view text);

/// The list of commands.
Text help();

}  // namespace pentad::terminal
