#include "clients/terminal/manual.hpp"

#include "clients/terminal/model/command.hpp"

namespace pentad::terminal {

command_line::Page manual_page() {
    command_line::Page page;
    page.summary = "plays five abstract board games in the terminal";
    page.synopsis = {"[OPTIONS] [COMMAND]"};
    page.description = {
        "Plays on a Pentad server, or without one (pentad local). On a terminal it fills the screen and "
        "is used with arrow keys, the mouse or typed moves; F1 explains the keys.",
        "With --plain, or where it is not on a terminal, it reads commands by lines; with --json it "
        "reads requests of the protocol and writes events, one a line."};
    command_line::Section typed{"typed commands", "In line mode, and behind a slash in the full screen:", {}};
    for (const CommandUsage& usage : command_usages())
        typed.entries.push_back(
            {std::string(usage.name) + " " + std::string(usage.arguments), std::string(usage.purpose)});
    page.more = {
        typed,
        {"files",
         "",
         {{"$XDG_CONFIG_HOME/pentad/*.player",
           "Who you are on each server, in each profile: the player tokens, which only you can read"},
          {"$XDG_CONFIG_HOME/pentad/themes/*.theme", "Themes of your own"},
          {"$XDG_DATA_HOME/pentad/local",
           "The games of pentad local, which only you can read. Programs that run at the same time keep "
           "theirs in "
           "local-2, local-3 and so on"}}},
        {"exit status",
         "",
         {{"0", "All was done"},
          {"1", "A script's command was refused"},
          {"2", "Wrong options"},
          {"3", "The server cannot be reached"},
          {"4", "The server does not want this client"},
          {"128+N", "Ended by signal N"}}}};
    page.see_also = {"pentad-engine", "pentad-server"};
    return page;
}

}  // namespace pentad::terminal
