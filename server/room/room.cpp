#include "server/room/room.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "server/base/log/log_line.hpp"
#include "server/bots/external_bots.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/send_unsequenced.hpp"
#include "server/store/await_store.hpp"

namespace pentad::server {

using engine::index;
using protocol::ChairKind;
using protocol::ErrorCode;
using protocol::RoomState;

Room::Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events)
    : services_(services),
      roster_(services, *this, std::move(stored)),
      audience_(roster_.settings(), roster_.members(), services.blocks, services.list, services.now) {
    if (match) live_match_ = make_match(std::move(*match), stored_events);
}

std::shared_ptr<LiveMatch> Room::make_match(Match match, std::int64_t stored_events) {
    return std::make_shared<LiveMatch>(
        MatchServices{services_.now, services_.metrics, services_.blocks, services_.disconnect_policy,
                      services_.bot_policy, services_.bots, services_.external_bots, services_.hints},
        static_cast<MatchHost&>(*this), terms_of(settings(), matchmade_), std::move(match), stored_events);
}

void Room::submit(RoomInput input) {
    if (inbox_.push(std::move(input))) asio::co_spawn(services_.io, drain(), asio::detached);
}

Room::Done Room::drain() {
    const auto self = shared_from_this();
    while (!inbox_.empty()) {
        RoomInput input = inbox_.pop();
        const auto match = live_match_;  // stays while a rematch puts another in its place
        try {
            Done taken = std::visit([this](auto& one) { return take(one); }, input);
            co_await std::move(taken);
        } catch (const std::exception& failure) {
            // One input that fails must not take the room with it.
            trouble_.error("room " + settings().id.text + ": " + failure.what(), {.room = settings().id});
            if (const auto* from = std::get_if<RoomRequest>(&input)) from->refuse(ErrorCode::internal_error);
        }
        rearm();
    }
    inbox_.drained();
}

/// No coroutine of its own: the handler's is enough.
Room::Done Room::take(RoomRequest& input) {
    // While it waited a rematch may have begun, in which it must not move, resign or watch.
    const std::string& meant = input.request.match;
    const bool other_match =
        !meant.empty() && (!live_match_ || live_match_->match().setup().id.text != meant);
    if (closed_ || other_match) {
        input.refuse(closed_ ? ErrorCode::room_not_found : ErrorCode::match_not_found);
        return already_handled();
    }
    return std::visit(
        [&](auto& message) {
            using Message = std::decay_t<decltype(message)>;
            if constexpr (std::is_same_v<Message, protocol::MatchWatch> ||
                          std::is_same_v<Message, protocol::MatchUnwatch>) {
                if (live_match_) return on(message, input);
            } else if constexpr (Message::address == protocol::Address::match) {
                if (live_match_) return live_match_->handle(input);
            } else if constexpr (Message::address == protocol::Address::room ||
                                 std::is_same_v<Message, protocol::RoomJoin>) {
                return roster_.handle(input);
            } else if constexpr (std::is_same_v<Message, protocol::RoomCreate> ||
                                 std::is_same_v<Message, protocol::ChatSend>) {
                return on(message, input);
            }
            input.refuse(ErrorCode::not_supported);
            return already_handled();
        },
        input.request.message);
}

Room::Done Room::take(BotAnswered& input) {
    return !closed_ && live_match_ ? live_match_->take(input.answer) : already_handled();
}

Room::Done Room::take(ConnectionChanged& input) {
    // A closed room must not get back into the lobby.
    if (closed_) return already_handled();
    look_for(input.session->player_id());
    if (live_match_) live_match_->tell_rematch(*input.session);
    return already_handled();
}

Room::Done Room::take(SessionOver& input) {
    const PlayerId player = input.session->player_id();
    forget(*input.session);
    if (closed_) co_return;
    if (!has_member(player)) co_await roster_.player_left(player);
    if (!closed_) look_for(player);
}

Room::Done Room::take(AlarmRang&) {
    if (closed_) co_return;
    if (live_match_) co_await live_match_->ring();
    if (!closed_) co_await roster_.ring();
    const auto watchers_due = audience_.watchers_due();
    if (!closed_ && watchers_due && *watchers_due <= services_.now()) audience_.tell_who_is_here(status());
}

Room::Done Room::take(Gathered& input) {
    std::vector<Record> records = batch(settings());
    const bool kept = co_await save(std::move(records));
    if (!kept) {
        discard();
        input.done(false);
        co_return;
    }
    roster_.ready().set_all();
    matchmade_ = input.people.size() == 2;
    for (const auto& session : input.people) admit(session);
    for (const auto& session : input.people) look_for(session->player_id());
    for (const auto& session : input.people) {
        audience_.stream().subscribe(session);
        audience_.send_snapshot(*session, status());
    }
    // If the store fails now they are in a room together and may try again themselves.
    co_await roster_.start_if_ready();
    input.done(true);
}

