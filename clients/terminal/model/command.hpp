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

struct Help {
    bool all = false;  ///< also what cannot be done now
};
struct Games {};
struct List {
    std::optional<int> count;  ///< of those that wait, that play, and that are over
};
enum class Opponent { person, bot, hotseat, bots, program };
enum class First { me, them, random };
/// With no game it is to be asked for.
struct Create {
    std::string game;
    engine::Options options;
    std::optional<Opponent> opponent;
    std::vector<int> levels;           ///< of the bots
    std::array<std::string, 2> names;  ///< of two people at one keyboard; empty: one's own
    std::string program;               ///< the name of a program from outside
    protocol::TimeControl tc;
    First first = First::random;
    bool is_private = false;
    bool rated = false;
    std::string password;                           ///< empty: none
    std::optional<std::chrono::milliseconds> pace;  ///< between two computers, on a server of our own
};
/// Plays the next person who wishes for the same. With no game it is to be asked for.
struct Quick {
    std::string game;
    protocol::TimeControl tc;
    std::optional<std::chrono::milliseconds> bot_after;  ///< then a computer will do; none: only a person
    std::optional<int> level;                            ///< of that computer
};
/// Does not wait for an opponent any more.
struct Stop {};
struct Join {
    std::string what;  ///< a room's code, id, invitation or number in the list
    std::string password;
};
struct Watch {
    std::string what;  ///< as Join, or a match's id
    std::string password;
};
struct Rules {
    std::string game;  ///< empty: that of the table
};
struct Move {
    std::string text;
};
struct Moves {};
struct ShowBoard {
    std::optional<int> ply;  ///< after this move; none: as it is now
};
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
struct Ratings {
    std::string game;  ///< the strongest in it; empty: one's own
};
struct Bots {};
struct Theme {
    std::string name;  ///< empty: which there are
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
    std::variant<command::Help, command::Games, command::List, command::Create, command::Quick, command::Stop,
                 command::Join, command::Watch, command::Rules, command::Move, command::Moves,
                 command::ShowBoard, command::History, command::Flip, command::Resign, command::Offer,
                 command::Answer, command::Claim, command::Hint, command::Position, command::Evaluate,
                 command::Pace, command::Say, command::Block, command::Blocks, command::Report,
                 command::Export, command::Matches, command::Replay, command::Ratings, command::Bots,
                 command::Theme, command::Leave, command::Name, command::Wait, command::Quit,
                 command::Nothing>;

/// Where somebody is, for help that names what can be done there.
struct Place {
    bool local = false;    ///< on the server inside this program
    bool seeking = false;  ///< waiting for an opponent
    bool table = false;    ///< in a room, or at a match
    bool match = false;    ///< there is a game here
    bool over = false;     ///< it is over
    bool seated = false;   ///< we play in it
    bool offered = false;  ///< there is an offer to answer
};

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

/// The commands that can be used there.
std::vector<CommandUsage> commands_at(const Place& place);

/// The list of commands: those that can be used there, or all.
Text help(const Place& place, bool all);

}  // namespace pentad::terminal
