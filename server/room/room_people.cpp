#include <algorithm>

#include "server/room/room.hpp"
#include "server/room/room_registry.hpp"

// The room's part about people: how they come in, take a chair, speak and go.
namespace pentad::server {

using protocol::ChairKind;
using protocol::ErrorCode;
using protocol::JoinSeat;
using protocol::RoomState;

namespace {

constexpr std::array<Side, 2> chairs{Side::first, Side::second};

bool is_free(const StoredChair& chair) {
    return chair.player.empty() && (chair.kind == ChairKind::human || chair.kind == ChairKind::open);
}

bool asks_for(JoinSeat wanted, Side side) {
    return wanted == JoinSeat::any || wanted == (side == Side::first ? JoinSeat::chair0 : JoinSeat::chair1);
}

}  // namespace

std::optional<protocol::ErrorReply> Room::refused_entry(const protocol::RoomJoin& message,
                                                        const Session& session) {
    const PlayerId player = session.player_id();
    const auto refused = [](ErrorCode code) { return protocol::ErrorReply{std::nullopt, code, {}, {}}; };
    if (is_kicked(player)) return refused(ErrorCode::kicked);
    if (is_blocked(player)) return refused(ErrorCode::blocked);
    if (belongs(player)) return std::nullopt;
    if (settings_.visibility == protocol::Visibility::private_ && !message.room.empty())
        return refused(ErrorCode::room_not_found);
    if (settings_.password_hash.empty()) return std::nullopt;
    RateLimiter& guesses = services_.rooms.wrong_guesses();
    const std::string from = session.address();
    if (const milliseconds wait = guesses.wait(from, services_.now()); wait.count() > 0) {
        auto reply = refused(ErrorCode::rate_limited);
        reply.detail = protocol::RetryAfter{wait};
        return reply;
    }
    if (equal_in_constant_time(token_hash(message.password), settings_.password_hash)) return std::nullopt;
    guesses.spend(from, services_.now());
    return refused(ErrorCode::bad_password);
}

bool Room::refuses_one_more(RoomRequest& from) const {
    const std::set<RoomId>& rooms = from.session->rooms();
    const PlayerId player = from.session->player_id();
    if (rooms.size() < Session::max_watched || rooms.contains(settings_.id)) return false;
    if (player == settings_.host || chair_of(player) || (live_match_ && live_match_->seat_of(player)))
        return false;
    from.refuse(ErrorCode::limit_reached, "You are in as many rooms as you may be; leave one first.");
    return true;
}

bool Room::refuses_to_leaver(const RoomRequest& from) const {
    const milliseconds wait = wait_after_exits(from.session->player_id());
    if (wait.count() <= 0) return false;
    protocol::ErrorReply error{from.request.id, ErrorCode::aborted_too_often, {}, {}};
    error.detail = protocol::RetryAfter{wait};
    from.session->reply(std::move(error));
    return true;
}

bool Room::belongs(const PlayerId& player) const {
    return has_member(player) || chair_of(player) || player == settings_.host;
}

bool Room::is_blocked(const PlayerId& player) const {
    if (player == settings_.host || chair_of(player) || (live_match_ && live_match_->seat_of(player)))
        return false;
    return services_.blocks.has(settings_.host, player) ||
           std::any_of(settings_.chairs.begin(), settings_.chairs.end(),
                       [&](const StoredChair& chair) { return services_.blocks.has(chair.player, player); });
}

bool Room::may_stay(const PlayerId& player) const {
    if (belongs(player) || (live_match_ && live_match_->seat_of(player))) return true;
    const bool open = settings_.spectators && settings_.password_hash.empty() &&
                      settings_.visibility != protocol::Visibility::private_;
    return open && !is_kicked(player) && !is_blocked(player);
}

void Room::let_back_in(const std::shared_ptr<Session>& session) {
    if (closed_ || !may_stay(session->player_id())) return;
    admit(session);
    room_stream_.subscribe(session);
}

void Room::let_back_to_match(const std::shared_ptr<Session>& session) {
    if (closed_ || !live_match_ || !may_stay(session->player_id())) return;
    admit(session);
    live_match_->subscribe(session);
}

void Room::show_later(Match shown, const std::vector<MatchEvent>& not_yet) {
    live_match_->show_later(std::move(shown), not_yet);
}

Room::Done Room::on(const protocol::RoomJoin& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    if (auto refused = refused_entry(message, *from.session)) {
        refused->re = from.request.id;
        from.session->reply(std::move(*refused));
        co_return;
    }
    if (refuses_one_more(from)) co_return;
    const bool plays = live_match_ && live_match_->seat_of(player);
    if (message.seat == JoinSeat::watch || chair_of(player) || plays) {
        const bool wants_other =
            chair_of(player) && message.seat != JoinSeat::watch && !asks_for(message.seat, *chair_of(player));
        if (wants_other && !settings_.hotseat) {
            from.refuse(ErrorCode::self_play);
            co_return;
        }
        if (!chair_of(player) && !plays && !settings_.spectators) {
            from.refuse(ErrorCode::spectators_forbidden);
            co_return;
        }
        enter(from.session, false);
        from.reply(entered(*from.session));
        if (live_match_) live_match_->tell_rematch(*from.session);
        co_return;
    }
    if (refuses_to_leaver(from)) co_return;
    std::optional<Side> seat;
    for (Side side : chairs)
        if (!seat && asks_for(message.seat, side) && is_free(settings_.chairs[index(side)])) seat = side;
    if (!seat || state() != RoomState::open) {
        from.refuse(state() == RoomState::playing   ? ErrorCode::already_started
                    : message.seat == JoinSeat::any ? ErrorCode::room_full
                                                    : ErrorCode::seat_taken);
        co_return;
    }
    StoredRoom changed = settings_;
    changed.chairs[index(*seat)] = chair_of_person(from.session->player());
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    ready_[index(*seat)] = false;
    enter(from.session, true);
    from.reply(entered(*from.session));
}

void Room::enter(const std::shared_ptr<Session>& session, bool changed) {
    admit(session);
    if (is_person(*session)) deserted_.reset();
    // The others hear of it before the newcomer is counted in from the next event on.
    if (changed) tell_changed();
    look_for(session->player_id());
    room_stream_.subscribe(session);
}

protocol::RoomEntered Room::entered(const Session& session) const {
    protocol::RoomEntered view;
    view.room = settings_.id.text;
    view.code = settings_.code;
    if (session.player_id() == settings_.host) view.invite = invite_;
    view.seat = chair_of(session.player_id());
    view.seq = room_stream_.seq();
    view.snapshot = full_snapshot(session.player_id());
    return view;
}

Room::Done Room::take(Gathered& input) {
    std::vector<Record> records = batch(settings_);
    const bool kept = co_await save(std::move(records));
    if (!kept) {
        closed_ = true;
        services_.rooms.remove(*this);
        input.done(false);
        co_return;
    }
    ready_.fill(true);
    by_queue_ = input.people.size() == 2;
    for (const auto& session : input.people) admit(session);
    for (const auto& session : input.people) look_for(session->player_id());
    for (const auto& session : input.people) {
        room_stream_.subscribe(session);
        protocol::Event event;
        event.room = settings_.id.text;
        event.seq = room_stream_.seq();
        event.ts = to_wire(services_.now());
        event.body = full_snapshot(session->player_id());
        session->send(to_bytes(protocol::encode(event)));
    }
    // If the store fails now they are in a room together and may try again themselves.
    co_await start_if_ready();
    input.done(true);
}

Room::Done Room::on(const protocol::ChatSend& message, RoomRequest& from) {
    if (message.channel != protocol::ChatChannel::room) {
        if (live_match_)
            live_match_->say(message, from);
        else
            from.refuse(ErrorCode::match_not_found);
        co_return;
    }
    if (!room_stream_.has(*from.session)) {
        from.refuse(ErrorCode::forbidden, "Enter the room first.");
        co_return;
    }
    const PlayerId writer = from.session->player_id();
    const bool spectates =
        !chair_of(writer) && writer != settings_.host && !(live_match_ && live_match_->seat_of(writer));
    if (spectates && !settings_.spectators_chat) {
        from.refuse(ErrorCode::forbidden, "Spectators do not write here.");
        co_return;
    }
    // Else those who watch later would hear at once what they may not see yet.
    if (live_match_ && live_match_->is_shown_later() && live_match_->seat_of(writer)) {
        from.refuse(ErrorCode::forbidden, "Write to the match while it goes on: it is shown later.");
        co_return;
    }
    const protocol::ChatLine line{message.channel, from.session->player(), message.text};
    said_.add(line, to_wire(services_.now()));
    protocol::Event event;
    event.room = settings_.id.text;
    event.body = line;
    room_stream_.publish_line(std::move(event), services_.blocks, [](const Session&) { return true; });
    from.reply(protocol::Empty{});
}

Room::Done Room::on(const protocol::RoomReady& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    if (!chair_of(player)) {
        from.refuse(ErrorCode::not_seated);
        co_return;
    }
    if (state() != RoomState::open) {
        from.refuse(ErrorCode::already_started);
        co_return;
    }
    if (message.ready && refuses_to_leaver(from)) co_return;
    const auto before = ready_;
    for (Side side : chairs)
        if (settings_.chairs[index(side)].player == player) ready_[index(side)] = message.ready;
    if (ready_ != before) tell_changed();
    const auto failure = co_await start_if_ready();
    if (failure)
        from.refuse(*failure);
    else
        from.reply(protocol::Empty{});
}

Room::Done Room::on(const protocol::RoomLeave&, RoomRequest& from) {
    const auto session = from.session;
    const PlayerId player = session->player_id();
    // Tabs of the same player that are gone already do not keep the chair; another one that is there does.
    const bool stays = std::any_of(members_.begin(), members_.end(), [&](const auto& one) {
        return one != session && one->player_id() == player && one->connected();
    });
    if (!stays) {
        const Left left = co_await take_leave(player);
        if (left == Left::not_stored) {
            from.refuse(ErrorCode::storage);
            co_return;
        }
        // To who leaves as well, who is counted as a watcher until he is out.
        if (left == Left::changed) tell_changed();
    }
    forget(*session);
    if (!closed_) {
        if (!stays) {
            const auto members = members_;
            for (const auto& one : members)
                if (one->player_id() == player) forget(*one);
        }
        look_for(player);
    }
    from.reply(protocol::Empty{});
}

void Room::forget(const Session& session) {
    room_stream_.unsubscribe(session);
    if (live_match_) live_match_->unsubscribe(session);
    std::erase_if(members_, [&](const auto& one) {
        if (one.get() != &session) return false;
        one->rooms().erase(settings_.id);
        return true;
    });
}

void Room::forget(const PlayerId& player) {
    said_.forget(player);
    if (live_match_) live_match_->forget(player);
}

PlayerId Room::heir_of(const PlayerId& host) const {
    for (Side side : chairs) {
        const StoredChair& chair = settings_.chairs[index(side)];
        if (chair.kind == ChairKind::human && chair.player != host && is_online(chair.player))
            return chair.player;
    }
    for (const auto& one : members_)
        if (one->player_id() != host && one->connected() && is_person(*one)) return one->player_id();
    return {};
}

Awaitable<Room::Left> Room::take_leave(const PlayerId& player) {
    StoredRoom changed = settings_;
    bool frees = false;
    // A seat in a match under way is kept: its owner may come back.
    if (state() != RoomState::playing)
        for (StoredChair& chair : changed.chairs)
            if (chair.player == player) {
                chair = {};
                frees = true;
            }
    const bool hands_over = settings_.host == player;
    if (hands_over) {
        changed.host = heir_of(player);
        // Whoever is away may come back: the host of last resort sits on a chair.
        for (const StoredChair& chair : changed.chairs)
            if (changed.host.empty() && chair.kind == ChairKind::human && chair.player != player)
                changed.host = chair.player;
        if (changed.host.empty()) {
            // A match under way does not depend on its creator.
            if (state() == RoomState::playing) co_return Left::unchanged;
            const bool gone = co_await close("empty");
            co_return gone ? Left::unchanged : Left::not_stored;
        }
    }
    if (!frees && !hands_over) co_return Left::unchanged;
    const bool kept = co_await save_settings(changed);
    if (!kept) co_return Left::not_stored;
    for (std::size_t i = 0; i < 2; ++i)
        if (settings_.chairs[i].player.empty() && settings_.chairs[i].kind != ChairKind::bot)
            ready_[i] = false;
    host_away_.reset();
    co_return Left::changed;
}

Room::Done Room::take_leave_or_try_again(const PlayerId& player) {
    const Left left = co_await take_leave(player);
    if (left == Left::changed) tell_changed();
    if (left != Left::not_stored) co_return;
    leavers_.insert(player);
    leavers_due_ = services_.now() + tried_again_after;
}

Room::Done Room::pass_on_host() {
    host_away_.reset();
    StoredRoom changed = settings_;
    changed.host = heir_of(settings_.host);
    if (changed.host.empty() || is_online(settings_.host)) co_return;
    const bool kept = co_await save_settings(changed);
    if (kept)
        tell_changed();
    else
        host_away_ = services_.now();
}

}  // namespace pentad::server
