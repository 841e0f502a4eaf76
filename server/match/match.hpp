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

/// How a match ended; the reasons are listed by the games and in section 5 of the protocol.
struct MatchResult {
    std::optional<Side> winner;
    std::string reason;

    friend bool operator==(const MatchResult&, const MatchResult&) = default;
};

/// What happened: facts that are stored, then applied, then announced. Replaying them restores the match.
struct Moved {
    std::int64_t turn = 0;  ///< after the move
    Side seat = Side::first;
    std::string move;
    std::string move_id;  ///< empty for a server's own bot
    ServerTime at{};      ///< when the move was received
    milliseconds charged{};
    std::array<milliseconds, 2> remaining{};  ///< of both seats after the move
    /// The position after the move and its hash, so that they are not computed twice; not stored.
    std::optional<engine::Position> position;
    std::uint64_t hash = 0;
    /// Why the server moved for the seat, if it did.
    std::optional<protocol::Automatic> automatic{};
    milliseconds compensated{};  ///< the lag that was given back, beside what was charged
};
/// The last `plies` moves are undone: position, side to move and both clocks are as they were before them.
struct TakenBack {
    std::int64_t turn = 0;  ///< after the takeback; a turn number is never used twice
    std::int64_t plies = 0;
    Side by = Side::first;  ///< who asked for it
    ServerTime at{};
    std::array<milliseconds, 2> remaining{};  ///< of both seats after it
};
/// The clock stops, and nobody moves, until Continued.
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
/// The server restarted: a running clock is charged up to when the server was last known to be alive, stops
/// until the restart and for resume_grace after it, and then runs on.
struct Resumed {
    ServerTime at{};
    ServerTime last_alive{};  ///< zero if not known: then nothing is charged
};
using MatchEvent = std::variant<Moved, TakenBack, Paused, Continued, Ended, Resumed>;

/// What somebody wants to do.
struct Play {
    Side seat = Side::first;
    std::int64_t turn = 0;  ///< of the position before the move
    std::string move;
    std::string move_id;
    ServerTime received{};
    /// Time that is not charged: a bot's wait for a worker, the store's delay.
    milliseconds allowance{};
    /// Why the server moves for the seat, if it does.
    std::optional<protocol::Automatic> automatic{};
    /// As measured on the mover's connection; compensated as far as the seat's budget goes.
    milliseconds lag{};
};
struct Resign {
    Side seat = Side::first;
};
/// Asks for what is due at the deadline. Nothing happens before it, or after the end.
struct Flag {
    /// Moves the deadline: for a bot that has waited for a worker and still thinks, or for a move that may be
    /// on its way (lag_given()).
    milliseconds allowance{};
};
/// Undoes the last moves, as both sides have agreed.
struct TakeBack {
    Side by = Side::first;
    std::int64_t plies = 1;
};
/// A player does not want to play after all; allowed until both sides have moved. Until then a rated match is
/// not decided either: any end is `aborted`.
struct Abort {};
/// Stops the clock, or lets it run again, as both sides have agreed.
struct Pause {};
/// Both sides have agreed on an end: a draw (`agreement`), or that the match does not count (`aborted`).
struct Agree {
    MatchResult result;
};
/// Ends the match for a reason from outside of it (`claim`, `abandoned`, `bot_failed`).
struct Terminate {
    MatchResult result;
};
using MatchCommand = std::variant<Play, Resign, TakeBack, Abort, Pause, Agree, Flag, Terminate>;

/// What was decided.
struct Refused {
    protocol::ErrorCode code;
    engine::Refusal refusal{};   ///< for illegal_move and bad_move_format
    bool send_snapshot = false;  ///< the sender's view is out of date (section 6 of the protocol)
};
/// The same moveId again: the answer to the first one.
struct Duplicate {
    std::int64_t turn = 0;
    std::int64_t ply = 0;
    std::uint64_t hash = 0;
    milliseconds charged{};
};
struct Accepted {
    /// Empty if there is nothing to do (a Flag that came too early). A Play that was received too late gives
    /// only Ended: the move was not made, and its sender gets `match_over`.
    std::vector<MatchEvent> events;
};
using Decision = std::variant<Accepted, Duplicate, Refused>;

