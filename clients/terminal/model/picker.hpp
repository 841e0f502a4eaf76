#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// How typed text becomes a move. The squares in a move's text, left to right, are its click path; nothing
/// else is known here, so this serves every game.
namespace pentad::terminal {

using Squares = std::vector<std::string>;

/// The click path of a move.
Squares path_of(std::string_view move);

/// Reads squares forgivingly: letters and digits in any order, all other characters are skipped, so that
/// `a8`, `8a`, `8 _ A` and `a 8.` mean the same. None where letters and numbers do not make pairs.
std::optional<Squares> read_squares(std::string_view text);

/// The player's input was a whole move.
struct Play {
    std::string move;
};
/// More squares are needed. `moves` are those that can still follow; `now` is played by naming the last
/// square again.
struct More {
    Squares picked;
    std::vector<std::string> moves;
    std::optional<std::string> now;
};
/// Several moves have this same path: the player must choose one by its text or number.
struct Ambiguous {
    Squares picked;
    std::vector<std::string> moves;
};
/// Squares, but no legal move goes that way; `from` are the legal moves that start on the same square.
struct NoSuchMove {
    Squares squares;
    std::vector<std::string> from;
};
/// Neither a legal move nor squares.
struct Unreadable {};

using Picked = std::variant<Play, More, Ambiguous, NoSuchMove, Unreadable>;

/// One more square after those in `picked`. One that leads nowhere starts anew.
Picked click(const std::vector<std::string>& legal, const Squares& picked, const std::string& square);

/// A line of input: the text of a legal move, in whatever case and with spaces or a dot behind it, or squares
/// that go on from those in `picked`.
Picked pick(const std::vector<std::string>& legal, const Squares& picked, std::string_view text);

}  // namespace pentad::terminal
