#include <algorithm>

#include "server/bots/external_bots.hpp"
#include "server/match/room.hpp"
#include "server/match/table.hpp"

// The table's part that needs both sides: what is offered and answered.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

namespace {

/// How long an unanswered offer stands.
constexpr milliseconds offer_stands = std::chrono::minutes(5);

}  // namespace

Table::Done Table::on(const protocol::OfferMake& message, FromSession& from) {
    const PlayerId player = from.session->player_id();
    const bool hosts_bots = player == room_.settings().host && !seat_of(player) && only_bots();
    const Side seat = message.seat.value_or(seat_of(player).value_or(Side::first));
    if (!hosts_bots && !may_act(player, seat)) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    if (message.kind != protocol::OfferKind::rematch) {
        from.refuse(over() ? ErrorCode::match_over : ErrorCode::not_supported);
        co_return;
    }
    if (!over()) {
        from.refuse(ErrorCode::not_supported);
        co_return;
    }
    const auto own =
        std::find_if(offers_.begin(), offers_.end(), [&](const auto& offer) { return offer.by == seat; });
    if (own != offers_.end()) {
        from.refuse(ErrorCode::offer_exists);
        co_return;
    }
    // The programs on the seats must have room for another match.
    for (const MatchSeat& one : match_.setup().seats)
        if (one.kind == MatchSeat::Kind::bot && !one.player.empty() &&
            (!services_.outside || !services_.outside->available(one.player, match_.setup().game))) {
            from.refuse(ErrorCode::bot_unavailable);
            co_return;
        }
    // An equal offer of the other side, or nobody there who has to be asked, is agreement.
    const bool crossing = !offers_.empty();
    const MatchSeat& opponent = match_.setup().seats[index(other(seat))];
    const bool agreed =
        crossing || hosts_bots || match_.setup().hotseat || opponent.kind == MatchSeat::Kind::bot;
    protocol::Offer offer;
    offer.offer = random_id("o_");
    offer.kind = message.kind;
    offer.by = seat;
    offer.turn = static_cast<int>(match_.turn());
    offer.expires_at = to_wire(now() + offer_stands);
    const std::string id = offer.offer;
    if (!crossing) {
        offers_.push_back(offer);
        publish(protocol::OfferMade{offer});
    }
    if (agreed) co_await rematch();
    from.reply(protocol::OfferPlaced{id});
}

/// The same people with the seats swapped.
Table::Done Table::rematch() {
    close_offers(protocol::OfferOutcome::accepted);
    std::array<MatchSeat, 2> seats{match_.setup().seats[1], match_.setup().seats[0]};
    for (MatchSeat& seat : seats)
        if (seat.kind == MatchSeat::Kind::bot) seat.seed = random_seed();
    co_await room_.start_match(std::move(seats));
}

Table::Done Table::on(const protocol::OfferAnswer& message, FromSession& from) {
    const auto seat = seat_of(from.session->player_id());
    const auto offer = std::find_if(offers_.begin(), offers_.end(),
                                    [&](const auto& one) { return one.offer == message.offer; });
    if (!seat) {
        from.refuse(ErrorCode::not_seated);
    } else if (offer == offers_.end()) {
        from.refuse(ErrorCode::offer_gone);
    } else if (offer->by == *seat) {
        from.refuse(ErrorCode::offer_invalid);
    } else {
        if (message.accept)
            co_await rematch();
        else
            close_offers(protocol::OfferOutcome::declined);
        from.reply(protocol::Empty{});
    }
}

Table::Done Table::on(const protocol::OfferCancel& message, FromSession& from) {
    const auto seat = seat_of(from.session->player_id());
    const auto offer = std::find_if(offers_.begin(), offers_.end(),
                                    [&](const auto& one) { return one.offer == message.offer; });
    if (!seat) {
        from.refuse(ErrorCode::not_seated);
    } else if (offer == offers_.end() || offer->by != *seat) {
        from.refuse(ErrorCode::offer_gone);
    } else {
        close_offers(protocol::OfferOutcome::cancelled);
        from.reply(protocol::Empty{});
    }
    co_return;
}

void Table::close_offers(protocol::OfferOutcome outcome) {
    const std::vector<protocol::Offer> closed = std::move(offers_);
    offers_.clear();
    for (const protocol::Offer& offer : closed) publish(protocol::OfferClosed{offer.offer, outcome});
}

}  // namespace pentad::server
