#include "server/room/live_match.hpp"

#include <algorithm>
#include <cassert>

#include "server/base/log/log_line.hpp"
#include "server/bots/external_bots.hpp"
#include "server/bots/hints.hpp"
#include "server/ratings/early_exits.hpp"

namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

namespace {

/// What the store has refused is tried again after this.
constexpr milliseconds retry_after = std::chrono::seconds(1);

}  // namespace

LiveMatch::LiveMatch(MatchServices services, MatchHost& host, MatchTerms terms, Match match,
                     std::int64_t stored_events)
    : services_(services),
      host_(host),
      terms_(terms),
      match_(std::move(match)),
      stored_events_(stored_events),
      audience_(match_, terms_, services_.blocks, services_.now),
      presence_(match_, services_.disconnect_policy, terms_.on_absent),
      premoves_(*this),
      offers_(*this, host_, terms_, services_.external_bots, services_.bot_policy),
      bots_(*this, host_, services_) {
    for (const Side side : both_sides) update_presence(side);
    audience_.delay_spectators(match_, presences());
}

bool LiveMatch::is_to_move(const Session& receiver) const {
    return !over() && is_seat_of_person(match_.setup(), receiver.player_id(), match_.to_move());
}

LiveMatch::Done LiveMatch::handle(RoomRequest& from) {
    return std::visit(
        [&](auto& message) {
            using Message = std::decay_t<decltype(message)>;
            constexpr bool watches = std::is_same_v<Message, protocol::MatchWatch> ||
                                     std::is_same_v<Message, protocol::MatchUnwatch>;
            if constexpr (Message::address == protocol::Address::match && !watches) {
                return on(message, from);
            } else {
                assert(false);
                return already_handled();
            }
        },
        from.request.message);
}

LiveMatch::Done LiveMatch::on(protocol::MatchSync& message, RoomRequest& from) {
    const EventStream& stream = stream_for(*from.session);
    if (!stream.has(*from.session)) {
        from.refuse(ErrorCode::bad_request, "Watch the match first.");
        return already_handled();
    }
    protocol::MatchSnapshot now = snapshot(*from.session, message.history);
    if (message.have_hash && message.have_seq == stream.seq() && *message.have_hash != now.hash)
        other_position_.warn(
            fmt::format("match {}: {} has another position after event {}", match_.setup().id.text,
                        from.session->player_id().text, stream.seq()),
            {.match = match_.setup().id, .player = from.session->player_id()});
    from.reply(protocol::MatchWatched{stream.seq(), std::move(now)});
    return already_handled();
}

LiveMatch::Done LiveMatch::on(protocol::MovePlay& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    // At one keyboard the room's creator moves for both.
    Side seat = match_.setup().hotseat ? match_.to_move() : seat_of(player).value_or(Side::first);
    if (message.seat) seat = *message.seat;
    if (!over() && !is_seat_of_person(match_.setup(), player, seat)) {
        from.refuse(ErrorCode::not_seated);
        return already_handled();
    }
    Play play;
    play.seat = seat;
    play.turn = message.turn;
    play.move = std::move(message.move);
    play.move_id = std::move(message.move_id);
    play.received = from.at;
    play.allowance = store_delay();
    play.lag = MatchAudience::lag_of(*from.session);
    return command(std::move(play), from);
}

LiveMatch::Done LiveMatch::on(protocol::MatchResign& message, RoomRequest& from) {
    const MatchSetup& setup = match_.setup();
    const PlayerId player = from.session->player_id();
    const bool both = owns_seat(setup, player, Side::first) && owns_seat(setup, player, Side::second);
    const Side own = both ? match_.to_move() : seat_of(player).value_or(Side::first);
    const Side seat = message.seat.value_or(own);
    if (!over() && owns_seat(setup, player, seat)) return command(Resign{seat}, from);
    from.refuse(over() ? ErrorCode::match_over : ErrorCode::not_seated);
    return already_handled();
}

LiveMatch::Done LiveMatch::on(protocol::MatchAbort&, RoomRequest& from) {
    if (over() || seat_of(from.session->player_id())) return command(Abort{}, from);
    from.refuse(ErrorCode::not_seated);
    return already_handled();
}

