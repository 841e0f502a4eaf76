#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "clients/terminal/text/text.hpp"
#include "protocol/shapes.hpp"

/// What a person may type, as values. Names of games, sizes and variants are only texts here: what there is,
/// the server says.
namespace pentad::terminal {

namespace command {

struct Help {};
struct Games {};
struct List {
    std::optional<int> count;  ///< of those that wait, that play, and that are over
};
enum class Opponent { person, bot, hotseat, bots };
enum class First { me, them, random };
/// With no game it is to be asked for.
struct Create {
    std::string game;
    engine::Options options;
    std::optional<Opponent> opponent;
    std::vector<int> levels;           ///< of the bots
    std::array<std::string, 2> names;  ///< of two people at one keyboard; empty: one's own
    protocol::TimeControl tc;
    First first = First::random;
    bool is_private = false;
    std::optional<std::chrono::milliseconds> pace;  ///< between two computers, on a server of our own
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
struct Offer {
    protocol::OfferKind kind = protocol::OfferKind::draw;
    std::optional<int> plies;  ///< of a takeback
};
struct Answer {
    bool accept = false;
};
struct Claim {};
struct Hint {};
struct Position {};
struct Evaluate {};
struct Pace {
    std::chrono::milliseconds pause{0};
};
struct Say {
    std::string text;
};
/// Names have blanks, so who is meant is found among those who are here: find_addressed().
struct Block {
    std::string name;
    bool on = true;
};
struct Blocks {};
struct Report {
    std::string text;  ///< the name, perhaps a reason, and more
};
struct Export {
    std::string what;  ///< a file, or a match and a file, or nothing
};
struct Matches {
    bool more = false;  ///< those before the ones that were listed last
};
struct Replay {
    std::string what;  ///< a match's id, link or number in the list; empty: the one at the table
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
                 command::Flip, command::Resign, command::Offer, command::Answer, command::Claim,
                 command::Hint, command::Position, command::Evaluate, command::Pace, command::Say,
                 command::Block, command::Blocks, command::Report, command::Export, command::Matches,
                 command::Replay, command::Leave, command::Name, command::Wait, command::Quit,
                 command::Nothing>;

/// Reads a line. A command's name may be shortened as long as it is clear. A line that starts with no
/// command's name is a Move. The error is a sentence that says how to say it.
tl::expected<Command, std::string> read_command(std::string_view text);

struct CommandUsage {
    std::string name;
    std::string arguments;
    std::string purpose;
};
/// All of them, in the order in which they are listed.
std::vector<CommandUsage> command_usages();

/// The list of commands.
Text help();

}  // namespace pentad::terminal
