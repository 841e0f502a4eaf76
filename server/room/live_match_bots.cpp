#include <boost/asio/post.hpp>

#include "server/base/log/log_line.hpp"
#include "server/bots/external_bots.hpp"
#include "server/bots/hints.hpp"
#include "server/bots/search_time.hpp"
#include "server/match/match_view.hpp"
#include "server/room/live_match.hpp"
#include "server/room/room.hpp"

// The table's part that lets bots move, the server's own and programs outside, and gives hints.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

namespace {

/// A bot that takes longer is told of, and looked at again after as long.
constexpr milliseconds told_after(500);
/// A bot that found no place in the queue, or whose move was not stored, is asked again after this.
constexpr milliseconds asked_again_after = std::chrono::seconds(1);
/// A program outside that fails so many of its turns in a row gives the match up.
constexpr int failures_allowed = 2;

}  // namespace

bool LiveMatch::only_bots() const {
    const auto& seats = match_.setup().seats;
    return seats[0].kind == MatchSeat::Kind::bot && seats[1].kind == MatchSeat::Kind::bot;
}

const MatchSeat* LiveMatch::bot_to_move() const {
    const MatchSeat& seat = match_.setup().seats[index(match_.to_move())];
    return over() || seat.kind != MatchSeat::Kind::bot ? nullptr : &seat;
}

void LiveMatch::go_on() { wake_bot(); }

void LiveMatch::after_change() {
    if (services_.hints) services_.hints->moved_on(match_);
    if (bot_turn_ && (over() || match_.paused_until() || bot_turn_->turn != match_.turn())) stop_bot();
    if (only_bots() && match_.ply() > 0 && services_.bot_pace.count() > 0)
        bot_due_ = now() + services_.bot_pace;
    else
        wake_bot();
}

void LiveMatch::wake_bot() {
    const MatchSeat* seat = bot_to_move();
    if (seat == nullptr || match_.paused_until()) return;
    // At most one search or request for a turn, whoever comes and goes.
    if (bot_turn_ && bot_turn_->asked) return;
    if (!bot_turn_) bot_turn_.emplace(BotTurn{match_.turn()});
    bot_turn_->asked = true;
    bot_turn_->look_at = now() + told_after;
    if (seat->player.empty()) {
        ask_pool(*seat);
    } else {
        bot_turn_->external_bots = seat->player;
        bot_turn_->give_up_at = now() + services_.bot_budget;
        ask_outside();
    }
}

void LiveMatch::stop_bot() {
    if (bot_turn_->external_bots.empty()) {
        services_.bots.cancel(match_.setup().id);
    } else if (!bot_turn_->moving && services_.external_bots) {
        const auto session = services_.external_bots->connected(bot_turn_->external_bots);
        if (session && session->connection() == bot_turn_->requested_on.lock())
            send(*session, protocol::TurnCancel{static_cast<int>(bot_turn_->turn)});
    }
    bot_turn_.reset();
}

void LiveMatch::ask_pool(const MatchSeat& seat) {
    BotJob job{match_.setup().id, match_.turn(), match_.position(), {seat.level, seat.seed, 0}};
    job.budget = search_time(match_, job.budget);
    job.rank = only_bots() ? BotRank::bots : BotRank::person;
    // Whoever has the room made pays for it, so that many rooms gain nobody a larger share.
    job.payer = room_.settings().host.text;
    services_.bots.think(std::move(job), [&io = services_.io, weak = room_.weak_from_this()](BotMove answer) {
        asio::post(io, [weak, answer = std::move(answer)]() mutable {
            if (const auto room = weak.lock()) room->submit(BotAnswered{std::move(answer)});
        });
    });
}

