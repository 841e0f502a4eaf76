#include "server/room/room_roster.hpp"

#include <cassert>

#include "server/room/room_registry.hpp"

namespace pentad::server {

using engine::index;
using protocol::ChairKind;
using protocol::ErrorCode;
using protocol::JoinSeat;
using protocol::RoomState;

RoomRoster::RoomRoster(RoomServices& services, RoomActions& room, StoredRoom stored)
    : services_(services),
      room_(room),
      settings_(std::move(stored)),
      ready_(settings_),
      members_(settings_.id),
      admission_(settings_, members_, services_.blocks, services_.rooms.wrong_guesses()),
      deserted_(services.now()) {
    std::set<PlayerId> kept{settings_.host};
    for (const StoredChair& seat : settings_.chairs)
        if (seat.kind == ChairKind::human && !seat.player.empty()) kept.insert(seat.player);
    reservations_.keep_until(kept, services_.now() + seats_kept);
}

bool RoomRoster::plays(const PlayerId& player) const {
    const LiveMatch* const match = room_.current_match();
    return match != nullptr && match->seat_of(player).has_value();
}

void RoomRoster::keep_room_open(bool somebody_here) {
    if (somebody_here)
        deserted_.reset();
    else if (deserted_)
        deserted_ = services_.now();
}

void RoomRoster::update_presence() {
    if (members_.any_person_online())
        deserted_.reset();
    else if (!deserted_)
        deserted_ = services_.now();
    host_absence_.update(members_.is_online(settings_.host), services_.now());
}

milliseconds RoomRoster::wait_after_exits(const PlayerId& player) const {
    return settings_.rated ? services_.early_exits.wait(player, services_.now()) : milliseconds(0);
}

Awaitable<bool> RoomRoster::save_settings(const StoredRoom& changed) {
    std::vector<Record> records = batch(changed);
    const bool kept = co_await room_.save(std::move(records));
    if (!kept) co_return false;
    if (changed.host != settings_.host) services_.rooms.host_changed(settings_.host, changed.host);
    settings_ = changed;
    if (LiveMatch* const match = room_.current_match()) match->seats_changed();
    co_return true;
}

bool RoomRoster::refuses_one_more(const RoomRequest& from) const {
    if (!admission_.is_one_too_many(*from.session, plays(from.session->player_id()))) return false;
    from.refuse(ErrorCode::limit_reached, "You are in as many rooms as you may be; leave one first.");
    return true;
}

bool RoomRoster::refuses_leaver(const RoomRequest& from) const {
    const milliseconds wait = wait_after_exits(from.session->player_id());
    if (wait.count() <= 0) return false;
    protocol::ErrorReply error{from.request.id, ErrorCode::aborted_too_often, {}, {}};
    error.detail = protocol::RetryAfter{wait};
    from.session->reply(std::move(error));
    return true;
}

bool RoomRoster::refuses_change(const RoomRequest& from) const {
    const bool is_host = from.session->player_id() == settings_.host;
    if (is_host && room_.state() == RoomState::open) return false;
    from.refuse(is_host ? ErrorCode::already_started : ErrorCode::not_host);
    return true;
}

RoomRoster::Done RoomRoster::handle(RoomRequest& from) {
    return std::visit(
        [&](const auto& message) {
            using Message = std::decay_t<decltype(message)>;
            if constexpr (Message::address == protocol::Address::room ||
                          std::is_same_v<Message, protocol::RoomJoin>) {
                return on(message, from);
            } else {
                assert(false);
                return already_handled();
            }
        },
        from.request.message);
}

RoomRoster::Done RoomRoster::on(const protocol::RoomJoin& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    const bool in_match = plays(player);
    if (auto refused = admission_.refusal(message, *from.session, in_match, services_.now())) {
        refused->re = from.request.id;
        from.session->reply(std::move(*refused));
        co_return;
    }
    if (refuses_one_more(from)) co_return;
    const auto own = seat_in(settings_, player);
    if (message.seat == JoinSeat::watch || own || in_match) {
        const bool wants_other = own && message.seat != JoinSeat::watch && !asks_for(message.seat, *own);
        if (wants_other && !settings_.hotseat) {
            from.refuse(ErrorCode::self_play);
        } else if (!own && !in_match && !settings_.spectators) {
            from.refuse(ErrorCode::spectators_forbidden);
        } else {
            room_.enter(from.session, false);
            from.reply(room_.entered(*from.session));
            if (const LiveMatch* match = room_.current_match()) match->tell_rematch(*from.session);
        }
        co_return;
    }
    if (refuses_leaver(from)) co_return;
    const auto seat = free_seat(settings_, message.seat);
    if (!seat || room_.state() != RoomState::open) {
        from.refuse(is_playing()                    ? ErrorCode::already_started
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
    ready_.reset(settings_, index(*seat));
    room_.enter(from.session, true);
    from.reply(room_.entered(*from.session));
}

RoomRoster::Done RoomRoster::on(const protocol::RoomReady& message, RoomRequest& from) {
    const PlayerId player = from.session->player_id();
    if (!seat_in(settings_, player) || room_.state() != RoomState::open) {
        from.refuse(seat_in(settings_, player) ? ErrorCode::already_started : ErrorCode::not_seated);
        co_return;
    }
    if (message.ready && refuses_leaver(from)) co_return;
    if (ready_.set(settings_, player, message.ready)) room_.tell_changed();
    co_await start_and_answer(from);
}

RoomRoster::Done RoomRoster::on(const protocol::RoomStart&, RoomRequest& from) {
    if (refuses_change(from)) co_return;
    if (ready_to_start())
        co_await start_and_answer(from);
    else
        from.refuse(ErrorCode::not_ready);
}

RoomRoster::Done RoomRoster::start_and_answer(RoomRequest& from) {
    const auto failure = co_await start_if_ready();
    if (failure)
        from.refuse(*failure);
    else
        from.reply(protocol::Empty{});
}

RoomRoster::Done RoomRoster::on(const protocol::RoomSeat& message, RoomRequest& from) {
    if (refuses_change(from)) co_return;
    auto planned = plan_seat(settings_, message, from.session->player(), services_.external_bots);
    if (!planned) {
        from.refuse(planned.error().code, planned.error().text);
        co_return;
    }
    const StoredRoom changed = std::move(*planned);
    if (changed == settings_) {
        from.reply(protocol::Empty{});
        co_return;
    }
    const std::size_t i = index(message.seat);
    const bool of_person = settings_.chairs[i].kind == ChairKind::human;
    const PlayerId sitter = of_person ? settings_.chairs[i].player : PlayerId{};
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    ready_.reset(settings_, i);
    // A player who lost the seat may go on watching where that is allowed.
    if (!sitter.empty() && sitter != settings_.host && !settings_.spectators)
        room_.send_away({sitter}, "unseated");
    else
        room_.tell_changed();
    co_await start_and_answer(from);
}

RoomRoster::Done RoomRoster::on(const protocol::RoomUpdate& message, RoomRequest& from) {
    if (refuses_change(from)) co_return;
    auto planned = plan_update(settings_, message, services_.time_limits);
    if (!planned) {
        from.refuse(planned.error().code, planned.error().text);
        co_return;
    }
    const StoredRoom changed = std::move(*planned);
    if (changed == settings_) {
        from.reply(protocol::Empty{});
        co_return;
    }
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    // The others have agreed to something else.
    ready_.reset_all_but(settings_, settings_.host);
    const auto watchers = settings_.spectators ? std::set<PlayerId>() : members_.spectators(settings_);
    if (watchers.empty())
        room_.tell_changed();
    else
        room_.send_away(watchers, "spectators_forbidden");
    from.reply(protocol::Empty{});
}

RoomRoster::Done RoomRoster::on(const protocol::RoomKick& message, RoomRequest& from) {
    const PlayerId player{message.player};
    if (from.session->player_id() != settings_.host) {
        from.refuse(ErrorCode::not_host);
    } else if (player == settings_.host) {
        from.refuse(ErrorCode::bad_request, "Leave the room instead.");
    } else if (!members_.has(player) && !seat_in(settings_, player)) {
        from.refuse(ErrorCode::player_not_found);
    } else if (is_playing() && plays(player)) {
        from.refuse(ErrorCode::already_started);
    } else {
        const Left left = co_await take_leave(player);
        if (left == Left::not_stored) {
            from.refuse(ErrorCode::storage);
            co_return;
        }
        admission_.kick(player, services_.now());
        room_.send_away({player}, "kicked");
        from.reply(protocol::Empty{});
    }
}

RoomRoster::Done RoomRoster::on(const protocol::RoomHost& message, RoomRequest& from) {
    const PlayerId player{message.player};
    const bool is_host = from.session->player_id() == settings_.host;
    if (!is_host || !members_.has(player)) {
        from.refuse(is_host ? ErrorCode::player_not_found : ErrorCode::not_host);
        co_return;
    }
    if (player == settings_.host) {
        from.reply(protocol::Empty{});
        co_return;
    }
    StoredRoom changed = settings_;
    changed.host = player;
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    room_.tell_changed();
    room_.look_for(player);
    from.reply(protocol::Empty{});
}

RoomRoster::Done RoomRoster::on(const protocol::RoomLeave&, RoomRequest& from) {
    const auto session = from.session;
    const PlayerId player = session->player_id();
    const bool stays = members_.has_other_tab(*session);
    if (!stays) {
        const Left left = co_await take_leave(player);
        if (left == Left::not_stored) {
            from.refuse(ErrorCode::storage);
            co_return;
        }
        // Also to the session that leaves, which counts as a watcher until it is out.
        if (left == Left::changed) room_.tell_changed();
    }
    room_.forget(*session);
    if (!room_.is_closed()) {
        const auto members = members_.sessions();
        for (const auto& one : members)
            if (!stays && one->player_id() == player) room_.forget(*one);
        room_.look_for(player);
    }
    from.reply(protocol::Empty{});
}

Awaitable<RoomRoster::Left> RoomRoster::take_leave(const PlayerId& player) {
    StoredRoom changed = settings_;
    bool frees = false;
    // A seat in a match under way is kept: its owner may come back.
    if (!is_playing())
        for (StoredChair& seat : changed.chairs)
            if (seat.player == player) {
                seat = {};
                frees = true;
            }
    const bool hands_over = settings_.host == player;
    if (hands_over) {
        changed.host = members_.next_host(player, changed);
        if (changed.host.empty()) {
            // A match under way does not depend on its creator.
            if (is_playing()) co_return Left::unchanged;
            const bool gone = co_await room_.close("empty");
            co_return gone ? Left::unchanged : Left::not_stored;
        }
    }
    if (!frees && !hands_over) co_return Left::unchanged;
    const bool kept = co_await save_settings(changed);
    if (!kept) co_return Left::not_stored;
    ready_.reset_empty(settings_);
    host_absence_.restart(std::nullopt);
    co_return Left::changed;
}

RoomRoster::Done RoomRoster::player_left(const PlayerId& player) {
    const Left left = co_await take_leave(player);
    if (left == Left::changed) room_.tell_changed();
    if (left == Left::not_stored) reservations_.keep_until({player}, services_.now() + tried_again_after);
}

RoomRoster::Done RoomRoster::pass_on_host() {
    host_absence_.restart(std::nullopt);
    StoredRoom changed = settings_;
    changed.host = members_.heir_of(settings_.host, settings_);
    if (changed.host.empty() || members_.is_online(settings_.host)) co_return;
    const bool kept = co_await save_settings(changed);
    if (kept)
        room_.tell_changed();
    else
        host_absence_.restart(services_.now());
}

RoomRoster::Done RoomRoster::free_left_seats() {
    const ServerTime now = services_.now();
    for (const Side side : both_sides) {
        const auto player = reservations_.due(side, settings_, members_, now);
        if (!player) continue;
        const Left left = co_await take_leave(*player);
        if (left == Left::not_stored)
            reservations_.try_again(side, now + tried_again_after);
        else if (!settings_.spectators)
            room_.send_away({*player}, "unseated");
        else if (left == Left::changed)
            room_.tell_changed();
    }
}

RoomRoster::Done RoomRoster::reap_if_deserted() {
    const ServerTime now = services_.now();
    if (is_playing() || !deserted_ || *deserted_ + reaped_after > now) co_return;
    const bool gone = co_await room_.close("empty");
    if (!gone) deserted_ = now;
}

bool RoomRoster::ready_to_start() const { return room_.state() == RoomState::open && ready_.all(settings_); }

Awaitable<RoomRoster::Failure> RoomRoster::start_if_ready() {
    if (!ready_to_start()) co_return std::nullopt;
    std::array<MatchSeat, 2> seats =
        match_seats(settings_, second_seat_begins(settings_, services_.first_seats));
    const std::function<void()> nothing = [] {};
    const auto failure = co_await room_.start_match(std::move(seats), nothing);
    if (!failure) co_return std::nullopt;
    if (ready_.reset(settings_)) room_.tell_changed();
    co_return failure;
}

std::optional<ServerTime> RoomRoster::update_alarm() {
    reservations_.update(settings_, room_.state() == RoomState::open, members_, services_.disconnect_policy,
                         services_.now());
    std::optional<ServerTime> next = reservations_.next(settings_.host);
    const auto sooner = [&](std::optional<ServerTime> time) {
        if (time && (!next || *time < *next)) next = time;
    };
    if (deserted_ && !is_playing()) sooner(*deserted_ + reaped_after);
    if (host_absence_.due() && !members_.heir_of(settings_.host, settings_).empty())
        sooner(host_absence_.due());
    return next;
}

RoomRoster::Done RoomRoster::ring() {
    const ServerTime now = services_.now();
    co_await reap_if_deserted();
    if (room_.is_closed()) co_return;
    const std::set<PlayerId> left = reservations_.expire(now);
    for (const PlayerId& player : left)
        if (!room_.is_closed() && !members_.has(player)) co_await player_left(player);
    const auto host_due = host_absence_.due();
    if (!room_.is_closed() && host_due && *host_due <= now) co_await pass_on_host();
    if (!room_.is_closed()) co_await free_left_seats();
}

}  // namespace pentad::server
