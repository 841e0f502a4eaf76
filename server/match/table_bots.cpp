#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

#include "server/match/room.hpp"
#include "server/match/table.hpp"

// The table's part that lets the server's own bots move.
namespace pentad::server {

using engine::index;

bool Table::only_bots() const {
    const auto& seats = match_.setup().seats;
    return seats[0].kind == MatchSeat::Kind::bot && seats[1].kind == MatchSeat::Kind::bot;
}

void Table::go_on() { wake_bot(); }

void Table::after_change() {
    if (only_bots() && match_.ply() > 0 && services_.bot_pace.count() > 0)
        bot_due_ = now() + services_.bot_pace;
    else
        wake_bot();
}

void Table::wake_bot() {
    if (over()) return;
    const MatchSeat& seat = match_.setup().seats[index(match_.to_move())];
    if (seat.kind != MatchSeat::Kind::bot) return;
    BotJob job{match_.setup().id, match_.turn(), match_.position(), {seat.level, seat.seed}};
    services_.bots.think(std::move(job), [&io = services_.io, weak = room_.weak_from_this()](BotMove answer) {
        asio::post(io, [weak, answer = std::move(answer)]() mutable {
            if (const auto room = weak.lock()) room->submit(BotAnswered{std::move(answer)});
        });
    });
}

Table::Done Table::take(const BotMove& answer) {
    // A late answer: the match went on without it.
    if (over() || match_.setup().id != answer.match || match_.turn() != answer.turn) co_return;
    Play play;
    play.seat = match_.to_move();
    play.turn = answer.turn;
    play.move = answer.move;
    play.received = now();
    play.allowance = answer.waited;
    auto decision = match_.decide(play, play.received);
    if (answer.fallback) publish(protocol::BotStatus{play.seat, protocol::BotState::fallback});
    auto* accepted = std::get_if<Accepted>(&decision);
    if (!accepted) {
        spdlog::error("match {}: the bot's move {} was refused", answer.match.text, answer.move);
        decision = match_.decide(Terminate{{other(play.seat), "bot_failed"}}, play.received);
        accepted = std::get_if<Accepted>(&decision);
    }
    if (!accepted) co_return;
    const bool kept = co_await happen(std::move(accepted->events));
    // The disk may come back: the bot thinks again instead of leaving the match hanging.
    if (!kept) bot_due_ = now() + std::chrono::seconds(1);
}

}  // namespace pentad::server
