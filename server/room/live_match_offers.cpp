#include <algorithm>

#include "server/bots/external_bots.hpp"
#include "server/room/live_match.hpp"
#include "server/room/room.hpp"
#include "server/session/send_unsequenced.hpp"

// The table's part that needs both sides: what is offered and answered.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;
using protocol::Offer;
using protocol::OfferKind;
using protocol::OfferOutcome;

LiveMatch::Done LiveMatch::on(const protocol::OfferMake& message, RoomRequest& from) {
    expire_offers();
    auto planned = plan_offer(message, from.session->player_id());
    if (!planned) {
        from.refuse(planned.error());
        co_return;
    }
    Offer offer = std::move(*planned);
    if (asks_program(offer) && reaction_to(offer) == Reaction::wait)
        offer.expires_at = to_wire(now() + services_.bot_budget);
    const Offer* crossing = offers_.that_crosses(offer);
    const bool crosses = crossing != nullptr;
    if (crosses) {
        offer = *crossing;
    } else {
        offers_.add(offer);
        tell_offer(offer, protocol::OfferMade{offer});
    }
    const Reaction reaction = crosses ? Reaction::accept : reaction_to(offer);
    if (reaction == Reaction::decline) {
        close_offer(offer.offer, OfferOutcome::declined);
    } else if (reaction == Reaction::accept) {
        const auto failure = co_await carry_out(offer);
        if (failure) {
            // Nobody will answer it; what crosses stays as it was.
            if (!crosses) close_offer(offer.offer, OfferOutcome::superseded);
            from.refuse(*failure);
            co_return;
        }
    }
    from.reply(protocol::OfferPlaced{offer.offer});
}

tl::expected<Offer, ErrorCode> LiveMatch::plan_offer(const protocol::OfferMake& message,
                                                     const PlayerId& player) const {
    using Planned = tl::expected<Offer, ErrorCode>;
    const auto refuse = [](ErrorCode code) { return Planned(tl::unexpected(code)); };
    Offer offer;
    offer.kind = message.kind;
    offer.by = seat_of(player).value_or(Side::first);
    // At one keyboard it is the last move that its player wants to have back.
    if (match_.setup().hotseat && match_.ply() > 0) offer.by = match_.line().back().seat;
    if (message.seat) offer.by = *message.seat;
    const bool is_rematch = offer.kind == OfferKind::rematch;
    if (over() && !is_rematch) return refuse(ErrorCode::match_over);
    const bool may_abort = offer.kind == OfferKind::abort && owns(player, offer.by);
    if (!may_act(player, offer.by) && !may_abort && !(is_rematch && hosts_only_bots(player)))
        return refuse(ErrorCode::not_seated);
    if (!over() && is_rematch) return refuse(ErrorCode::not_supported);
    if (is_rematch && !all_have_chairs()) return refuse(ErrorCode::offer_invalid);
    if (is_rematch && room_.wait_after_exits(player).count() > 0) return refuse(ErrorCode::aborted_too_often);
    if (offer.kind == OfferKind::draw && !match_.game().info().draw_offers)
        return refuse(ErrorCode::not_supported);
    if (offer.kind == OfferKind::takeback) {
        if (!room_.settings().takeback) return refuse(ErrorCode::not_supported);
        const std::int64_t plies =
            message.plies ? *message.plies : match_.plies_to_own_turn(offer.by).value_or(0);
        if (plies < 1 || plies > match_.ply()) return refuse(ErrorCode::offer_invalid);
        offer.plies = static_cast<int>(plies);
    }
    const bool interrupts =
        offer.kind == OfferKind::takeback || (offer.kind == OfferKind::pause && !match_.paused_until());
    if (interrupts && match_.takes_only_moves()) return refuse(ErrorCode::limit_reached);
    if (offers_.find(offer.kind, offer.by) != nullptr) return refuse(ErrorCode::offer_exists);
    // The programs on the seats must have room for another match.
    for (const MatchSeat& one : match_.setup().seats)
        if (is_rematch && one.kind == MatchSeat::Kind::bot && !one.player.empty() &&
            (!services_.external_bots ||
             !services_.external_bots->available(one.player, match_.setup().game)))
            return refuse(ErrorCode::bot_unavailable);
    offer.offer = random_id("o_");
    offer.turn = static_cast<int>(match_.turn());
    offer.expires_at = to_wire(now() + Offers::stands_for);
    return offer;
}

