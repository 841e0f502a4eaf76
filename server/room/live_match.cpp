#include "server/room/live_match.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/bots/external_bots.hpp"
#include "server/match/match_view.hpp"
#include "server/room/room.hpp"

namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

namespace {

constexpr std::array<Side, 2> sides{Side::first, Side::second};
constexpr auto superseded = protocol::OfferOutcome::superseded;

/// A client whose view is out of date is not sent the whole match more often than this.
constexpr milliseconds between_snapshots = std::chrono::seconds(1);

}  // namespace

LiveMatch::LiveMatch(RoomServices& services, Room& room, Match match, std::int64_t stored_events)
    : services_(services), room_(room), match_(std::move(match)), stored_events_(stored_events) {
    for (Side side : sides)
        attendance_.look(side, presence_at(side) == protocol::Presence::online, now(), grace(side));
    open_for_spectators();
}

protocol::Presence LiveMatch::presence_at(Side side) const {
    const MatchSeat& seat = match_.setup().seats[index(side)];
    if (seat.kind == MatchSeat::Kind::human) return room_.presence_of(seat.player);
    if (seat.player.empty()) return protocol::Presence::online;
    const bool here = services_.external_bots && services_.external_bots->connected(seat.player);
    return here ? protocol::Presence::online : protocol::Presence::away;
}

std::optional<Side> LiveMatch::seat_of(const PlayerId& player) const {
    if (player.empty()) return std::nullopt;
    for (Side side : sides)
        if (match_.setup().seats[index(side)].player == player) return side;
    return std::nullopt;
}

bool LiveMatch::may_act(const PlayerId& player, Side seat) const {
    const MatchSeat& owner = match_.setup().seats[index(seat)];
    return owner.kind == MatchSeat::Kind::human && owner.player == player;
}

bool LiveMatch::owns(const PlayerId& player, Side seat) const {
    return !player.empty() && match_.setup().seats[index(seat)].player == player;
}

bool LiveMatch::is_to_move(const Session& receiver) const {
    return !over() && may_act(receiver.player_id(), match_.to_move());
}

LiveMatch::Done LiveMatch::on(const protocol::MatchWatch& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    const StoredRoom& settings = room_.settings();
    if (room_.is_kicked(player) && !seat_of(player)) {
        from.refuse(ErrorCode::kicked);
        co_return;
    }
    if (!seat_of(player) && !room_.has_member(player)) {
        if (!settings.spectators) {
            from.refuse(ErrorCode::spectators_forbidden);
            co_return;
        }
        if (settings.visibility == protocol::Visibility::private_ || !settings.password_hash.empty()) {
            from.refuse(ErrorCode::forbidden);
            co_return;
        }
    }
    if (room_.refuses_one_more(from)) co_return;
    room_.admit(from.session);
    // A seat's owner is back: told before the snapshot, which then goes on from there.
    room_.look_for(player);
    subscribe(from.session);
    answer_snapshot(from, message.history);
}

void LiveMatch::answer_snapshot(const RoomRequest& from, bool with_history) const {
    from.reply(
        protocol::MatchWatched{stream_for(*from.session).seq(), snapshot(*from.session, with_history)});
}

LiveMatch::Done LiveMatch::on(const protocol::MatchUnwatch&, RoomRequest& from) {
    unsubscribe(*from.session);
    if (!room_.room_stream().has(*from.session)) {
        room_.forget(*from.session);
        room_.look_for(from.session->player_id());
    }
    from.reply(protocol::Empty{});
    co_return;
}

LiveMatch::Done LiveMatch::on(const protocol::MatchSync& message, RoomRequest& from) {
    if (!stream_for(*from.session).has(*from.session)) {
        from.refuse(ErrorCode::bad_request, "Watch the match first.");
        co_return;
    }
    protocol::MatchSnapshot now = snapshot(*from.session, message.history);
    const std::int64_t seq = stream_for(*from.session).seq();
    if (message.have_hash && message.have_seq == seq && *message.have_hash != now.hash)
        other_position_.warn(fmt::format("match {}: {} has another position after event {}",
                                         match_.setup().id.text, from.session->player_id().text, seq),
                             {.match = match_.setup().id, .player = from.session->player_id()});
    from.reply(protocol::MatchWatched{seq, std::move(now)});
}

