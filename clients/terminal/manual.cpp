#include "clients/terminal/manual.hpp"

#include <string_view>

#include "clients/terminal/model/command.hpp"
#include "clients/terminal/options.hpp"

namespace pentad::terminal {
namespace {

/// What roff would take for a command of its own.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\' || c == '-') escaped += '\\';
        escaped += c;
    }
    if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
    return escaped;
}

std::string described(const OptionEntry& option) {
    std::string text = roff(option.help) + ".";
    if (!option.environment.empty()) text += " Environment: " + option.environment + ".";
    if (!option.fallback.empty()) text += " Default: " + roff(option.fallback) + ".";
    return text;
}

}  // namespace

std::string manual() {
    std::string page = R"(.TH PENTAD 1 "" "pentad )" PENTAD_VERSION R"(" "Pentad"
.SH NAME
pentad \- plays five abstract board games in the terminal
.SH SYNOPSIS
.B pentad
.RI [ options ]
.RI [ command ]
.SH DESCRIPTION
Plays on a Pentad server, or without one
.RB ( "pentad local" ).
On a terminal it fills the screen and is used with arrow keys, the mouse or typed moves; F1 explains the keys.
With \-\-plain, or where it is not on a terminal, it reads commands by lines; with \-\-json it reads requests of the
protocol and writes events, one a line.
.SH COMMANDS
)";
    for (const VerbEntry& verb : verb_entries())
        page += ".TP\n.BI " + roff(verb.name) + (verb.argument.empty() ? "" : "\\~ " + roff(verb.argument)) +
                "\n" + roff(verb.help) + ".\n";
    page += ".SH OPTIONS\n";
    for (const OptionEntry& option : option_entries())
        page += ".TP\n.BI \\-\\-" + roff(option.name) +
                (option.value_name.empty() ? "" : "\\~ " + roff(option.value_name)) + "\n" +
                described(option) + "\n";
    page += R"(.TP
.BI \-\-print\-completion\~ bash|zsh|fish
Print the completions for this shell and exit.
.TP
.B \-\-help\fR, \fB\-\-version
Print that and exit.
.SH TYPED COMMANDS
In line mode, and behind a slash in the full screen:
)";
    for (const CommandUsage& usage : command_usages())
        page += ".TP\n.BI " + roff(usage.name) +
                (usage.arguments.empty() ? "" : "\\~ \"" + roff(usage.arguments) + "\"") + "\n" +
                roff(usage.purpose) + ".\n";
    page += R"(.SH FILES
.TP
.I $XDG_CONFIG_HOME/pentad/*.player
Who you are on each server, in each profile: the player tokens, readable by nobody else.
.TP
.I $XDG_CONFIG_HOME/pentad/themes/*.theme
Themes of your own.
.TP
.I $XDG_DATA_HOME/pentad/local
The games of
.BR "pentad local" ,
readable by nobody else. Programs that run at the same time keep theirs in
.IR local\-2 ", " local\-3
and so on.
.SH EXIT STATUS
0 when all was done, 1 when a script's command was refused, 2 for wrong options, 3 when the server cannot be reached,
4 when it does not want this client, 128 and the signal's number after a signal.
)";
    return page;
}

}  // namespace pentad::terminal