bool LiveMatch::all_have_chairs() const {
    const auto& seats = match_.setup().seats;
    return std::all_of(seats.begin(), seats.end(), [this](const MatchSeat& seat) {
        return seat.kind == MatchSeat::Kind::bot || seat.player.empty() || room_.chair_of(seat.player);
    });
}

void LiveMatch::chairs_changed() {
    if (all_have_chairs()) return;
    close_offers_if([](const Offer& one) { return one.kind == OfferKind::rematch; },
                    OfferOutcome::superseded);
}

bool LiveMatch::hosts_only_bots(const PlayerId& player) const {
    return only_bots() && player == room_.settings().host && !seat_of(player);
}

LiveMatch::Reaction LiveMatch::reaction_to(const Offer& offer) const {
    if (match_.setup().hotseat) return Reaction::accept;
    if (asks_program(offer)) {
        const Side asked = other(offer.by);
        const auto program = services_.external_bots->connected(match_.setup().seats[index(asked)].player);
        return program && stream_.has(*program) ? Reaction::wait : Reaction::accept;
    }
    if (only_bots()) return Reaction::accept;
    if (match_.setup().seats[index(other(offer.by))].kind != MatchSeat::Kind::bot) return Reaction::wait;
    // A bot does not mind waiting and playing again, but it plays for the win.
    const bool declines =
        offer.kind == OfferKind::draw || (offer.kind == OfferKind::abort && room_.settings().rated);
    return declines ? Reaction::decline : Reaction::accept;
}

bool LiveMatch::asks_program(const Offer& offer) const {
    const auto& seats = match_.setup().seats;
    const MatchSeat& asked = seats[index(other(offer.by))];
    return offer.kind == OfferKind::abort && asked.kind == MatchSeat::Kind::bot && !asked.player.empty() &&
           asked.player != seats[index(offer.by)].player && services_.external_bots != nullptr;
}

LiveMatch::Done LiveMatch::accept_for_the_silent() {
    const std::int64_t time = to_wire(now());
    // A copy: what it does to the match closes other offers.
    const std::vector<Offer> standing = offers_.standing();
    for (const Offer& one : standing) {
        if (over() || !asks_program(one) || !one.expires_at || *one.expires_at > time) continue;
        const auto failure = co_await carry_out(one);
        if (failure) close_offer(one.offer, OfferOutcome::expired);
    }
}

Awaitable<std::optional<ErrorCode>> LiveMatch::carry_out(const Offer& offer) {
    if (offer.kind == OfferKind::rematch) {
        auto failure = co_await rematch(offer);
        co_return failure;
    }
    MatchCommand wanted = Pause{};
    switch (offer.kind) {
        case OfferKind::draw:
            wanted = Agree{{std::nullopt, "agreement"}};
            break;
        case OfferKind::abort:
            wanted = Agree{{std::nullopt, "aborted"}};
            break;
        case OfferKind::takeback:
            wanted = TakeBack{offer.by, *offer.plies};
            break;
        case OfferKind::pause:
        case OfferKind::rematch:
            break;
    }
    auto decision = match_.decide(wanted, now());
    auto* accepted = std::get_if<Accepted>(&decision);
    if (accepted == nullptr) co_return std::get<Refused>(decision).code;
    const auto* end = std::get_if<Ended>(&accepted->events.front());
    // The flag had fallen before they agreed.
    const bool flagged = end != nullptr && end->result.reason == "timeout";
    const bool kept = co_await happen(std::move(accepted->events), flagged ? nullptr : &offer);
    std::optional<ErrorCode> failure;
    if (!kept)
        failure = ErrorCode::storage;
    else if (flagged)
        failure = ErrorCode::match_over;
    co_return failure;
}