Room::Done Room::on(const protocol::RoomCreate&, RoomRequest& from) {
    std::vector<Record> records = batch(settings());
    const bool kept = co_await save(std::move(records));
    if (!kept) {
        from.refuse(ErrorCode::storage);
        discard();
        co_return;
    }
    enter(from.session, true);
    from.reply(entered(*from.session));
    co_await roster_.start_if_ready();
}

void Room::enter(const std::shared_ptr<Session>& session, bool changed) {
    admit(session);
    if (is_person(*session)) roster_.keep_room_open(true);
    // The others hear of it before the newcomer is counted in from the next event on.
    if (changed) tell_changed();
    look_for(session->player_id());
    audience_.stream().subscribe(session);
}

Room::Done Room::on(const protocol::MatchWatch& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    if (const auto refused =
            roster_.admission().watch_refusal(player, roster_.plays(player), services_.now())) {
        from.refuse(*refused);
        co_return;
    }
    if (roster_.refuses_one_more(from)) co_return;
    admit(from.session);
    // A player who is back is announced before the snapshot, which goes on from there.
    look_for(player);
    live_match_->subscribe(from.session);
    from.reply(protocol::MatchWatched{live_match_->stream_for(*from.session).seq(),
                                      live_match_->snapshot(*from.session, message.history)});
}

Room::Done Room::on(const protocol::MatchUnwatch&, RoomRequest& from) {
    live_match_->unsubscribe(*from.session);
    if (!room_stream().has(*from.session)) {
        forget(*from.session);
        look_for(from.session->player_id());
    }
    from.reply(protocol::Empty{});
    co_return;
}

std::optional<std::string> Room::chat_refusal(const Session& writer) const {
    const PlayerId player = writer.player_id();
    if (!room_stream().has(writer)) return "Enter the room first.";
    const bool spectates = !seat_of(player) && player != settings().host && !roster_.plays(player);
    if (spectates && !settings().spectators_chat) return "Spectators do not write here.";
    // Otherwise those who watch later would hear at once what they may not see yet.
    if (live_match_ && live_match_->audience().is_shown_later() && roster_.plays(player))
        return "Write to the match while it goes on: it is shown later.";
    return std::nullopt;
}

Room::Done Room::on(const protocol::ChatSend& message, RoomRequest& from) {
    if (message.channel != protocol::ChatChannel::room) {
        if (live_match_)
            live_match_->say(message, from);
        else
            from.refuse(ErrorCode::match_not_found);
        co_return;
    }
    if (auto refused = chat_refusal(*from.session)) {
        from.refuse(ErrorCode::forbidden, std::move(*refused));
        co_return;
    }
    audience_.say({message.channel, from.session->player(), message.text});
    from.reply(protocol::Empty{});
}

void Room::send_away(const std::set<PlayerId>& players, std::string_view reason) {
    // What the others are shown is the room without them.
    const auto sent = roster_.members().remove_players(players);
    audience_.tell_removed(players, sent, reason, status());
    for (const auto& one : sent) forget(*one);
    for (const PlayerId& player : players) look_for(player);
}

Awaitable<StoreThread::Outcome> Room::store(std::vector<Record> records) {
    return stored(services_.store, std::move(records));
}

Awaitable<bool> Room::save(std::vector<Record> records) {
    const auto result = co_await stored(services_.store, std::move(records));
    if (!result)
        trouble_.error("room " + settings().id.text + ": not stored: " + result.error().text,
                       {.room = settings().id});
    co_return result.has_value();
}

Awaitable<bool> Room::close(std::string_view reason) {
    std::vector<Record> records = batch(RoomRemoved{settings().id});
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return false;
    closed_ = true;
    audience_.tell_closed(reason);
    while (!roster_.members().sessions().empty()) forget(*roster_.members().sessions().back());
    services_.rooms.remove(*this);
    co_return true;
}

void Room::discard() {
    closed_ = true;
    services_.rooms.remove(*this);
}

BotScheduler::Done Room::bot_answers() {
    return [&io = services_.io, weak = weak_from_this()](BotAnswer answer) {
        asio::post(io, [weak, answer = std::move(answer)]() mutable {
            if (const auto room = weak.lock()) room->submit(BotAnswered{std::move(answer)});
        });
    };
}

void Room::match_over(const Ended& end) {
    const Match& match = live_match_->match();
    const MatchSetup& setup = match.setup();
    log_info({.match = setup.id}, "match {} is over: {}", setup.id.text, end.result.reason);
    if (end.left_early) services_.early_exits.add(seat_at(setup, *end.left_early).player, end.at);
    if (two_people(setup) && match.has_begun())
        services_.first_seats.played(setup.game, setup.seats[0].player, setup.seats[1].player);
    roster_.keep_room_open(false);
    services_.rooms.match_over(*this);
    tell_changed();
}

