#include "server/room/match_bots.hpp"

#include "server/bots/external_player.hpp"
#include "server/bots/search_player.hpp"
#include "server/match/seats.hpp"

namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

MatchBots::MatchBots(MatchActions& match, MatchHost& host, const MatchServices& services) : match_(match) {
    for (const Side side : both_sides)
        if (!is_person(match_.match().setup(), side)) seats_[index(side)] = make_seat(host, services, side);
}

std::unique_ptr<BotSeat> MatchBots::make_seat(MatchHost& host, const MatchServices& services,
                                              Side side) const {
    const MatchSetup& setup = match_.match().setup();
    const MatchSeat& seat = seat_at(setup, side);
    std::unique_ptr<BotPlayer> player;
    if (is_external_bot(seat))
        player = std::make_unique<ExternalPlayer>(services.external_bots, seat.player, setup.id,
                                                  services.bot_policy);
    else
        player = std::make_unique<SearchPlayer>(services.bots, setup.id, seat.level, seat.seed,
                                                [&host] { return host.bot_answers(); });
    return std::make_unique<BotSeat>(match_, host, services.metrics, services.bot_policy, side,
                                     std::move(player));
}

BotSeat* MatchBots::to_move() const {
    const Match& match = match_.match();
    return match.result() ? nullptr : seats_[index(match.to_move())].get();
}

void MatchBots::wake() {
    if (BotSeat* const bot = to_move()) bot->wake();
}

void MatchBots::match_changed() {
    // All are cancelled before one is asked: the pool keeps one search a match.
    for (const auto& bot : seats_)
        if (bot) bot->cancel_stale_turn();
    if (BotSeat* const bot = to_move()) bot->match_changed();
}

void MatchBots::reconnected(Side side) {
    if (const auto& bot = seats_[index(side)]) bot->reconnected();
}

Awaitable<void> MatchBots::take(const BotAnswer& answer) {
    BotSeat* const bot = to_move();
    if (bot == nullptr || match_.match().setup().id != answer.match) return already_handled();
    return bot->take(answer);
}

tl::expected<Play, ErrorCode> MatchBots::plan(protocol::BotMove& message, const RoomRequest& from) const {
    const Match& match = match_.match();
    const PlayerId player = from.session->player_id();
    const auto seat = seat_of(match.setup(), player);
    if (match.result()) return tl::unexpected(ErrorCode::match_over);
    if (!seat || is_person(match.setup(), *seat)) return tl::unexpected(ErrorCode::not_seated);
    Play play;
    // A bot may sit on both sides.
    play.seat = owns_seat(match.setup(), player, match.to_move()) ? match.to_move() : *seat;
    play.turn = message.turn;
    play.move = std::move(message.move);
    play.received = from.at;
    return play;
}

Awaitable<void> MatchBots::decline(const protocol::BotDecline& message, RoomRequest& from) {
    const Match& match = match_.match();
    const PlayerId player = from.session->player_id();
    const auto seat = seat_of(match.setup(), player);
    BotSeat* const bot = to_move();
    if (match.result()) {
        from.refuse(ErrorCode::match_over);
    } else if (!seat || is_person(match.setup(), *seat)) {
        from.refuse(ErrorCode::not_seated);
    } else if (message.turn != match.turn()) {
        from.refuse(message.turn < match.turn() ? ErrorCode::stale_turn : ErrorCode::future_turn);
    } else if (!bot || !owns_seat(match.setup(), player, match.to_move()) || !bot->has_turn()) {
        from.refuse(ErrorCode::not_your_turn);
    } else {
        bot->begin_own_move();
        co_await bot->fail_turn();
        bot->end_own_move();
        from.reply(protocol::Empty{});
    }
}

milliseconds MatchBots::waited() const {
    const BotSeat* const bot = to_move();
    return bot ? bot->waited() : milliseconds(0);
}

std::optional<ServerTime> MatchBots::alarm() const {
    std::optional<ServerTime> next;
    for (const auto& bot : seats_) {
        const auto due = bot ? bot->alarm() : std::nullopt;
        if (due && (!next || *due < *next)) next = due;
    }
    return next;
}

Awaitable<void> MatchBots::ring() {
    for (const auto& bot : seats_)
        if (bot && !match_.match().result()) co_await bot->ring();
}

}  // namespace pentad::server
