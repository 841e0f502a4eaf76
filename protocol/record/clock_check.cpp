#include "protocol/record/clock_check.hpp"

#include <algorithm>

namespace pentad::record {

using engine::index;
using engine::Side;
using protocol::EpochMs;
using protocol::TimeControlKind;

namespace {

/// After a restart clocks stand still this long.
constexpr EpochMs restart_grace = 10'000;

ClockCheck::Time time_at_start(const protocol::TimeControl& tc) {
    return tc.kind == TimeControlKind::fischer ? tc.initial
           : tc.kind == TimeControlKind::none  ? ClockCheck::Time(0)
                                               : tc.per_move;
}

}  // namespace

ClockCheck::ClockCheck(const protocol::TimeControl& tc, EpochMs started)
    : tc_(tc), clock_at_(started), last_at_(started) {
    remaining_.fill(time_at_start(tc));
    line_.push_back(remaining_);
}

bool ClockCheck::running() const {
    const bool waits = tc_.kind == TimeControlKind::fischer || tc_.kind == TimeControlKind::permove;
    return has_clock() && !paused_ && !(waits && line_.size() < 3);
}

ClockCheck::Problem ClockCheck::check_time(EpochMs at) {
    // Moves made while clocks stand still after a restart count from when they run again; other events do
    // not.
    const EpochMs earliest = last_at_ - (restarted_ ? restart_grace : 0);
    if (at < earliest) return "happened before what came before it";
    last_at_ = std::max(last_at_, at);
    return std::nullopt;
}

ClockCheck::Problem ClockCheck::check_remaining(const std::optional<std::array<Time, 2>>& written) const {
    if (written.has_value() != has_clock())
        return written ? "has times though there is no clock" : "has no times though there is a clock";
    if (written && *written != remaining_)
        return "leaves " + std::to_string((*written)[0].count()) + " and " +
               std::to_string((*written)[1].count()) + " ms on the clocks where it must be " +
               std::to_string(remaining_[0].count()) + " and " + std::to_string(remaining_[1].count());
    return std::nullopt;
}

void ClockCheck::charge_until(EpochMs at, Side to_move) {
    if (running()) {
        Time& left = remaining_[index(to_move)];
        left = std::max(Time(0), left - Time(std::max<EpochMs>(0, at - clock_at_)));
    }
    clock_at_ = std::max(clock_at_, at);
}

ClockCheck::Problem ClockCheck::check(const protocol::RecordedMove& move, Side to_move) {
    if (paused_) return "was made during a pause";
    if (auto problem = check_time(move.at)) return problem;
    if (move.charged.count() < 0 || move.compensated.count() < 0 ||
        (move.charged + move.compensated).count() > std::max<EpochMs>(0, move.at - clock_at_))
        return "is charged or given back more time than passed, or less than none";
    if (running()) {
        Time& mine = remaining_[index(to_move)];
        if (move.charged >= mine && move.charged.count() > 0) return "was made after its time was up";
        mine = tc_.kind == TimeControlKind::fischer ? mine - move.charged + tc_.increment : tc_.per_move;
    } else if (move.charged.count() != 0 || move.compensated.count() != 0) {
        return "is charged or given back time though its clock does not run";
    }
    line_.push_back(remaining_);
    clock_at_ = move.at;
    return check_remaining(move.remaining);
}

ClockCheck::Problem ClockCheck::check(const protocol::RecordedTakeback& takeback, Side) {
    if (auto problem = check_time(takeback.at)) return problem;
    line_.resize(std::max<std::size_t>(1, line_.size() - static_cast<std::size_t>(takeback.plies)));
    remaining_ = line_.back();
    clock_at_ = takeback.at;
    return check_remaining(takeback.remaining);
}

ClockCheck::Problem ClockCheck::check(const protocol::RecordedPause& pause, Side to_move) {
    if (paused_) return "begins a pause within a pause";
    charge_until(pause.at, to_move);
    paused_ = true;
    return check_time(pause.at);
}

ClockCheck::Problem ClockCheck::check(const protocol::RecordedResume& resume, Side) {
    if (!paused_) return "ends a pause that there is not";
    paused_ = false;
    clock_at_ = std::max(clock_at_, resume.at);
    return check_time(resume.at);
}

ClockCheck::Problem ClockCheck::check(const protocol::RecordedRestart& restart, Side to_move) {
    charge_until(restart.last_alive, to_move);
    clock_at_ = restart.at + restart_grace;
    // The machine's clock may have been set in the meantime: start again.
    last_at_ = restart.at;
    restarted_ = true;
    return std::nullopt;
}

ClockCheck::Problem ClockCheck::check(const protocol::RecordedEnd& end, Side to_move) {
    if (end.result.reason == "timeout") {
        if (!running()) return "is a timeout though no clock runs";
        if (end.at < clock_at_ + remaining_[index(to_move)].count()) return "is a timeout before time was up";
    }
    return check_time(end.at);
}

}  // namespace pentad::record