Awaitable<Room::Failure> Room::start_match(std::array<MatchSeat, 2> seats,
                                           const std::function<void()>& when_stored) {
    // Held until the match is among those that are played.
    std::optional<ExternalBots::Engagement> engagement;
    if (services_.external_bots) {
        auto engaged = services_.external_bots->engage(seats, settings().game);
        if (!engaged) co_return ErrorCode::bot_unavailable;
        engagement.emplace(std::move(*engaged));
    }
    const bool counts =
        services_.rate_same_network || !roster_.members().share_a_network(seats[0].player, seats[1].player);
    MatchSetup setup = plan_match(settings(), std::move(seats), counts, services_.now());
    const MatchId previous = settings().match;
    StoredRoom changed = settings();
    changed.match = setup.id;
    std::vector<Record> records = batch(setup, changed);
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return ErrorCode::storage;
    roster_.match_started(changed.match);
    when_stored();
    log_info({.match = setup.id, .room = setup.room}, "match {} of {} starts in room {}", setup.id.text,
             setup.game, setup.room.text);
    live_match_ = make_match(Match(std::move(setup)), 0);
    services_.rooms.match_started(*this, previous);
    announce_start();
    live_match_->go_on();
    co_return std::nullopt;
}

void Room::announce_start() {
    const auto started = [this](const Session& session) {
        protocol::Event event = live_match_->started_for(session);
        event.room = settings().id.text;
        return event;
    };
    for (const auto& member : roster_.members().sessions()) live_match_->subscribe(member);
    audience_.stream().publish_by(
        [this](const Session& session) {
            const auto own = live_match_->seat_of(session.player_id());
            return own ? static_cast<int>(index(*own)) + 1 : 0;
        },
        started);
    // A session that only watches the matches does not get the room's events.
    for (const auto& member : roster_.members().sessions())
        if (!room_stream().has(*member)) send_unsequenced(*member, started(*member), services_.now());
    if (services_.external_bots)
        services_.external_bots->tell_seated(live_match_->match().setup(), services_.now());
    tell_changed();
}

RoomState Room::state() const {
    if (!live_match_) return RoomState::open;
    return live_match_->over() ? RoomState::over : RoomState::playing;
}

std::size_t Room::subscriptions() const {
    return room_stream().subscribers().size() + (live_match_ ? live_match_->audience().subscriptions() : 0);
}

RoomStatus Room::status() const {
    RoomStatus now{state(), {}, roster_.ready().by_seat(), 0};
    if (live_match_) now.match = live_match_->match().setup().id.text;
    return now;
}

void Room::look_for(const PlayerId& player) {
    roster_.update_presence();
    if (state() == RoomState::playing) live_match_->look_for(player);
    audience_.tell_who_is_here(status());
}

void Room::admit(const std::shared_ptr<Session>& session) {
    // A session that ended while its coming was being stored: nobody else tells the room.
    if (roster_.members().add(session) && session->over()) submit(SessionOver{session});
}

void Room::unsubscribe_from_match(const Session& session) {
    if (live_match_) live_match_->unsubscribe(session);
}

void Room::forget(const Session& session) {
    unsubscribe(session);
    unsubscribe_from_match(session);
    roster_.members().remove(session);
}

void Room::forget(const PlayerId& player) {
    audience_.forget(player);
    if (live_match_) live_match_->forget(player);
}

bool Room::may_stay(const PlayerId& player) const {
    return !closed_ && roster_.admission().may_stay(player, roster_.plays(player), services_.now());
}

void Room::let_back_in(const std::shared_ptr<Session>& session) {
    if (!may_stay(session->player_id())) return;
    admit(session);
    audience_.stream().subscribe(session);
}

void Room::let_back_to_match(const std::shared_ptr<Session>& session) {
    if (!live_match_ || !may_stay(session->player_id())) return;
    admit(session);
    live_match_->subscribe(session);
}

void Room::show_later(Match shown, const std::vector<MatchEvent>& not_yet) {
    live_match_->show_later(std::move(shown), not_yet);
}

void Room::wake_up() {
    if (live_match_) live_match_->go_on();
    rearm();
}

void Room::rearm() {
    if (closed_) return;
    std::optional<ServerTime> next = roster_.update_alarm();
    const auto sooner = [&](std::optional<ServerTime> time) {
        if (time && (!next || *time < *next)) next = time;
    };
    if (live_match_) sooner(live_match_->alarm());
    sooner(audience_.watchers_due());
    services_.rooms.wake_at(*this, next);
}

}  // namespace pentad::server