/// One game between two seats: rules, turn order, clocks and the end. Pure: no IO, no threads, time is an
/// argument. decide() changes nothing; apply() what decide() answered once it is stored.
class Match {
  public:
    /// REQUIRES: the setup's game exists and its options are complete.
    explicit Match(MatchSetup setup);

    /// Checks in the order of section 6 of the protocol.
    Decision decide(const MatchCommand& command, ServerTime now) const;

    /// REQUIRES: an event that decide() gave for this very state, or the next one that was stored. Returns
    /// false, and changes nothing, for a stored event that the rules do not allow (a damaged record).
    bool apply(const MatchEvent& event);

    /// The player's seats become those of another player, who is not in this match.
    void give_seats(const PlayerId& player, const PlayerId& other, std::string_view name);

    const MatchSetup& setup() const { return setup_; }
    const engine::Game& game() const { return *game_; }
    const engine::Position& position() const { return position_; }
    std::int64_t turn() const { return turn_; }
    std::int64_t ply() const { return static_cast<std::int64_t>(line_.size()); }
    /// How many moves have to be taken back for the side to have the move again; empty if it has not moved.
    std::optional<std::int64_t> plies_to_own_turn(Side side) const;
    /// The moves that led to the position, in order.
    const std::vector<Moved>& line() const { return line_; }
    const std::optional<MatchResult>& result() const { return result_; }
    Side to_move() const { return position_.to_move(); }

    /// Until when the match is paused; empty while it is not.
    const std::optional<ServerTime>& paused_until() const { return paused_until_; }
    /// When Flag should be submitted: a flag falls or a pause ends. Empty when nothing is due.
    std::optional<ServerTime> deadline() const;
    /// Time left for each seat as of the last event; empty without a clock.
    std::optional<std::array<milliseconds, 2>> remaining() const;
    /// The seat whose clock runs, since clock_at(), which lies a little ahead after a restart.
    std::optional<Side> running() const;
    ServerTime clock_at() const { return clock_at_; }
    /// How much of this lag is compensated for the side to move.
    milliseconds lag_given(milliseconds lag) const;

    /// From then on a match cannot be aborted, and a rated one counts.
    static constexpr std::int64_t both_moved = 2;
    bool has_begun() const { return ply() >= both_moved; }

    /// How many accepted moves of a seat are remembered for moveIds that are sent again.
    static constexpr std::size_t outcomes_kept = 64;
    /// A match is replayed as a whole to be read, so its length is bounded: the move that is the last event
    /// allowed ends it as `aborted`.
    static constexpr std::int64_t most_events = 5'000;
    /// From then on nothing is taken back and nobody pauses any more.
    static constexpr std::int64_t most_before_only_moves = 1'000;
    bool takes_only_moves() const { return events_ >= most_before_only_moves; }

  private:
    struct Outcome {
        std::string move_id;
        std::int64_t from_turn = 0;
        std::string move;
        Duplicate told;
    };

    /// Every so many plies the position is kept, to take moves back from there.
    static constexpr std::size_t milestones_apart = 32;

    // One for each command: a command without one does not compile.
    Decision decide_on(const Play& play, ServerTime now) const;
    Decision decide_on(const Resign& resign, ServerTime now) const;
    Decision decide_on(const TakeBack& wish, ServerTime now) const;
    Decision decide_on(const Abort& abort, ServerTime now) const;
    Decision decide_on(const Pause& pause, ServerTime now) const;
    Decision decide_on(const Agree& agreed, ServerTime now) const;
    Decision decide_on(const Flag& flag, ServerTime now) const;
    Decision decide_on(const Terminate& end, ServerTime now) const;
    bool flag_has_fallen(ServerTime now) const;
    const Outcome* find_outcome(const Play& play) const;
    Moved moved(const Play& play, const engine::Position& next) const;
    Ended flagged(ServerTime at) const;
    Ended ended(MatchResult result, ServerTime at) const;
    // One for each event. False, and nothing has changed: the rules do not allow it.
    bool apply_one(const Moved& event);
    bool apply_one(const TakenBack& event);
    bool apply_one(const Paused& event);
    bool apply_one(const Continued& event);
    bool apply_one(const Ended& event);
    bool apply_one(const Resumed& event);
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