LiveMatch::Done LiveMatch::on(protocol::ClaimWin&, RoomRequest& from) {
    const auto seat = seat_of(from.session->player_id());
    if (over()) {
        from.refuse(ErrorCode::match_over);
    } else if (!seat) {
        from.refuse(ErrorCode::not_seated);
    } else if (!presence_.may_claim(*seat)) {
        from.refuse(ErrorCode::claim_not_allowed);
    } else if (const ServerTime gone = presence_.of(other(*seat)).gone; now() < gone) {
        protocol::ErrorReply error{from.request.id, ErrorCode::claim_too_early, {}, {}};
        error.detail = protocol::ClaimableAt{to_wire(gone)};
        from.session->reply(std::move(error));
    } else {
        return command(Terminate{{*seat, "claim"}}, from);
    }
    return already_handled();
}

LiveMatch::Done LiveMatch::command(MatchCommand command, RoomRequest& from) {
    auto decision = match_.decide(command, now());
    if (const auto* refused = std::get_if<Refused>(&decision)) {
        refuse(*refused, from);
        co_return;
    }
    if (const auto* again = std::get_if<Duplicate>(&decision)) {
        from.reply(protocol::MoveAccepted{static_cast<int>(again->turn), static_cast<int>(again->ply),
                                          again->hash, again->charged, true});
        co_return;
    }
    auto& events = std::get<Accepted>(decision).events;
    mark_early_exit(events, command, seat_of(from.session->player_id()));
    std::optional<protocol::MoveAccepted> accepted;
    for (const MatchEvent& one : events)
        if (const auto* moved = std::get_if<Moved>(&one))
            accepted =
                protocol::MoveAccepted{static_cast<int>(moved->turn), static_cast<int>(match_.ply() + 1),
                                       moved->hash, moved->charged, false};
    const bool flagged = std::holds_alternative<Play>(command) && !accepted;
    if (std::holds_alternative<protocol::MovePlay>(from.request.message)) moving_since_ = from.since;
    const bool kept = co_await commit(std::move(events), nullptr);
    moving_since_.reset();
    if (!kept)
        from.refuse(ErrorCode::storage);
    else if (flagged)
        from.refuse(ErrorCode::match_over);
    else if (accepted)
        from.reply(*accepted);
    else
        from.reply(protocol::Empty{});
}

void LiveMatch::refuse(const Refused& refused, const RoomRequest& from) {
    protocol::ErrorReply error{from.request.id, refused.code, {}, {}};
    if (refused.code == ErrorCode::illegal_move || refused.code == ErrorCode::bad_move_format) {
        error.message = refused.refusal.reason;
        error.detail =
            protocol::IllegalMove{refused.refusal.reason, refused.refusal.rule, refused.refusal.squares};
    }
    from.session->reply(std::move(error));
    if (refused.send_snapshot && audience_.wants_snapshot(*from.session))
        audience_.push_snapshot(*from.session, snapshot(*from.session, false));
}

Awaitable<bool> LiveMatch::commit(std::vector<MatchEvent> events, const protocol::Offer* accepted) {
    std::vector<Record> records;
    records.reserve(events.size());
    for (std::int64_t number = stored_events_; const MatchEvent& one : events)
        records.emplace_back(AppendedEvent{match_.setup().id, number++, one});
    const auto outcome = co_await host_.store(std::move(records));
    if (!outcome) {
        not_stored_.error("match " + match_.setup().id.text + ": not stored: " + outcome.error().text,
                          {.match = match_.setup().id});
        retry_ = now() + retry_after;
        open_until_ = now() + resume_grace;
        co_return false;
    }
    open_until_ = {};
    stored_events_ += static_cast<std::int64_t>(events.size());
    if (accepted != nullptr) offers_.close(accepted->offer, protocol::OfferOutcome::accepted);
    const std::int64_t turn = match_.turn();
    for (const MatchEvent& one : events) {
        match_.apply(one);
        announce(one);
    }
    store_took_ = std::max(now() - match_.clock_at(), milliseconds(0));
    if (match_.turn() != turn) offers_.position_changed();
    if (over()) offers_.match_over();
    match_changed();
    if (premoves_.due()) co_await premoves_.play();
    co_return true;
}

