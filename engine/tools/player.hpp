#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/tools/line.hpp"
#include "engine/tools/uci_program.hpp"

namespace pentad::engine::tools {

/// What programs may use for a move; several hold together.
struct ThinkingTime {
    std::uint64_t nodes = 0;
    int depth = 0;
    double move_seconds = 0;
    std::string clock;            ///< `SECONDS` or `SECONDS+INCREMENT` for a game
    double margin_seconds = 0.1;  ///< that a program may be late
    double timeout_seconds = 60;  ///< for a move without a clock, and for every other answer
};

/// The clock of a game; none where programs are limited otherwise.
struct GameClock {
    using milliseconds = std::chrono::milliseconds;
    std::array<milliseconds, 2> left;
    milliseconds increment;
};

/// Reads ThinkingTime::clock; nothing where it is empty. Throws WrongUsage.
std::optional<GameClock> read_clock(const ThinkingTime& time);

/// A game as a player is told of it.
struct GameSoFar {
    Line line;  ///< the start, and all moves from there
    std::optional<GameClock> clock;
};

/// One who plays games, one after the other, in one thread.
class Player {
  public:
    Player() = default;
    virtual ~Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    virtual void begin_game(const GameSoFar& game) = 0;
    /// A legal move. Throws Failure. Takes the time off the game's clock, if the player has one.
    /// REQUIRES: position is the end of the game's line; it is not over.
    virtual std::string choose(const Position& position, GameSoFar& game, std::uint64_t seed) = 0;
};

/// What makes a player; each thread of a tournament makes its own.
struct PlayerPlan {
    std::string name;
    int level = 0;  ///< of a built-in player; 0: a program
    std::string command;
    std::vector<std::array<std::string, 2>> options;  ///< of the program: name and value
};

std::unique_ptr<Player> make_player(const PlayerPlan& plan, const ThinkingTime& time);

}  // namespace pentad::engine::tools
