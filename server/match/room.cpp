#include "server/match/room.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "server/bots/external_bots.hpp"
#include "server/lobby/rooms.hpp"
#include "server/store/await_store.hpp"

namespace pentad::server {

using protocol::ChairKind;
using protocol::ErrorCode;

namespace {

constexpr std::array<Side, 2> chairs{Side::first, Side::second};

bool is_free(const StoredChair& chair) {
    return chair.player.empty() && (chair.kind == ChairKind::human || chair.kind == ChairKind::open);
}

bool is_filled(const StoredChair& chair) {
    return chair.kind == ChairKind::bot || (chair.kind == ChairKind::human && !chair.player.empty());
}

}  // namespace

Room::Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events)
    : services_(services), settings_(std::move(stored)), deserted_(services.now()) {
    for (std::size_t i = 0; i < 2; ++i) ready_[i] = settings_.chairs[i].kind == ChairKind::bot;
    if (match) table_ = std::make_shared<Table>(services_, *this, std::move(*match), stored_events);
}

void Room::submit(RoomInput input) {
    if (const auto* from = std::get_if<FromSession>(&input); from && inbox_.size() >= max_waiting) {
        from->session->refuse(from->request.id, ErrorCode::rate_limited);
        return;
    }
    inbox_.push_back(std::move(input));
    if (draining_) return;
    draining_ = true;
    asio::co_spawn(services_.io, drain(), asio::detached);
}

Room::Done Room::drain() {
    const auto self = shared_from_this();
    while (!inbox_.empty()) {
        RoomInput input = std::move(inbox_.front());
        inbox_.pop_front();
        try {
            Done taken = std::visit([this](auto& one) { return take(one); }, input);
            co_await std::move(taken);
        } catch (const std::exception& failure) {
            // One input that fails must not take the room with it.
            spdlog::error("room {}: {}", settings_.id.text, failure.what());
            if (const auto* from = std::get_if<FromSession>(&input))
                from->session->refuse(from->request.id, ErrorCode::internal_error);
        }
        rearm();
    }
    draining_ = false;
}

Room::Done Room::take(FromSession& input) {
    if (closed_) {
        input.session->refuse(input.request.id, ErrorCode::room_not_found);
        co_return;
    }
    const auto table = table_;  // stays while a rematch puts another in its place
    // Not a coroutine itself: its frame would outlive the lambda.
    const auto handle = [&](const auto& message) -> std::optional<Done> {
        if constexpr (requires { on(message, input); }) return on(message, input);
        if constexpr (requires { table_->on(message, input); })
            if (table_) return table_->on(message, input);
        input.session->refuse(input.request.id, ErrorCode::not_supported);
        return std::nullopt;
    };
    std::optional<Done> handled = std::visit(handle, input.request.message);
    if (handled) co_await std::move(*handled);
}

Room::Done Room::take(BotAnswered& input) {
    const auto table = table_;
    if (!closed_ && table) co_await table->take(input.answer);
}

Room::Done Room::take(LinkChanged& input) {
    // Nothing puts a room that is gone back into the lobby.
    if (!closed_) look_for(input.session->player_id());
    co_return;
}

Room::Done Room::take(SessionOver& input) {
    const PlayerId player = input.session->player_id();
    forget(*input.session);
    if (closed_) co_return;
    if (!has_member(player) && state() != protocol::RoomState::playing) co_await leave_chair(player);
    if (!closed_) look_for(player);
}

Room::Done Room::take(AlarmRang&) {
    if (closed_) co_return;
    const auto table = table_;
    if (table) co_await table->ring();
    if (state() != protocol::RoomState::playing && deserted_ && *deserted_ + reaped_after <= services_.now())
        co_await close("empty");
}

Room::Done Room::on(const protocol::RoomCreate&, FromSession& from) {
    std::vector<Record> records = batch(settings_);
    const bool kept = co_await save(std::move(records));
    if (!kept) {
        from.session->refuse(from.request.id, ErrorCode::storage);
        closed_ = true;
        services_.rooms.remove(*this);
        co_return;
    }
    enter(from.session, from.request.id);
    if (ready_to_start()) co_await start_from_chairs();
}