LiveMatch::Done LiveMatch::on(const protocol::MovePlay& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    // In a hotseat room the creator moves for whoever's turn it is.
    Side seat = match_.setup().hotseat ? match_.to_move() : seat_of(player).value_or(Side::first);
    if (message.seat) seat = *message.seat;
    if (!over() && !may_act(player, seat)) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    Play play;
    play.seat = seat;
    play.turn = message.turn;
    play.move = message.move;
    play.move_id = message.move_id;
    play.received = from.at;
    play.allowance = stored_for();
    play.lag = lag_of(*from.session);
    const MatchCommand wanted = std::move(play);
    moving_since_ = from.since;
    co_await command(wanted, from);
    moving_since_.reset();
}

milliseconds LiveMatch::lag_of(const Session& session) {
    if (!session.connection()) return milliseconds(0);
    return session.connection()->round_trip().value_or(milliseconds(0));
}

milliseconds LiveMatch::lag_awaited() const {
    if (!match_.running()) return milliseconds(0);
    milliseconds lag{};
    for (const auto& session : stream_.subscribers())
        if (is_to_move(*session)) lag = std::max(lag, lag_of(*session));
    return match_.lag_given(lag);
}

LiveMatch::Done LiveMatch::on(const protocol::MatchResign& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    const bool both = owns(player, Side::first) && owns(player, Side::second);
    const Side own = both ? match_.to_move() : seat_of(player).value_or(Side::first);
    const Side seat = message.seat.value_or(own);
    if (over()) {
        from.refuse(ErrorCode::match_over);
    } else if (!owns(player, seat)) {
        from.refuse(ErrorCode::not_seated);
    } else {
        const MatchCommand wanted = Resign{seat};
        co_await command(wanted, from);
    }
}

LiveMatch::Done LiveMatch::on(const protocol::MatchAbort&, RoomRequest& from) {
    if (!over() && !seat_of(from.session->player_id())) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    const MatchCommand wanted = Abort{};
    co_await command(wanted, from);
}

LiveMatch::Done LiveMatch::command(const MatchCommand& command, RoomRequest& from) {
    auto decision = match_.decide(command, now());
    if (const auto* refused = std::get_if<Refused>(&decision)) {
        protocol::ErrorReply error{from.request.id, refused->code, {}, {}};
        if (refused->code == ErrorCode::illegal_move || refused->code == ErrorCode::bad_move_format) {
            error.message = refused->refusal.reason;
            error.detail = protocol::IllegalMove{refused->refusal.reason, refused->refusal.rule,
                                                 refused->refusal.squares};
        }
        from.session->reply(std::move(error));
        if (refused->send_snapshot) push_snapshot(*from.session);
        co_return;
    }
    if (const auto* again = std::get_if<Duplicate>(&decision)) {
        from.reply(protocol::MoveAccepted{static_cast<int>(again->turn), static_cast<int>(again->ply),
                                          again->hash, again->charged, true});
        co_return;
    }
    auto& events = std::get<Accepted>(decision).events;
    mark_leaver(events, command, from.session->player_id());
    std::optional<protocol::MoveAccepted> accepted;
    for (const MatchEvent& one : events)
        if (const auto* moved = std::get_if<Moved>(&one))
            accepted =
                protocol::MoveAccepted{static_cast<int>(moved->turn), static_cast<int>(match_.ply() + 1),
                                       moved->hash, moved->charged, false};
    const bool flagged = std::holds_alternative<Play>(command) && !accepted;
    const bool kept = co_await happen(std::move(events));
    if (!kept)
        from.refuse(ErrorCode::storage);
    else if (flagged)
        from.refuse(ErrorCode::match_over);
    else if (accepted)
        from.reply(*accepted);
    else
        from.reply(protocol::Empty{});
}

Awaitable<bool> LiveMatch::happen(std::vector<MatchEvent> events, const protocol::Offer* agreed) {
    std::vector<Record> records;
    std::int64_t number = stored_events_;
    for (const MatchEvent& one : events)
        records.emplace_back(AppendedEvent{match_.setup().id, number++, one});
    const bool kept = co_await room_.save(std::move(records));
    if (!kept) {
        retry_ = now() + std::chrono::seconds(1);
        open_until_ = now() + resume_grace;
        co_return false;
    }
    open_until_ = {};
    stored_events_ = number;
    if (agreed != nullptr) close_offer(agreed->offer, protocol::OfferOutcome::accepted);
    const std::int64_t turn = match_.turn();
    for (const MatchEvent& one : events) {
        match_.apply(one);
        announce(one);
    }
    store_took_ = std::max(now() - match_.clock_at(), milliseconds(0));
    if (match_.turn() != turn) close_offers_of_the_position();
    if (over()) close_offers_if([](const protocol::Offer&) { return true; }, superseded);
    after_change();
    co_await play_premove();
    co_return true;
}

