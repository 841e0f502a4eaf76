#include "server/room/premove_queue.hpp"

#include <cassert>

#include "server/match/seats.hpp"

namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

std::optional<ErrorCode> PremoveQueue::refusal(const protocol::PremoveSet& message,
                                               std::optional<Side> seat) const {
    const Match& match = match_.match();
    // A premove can only be for the seat's own turn after the opponent's move that is due.
    const std::int64_t ahead = message.turn - match.turn();
    if (match.result()) return ErrorCode::match_over;
    if (!seat) return ErrorCode::not_seated;
    if (match.setup().hotseat) return ErrorCode::not_supported;
    if (ahead <= 0) return ErrorCode::stale_turn;
    if (ahead > 1) return ErrorCode::future_turn;
    if (match.to_move() == *seat) return ErrorCode::not_your_turn;
    const auto next = match.position().after(message.move);
    if (!next && next.error().kind == engine::Refusal::Kind::unreadable) return ErrorCode::bad_move_format;
    return std::nullopt;
}

void PremoveQueue::set(const protocol::PremoveSet& message, const RoomRequest& from) {
    const auto seat = seat_of(match_.match().setup(), from.session->player_id());
    if (const auto refused = refusal(message, seat)) {
        from.refuse(*refused);
        return;
    }
    premoves_[index(*seat)] = Premove{message.turn, message.move};
    from.reply(protocol::Empty{});
}

void PremoveQueue::clear(const RoomRequest& from) {
    const auto seat = seat_of(match_.match().setup(), from.session->player_id());
    if (match_.match().result()) {
        from.refuse(ErrorCode::match_over);
    } else if (!seat) {
        from.refuse(ErrorCode::not_seated);
    } else {
        premoves_[index(*seat)].reset();
        from.reply(protocol::Empty{});
    }
}

bool PremoveQueue::due() const {
    return !match_.match().result() && premoves_[index(match_.match().to_move())].has_value();
}

Awaitable<void> PremoveQueue::play() {
    assert(due());
    const Match& match = match_.match();
    const Side seat = match.to_move();
    const Premove premove = *std::exchange(premoves_[index(seat)], std::nullopt);
    Play play;
    play.seat = seat;
    play.turn = premove.turn;
    play.move = premove.move;
    play.automatic = protocol::Automatic::premove;
    play.received = match.clock_at();  // it was there before the turn was
    auto decision = match.decide(play, match_.now());
    auto* accepted = std::get_if<Accepted>(&decision);
    const auto* moved = accepted != nullptr ? std::get_if<Moved>(&accepted->events.front()) : nullptr;
    if (moved == nullptr) {
        dropped(seat, premove, "illegal_move");
        co_return;
    }
    const bool kept = co_await match_.commit(std::move(accepted->events), nullptr);
    if (!kept) dropped(seat, premove, "storage");
}

void PremoveQueue::drop_all(const std::string& reason) {
    for (const Side seat : both_sides)
        if (const auto premove = std::exchange(premoves_[index(seat)], std::nullopt))
            dropped(seat, *premove, reason);
}

void PremoveQueue::dropped(Side seat, const Premove& premove, const std::string& reason) {
    match_.send_to_seat(seat, protocol::PremoveDropped{static_cast<int>(premove.turn), reason});
}

}  // namespace pentad::server
