#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/game.hpp"
#include "protocol/error_code.hpp"
#include "protocol/events.hpp"
#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"
#include "server/match/lag_budget.hpp"
#include "server/match/time_control.hpp"

namespace pentad::server {

using engine::Side;

/// Who sits on a match seat.
struct MatchSeat {
    enum class Kind { human, bot };
    Kind kind = Kind::human;
    PlayerId player;  ///< empty for a server's own bot
    std::string name;
    int level = 0;           ///< of a server's own bot
    std::uint64_t seed = 0;  ///< of a server's own bot
};

/// Everything about a match that is fixed when it starts.
struct MatchSetup {
    MatchId id;
    RoomId room;
    std::string game;
    engine::Options options;  ///< complete
    int rules_version = 1;
    std::array<MatchSeat, 2> seats;
    TimeControl tc;
    bool hotseat = false;  ///< both seats belong to one person
    ServerTime started{};
    bool rated = false;   ///< its end changes the ratings of both players; REQUIRES two people
    bool hidden = false;  ///< from those who were not in the room: neither it nor its record is shown
};

/// How a match ended; the reasons are those of the games and of PROTOCOL section 5.
struct MatchResult {
    std::optional<Side> winner;
    std::string reason;

    friend bool operator==(const MatchResult&, const MatchResult&) = default;
};

/// What happened: facts that are stored, then applied, then announced. Replaying them gives the match back.
struct Moved {
    std::int64_t turn = 0;  ///< after the move
    Side seat = Side::first;
    std::string move;
    std::string move_id;  ///< empty for a server's own bot
    ServerTime at{};      ///< when the move was received
    milliseconds charged{};
    std::array<milliseconds, 2> remaining{};  ///< of both seats after the move
    /// The position after the move and its hash, so that they are not worked out twice; not stored.
    std::optional<engine::Position> position;
    std::uint64_t hash = 0;
    /// Why the server moved for the seat, if it did.
    std::optional<protocol::Automatic> automatic{};
    milliseconds compensated{};  ///< the lag that was given back, beside what was charged
};
/// The last `plies` moves are undone: position, side to move and both clocks are those before them.
struct TakenBack {
    std::int64_t turn = 0;  ///< after it; never one that was there before
    std::int64_t plies = 0;
    Side by = Side::first;  ///< who had asked for it
    ServerTime at{};
    std::array<milliseconds, 2> remaining{};  ///< of both seats after it
};
/// The clock stands still, and nobody moves, until Continued.
struct Paused {
    ServerTime at{};
};
/// The pause is over.
struct Continued {
    ServerTime at{};
};
struct Ended {
    MatchResult result;
    ServerTime at{};
    /// Who left before both had moved, where that is counted (EarlyExits). Stored, but not read back with the
    /// match.
    std::optional<Side> left_early{};
};
/// The server came back after it was down: a running clock is charged up to when the server was last known
/// to be alive, stands still until it came back and for resume_grace more, and then goes on.
struct Resumed {
    ServerTime at{};
    ServerTime last_alive{};  ///< not known (zero): nothing is charged
};
using MatchEvent = std::variant<Moved, TakenBack, Paused, Continued, Ended, Resumed>;

/// What somebody wants.
struct Play {
    Side seat = Side::first;
    std::int64_t turn = 0;  ///< of the position moved from
    std::string move;
    std::string move_id;
    ServerTime received{};
    /// Time that is nobody's and not charged: a bot's wait for a worker, what the store took.
    milliseconds allowance{};
    /// Why the server moves for the seat, if it does.
    std::optional<protocol::Automatic> automatic{};
    /// What was measured on the mover's connection; given back as far as the seat's budget goes.
    milliseconds lag{};
};
struct Resign {
    Side seat = Side::first;
};
/// Asks for what is due at the deadline; too early or after the end nothing happens.
struct Flag {
    /// Moves the deadline: a bot that has waited for a worker and is still thinking, a move that is on its
    /// way (lag_given()).
    milliseconds allowance{};
};
/// Undoes the last moves, as both sides have agreed.
struct TakeBack {
    Side by = Side::first;
    std::int64_t plies = 1;
};
/// A player does not want to play after all: only until both sides have moved. Until then nothing decides a
/// rated match either: whatever ends it ends it as `aborted`.
struct Abort {};
/// Stops the clock, or lets it run again, as both sides have agreed.
struct Pause {};
/// Both sides have agreed on an end: a draw (`agreement`), or that the match does not count (`aborted`).
struct Agree {
    MatchResult result;
};
/// Ends the match for a reason that is not the match's to judge (`claim`, `abandoned`, `bot_failed`).
struct Terminate {
    MatchResult result;
};
using MatchCommand = std::variant<Play, Resign, TakeBack, Abort, Pause, Agree, Flag, Terminate>;

/// What was decided.
struct Refused {
    protocol::ErrorCode code;
    engine::Refusal refusal{};   ///< for illegal_move and bad_move_format
    bool send_snapshot = false;  ///< the sender's view is out of date (PROTOCOL section 6)
};
/// The same moveId again: this is what the first one was told.
struct Duplicate {
    std::int64_t turn = 0;
    std::int64_t ply = 0;
    std::uint64_t hash = 0;
    milliseconds charged{};
};
struct Accepted {
    /// May be empty: nothing to do (a Flag that came too early). A Play that was received too late gives
    /// Ended alone: the move was not made, and its sender is told `match_over`.
    std::vector<MatchEvent> events;
};
using Decision = std::variant<Accepted, Duplicate, Refused>;

/// One game between two seats: rules, turn order, clocks and the end. Pure: no IO, no threads, time is an
/// argument. decide() changes nothing; apply() what decide() answered once it is stored.
class Match {
  public:
    /// REQUIRES: the setup's game exists and its options are complete.
    explicit Match(MatchSetup setup);