void LiveMatch::ask_outside() {
    if (!services_.external_bots || !bot_turn_ || bot_turn_->external_bots.empty() || !bot_turn_->asked)
        return;
    const auto session = services_.external_bots->connected(bot_turn_->external_bots);
    // Once a connection: who comes back gets its open turn again, who is there never gets it twice.
    if (!session || session->connection() == bot_turn_->requested_on.lock()) return;
    bot_turn_->requested_on = session->connection();
    const MatchSetup& setup = match_.setup();
    protocol::TurnRequest request;
    request.game = setup.game;
    request.options = setup.options;
    request.seat = match_.to_move();
    request.turn = static_cast<int>(match_.turn());
    request.pos = match_.position().encode();
    request.legal = match_.position().legal_moves();
    request.clock = view_clock(match_);
    request.budget = std::chrono::duration_cast<milliseconds>(*bot_turn_->give_up_at - now());
    send(*session, std::move(request));
}

void LiveMatch::send(Session& session, protocol::EventBody body) const {
    protocol::Event sent = event(std::move(body));
    sent.ts = to_wire(now());
    session.send(to_bytes(protocol::encode(sent)));
}

milliseconds LiveMatch::bot_waited() const {
    if (!bot_turn_) return {};
    const auto progress = services_.bots.progress(match_.setup().id);
    return bot_turn_->waited + (progress ? progress->waited : milliseconds(0));
}

std::optional<ServerTime> LiveMatch::bot_alarm() const {
    std::optional<ServerTime> next = bot_due_;
    const auto sooner = [&](const std::optional<ServerTime>& time) {
        if (time && (!next || *time < *next)) next = time;
    };
    if (bot_turn_) {
        sooner(bot_turn_->look_at);
        sooner(bot_turn_->give_up_at);
    }
    return next;
}

LiveMatch::Done LiveMatch::ring_for_bot() {
    const ServerTime time = now();
    if (bot_due_ && *bot_due_ <= time) {
        bot_due_.reset();
        wake_bot();
    }
    if (bot_turn_ && bot_turn_->look_at && *bot_turn_->look_at <= time) tell_of_bot();
    if (bot_turn_ && bot_turn_->give_up_at && *bot_turn_->give_up_at <= time) co_await fail_bot();
}

void LiveMatch::tell_of_bot() {
    bot_turn_->look_at.reset();
    auto state = protocol::BotState::thinking;
    if (bot_turn_->external_bots.empty()) {
        const auto progress = services_.bots.progress(match_.setup().id);
        if (!progress && bot_turn_->asked) return;  // its answer is on the way
        if (!progress || !progress->thinking) {
            state = protocol::BotState::queued;
            bot_turn_->look_at = now() + told_after;
        }
    }
    if (bot_turn_->told == state) return;
    bot_turn_->told = state;
    publish(protocol::BotStatus{match_.to_move(), state});
}

LiveMatch::Done LiveMatch::take(const BotMove& answer) {
    // A late answer: the match went on without it.
    if (over() || match_.setup().id != answer.match || match_.turn() != answer.turn || !bot_turn_) co_return;
    if (answer.turned_away) {
        bot_turn_->asked = false;
        bot_turn_->waited += answer.waited + asked_again_after;
        bot_due_ = now() + asked_again_after;
        co_return;
    }
    services_.metrics.bot_moved(answer.waited, answer.thought, answer.fallback);
    co_await move_for_bot(answer);
}

LiveMatch::Done LiveMatch::move_for_bot(const BotMove& answer) {
    Play play;
    play.seat = match_.to_move();
    play.turn = answer.turn;
    play.move = answer.move;
    play.received = now();
    play.allowance = bot_turn_->waited + answer.waited + stored_for();
    if (answer.fallback) play.automatic = protocol::Automatic::fallback;
    auto decision = match_.decide(play, play.received);
    auto* accepted = std::get_if<Accepted>(&decision);
    if (!accepted) {
        log_error({.match = answer.match}, "match {}: the bot's move {} was refused", answer.match.text,
                  answer.move);
        decision = match_.decide(Terminate{{other(play.seat), "bot_failed"}}, play.received);
        accepted = std::get_if<Accepted>(&decision);
    }
    if (!accepted) co_return;
    if (answer.fallback) publish(protocol::BotStatus{play.seat, protocol::BotState::fallback});
    const bool kept = co_await happen(std::move(accepted->events));
    // The disk may come back: the bot is asked again instead of leaving the match hanging.
    if (!kept && bot_turn_) {
        bot_turn_->asked = false;
        bot_turn_->give_up_at.reset();
        bot_turn_->requested_on.reset();
        bot_due_ = now() + asked_again_after;
    }
}