void LiveMatch::match_changed() {
    if (services_.hints) services_.hints->moved_on(match_);
    bots_.match_changed();
}

void LiveMatch::announce(const MatchEvent& happened) {
    audience_.happened(happened);
    std::visit([this](const auto& one) { announce_one(one); }, happened);
}

void LiveMatch::announce_one(const Moved&) {
    audience_.publish_position(view_last_move(match_));
    services_.metrics.move_made(match_.setup().game);
    if (const auto since = std::exchange(moving_since_, std::nullopt))
        services_.metrics.move_took(std::chrono::steady_clock::now() - *since);
}

void LiveMatch::announce_one(const TakenBack& event) {
    audience_.publish_position(view_taken_back(match_, event));
    premoves_.drop_all("takeback");
}

void LiveMatch::announce_one(const Ended& end) {
    audience_.publish_end(view_event(match_, end));
    services_.metrics.match_ended(match_.setup().game, match_.result()->reason);
    host_.match_over(end);
}

void LiveMatch::mark_early_exit(std::vector<MatchEvent>& events, const MatchCommand& command,
                                std::optional<Side> by) const {
    auto* end = events.empty() ? nullptr : std::get_if<Ended>(&events.back());
    if (end == nullptr || match_.has_begun() || !terms_.counts_early_exits || !two_people(match_.setup()))
        return;
    if (end->result.reason != "aborted" && !std::holds_alternative<Resign>(command)) return;
    const bool opponent_online = by && presence_.of(other(*by)).presence == protocol::Presence::online;
    end->left_early = early_leaver(match_, command, by, opponent_online, now());
}

LiveMatch::Done LiveMatch::on(protocol::BotMove& message, RoomRequest& from) {
    auto planned = bots_.plan(message, from);
    if (!planned) {
        from.refuse(planned.error());
        co_return;
    }
    BotSeat& bot = bots_.at(planned->seat);
    const std::int64_t before = match_.turn();
    MatchCommand wanted = std::move(*planned);
    bot.begin_own_move();
    co_await command(std::move(wanted), from);
    bot.end_own_move();
    if (match_.turn() != before) bot.clear_failures();
}

LiveMatch::Done LiveMatch::on(protocol::HintGet& message, RoomRequest& from) {
    if (const auto refused = hint_refusal(message, *from.session))
        from.refuse(*refused);
    else
        services_.hints->ask(from.session, from.request.id, match_);
    return already_handled();
}

std::optional<ErrorCode> LiveMatch::hint_refusal(const protocol::HintGet& message,
                                                 const Session& session) const {
    const PlayerId player = session.player_id();
    const MatchSetup& setup = match_.setup();
    const auto seat = seat_of(player);
    const bool watches_bots = !seat && only_bots(setup) && follows(session);
    if (over()) return ErrorCode::match_over;
    if (terms_.rated || !services_.hints || (watches_bots && audience_.is_shown_later()))
        return ErrorCode::not_supported;
    if (!watches_bots && (!seat || !is_seat_of_person(setup, player, *seat))) return ErrorCode::not_seated;
    if (message.turn != match_.turn())
        return message.turn < match_.turn() ? ErrorCode::stale_turn : ErrorCode::future_turn;
    if (!watches_bots && !is_seat_of_person(setup, player, match_.to_move())) return ErrorCode::not_your_turn;
    return std::nullopt;
}

protocol::Presence LiveMatch::presence_at(Side side) const {
    const MatchSeat& seat = seat_at(match_.setup(), side);
    if (is_person(match_.setup(), side)) return host_.presence_of(seat.player);
    if (!is_external_bot(seat)) return protocol::Presence::online;
    const bool here = services_.external_bots && services_.external_bots->connected(seat.player);
    return here ? protocol::Presence::online : protocol::Presence::away;
}

bool LiveMatch::update_presence(Side side) {
    const bool connected = presence_at(side) == protocol::Presence::online;
    return presence_.update(side, connected, host_.said_bye(seat_at(match_.setup(), side).player), now());
}

void LiveMatch::look_for(const PlayerId& player) {
    if (over()) return;
    for (const Side side : both_sides) {
        if (seat_at(match_.setup(), side).player != player) continue;
        bots_.reconnected(side);
        if (update_presence(side)) publish(presence_.event(side));
    }
}

