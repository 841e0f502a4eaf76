#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/load/guest.hpp"
#include "tests/load/latency.hpp"
#include "tests/load/plan.hpp"

namespace pentad::load {

using Clock = std::chrono::steady_clock;

/// What all tables count together, from when `counting` is set.
struct Tally {
    bool counting = false;
    Latencies to_opponent;  ///< from when a move was due until the other player had it
    Latencies to_ack;       ///< from when a move was due until its sender had the answer
    std::uint64_t moves = 0;
    std::uint64_t matches = 0;  ///< that ended
    std::uint64_t bytes = 0;    ///< that the server sent to players
};

/// One room of two players, or of a player and a bot, who play match after match with random moves.
class Table {
  public:
    Table(boost::asio::io_context& io, const Target& target, const Plan& plan, std::uint64_t seed,
          Tally& tally, Guest::Failed failed);

    /// Everybody says hello.
    void enter(Guest::Done done);
    /// Makes the room and sits down; `done` when the first match has begun. REQUIRES: all have entered.
    void open(const std::string& game, Guest::Done done);
    const std::string& room() const { return room_; }
    /// A match has ended and the next has not begun.
    bool between_matches() const { return between_matches_; }
    /// A move is due now. It is made once the player to move knows the position.
    void owe(Clock::time_point due);
    /// From now on (or no longer) every move follows the one before at once.
    void hurry(bool on);
    /// Everybody here, watchers too.
    const std::vector<std::unique_ptr<Guest>>& people() const { return people_; }

  private:
    void get_ready(std::size_t player);
    void heard(std::size_t seat, std::string_view text);
    void started(std::size_t seat, std::string_view text);
    void take_position(std::size_t seat, std::string_view data);
    void play_if_due();
    void ask_rematch();

    const Plan& plan_;
    Tally& tally_;
    std::mt19937_64 random_;
    std::vector<std::unique_ptr<Guest>> people_;  ///< the players first
    std::size_t players_;
    std::array<int, 2> seats_{0, 1};  ///< player -> seat in the match
    Guest::Done entered_;
    std::size_t entered_people_ = 0;
    Guest::Done begun_;
    std::size_t begun_players_ = 0;
    std::string room_, match_;

    std::string next_move_;  ///< what the one to move will play; empty: not known yet
    std::string next_turn_;  ///< the turn it is for
    std::size_t next_player_ = 0;
    std::deque<Clock::time_point> due_;
    Clock::time_point moved_due_;  ///< of the move under way
    std::size_t mover_ = 2;        ///< who made it; 2: there is none
    std::array<Clock::time_point, 2> ack_due_;
    bool hurried_ = false;
    bool between_matches_ = true;
    std::uint64_t moves_made_ = 0;
};

}  // namespace pentad::load
