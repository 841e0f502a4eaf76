#include "server/room/match_offers.hpp"

#include <algorithm>

#include "server/match/seats.hpp"
#include "server/session/send_unsequenced.hpp"

namespace pentad::server {

using protocol::ErrorCode;
using protocol::Offer;
using protocol::OfferKind;
using protocol::OfferOutcome;

namespace {

/// What both sides have agreed on. REQUIRES: not a rematch.
MatchCommand command_for(const Offer& offer) {
    switch (offer.kind) {
        case OfferKind::draw:
            return Agree{{std::nullopt, "agreement"}};
        case OfferKind::abort:
            return Agree{{std::nullopt, "aborted"}};
        case OfferKind::takeback:
            return TakeBack{offer.by, *offer.plies};
        case OfferKind::pause:
        case OfferKind::rematch:
            break;
    }
    return Pause{};
}

}  // namespace

Awaitable<void> MatchOffers::make(const protocol::OfferMake& message, RoomRequest& from) {
    expire();
    auto planned = plan(message, from.session->player_id());
    if (!planned) {
        from.refuse(planned.error());
        co_return;
    }
    Offer offer = std::move(*planned);
    if (asks_external_bot(offer) && reaction_to(offer) == Reaction::wait)
        offer.expires_at = to_wire(match_.now() + policy_.budget);
    const Offer* crossing = offers_.that_crosses(offer);
    const bool crosses = crossing != nullptr;
    if (crosses) {
        offer = *crossing;
    } else {
        offers_.add(offer);
        tell(offer, protocol::OfferMade{offer});
    }
    const Reaction reaction = crosses ? Reaction::accept : reaction_to(offer);
    if (reaction == Reaction::decline) {
        close(offer.offer, OfferOutcome::declined);
    } else if (reaction == Reaction::accept) {
        const auto failure = co_await carry_out(offer);
        if (failure) {
            // Nobody will answer it; an older offer that it crosses stays open.
            if (!crosses) close(offer.offer, OfferOutcome::superseded);
            from.refuse(*failure);
            co_return;
        }
    }
    from.reply(protocol::OfferPlaced{offer.offer});
}

tl::expected<Offer, ErrorCode> MatchOffers::plan(const protocol::OfferMake& message,
                                                 const PlayerId& player) const {
    const Match& match = match_.match();
    Offer offer;
    offer.kind = message.kind;
    offer.by = seat_of(match.setup(), player).value_or(Side::first);
    // At one keyboard it is the last move that its player wants to have back.
    if (match.setup().hotseat && match.ply() > 0) offer.by = match.line().back().seat;
    if (message.seat) offer.by = *message.seat;
    if (const auto refused = refusal(offer, player)) return tl::unexpected(*refused);
    if (offer.kind == OfferKind::takeback) {
        if (!terms_.takeback) return tl::unexpected(ErrorCode::not_supported);
        const std::int64_t plies =
            message.plies ? *message.plies : match.plies_to_own_turn(offer.by).value_or(0);
        if (plies < 1 || plies > match.ply()) return tl::unexpected(ErrorCode::offer_invalid);
        offer.plies = static_cast<int>(plies);
    }
    const bool interrupts =
        offer.kind == OfferKind::takeback || (offer.kind == OfferKind::pause && !match.paused_until());
    if (interrupts && match.takes_only_moves()) return tl::unexpected(ErrorCode::limit_reached);
    if (offers_.find(offer.kind, offer.by) != nullptr) return tl::unexpected(ErrorCode::offer_exists);
    // External bots on the seats need a free slot for another match.
    for (const MatchSeat& one : match.setup().seats)
        if (offer.kind == OfferKind::rematch && is_external_bot(one) &&
            (!bots_ || !bots_->available(one.player, match.setup().game)))
            return tl::unexpected(ErrorCode::bot_unavailable);
    offer.offer = random_id("o_");
    offer.turn = static_cast<int>(match.turn());
    offer.expires_at = to_wire(match_.now() + Offers::stands_for);
    return offer;
}

std::optional<ErrorCode> MatchOffers::refusal(const Offer& offer, const PlayerId& player) const {
    const Match& match = match_.match();
    const bool over = match.result().has_value();
    const bool is_rematch = offer.kind == OfferKind::rematch;
    if (over && !is_rematch) return ErrorCode::match_over;
    const bool may_abort = offer.kind == OfferKind::abort && owns_seat(match.setup(), player, offer.by);
    if (!is_seat_of_person(match.setup(), player, offer.by) && !may_abort &&
        !(is_rematch && hosts_only_bots(player)))
        return ErrorCode::not_seated;
    if (!over && is_rematch) return ErrorCode::not_supported;
    if (is_rematch) return rematch_refusal(player);
    if (offer.kind == OfferKind::draw && !match.game().info().draw_offers) return ErrorCode::not_supported;
    return std::nullopt;
}

std::optional<ErrorCode> MatchOffers::rematch_refusal(const PlayerId& player) const {
    if (!all_are_seated()) return ErrorCode::offer_invalid;
    if (host_.wait_after_exits(player).count() > 0) return ErrorCode::aborted_too_often;
    return std::nullopt;
}

bool MatchOffers::all_are_seated() const {
    const auto& seats = match_.match().setup().seats;
    return std::all_of(seats.begin(), seats.end(), [this](const MatchSeat& seat) {
        return seat.kind == MatchSeat::Kind::bot || seat.player.empty() || host_.is_seated(seat.player);
    });
}

void MatchOffers::seats_changed() {
    if (all_are_seated()) return;
    close_if([](const Offer& one) { return one.kind == OfferKind::rematch; }, OfferOutcome::superseded);
}

bool MatchOffers::hosts_only_bots(const PlayerId& player) const {
    const MatchSetup& setup = match_.match().setup();
    return only_bots(setup) && player == host_.host() && !seat_of(setup, player);
}

MatchOffers::Reaction MatchOffers::reaction_to(const Offer& offer) const {
    const MatchSetup& setup = match_.match().setup();
    if (setup.hotseat) return Reaction::accept;
    if (asks_external_bot(offer)) {
        const auto bot = bots_->connected(seat_at(setup, other(offer.by)).player);
        return bot && match_.follows(*bot) ? Reaction::wait : Reaction::accept;
    }
    if (only_bots(setup)) return Reaction::accept;
    if (is_person(setup, other(offer.by))) return Reaction::wait;
    // A bot does not mind waiting and playing again, but it plays to win.
    const bool declines = offer.kind == OfferKind::draw || (offer.kind == OfferKind::abort && terms_.rated);
    return declines ? Reaction::decline : Reaction::accept;
}

bool MatchOffers::asks_external_bot(const Offer& offer) const {
    const MatchSetup& setup = match_.match().setup();
    const MatchSeat& asked = seat_at(setup, other(offer.by));
    return offer.kind == OfferKind::abort && is_external_bot(asked) &&
           asked.player != seat_at(setup, offer.by).player && bots_ != nullptr;
}

Awaitable<void> MatchOffers::ring() {
    co_await accept_unanswered();
    expire();
}

Awaitable<void> MatchOffers::accept_unanswered() {
    const std::int64_t time = to_wire(match_.now());
    // A copy: what an offer does to the match closes other offers.
    const std::vector<Offer> open = offers_.standing();
    for (const Offer& one : open) {
        if (match_.match().result() || !asks_external_bot(one) || !one.expires_at || *one.expires_at > time)
            continue;
        const auto failure = co_await carry_out(one);
        if (failure) close(one.offer, OfferOutcome::expired);
    }
}

Awaitable<std::optional<ErrorCode>> MatchOffers::carry_out(const Offer& offer) {
    if (offer.kind == OfferKind::rematch) {
        auto failure = co_await rematch(offer);
        co_return failure;
    }
    const MatchCommand wanted = command_for(offer);
    auto decision = match_.match().decide(wanted, match_.now());
    auto* accepted = std::get_if<Accepted>(&decision);
    if (accepted == nullptr) co_return std::get<Refused>(decision).code;
    const auto* end = std::get_if<Ended>(&accepted->events.front());
    // The flag had fallen before they agreed.
    const bool flagged = end != nullptr && end->result.reason == "timeout";
    const bool kept = co_await match_.commit(std::move(accepted->events), flagged ? nullptr : &offer);
    std::optional<ErrorCode> failure;
    if (!kept)
        failure = ErrorCode::storage;
    else if (flagged)
        failure = ErrorCode::match_over;
    co_return failure;
}

/// The same players with the seats swapped.
Awaitable<std::optional<ErrorCode>> MatchOffers::rematch(const Offer& offer) {
    const auto& played = match_.match().setup().seats;
    std::array<MatchSeat, 2> seats{played[1], played[0]};
    for (MatchSeat& seat : seats)
        if (seat.kind == MatchSeat::Kind::bot) seat.seed = random_seed();
    const std::function<void()> when_stored = [this, &offer] {
        close(offer.offer, OfferOutcome::accepted);
        match_over();
    };
    const auto failure = co_await host_.start_match(std::move(seats), when_stored);
    co_return failure;
}

Awaitable<void> MatchOffers::answer(const protocol::OfferAnswer& message, RoomRequest& from) {
    expire();
    const MatchSetup& setup = match_.match().setup();
    const PlayerId player = from.session->player_id();
    const Offer* found = offers_.find(message.offer);
    std::optional<ErrorCode> refused;
    if (!seat_of(setup, player))
        refused = ErrorCode::not_seated;
    else if (found == nullptr)
        refused = ErrorCode::offer_gone;
    else if (!owns_seat(setup, player, other(found->by)))
        refused = ErrorCode::offer_invalid;
    else if (message.accept && found->kind == OfferKind::rematch &&
             host_.wait_after_exits(player).count() > 0)
        refused = ErrorCode::aborted_too_often;
    if (!refused && message.accept) {
        const Offer offer = *found;
        refused = co_await carry_out(offer);
    } else if (!refused) {
        close(message.offer, OfferOutcome::declined);
    }
    if (refused)
        from.refuse(*refused);
    else
        from.reply(protocol::Empty{});
}

void MatchOffers::cancel(const protocol::OfferCancel& message, const RoomRequest& from) {
    expire();
    const MatchSetup& setup = match_.match().setup();
    const PlayerId player = from.session->player_id();
    const Offer* found = offers_.find(message.offer);
    if (!seat_of(setup, player)) {
        from.refuse(ErrorCode::not_seated);
    } else if (found == nullptr || !owns_seat(setup, player, found->by)) {
        from.refuse(ErrorCode::offer_gone);
    } else {
        close(message.offer, OfferOutcome::cancelled);
        from.reply(protocol::Empty{});
    }
}

void MatchOffers::close(const std::string& id, OfferOutcome outcome) {
    const std::string closed = id;  // may be the offer's own
    close_if([&](const Offer& one) { return one.offer == closed; }, outcome);
}

void MatchOffers::position_changed() {
    close_if([](const Offer& one) { return one.kind == OfferKind::draw || one.kind == OfferKind::takeback; },
             OfferOutcome::superseded);
}

void MatchOffers::match_over() {
    close_if([](const Offer&) { return true; }, OfferOutcome::superseded);
}

void MatchOffers::close_if(const std::function<bool(const Offer&)>& dies, OfferOutcome outcome) {
    for (const Offer& one : offers_.remove_if(dies)) tell(one, protocol::OfferClosed{one.offer, outcome});
}

void MatchOffers::tell(const Offer& offer, const protocol::EventBody& body) {
    match_.publish(body);
    // A rematch concerns everybody in the room, whether they follow this match or not.
    if (offer.kind != OfferKind::rematch) return;
    for (const auto& session : host_.room_stream().subscribers())
        if (!match_.follows(*session)) tell_outside(*session, body);
}

void MatchOffers::tell_rematch(Session& session) const {
    if (!host_.room_stream().has(session) || match_.follows(session)) return;
    for (const Offer& one : offers_.standing())
        if (one.kind == OfferKind::rematch) tell_outside(session, protocol::OfferMade{one});
}

void MatchOffers::tell_outside(Session& session, protocol::EventBody body) const {
    protocol::Event event;
    event.room = match_.match().setup().room.text;
    event.match = match_.match().setup().id.text;
    event.body = std::move(body);
    send_unsequenced(session, std::move(event), match_.now());
}

void MatchOffers::expire() {
    const std::int64_t time = to_wire(match_.now());
    close_if(
        [&](const Offer& one) {
            return one.expires_at && *one.expires_at <= time && !asks_external_bot(one);
        },
        OfferOutcome::expired);
}

}  // namespace pentad::server