Room::Done Room::on(const protocol::RoomJoin& message, FromSession& from) {
    const PlayerId player = from.session->player_id();
    const auto refuse = [&](ErrorCode code) { from.session->refuse(from.request.id, code); };
    if (!settings_.password_hash.empty() && !has_member(player) && !chair_of(player) &&
        token_hash(message.password) != settings_.password_hash) {
        refuse(ErrorCode::bad_password);
        co_return;
    }
    const bool plays = table_ && table_->seat_of(player);
    if (message.seat == protocol::JoinSeat::watch || chair_of(player) || plays) {
        const bool wants_other =
            (message.seat == protocol::JoinSeat::chair0 && chair_of(player) == Side::second) ||
            (message.seat == protocol::JoinSeat::chair1 && chair_of(player) == Side::first);
        if (wants_other && !settings_.hotseat) {
            refuse(ErrorCode::self_play);
            co_return;
        }
        if (!chair_of(player) && !settings_.spectators) {
            refuse(ErrorCode::spectators_forbidden);
            co_return;
        }
        enter(from.session, from.request.id);
        co_return;
    }
    std::optional<Side> seat;
    for (Side side : chairs) {
        const bool wanted =
            message.seat == protocol::JoinSeat::any ||
            message.seat == (side == Side::first ? protocol::JoinSeat::chair0 : protocol::JoinSeat::chair1);
        if (wanted && !seat && is_free(settings_.chairs[index(side)])) seat = side;
    }
    if (!seat || state() != protocol::RoomState::open) {
        refuse(state() == protocol::RoomState::playing   ? ErrorCode::already_started
               : message.seat == protocol::JoinSeat::any ? ErrorCode::room_full
                                                         : ErrorCode::seat_taken);
        co_return;
    }
    StoredRoom changed = settings_;
    StoredChair& chair = changed.chairs[index(*seat)];
    chair.kind = ChairKind::human;
    chair.player = player;
    chair.name = from.session->player().name;
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        refuse(ErrorCode::storage);
        co_return;
    }
    ready_[index(*seat)] = false;
    enter(from.session, from.request.id);
}

Room::Done Room::on(const protocol::RoomSeat& message, FromSession& from) {
    const auto refuse = [&](ErrorCode code) { from.session->refuse(from.request.id, code); };
    const PlayerId player = from.session->player_id();
    if (player != settings_.host) {
        refuse(ErrorCode::not_host);
        co_return;
    }
    if (state() == protocol::RoomState::playing) {
        refuse(ErrorCode::already_started);
        co_return;
    }
    StoredRoom changed = settings_;
    StoredChair& chair = changed.chairs[index(message.seat)];
    if (chair.kind == ChairKind::human && !chair.player.empty() && chair.player != player) {
        refuse(ErrorCode::seat_taken);
        co_return;
    }
    std::optional<protocol::Player> outside;
    if (message.chair.bot) {
        if (services_.outside) outside = services_.outside->available({*message.chair.bot}, settings_.game);
        if (!outside) {
            refuse(ErrorCode::bot_unavailable);
            co_return;
        }
    }
    chair = {};
    chair.kind = message.chair.kind;
    if (outside) {
        chair.player = {outside->id};
        chair.name = outside->name;
    } else if (chair.kind == ChairKind::bot) {
        chair.level = message.chair.level.value_or(1);
        chair.seed = message.chair.seed ? static_cast<std::uint64_t>(*message.chair.seed) : random_seed();
        chair.name = "Bot " + std::to_string(chair.level);
    } else if (chair.kind == ChairKind::human && !chair_of(player)) {
        // The host's own chair again, once he has given it away.
        chair.player = player;
        chair.name = from.session->player().name;
    }
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        refuse(ErrorCode::storage);
        co_return;
    }
    ready_[index(message.seat)] = chair.kind == ChairKind::bot;
    tell_changed();
    from.session->reply({from.request.id, protocol::Empty{}});
    if (ready_to_start()) co_await start_from_chairs();
}

