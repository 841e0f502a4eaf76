#include <algorithm>

#include "server/room/live_match.hpp"
#include "server/room/room.hpp"

// The table's part that keeps moves for the next turn and plays them when it comes.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

LiveMatch::Done LiveMatch::on(const protocol::PremoveSet& message, RoomRequest& from) {
    const auto seat = seat_of(from.session->player_id());
    // The one turn that a premove can be for is the seat's own after the opponent's move that is due.
    const std::int64_t wanted = message.turn - match_.turn();
    std::optional<ErrorCode> refusal;
    if (over())
        refusal = ErrorCode::match_over;
    else if (!seat)
        refusal = ErrorCode::not_seated;
    else if (match_.setup().hotseat)
        refusal = ErrorCode::not_supported;
    else if (wanted <= 0)
        refusal = ErrorCode::stale_turn;
    else if (wanted > 1)
        refusal = ErrorCode::future_turn;
    else if (match_.to_move() == *seat)
        refusal = ErrorCode::not_your_turn;
    else if (const auto next = match_.position().after(message.move);
             !next && next.error().kind == engine::Refusal::Kind::unreadable)
        refusal = ErrorCode::bad_move_format;
    if (refusal) {
        from.refuse(*refusal);
    } else {
        premoves_[index(*seat)] = Premove{message.turn, message.move};
        from.reply(protocol::Empty{});
    }
    co_return;
}

LiveMatch::Done LiveMatch::on(const protocol::PremoveClear&, RoomRequest& from) {
    const auto seat = seat_of(from.session->player_id());
    if (over()) {
        from.refuse(ErrorCode::match_over);
    } else if (!seat) {
        from.refuse(ErrorCode::not_seated);
    } else {
        premoves_[index(*seat)].reset();
        from.reply(protocol::Empty{});
    }
    co_return;
}

LiveMatch::Done LiveMatch::play_premove() {
    const Side seat = match_.to_move();
    if (over() || !premoves_[index(seat)]) co_return;
    const Premove premove = std::move(*premoves_[index(seat)]);
    premoves_[index(seat)].reset();
    Play play;
    play.seat = seat;
    play.turn = premove.turn;
    play.move = premove.move;
    play.automatic = protocol::Automatic::premove;
    play.received = match_.clock_at();  // it was there before the turn was
    auto decision = match_.decide(play, now());
    auto* accepted = std::get_if<Accepted>(&decision);
    const auto* moved = accepted != nullptr ? std::get_if<Moved>(&accepted->events.front()) : nullptr;
    if (moved == nullptr) {
        drop_premove(seat, premove, "illegal_move");
        co_return;
    }
    const bool kept = co_await happen(std::move(accepted->events));
    if (!kept) drop_premove(seat, premove, "storage");
}

void LiveMatch::drop_premoves(const std::string& reason) {
    for (const Side seat : {Side::first, Side::second}) {
        if (!premoves_[index(seat)]) continue;
        drop_premove(seat, *premoves_[index(seat)], reason);
        premoves_[index(seat)].reset();
    }
}

/// To its player alone: what he has in mind is nobody else's business.
void LiveMatch::drop_premove(Side seat, const Premove& premove, const std::string& reason) {
    protocol::Event dropped = event(protocol::PremoveDropped{static_cast<int>(premove.turn), reason});
    dropped.ts = to_wire(now());
    const Bytes bytes = to_bytes(protocol::encode(dropped));
    for (const auto& session : stream_.subscribers())
        if (may_act(session->player_id(), seat)) session->send(bytes);
}

}  // namespace pentad::server