/// The program outside has not moved in time, or will not.
LiveMatch::Done LiveMatch::fail_bot() {
    const Side seat = match_.to_move();
    if (++failures_[index(seat)] <= failures_allowed) {
        // The server's own level 1 moves in its place.
        const engine::Position& position = match_.position();
        BotMove fallback{match_.setup().id, match_.turn(), position.choose({1, position.hash(), 0}).move};
        fallback.fallback = true;
        co_await move_for_bot(fallback);
        co_return;
    }
    auto decision = match_.decide(Terminate{{other(seat), "bot_failed"}}, now());
    auto* accepted = std::get_if<Accepted>(&decision);
    if (!accepted) co_return;
    const bool kept = co_await happen(std::move(accepted->events));
    if (!kept && bot_turn_) bot_turn_->give_up_at = now() + asked_again_after;
}

LiveMatch::Done LiveMatch::on(const protocol::BotMove& message, RoomRequest& from) {
    const auto seat = seat_of(from.session->player_id());
    if (over()) {
        from.refuse(ErrorCode::match_over);
        co_return;
    }
    if (!seat || match_.setup().seats[index(*seat)].kind != MatchSeat::Kind::bot) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    // A bot may sit on both sides.
    const PlayerId player = from.session->player_id();
    const bool to_move = match_.setup().seats[index(match_.to_move())].player == player;
    Play play;
    play.seat = to_move ? match_.to_move() : *seat;
    play.turn = message.turn;
    play.move = message.move;
    play.received = from.at;
    const Side mover = play.seat;
    const std::int64_t before = match_.turn();
    const MatchCommand wanted = std::move(play);
    if (bot_turn_) bot_turn_->moving = true;
    co_await command(wanted, from);
    if (bot_turn_) bot_turn_->moving = false;
    if (match_.turn() != before) failures_[index(mover)] = 0;
}

LiveMatch::Done LiveMatch::on(const protocol::BotDecline& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    const auto seat = seat_of(player);
    if (over()) {
        from.refuse(ErrorCode::match_over);
    } else if (!seat || match_.setup().seats[index(*seat)].kind != MatchSeat::Kind::bot) {
        from.refuse(ErrorCode::not_seated);
    } else if (message.turn != match_.turn()) {
        from.refuse(message.turn < match_.turn() ? ErrorCode::stale_turn : ErrorCode::future_turn);
    } else if (match_.setup().seats[index(match_.to_move())].player != player || !bot_turn_) {
        from.refuse(ErrorCode::not_your_turn);
    } else {
        bot_turn_->moving = true;
        co_await fail_bot();
        if (bot_turn_) bot_turn_->moving = false;
        from.reply(protocol::Empty{});
    }
}

LiveMatch::Done LiveMatch::on(const protocol::HintGet& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    const auto seat = seat_of(player);
    const bool watches_bots = !seat && only_bots() && stream_for(*from.session).has(*from.session);
    if (over())
        from.refuse(ErrorCode::match_over);
    else if (room_.settings().rated || !services_.hints || (watches_bots && is_shown_later()))
        from.refuse(ErrorCode::not_supported);
    else if (!watches_bots && (!seat || !may_act(player, *seat)))
        from.refuse(ErrorCode::not_seated);
    else if (message.turn != match_.turn())
        from.refuse(message.turn < match_.turn() ? ErrorCode::stale_turn : ErrorCode::future_turn);
    else if (!watches_bots && !may_act(player, match_.to_move()))
        from.refuse(ErrorCode::not_your_turn);
    else
        services_.hints->ask(from, match_);
    co_return;
}

}  // namespace pentad::server
