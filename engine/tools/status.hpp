#pragma once

#include <array>
#include <csignal>
#include <string_view>

namespace pentad::engine::tools {

/// What the program ends with. The texts are those of --help and of the manual.
enum Status {
    status_done = 0,
    status_illegal_move = 1,
    status_wrong_usage = 2,
    status_damaged = 3,  ///< and as many more as there are kinds of damage
    status_unwritten = 9,
    status_failed = 10,
    status_unread = 128 + SIGPIPE,  ///< as a shell shows it of other tools
};

struct StatusMeaning {
    int status;
    std::string_view meaning;
};

constexpr std::array<StatusMeaning, 12> status_meanings{{
    {status_done, "all was done; verify: the record is intact"},
    {status_illegal_move, "the rules forbid a move of the line"},
    {status_wrong_usage, "wrong usage: no such command, option, game, level, position or readable file"},
    {status_damaged, "verify: not the text of a record"},
    {status_damaged + 1, "verify: the chain of hashes is broken"},
    {status_damaged + 2, "verify: a game or rules that are not known here"},
    {status_damaged + 3, "verify: an illegal move or takeback"},
    {status_damaged + 4, "verify: clocks that cannot be"},
    {status_damaged + 5, "verify: not the result that the game has"},
    {status_unwritten, "the output cannot be written"},
    {status_failed, "anything else, such as too little memory"},
    {status_unread, "the output is read no further"},
}};

}  // namespace pentad::engine::tools