Room::Done Room::on(const protocol::RoomReady& message, FromSession& from) {
    const auto refuse = [&](ErrorCode code) { from.session->refuse(from.request.id, code); };
    const PlayerId player = from.session->player_id();
    if (!chair_of(player)) {
        refuse(ErrorCode::not_seated);
        co_return;
    }
    if (state() != protocol::RoomState::open) {
        refuse(ErrorCode::already_started);
        co_return;
    }
    for (Side side : chairs)
        if (settings_.chairs[index(side)].player == player) ready_[index(side)] = message.ready;
    tell_changed();
    if (ready_to_start()) co_await start_from_chairs();
    from.session->reply({from.request.id, protocol::Empty{}});
}

Room::Done Room::on(const protocol::RoomStart&, FromSession& from) {
    const auto refuse = [&](ErrorCode code) { from.session->refuse(from.request.id, code); };
    if (from.session->player_id() != settings_.host) {
        refuse(ErrorCode::not_host);
        co_return;
    }
    if (state() != protocol::RoomState::open) {
        refuse(ErrorCode::already_started);
        co_return;
    }
    if (!ready_to_start()) {
        refuse(ErrorCode::not_ready);
        co_return;
    }
    co_await start_from_chairs();
    from.session->reply({from.request.id, protocol::Empty{}});
}

Room::Done Room::on(const protocol::RoomLeave&, FromSession& from) {
    const auto session = from.session;
    const PlayerId player = session->player_id();
    forget(*session);
    session->reply({from.request.id, protocol::Empty{}});
    // A seat in a match under way is kept: its owner may come back.
    if (!has_member(player) && state() != protocol::RoomState::playing) co_await leave_chair(player);
    if (closed_) co_return;
    look_for(player);
    if (state() == protocol::RoomState::playing) tell_changed();
}

void Room::admit(const std::shared_ptr<Session>& session) {
    if (std::find(members_.begin(), members_.end(), session) != members_.end()) return;
    members_.push_back(session);
    session->rooms().insert(settings_.id);
}

void Room::enter(const std::shared_ptr<Session>& session, const protocol::RequestId& re) {
    admit(session);
    deserted_.reset();
    // The others hear of it before the newcomer is counted in from the next event on.
    tell_changed();
    room_stream_.subscribe(session);
    look_for(session->player_id());
    protocol::RoomEntered entered;
    entered.room = settings_.id.text;
    entered.code = settings_.code;
    entered.invite = settings_.invite;
    entered.seat = chair_of(session->player_id());
    entered.seq = room_stream_.seq();
    entered.snapshot = snapshot();
    session->reply({re, std::move(entered)});
}

void Room::forget(const Session& session) {
    room_stream_.unsubscribe(session);
    if (table_) table_->unsubscribe(session);
    std::erase_if(members_, [&](const auto& one) {
        if (one.get() != &session) return false;
        one->rooms().erase(settings_.id);
        return true;
    });
}

Room::Done Room::leave_chair(const PlayerId& player) {
    StoredRoom changed = settings_;
    for (Side side : chairs) {
        StoredChair& chair = changed.chairs[index(side)];
        if (chair.player != player) continue;
        chair = {};
        ready_[index(side)] = false;
    }
    if (changed.host == player) {
        PlayerId next;
        for (Side side : chairs)
            if (next.empty() && !changed.chairs[index(side)].player.empty())
                next = changed.chairs[index(side)].player;
        if (next.empty() && !members_.empty()) next = members_.front()->player_id();
        if (next.empty()) {
            co_await close("empty");
            co_return;
        }
        changed.host = next;
    }
    // A store that fails leaves the chair taken on disk only: it is freed again when the room is next saved.
    co_await save_settings(changed);
    tell_changed();
}

bool Room::has_member(const PlayerId& player) const {
    return std::any_of(members_.begin(), members_.end(),
                       [&](const auto& one) { return one->player_id() == player; });
}

protocol::Presence Room::presence_of(const PlayerId& player) const {
    const bool online = std::any_of(members_.begin(), members_.end(), [&](const auto& one) {
        return one->player_id() == player && one->connected();
    });
    return online ? protocol::Presence::online : protocol::Presence::away;
}