/// The same people with the seats swapped.
Awaitable<std::optional<ErrorCode>> LiveMatch::rematch(const Offer& offer) {
    std::array<MatchSeat, 2> seats{match_.setup().seats[1], match_.setup().seats[0]};
    for (MatchSeat& seat : seats)
        if (seat.kind == MatchSeat::Kind::bot) seat.seed = random_seed();
    const std::function<void()> when_stored = [this, &offer] {
        close_offer(offer.offer, OfferOutcome::accepted);
        close_offers_if([](const Offer&) { return true; }, OfferOutcome::superseded);
    };
    const auto failure = co_await room_.start_match(std::move(seats), when_stored);
    co_return failure;
}

LiveMatch::Done LiveMatch::on(const protocol::OfferAnswer& message, RoomRequest& from) {
    expire_offers();
    const PlayerId player = from.session->player_id();
    const Offer* found = offers_.find(message.offer);
    if (!seat_of(player)) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    if (found == nullptr) {
        from.refuse(ErrorCode::offer_gone);
        co_return;
    }
    if (!owns(player, other(found->by))) {
        from.refuse(ErrorCode::offer_invalid);
        co_return;
    }
    if (message.accept && found->kind == OfferKind::rematch && room_.wait_after_exits(player).count() > 0) {
        from.refuse(ErrorCode::aborted_too_often);
        co_return;
    }
    if (message.accept) {
        const Offer offer = *found;
        const auto failure = co_await carry_out(offer);
        if (failure) {
            from.refuse(*failure);
            co_return;
        }
    } else {
        close_offer(message.offer, OfferOutcome::declined);
    }
    from.reply(protocol::Empty{});
}

LiveMatch::Done LiveMatch::on(const protocol::OfferCancel& message, RoomRequest& from) {
    expire_offers();
    const PlayerId player = from.session->player_id();
    const Offer* found = offers_.find(message.offer);
    if (!seat_of(player)) {
        from.refuse(ErrorCode::not_seated);
    } else if (found == nullptr || !owns(player, found->by)) {
        from.refuse(ErrorCode::offer_gone);
    } else {
        close_offer(message.offer, OfferOutcome::cancelled);
        from.reply(protocol::Empty{});
    }
    co_return;
}

void LiveMatch::close_offer(const std::string& id, OfferOutcome outcome) {
    const std::string closed = id;  // may be the offer's own
    close_offers_if([&](const Offer& one) { return one.offer == closed; }, outcome);
}

void LiveMatch::close_offers_if(const std::function<bool(const Offer&)>& dies, OfferOutcome outcome) {
    for (const Offer& one : offers_.remove_if(dies))
        tell_offer(one, protocol::OfferClosed{one.offer, outcome});
}

void LiveMatch::tell_offer(const Offer& offer, const protocol::EventBody& body) {
    publish(body);
    // Another match in the room is the business of all who are in it, whether they follow this one or not.
    if (offer.kind != OfferKind::rematch) return;
    for (const auto& session : room_.room_stream().subscribers())
        if (!stream_for(*session).has(*session)) tell_beside(*session, body);
}

void LiveMatch::tell_rematch(Session& session) const {
    if (!room_.room_stream().has(session) || stream_for(session).has(session)) return;
    for (const Offer& one : offers_.standing())
        if (one.kind == OfferKind::rematch) tell_beside(session, protocol::OfferMade{one});
}

void LiveMatch::tell_beside(Session& session, protocol::EventBody body) const {
    protocol::Event beside = event(std::move(body));
    beside.room = room_.settings().id.text;
    send_unsequenced(session, std::move(beside), now());
}

void LiveMatch::expire_offers() {
    const std::int64_t time = to_wire(now());
    close_offers_if(
        [&](const Offer& one) { return one.expires_at && *one.expires_at <= time && !asks_program(one); },
        OfferOutcome::expired);
}

}  // namespace pentad::server
