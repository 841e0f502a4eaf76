#pragma once

#include <string>
#include <variant>
#include <vector>

/// The command line of `pentad`: one table, from which the parser, --help, the page of the manual and the
/// completions of the shells are made.
namespace pentad::terminal {

enum class Verb { play, local, watch, replay, rules, login, themes };

struct Options {
    Verb verb = Verb::play;
    std::string argument;  ///< of the verb: a code, a record, a game
    std::string server = "ws://127.0.0.1:8080/ws";
    std::string trusted;
    std::string name;
    std::string profile;
    std::string token;
    std::string handover;
    std::string theme = "default";
    std::string language;  ///< empty: what the environment says
    std::string data;
    int pace_ms = 600;
    bool plain = false;
    bool json = false;
    bool ascii = false;
};

/// Print this on stdout, or stderr when it is not zero, and exit.
struct Leave {
    int code = 0;
    std::string text;
};

std::variant<Options, Leave> read_options(int argc, const char* const* argv);

/// What the tables say, for their readers.
struct OptionEntry {
    std::string name;        ///< without dashes
    std::string value_name;  ///< empty: a flag
    std::string help;
    std::string environment;          ///< variable; empty: none
    std::string fallback;             ///< the default, as text
    std::vector<std::string> values;  ///< for completion; empty: anything, or a file where value_name is FILE
};
struct VerbEntry {
    std::string name;
    std::string argument;  ///< empty: none; in brackets: may be left out
    std::string help;
};
const std::vector<OptionEntry>& option_entries();
const std::vector<VerbEntry>& verb_entries();

}  // namespace pentad::terminal