    /// In the order of PROTOCOL section 6.
    Decision decide(const MatchCommand& command, ServerTime now) const;

    /// REQUIRES: an event that decide() gave for this very state, or the next one that was stored. Returns
    /// false, and changes nothing, for a stored event that the rules do not allow (a damaged record).
    bool apply(const MatchEvent& event);

    /// The player's seats become those of another one, who has no part in it.
    void give_seats(const PlayerId& player, const PlayerId& other, std::string_view name);

    const MatchSetup& setup() const { return setup_; }
    const engine::Game& game() const { return *game_; }
    const engine::Position& position() const { return position_; }
    std::int64_t turn() const { return turn_; }
    std::int64_t ply() const { return static_cast<std::int64_t>(line_.size()); }
    /// How many moves a side has to take back to be where it last had the move; empty if it has not moved.
    std::optional<std::int64_t> plies_to_own_turn(Side side) const;
    /// The moves that led to the position, in order.
    const std::vector<Moved>& line() const { return line_; }
    const std::optional<MatchResult>& result() const { return result_; }
    Side to_move() const { return position_.to_move(); }

    /// Until when the players have stopped the match; empty while it goes on.
    const std::optional<ServerTime>& paused_until() const { return paused_until_; }
    /// When Flag should be submitted: a flag falls or a pause is over. Empty when nothing is due.
    std::optional<ServerTime> deadline() const;
    /// Time left for each seat as of the last event; empty without a clock.
    std::optional<std::array<milliseconds, 2>> remaining() const;
    /// The seat whose clock runs, since clock_at(), which lies a little ahead after the server came back.
    std::optional<Side> running() const;
    ServerTime clock_at() const { return clock_at_; }
    /// What the side to move is given back of so much lag.
    milliseconds lag_given(milliseconds lag) const;

    /// From then on a match cannot be aborted, and a rated one counts.
    static constexpr std::int64_t both_moved = 2;
    bool has_begun() const { return ply() >= both_moved; }

    /// How many accepted moves of a seat are kept for moveIds that come again.
    static constexpr std::size_t outcomes_kept = 64;
    /// Whoever reads a match replays all of it. The move that is its last event here ends it as `aborted`.
    static constexpr std::int64_t most_events = 5'000;
    /// Of them, those after which nothing is taken back and nobody pauses any more.
    static constexpr std::int64_t most_before_only_moves = 1'000;
    bool takes_only_moves() const { return events_ >= most_before_only_moves; }

  private:
    struct Outcome {
        std::string move_id;
        std::int64_t from_turn = 0;
        std::string move;
        Duplicate told;
    };

    /// The positions of every so many plies are kept to take moves back from.
    static constexpr std::size_t milestones_apart = 32;

    Decision decide_play(const Play& play) const;
    Decision decide_take_back(const TakeBack& wish, ServerTime now) const;
    bool flag_has_fallen(ServerTime now) const;
    const Outcome* find_outcome(const Play& play) const;
    Moved moved(const Play& play, const engine::Position& next) const;
    Ended flagged(ServerTime at) const;
    Ended ended(MatchResult result, ServerTime at) const;
    bool change(const MatchEvent& event);
    bool apply_moved(const Moved& event);
    bool apply_taken_back(const TakenBack& event);
    bool apply_ended(const Ended& event);
    void apply_resumed(const Resumed& event);
    void charge_until(ServerTime at);

    // Fixed after construction, but for give_seats().
    MatchSetup setup_;
    const engine::Game* game_;

    engine::Position position_;
    std::int64_t turn_ = 0;
    std::vector<Moved> line_;
    std::vector<engine::Position> milestones_;  ///< of the line, its start the first
    std::int64_t events_ = 0;
    std::optional<MatchResult> result_;
    std::optional<ServerTime> paused_until_;
    std::array<milliseconds, 2> remaining_{};
    ServerTime clock_at_{};
    std::array<LagBudget, 2> lag_budgets_;
    /// The last accepted moves of each seat, oldest first.
    std::array<std::vector<Outcome>, 2> outcomes_;
};

}  // namespace pentad::server
