#pragma once

#include <string>
#include <variant>

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

}  // namespace pentad::terminal