void LiveMatch::show_presence(protocol::MatchSnapshot& view) const {
    for (const Side side : both_sides) {
        const protocol::SeatPresence tracked = presence_.event(side);
        protocol::Seat& seat = view.seats[index(side)];
        // After the end nobody waits for anybody.
        seat.presence = over() ? presence_at(side) : tracked.state;
        seat.claimable_at = tracked.claimable_at;
    }
}

protocol::MatchSnapshot LiveMatch::snapshot(const Session& receiver, bool with_history) const {
    const PlayerId reader = receiver.player_id();
    protocol::MatchSnapshot view;
    if (audience_.is_shown_later() && !seat_of(reader)) {
        view = audience_.delayed_snapshot(reader, with_history);
    } else {
        view = view_match(match_, is_to_move(receiver), with_history);
        show_presence(view);
        view.offers = offers_.open();
        if (with_history) view.chat = audience_.chat_for(reader);
    }
    view.spectators = audience_.count_spectators();
    say_why_unrated(view);
    return view;
}

protocol::MatchSnapshot LiveMatch::public_snapshot() const {
    protocol::MatchSnapshot view =
        audience_.is_shown_later() ? audience_.delayed_snapshot({}, true) : view_match(match_, false, true);
    say_why_unrated(view);
    return view;
}

/// There is no other reason: a rated room has two people on its seats (room_settings.cpp).
void LiveMatch::say_why_unrated(protocol::MatchSnapshot& view) const {
    if (terms_.rated && !view.rated) view.unrated = protocol::Unrated::same_network;
}

protocol::Event LiveMatch::started_for(const Session& receiver) const {
    return audience_.event(protocol::MatchStarted{match_.setup().room.text, match_.setup().id.text,
                                                  seat_of(receiver.player_id()), snapshot(receiver, true),
                                                  stream_for(receiver).seq()});
}

void LiveMatch::forget(const PlayerId& player) {
    match_.give_seats(player, {std::string(forgotten_id)}, forgotten_name);
    audience_.forget(player);
}

milliseconds LiveMatch::lag_awaited() const {
    return match_.running() ? match_.lag_given(audience_.lag_of_mover()) : milliseconds(0);
}

milliseconds LiveMatch::store_delay() const {
    const auto due = match_.deadline();
    return due ? std::max(store_took_, std::chrono::duration_cast<milliseconds>(open_until_ - *due))
               : store_took_;
}

std::optional<ServerTime> LiveMatch::alarm() const {
    std::optional<ServerTime> next = offers_.next_expiry();
    if (over()) return next;
    const auto sooner = [&](std::optional<ServerTime> time) {
        if (time && (!next || *time < *next)) next = time;
    };
    // A disk that has just failed is not tried again at once.
    const auto not_yet = [&](ServerTime time) { return std::max(time, retry_); };
    if (const auto due = match_.deadline()) sooner(not_yet(*due + allowance()));
    sooner(bots_.alarm());
    sooner(presence_.next());
    sooner(audience_.next_due());
    if (presence_.forfeiting()) sooner(not_yet(now()));
    if (const auto end = presence_.abandoned_at()) sooner(not_yet(*end));
    return next;
}

LiveMatch::Done LiveMatch::ring() {
    co_await offers_.ring();
    if (over()) co_return;
    const ServerTime time = now();
    audience_.show_due(time);
    for (const Side side : presence_.expire_grace(time)) publish(presence_.event(side));
    MatchCommand due = Flag{allowance()};
    if (const auto end = presence_.abandoned_at(); end && *end <= time)
        due = Terminate{{std::nullopt, "abandoned"}};
    if (const auto loser = presence_.forfeiting()) due = Terminate{{other(*loser), "abandoned"}};
    auto decision = match_.decide(due, time);
    auto* accepted = std::get_if<Accepted>(&decision);
    if (accepted != nullptr && !accepted->events.empty()) {
        mark_early_exit(accepted->events, due, std::nullopt);
        co_await commit(std::move(accepted->events), nullptr);
    }
    if (!over()) co_await bots_.ring();
}

}  // namespace pentad::server