void LiveMatch::publish_position(protocol::EventBody change) {
    stream_.publish_position(
        event(std::move(change)), [this] { return match_.position().legal_moves(); },
        [this](const Session& session) { return is_to_move(session); });
}

void LiveMatch::announce(const MatchEvent& happened) {
    if (later_) later_->happen(happened, now());
    if (std::holds_alternative<Moved>(happened)) {
        publish_position(view_last_move(match_));
        services_.metrics.move_made(match_.setup().game);
        if (const auto since = std::exchange(moving_since_, std::nullopt))
            services_.metrics.move_took(std::chrono::steady_clock::now() - *since);
    } else if (const auto* back = std::get_if<TakenBack>(&happened)) {
        publish_position(view_taken_back(match_, *back));
        drop_premoves("takeback");
    } else if (const auto* end = std::get_if<Ended>(&happened)) {
        remember(*end);
        // Nobody has anything to gain from what he hears any more.
        if (later_) later_->show_all();
        stream_.publish(event(view_event(match_, happened)));
        services_.metrics.match_ended(match_.setup().game, match_.result()->reason);
        room_.match_over();
    } else {
        stream_.publish(event(view_event(match_, happened)));
    }
}

void LiveMatch::close_offers_of_the_position() {
    close_offers_if(
        [](const protocol::Offer& one) {
            return one.kind == protocol::OfferKind::draw || one.kind == protocol::OfferKind::takeback;
        },
        superseded);
}

milliseconds LiveMatch::stored_for() const {
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
    if (const auto due = match_.deadline())
        sooner(not_yet(*due + bot_waited() + stored_for() + lag_awaited()));
    sooner(bot_alarm());
    sooner(attendance_.next());
    if (later_) sooner(later_->next());
    if (forfeiting()) sooner(not_yet(now()));
    if (const auto end = abandoned_at()) sooner(not_yet(*end));
    return next;
}

LiveMatch::Done LiveMatch::ring() {
    co_await accept_for_the_silent();
    expire_offers();
    if (over()) co_return;
    const ServerTime time = now();
    if (later_) later_->show_due(time);
    for (const Side side : attendance_.expire_grace(time)) publish(presence_event(side));
    MatchCommand due = Flag{bot_waited() + stored_for() + lag_awaited()};
    if (const auto end = abandoned_at(); end && *end <= time) due = Terminate{{std::nullopt, "abandoned"}};
    if (const auto loser = forfeiting()) due = Terminate{{engine::other(*loser), "abandoned"}};
    auto decision = match_.decide(due, time);
    auto* accepted = std::get_if<Accepted>(&decision);
    if (accepted != nullptr) mark_leaver(accepted->events, due);
    if (accepted != nullptr && !accepted->events.empty()) co_await happen(std::move(accepted->events));
    if (!over()) co_await ring_for_bot();
}

protocol::Event LiveMatch::event(protocol::EventBody body) const {
    protocol::Event made;
    made.match = match_.setup().id.text;
    made.body = std::move(body);
    return made;
}

protocol::Event LiveMatch::started_for(const Session& receiver) const {
    return event(protocol::MatchStarted{room_.settings().id.text, match_.setup().id.text,
                                        seat_of(receiver.player_id()), snapshot(receiver, true),
                                        stream_for(receiver).seq()});
}

void LiveMatch::push_snapshot(Session& session) {
    if (!stream_.has(session)) return;
    const auto last = snapshot_pushed_.find(session.id());
    if (last != snapshot_pushed_.end() && now() - last->second < between_snapshots) return;
    snapshot_pushed_[session.id()] = now();
    protocol::Event pushed = event(snapshot(session, false));
    pushed.seq = stream_.seq();
    pushed.ts = to_wire(now());
    session.send(to_bytes(protocol::encode(pushed)));
}

}  // namespace pentad::server
