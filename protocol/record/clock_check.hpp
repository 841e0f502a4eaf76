#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "protocol/record.hpp"

namespace pentad::record {

/// Replays a record's clocks and finds impossible times. A charge may be less than the time that passed,
/// because lag compensation, the time of the store and a bot's wait are not charged. Each check returns what
/// is wrong, or nothing, and continues with the record's values.
class ClockCheck {
  public:
    using Problem = std::optional<std::string>;
    using Time = protocol::milliseconds;

    ClockCheck(const protocol::TimeControl& tc, protocol::EpochMs started);

    /// `to_move` is the side that has the move before the event.
    Problem check(const protocol::RecordedMove& move, engine::Side to_move);
    Problem check(const protocol::RecordedTakeback& takeback, engine::Side to_move);
    Problem check(const protocol::RecordedPause& pause, engine::Side to_move);
    Problem check(const protocol::RecordedResume& resume, engine::Side to_move);
    Problem check(const protocol::RecordedRestart& restart, engine::Side to_move);
    Problem check(const protocol::RecordedEnd& end, engine::Side to_move);

  private:
    /// Whether the clock of the side to move runs.
    bool running() const;
    bool has_clock() const { return tc_.kind != protocol::TimeControlKind::none; }
    Problem check_time(protocol::EpochMs at);
    Problem check_remaining(const std::optional<std::array<Time, 2>>& written) const;
    void charge_until(protocol::EpochMs at, engine::Side to_move);

    const protocol::TimeControl tc_;
    std::array<Time, 2> remaining_{};
    /// The remaining times after each move of the line; the first entry is the start.
    std::vector<std::array<Time, 2>> line_;
    protocol::EpochMs clock_at_ = 0;  ///< when the clock started to run
    protocol::EpochMs last_at_ = 0;
    bool paused_ = false;
    bool restarted_ = false;
};

}  // namespace pentad::record