bool Room::said_bye(const PlayerId& player) const {
    bool bye = false;
    for (const auto& one : members_) {
        if (one->player_id() != player) continue;
        if (one->connected() || !one->said_bye()) return false;
        bye = true;
    }
    return bye;
}

void Room::look_for(const PlayerId& player) {
    const bool anyone =
        std::any_of(members_.begin(), members_.end(), [](const auto& one) { return one->connected(); });
    if (anyone)
        deserted_.reset();
    else if (!deserted_)
        deserted_ = services_.now();
    if (state() == protocol::RoomState::playing)
        table_->look_for(player);
    else if (chair_of(player))
        tell_changed();
}

Awaitable<bool> Room::save(std::vector<Record> records) {
    const auto result = co_await stored(services_.io, services_.store, std::move(records));
    if (!result) spdlog::error("room {}: not stored: {}", settings_.id.text, result.error().text);
    co_return result.has_value();
}

Awaitable<bool> Room::save_settings(const StoredRoom& changed) {
    std::vector<Record> records = batch(changed);
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return false;
    if (changed.host != settings_.host) services_.rooms.host_changed(settings_.host, changed.host);
    settings_ = changed;
    co_return true;
}

void Room::tell_changed() {
    protocol::Event event;
    event.room = settings_.id.text;
    event.body = protocol::RoomChanged{snapshot()};
    room_stream_.publish(std::move(event));
    if (settings_.visibility == protocol::Visibility::public_) services_.lobby.upsert(summary());
}

Room::Done Room::close(std::string_view reason) {
    std::vector<Record> records = batch(RoomClosed{settings_.id});
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return;
    closed_ = true;
    protocol::Event event;
    event.room = settings_.id.text;
    event.body = protocol::RoomClosed{std::string(reason)};
    room_stream_.publish(std::move(event));
    while (!members_.empty()) forget(*members_.back());
    services_.lobby.remove(settings_.id.text);
    services_.rooms.remove(*this);
}

bool Room::ready_to_start() const {
    if (state() != protocol::RoomState::open) return false;
    for (std::size_t i = 0; i < 2; ++i)
        if (!is_filled(settings_.chairs[i]) || !ready_[i]) return false;
    return true;
}

protocol::RoomState Room::state() const {
    if (!table_) return protocol::RoomState::open;
    return table_->over() ? protocol::RoomState::over : protocol::RoomState::playing;
}

std::optional<Side> Room::chair_of(const PlayerId& player) const {
    for (Side side : chairs)
        if (!player.empty() && settings_.chairs[index(side)].player == player) return side;
    return std::nullopt;
}

protocol::RoomSummary Room::summary() const {
    protocol::RoomSummary view;
    view.room = settings_.id.text;
    view.game = settings_.game;
    view.options = settings_.options;
    for (std::size_t i = 0; i < 2; ++i) {
        const StoredChair& chair = settings_.chairs[i];
        protocol::Chair& shown = view.seats[i];
        shown.kind = chair.kind;
        shown.ready = ready_[i];
        if (chair.kind == ChairKind::bot) {
            if (chair.player.empty()) shown.level = chair.level;
            shown.player = protocol::Player{chair.player.text, chair.name, protocol::PlayerKind::bot};
        } else if (!chair.player.empty()) {
            shown.player = protocol::Player{chair.player.text, chair.name, protocol::PlayerKind::human};
            shown.presence = presence_of(chair.player);
        }
    }
    view.tc = settings_.tc;
    view.visibility = settings_.visibility;
    view.rated = settings_.rated;
    view.state = state();
    if (table_) view.match = table_->match().setup().id.text;
    view.watchers = static_cast<int>(std::count_if(members_.begin(), members_.end(), [&](const auto& one) {
        return one->connected() && !chair_of(one->player_id());
    }));
    view.locked = !settings_.password_hash.empty();
    return view;
}

protocol::RoomSnapshot Room::snapshot() const {
    protocol::RoomSnapshot view;
    view.summary = summary();
    view.code = settings_.code;
    view.invite = settings_.invite;
    view.host = settings_.host.text;
    view.hotseat = settings_.hotseat;
    view.spectators = settings_.spectators;
    view.takeback = settings_.takeback;
    return view;
}

}  // namespace pentad::server
