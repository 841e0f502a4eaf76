#include "server/match/match.hpp"

#include <algorithm>
#include <cassert>

namespace pentad::server {
namespace {

using engine::index;
using protocol::ErrorCode;
using protocol::TimeControlKind;

const engine::Game& game_of(const MatchSetup& setup) {
    const engine::Game* game = engine::find_game(setup.game);
    assert(game != nullptr);
    return *game;
}

bool has_clock(const TimeControl& tc) { return tc.kind != TimeControlKind::none; }

bool waits_for_first_moves(const TimeControl& tc) {
    return tc.kind == TimeControlKind::fischer || tc.kind == TimeControlKind::permove;
}

milliseconds time_at_start(const TimeControl& tc) {
    switch (tc.kind) {
        case TimeControlKind::none:
            return milliseconds(0);
        case TimeControlKind::fischer:
            return tc.initial;
        case TimeControlKind::permove:
        case TimeControlKind::correspondence:
            return tc.per_move;
    }
    return milliseconds(0);
}

milliseconds not_negative(milliseconds time) { return std::max(time, milliseconds(0)); }

Decision refuse(ErrorCode code) { return Refused{code}; }

}  // namespace

Match::Match(MatchSetup setup)
    : setup_(std::move(setup)),
      game_(&game_of(setup_)),
      position_(game_->initial(setup_.options)),
      lag_budgets_{LagBudget(setup_.tc), LagBudget(setup_.tc)} {
    milestones_.push_back(position_);
    remaining_.fill(time_at_start(setup_.tc));
    clock_at_ = setup_.started;
}

std::optional<Side> Match::running() const {
    const bool waiting = waits_for_first_moves(setup_.tc) && ply() < 2;
    if (result_ || paused_until_ || !has_clock(setup_.tc) || waiting) return std::nullopt;
    return to_move();
}

std::optional<ServerTime> Match::deadline() const {
    if (result_) return std::nullopt;
    if (paused_until_) return paused_until_;
    if (const auto side = running()) return clock_at_ + remaining_[index(*side)];
    if (waits_for_first_moves(setup_.tc)) return clock_at_ + first_move_due;
    return std::nullopt;
}

bool Match::flag_has_fallen(ServerTime now) const {
    const auto due = deadline();
    return due && !paused_until_ && now >= *due;
}

milliseconds Match::lag_given(milliseconds lag) const { return lag_budgets_[index(to_move())].offer(lag); }

std::optional<std::array<milliseconds, 2>> Match::remaining() const {
    if (!has_clock(setup_.tc)) return std::nullopt;
    return remaining_;
}

Decision Match::decide(const MatchCommand& command, ServerTime now) const {
    return std::visit([&](const auto& wanted) { return decide_on(wanted, now); }, command);
}

Decision Match::decide_on(const Flag& flag, ServerTime now) const {
    const auto due = deadline();
    if (!due || now < *due + flag.allowance) return Accepted{};
    if (paused_until_) return Accepted{{Continued{*due}}};
    return Accepted{{flagged(now)}};
}

Decision Match::decide_on(const Resign& resign, ServerTime now) const {
    if (result_) return refuse(ErrorCode::match_over);
    return Accepted{{ended({engine::other(resign.seat), "resign"}, now)}};
}

Decision Match::decide_on(const Terminate& end, ServerTime now) const {
    if (result_) return refuse(ErrorCode::match_over);
    return Accepted{{ended(end.result, now)}};
}

Decision Match::decide_on(const Abort&, ServerTime now) const {
    if (result_) return refuse(ErrorCode::match_over);
    // Checked before the flag: otherwise the opponent could end the wait for a move that is on its way.
    if (has_begun()) return refuse(ErrorCode::cannot_abort);
    if (flag_has_fallen(now)) return Accepted{{flagged(now)}};
    return Accepted{{Ended{{std::nullopt, "aborted"}, now}}};
}

Decision Match::decide_on(const Agree& agreed, ServerTime now) const {
    if (result_) return refuse(ErrorCode::match_over);
    if (flag_has_fallen(now)) return Accepted{{flagged(now)}};
    return Accepted{{ended(agreed.result, now)}};
}

Decision Match::decide_on(const Pause&, ServerTime now) const {
    if (result_) return refuse(ErrorCode::match_over);
    if (flag_has_fallen(now)) return Accepted{{flagged(now)}};
    if (paused_until_) return Accepted{{Continued{now}}};
    if (takes_only_moves()) return refuse(ErrorCode::limit_reached);
    return Accepted{{Paused{now}}};
}

Decision Match::decide_on(const Play& play, ServerTime) const {
    if (result_) return refuse(ErrorCode::match_over);
    if (const Outcome* known = find_outcome(play)) {
        if (known->from_turn == play.turn && known->move == play.move) return known->told;
        return refuse(ErrorCode::conflict);
    }
    if (play.turn < turn_) return Refused{ErrorCode::stale_turn, {}, true};
    if (play.turn > turn_) return refuse(ErrorCode::future_turn);
    if (!setup_.hotseat && play.seat != to_move()) return refuse(ErrorCode::not_your_turn);
    if (paused_until_) return refuse(ErrorCode::paused);

    const auto next = position_.after(play.move);
    if (!next) {
        if (next.error().kind == engine::Refusal::Kind::unreadable)
            return Refused{ErrorCode::bad_move_format, next.error()};
        return Refused{ErrorCode::illegal_move, next.error(), true};
    }
    if (const auto due = deadline(); due && play.received >= *due + play.allowance + lag_given(play.lag))
        return Accepted{{flagged(play.received)}};

    Moved event = moved(play, *next);
    const ServerTime at = event.at;
    Accepted accepted{{std::move(event)}};
    if (const auto outcome = next->outcome())
        accepted.events.push_back(Ended{{outcome->winner, std::string(outcome->reason)}, at});
    else if (events_ + 1 >= most_events)
        accepted.events.push_back(Ended{{std::nullopt, "aborted"}, at});
    return accepted;
}

std::optional<std::int64_t> Match::plies_to_own_turn(Side side) const {
    const auto own =
        std::find_if(line_.rbegin(), line_.rend(), [side](const Moved& move) { return move.seat == side; });
    if (own == line_.rend()) return std::nullopt;
    return own - line_.rbegin() + 1;
}

Decision Match::decide_on(const TakeBack& wish, ServerTime now) const {
    if (result_) return refuse(ErrorCode::match_over);
    if (flag_has_fallen(now)) return Accepted{{flagged(now)}};
    if (wish.plies < 1 || wish.plies > ply()) return refuse(ErrorCode::offer_invalid);
    if (takes_only_moves()) return refuse(ErrorCode::limit_reached);
    TakenBack event;
    event.turn = turn_ + 1;
    event.plies = wish.plies;
    event.by = wish.by;
    event.at = std::max(now, clock_at_);
    event.remaining.fill(time_at_start(setup_.tc));
    if (wish.plies < ply()) event.remaining = line_[line_.size() - wish.plies - 1].remaining;
    return Accepted{{event}};
}

const Match::Outcome* Match::find_outcome(const Play& play) const {
    if (play.move_id.empty()) return nullptr;
    for (Side seat : {Side::first, Side::second}) {
        // In a hotseat match the side to move has changed since the move that is sent again.
        if (seat != play.seat && !setup_.hotseat) continue;
        const auto& kept = outcomes_[index(seat)];
        const auto found = std::find_if(kept.begin(), kept.end(),
                                        [&](const Outcome& o) { return o.move_id == play.move_id; });
        if (found != kept.end()) return &*found;
    }
    return nullptr;
}

Moved Match::moved(const Play& play, const engine::Position& next) const {
    Moved event;
    event.turn = turn_ + 1;
    event.seat = to_move();
    event.move = play.move;
    event.move_id = play.move_id;
    // A frame may have been read before the move that it answers was applied, or while the clocks are stopped
    // after a restart: time never runs backwards.
    event.at = std::max(play.received, clock_at_);
    event.remaining = remaining_;
    event.position = next;
    event.hash = next.hash();
    event.automatic = play.automatic;
    if (running()) {
        milliseconds& mine = event.remaining[index(event.seat)];
        const milliseconds passed = not_negative(play.received - clock_at_ - play.allowance);
        event.compensated = std::min(passed, lag_given(play.lag));
        event.charged = passed - event.compensated;
        mine = setup_.tc.kind == TimeControlKind::fischer ? mine - event.charged + setup_.tc.increment
                                                          : setup_.tc.per_move;
    }
    return event;
}

Ended Match::flagged(ServerTime at) const {
    if (running()) return {{engine::other(to_move()), "timeout"}, at};
    return {{std::nullopt, "aborted"}, at};
}

Ended Match::ended(MatchResult result, ServerTime at) const {
    if (setup_.rated && !has_begun()) return {{std::nullopt, "aborted"}, at};
    return {std::move(result), at};
}

void Match::give_seats(const PlayerId& player, const PlayerId& other, std::string_view name) {
    for (MatchSeat& seat : setup_.seats) {
        if (seat.player != player) continue;
        seat.player = other;
        seat.name = name;
    }
}

bool Match::apply(const MatchEvent& event) {
    const bool fits = !result_ && std::visit([this](const auto& one) { return apply_one(one); }, event);
    events_ += fits;
    return fits;
}

bool Match::apply_one(const Moved& event) {
    if (event.turn != turn_ + 1 || event.seat != to_move()) return false;
    const bool clock_ran = running().has_value();
    std::uint64_t hash = event.hash;
    if (event.position) {
        position_ = *event.position;
    } else {
        const auto next = position_.after(event.move);
        if (!next) return false;
        position_ = *next;
        hash = position_.hash();
    }
    if (clock_ran) lag_budgets_[index(event.seat)].spend(event.compensated);
    turn_ = event.turn;
    remaining_ = event.remaining;
    clock_at_ = event.at;
    line_.push_back(event);
    line_.back().position.reset();  // the positions of a whole game would be kept alive
    if (line_.size() % milestones_apart == 0) milestones_.push_back(position_);
    if (!event.move_id.empty()) {
        auto& kept = outcomes_[index(event.seat)];
        kept.push_back({event.move_id, event.turn - 1, event.move, {turn_, ply(), hash, event.charged}});
        if (kept.size() > outcomes_kept) kept.erase(kept.begin());
    }
    return true;
}

bool Match::apply_one(const TakenBack& event) {
    if (event.turn != turn_ + 1 || event.plies < 1 || event.plies > ply()) return false;
    line_.resize(line_.size() - event.plies);
    // The end of the line is played again, so that a position knows how often it has occurred.
    const std::size_t passed = line_.size() / milestones_apart;
    milestones_.erase(milestones_.begin() + static_cast<std::ptrdiff_t>(passed + 1), milestones_.end());
    position_ = milestones_.back();
    for (std::size_t i = passed * milestones_apart; i < line_.size(); ++i)
        position_ = position_.after(line_[i].move).value();
    turn_ = event.turn;
    remaining_ = event.remaining;
    clock_at_ = event.at;
    return true;
}

bool Match::apply_one(const Paused& event) {
    charge_until(event.at);
    paused_until_ = event.at + pause_lasts;
    return true;
}

bool Match::apply_one(const Continued& event) {
    paused_until_.reset();
    clock_at_ = std::max(clock_at_, event.at);
    return true;
}

bool Match::apply_one(const Ended& event) {
    if (const auto outcome = position_.outcome())
        if (event.result != MatchResult{outcome->winner, std::string(outcome->reason)}) return false;
    charge_until(event.at);
    result_ = event.result;
    return true;
}

bool Match::apply_one(const Resumed& event) {
    charge_until(event.last_alive);
    clock_at_ = event.at + resume_grace;
    return true;
}

/// Stops the running clock at this moment and charges the time that has passed.
void Match::charge_until(ServerTime at) {
    if (const auto side = running()) {
        milliseconds& left = remaining_[index(*side)];
        left = not_negative(left - not_negative(at - clock_at_));
    }
    clock_at_ = std::max(clock_at_, at);
}

}  // namespace pentad::server
