#include "server/room/bot_seat.hpp"

#include <algorithm>
#include <cassert>

#include "server/base/log/log_line.hpp"
#include "server/match/seats.hpp"

namespace pentad::server {

namespace {

/// Those who follow the match are told of a bot that takes longer than this.
constexpr milliseconds status_after(500);
/// A bot that found no place in the queue, or whose move was not stored, is asked again after this.
constexpr milliseconds asked_again_after = std::chrono::seconds(1);
/// An external bot that fails more turns in a row than this loses the match.
constexpr int failures_allowed = 2;

}  // namespace

bool BotSeat::is_to_move() const { return !match_.match().result() && match_.match().to_move() == side_; }

void BotSeat::match_changed() {
    const Match& match = match_.match();
    if (!is_to_move()) return;
    if (only_bots(match.setup()) && match.ply() > 0 && policy_.pace.count() > 0)
        wake_at_ = match_.now() + policy_.pace;
    else
        wake();
}

void BotSeat::wake() {
    const Match& match = match_.match();
    if (!is_to_move() || match.paused_until()) return;
    if (turn_ && turn_->asked) return;
    if (!turn_) turn_.emplace(Turn{match.turn()});
    turn_->asked = true;
    turn_->status_due = match_.now() + status_after;
    if (const auto limit = player_->time_limit()) turn_->give_up_at = match_.now() + *limit;
    ask();
}

void BotSeat::ask() {
    // The room's host pays for the search, so that many rooms gain nobody a larger share of the pool.
    player_->ask({match_.match(), match_.now(), turn_->give_up_at, host_.host().text});
}

void BotSeat::reconnected() {
    if (turn_ && turn_->asked) ask();
}

void BotSeat::cancel_stale_turn() {
    const Match& match = match_.match();
    if (!turn_ || (is_to_move() && !match.paused_until() && turn_->number == match.turn())) return;
    if (turn_->moving)
        player_->forget();
    else
        player_->cancel(match_.now());
    turn_.reset();
    wake_at_.reset();
}

void BotSeat::begin_own_move() {
    if (turn_) turn_->moving = true;
}

void BotSeat::end_own_move() {
    if (turn_) turn_->moving = false;
}

milliseconds BotSeat::waited() const {
    if (!turn_) return milliseconds(0);
    const auto progress = player_->progress();
    return turn_->waited + (progress ? progress->waited : milliseconds(0));
}

std::optional<ServerTime> BotSeat::alarm() const {
    std::optional<ServerTime> next = wake_at_;
    if (turn_)
        for (const auto& time : {turn_->status_due, turn_->give_up_at})
            if (time && (!next || *time < *next)) next = time;
    return next;
}

Awaitable<void> BotSeat::ring() {
    const ServerTime time = match_.now();
    if (wake_at_ && *wake_at_ <= time) {
        wake_at_.reset();
        wake();
    }
    if (turn_ && turn_->status_due && *turn_->status_due <= time) tell_status();
    if (turn_ && turn_->give_up_at && *turn_->give_up_at <= time) co_await fail_turn();
}

void BotSeat::tell_status() {
    turn_->status_due.reset();
    auto state = protocol::BotState::thinking;
    const auto progress = player_->progress();
    if (!progress && turn_->asked) return;  // the answer is on its way
    if (!progress || !progress->thinking) {
        state = protocol::BotState::queued;
        turn_->status_due = match_.now() + status_after;
    }
    if (turn_->told == state) return;
    turn_->told = state;
    match_.publish(protocol::BotStatus{side_, state});
}

Awaitable<void> BotSeat::take(const BotAnswer& answer) {
    if (!is_to_move() || match_.match().turn() != answer.turn || !turn_) co_return;
    if (answer.turned_away) {
        turn_->asked = false;
        turn_->waited += answer.waited + asked_again_after;
        wake_at_ = match_.now() + asked_again_after;
        co_return;
    }
    metrics_.bot_moved(answer.waited, answer.thought, answer.fallback);
    co_await play(answer);
}

Awaitable<void> BotSeat::play(const BotAnswer& answer) {
    const Match& match = match_.match();
    Play play;
    play.seat = side_;
    play.turn = answer.turn;
    play.move = answer.move;
    play.received = match_.now();
    play.allowance = turn_->waited + answer.waited + match_.store_delay();
    if (answer.fallback) play.automatic = protocol::Automatic::fallback;
    auto decision = match.decide(play, play.received);
    auto* accepted = std::get_if<Accepted>(&decision);
    if (!accepted) {
        log_error({.match = answer.match}, "match {}: the bot's move {} was refused", answer.match.text,
                  answer.move);
        decision = match.decide(Terminate{{other(side_), "bot_failed"}}, play.received);
        accepted = std::get_if<Accepted>(&decision);
    }
    if (!accepted) co_return;
    if (answer.fallback) match_.publish(protocol::BotStatus{side_, protocol::BotState::fallback});
    const bool kept = co_await match_.commit(std::move(accepted->events), nullptr);
    // The disk may come back: the bot is asked again, so that the match does not hang.
    if (!kept && turn_) ask_again_later();
}

void BotSeat::ask_again_later() {
    player_->forget();
    turn_->asked = false;
    turn_->give_up_at.reset();
    wake_at_ = match_.now() + asked_again_after;
}

Awaitable<void> BotSeat::fail_turn() {
    assert(turn_);
    const Match& match = match_.match();
    if (++failures_ <= failures_allowed) {
        const engine::Position& position = match.position();
        BotAnswer fallback{match.setup().id, match.turn(), position.choose({1, position.hash(), 0}).move};
        fallback.fallback = true;
        co_await play(fallback);
        co_return;
    }
    auto decision = match.decide(Terminate{{other(side_), "bot_failed"}}, match_.now());
    auto* accepted = std::get_if<Accepted>(&decision);
    if (!accepted) co_return;
    const bool kept = co_await match_.commit(std::move(accepted->events), nullptr);
    if (!kept && turn_) turn_->give_up_at = match_.now() + asked_again_after;
}

}  // namespace pentad::server
