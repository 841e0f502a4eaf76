#include "server/room/room.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "server/bots/external_bots.hpp"
#include "server/room/room_registry.hpp"
#include "server/store/await_store.hpp"

namespace pentad::server {

using protocol::ChairKind;
using protocol::ErrorCode;

namespace {

constexpr std::array<Side, 2> chairs{Side::first, Side::second};

bool is_filled(const StoredChair& chair) {
    return chair.kind == ChairKind::bot || (chair.kind == ChairKind::human && !chair.player.empty());
}

}  // namespace

Room::Room(RoomServices& services, StoredRoom stored, std::optional<Match> match, std::int64_t stored_events)
    : services_(services), settings_(std::move(stored)), deserted_(services.now()) {
    for (std::size_t i = 0; i < 2; ++i) ready_[i] = settings_.chairs[i].kind == ChairKind::bot;
    for (const StoredChair& chair : settings_.chairs)
        if (chair.kind == ChairKind::human && !chair.player.empty()) leavers_.insert(chair.player);
    leavers_.insert(settings_.host);
    leavers_due_ = services_.now() + chairs_kept;
    if (match) live_match_ = std::make_shared<LiveMatch>(services_, *this, std::move(*match), stored_events);
}

void Room::submit(RoomInput input) {
    if (const auto* from = std::get_if<RoomRequest>(&input); from && inbox_.size() >= max_waiting) {
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
            trouble_.error("room " + settings_.id.text + ": " + failure.what(), {.room = settings_.id});
            if (const auto* from = std::get_if<RoomRequest>(&input))
                from->session->refuse(from->request.id, ErrorCode::internal_error);
        }
        rearm();
    }
    draining_ = false;
}

Room::Done Room::take(RoomRequest& input) {
    if (closed_) {
        input.session->refuse(input.request.id, ErrorCode::room_not_found);
        co_return;
    }
    // While it waited a rematch may have begun, in which it must not move, resign or watch.
    const std::string& meant = input.request.match;
    if (!meant.empty() && (!live_match_ || live_match_->match().setup().id.text != meant)) {
        input.session->refuse(input.request.id, ErrorCode::match_not_found);
        co_return;
    }
    const auto table = live_match_;  // stays while a rematch puts another in its place
    // Not a coroutine itself: its frame would outlive the lambda.
    const auto handle = [&](const auto& message) -> std::optional<Done> {
        if constexpr (requires { on(message, input); }) return on(message, input);
        if constexpr (requires { live_match_->on(message, input); })
            if (live_match_) return live_match_->on(message, input);
        input.session->refuse(input.request.id, ErrorCode::not_supported);
        return std::nullopt;
    };
    std::optional<Done> handled = std::visit(handle, input.request.message);
    if (handled) co_await std::move(*handled);
}

Room::Done Room::take(BotAnswered& input) {
    const auto table = live_match_;
    if (!closed_ && table) co_await table->take(input.answer);
}

Room::Done Room::take(ConnectionChanged& input) {
    // Nothing puts a room that is gone back into the lobby.
    if (closed_) co_return;
    look_for(input.session->player_id());
    if (live_match_) live_match_->tell_rematch(*input.session);
}

Room::Done Room::take(SessionOver& input) {
    const PlayerId player = input.session->player_id();
    forget(*input.session);
    if (closed_) co_return;
    if (!has_member(player)) co_await take_leave_or_try_again(player);
    if (!closed_) look_for(player);
}

Room::Done Room::take(AlarmRang&) {
    if (closed_) co_return;
    const ServerTime now = services_.now();
    const auto table = live_match_;
    if (table) co_await table->ring();
    if (!closed_ && state() != protocol::RoomState::playing && deserted_ &&
        *deserted_ + reaped_after <= now) {
        const bool gone = co_await close("empty");
        if (gone) co_return;
        deserted_ = now;
    }
    if (leavers_due_ && *leavers_due_ <= now) {
        leavers_due_.reset();
        const std::set<PlayerId> leavers = std::exchange(leavers_, {});
        for (const PlayerId& player : leavers)
            if (!closed_ && !has_member(player)) co_await take_leave_or_try_again(player);
    }
    if (!closed_ && host_away_ && *host_away_ + host_awaited <= now) co_await pass_on_host();
    if (!closed_) co_await free_left_chairs();
    if (!closed_ && watchers_due_ && *watchers_due_ <= now) {
        watchers_due_.reset();
        tell_who_is_here();
    }
}

Room::Done Room::on(const protocol::RoomCreate&, RoomRequest& from) {
    std::vector<Record> records = batch(settings_);
    const bool kept = co_await save(std::move(records));
    if (!kept) {
        from.session->refuse(from.request.id, ErrorCode::storage);
        closed_ = true;
        services_.rooms.remove(*this);
        co_return;
    }
    enter(from.session, true);
    from.reply(entered(*from.session));
    co_await start_if_ready();
}

void Room::admit(const std::shared_ptr<Session>& session) {
    if (std::find(members_.begin(), members_.end(), session) != members_.end()) return;
    members_.push_back(session);
    session->rooms().insert(settings_.id);
    // It ended while its coming was being stored: nobody else tells the room.
    if (session->over()) submit(SessionOver{session});
}

void Room::unsubscribe_from_match(const Session& session) {
    if (live_match_) live_match_->unsubscribe(session);
}

bool Room::has_member(const PlayerId& player) const {
    return std::any_of(members_.begin(), members_.end(),
                       [&](const auto& one) { return one->player_id() == player; });
}

protocol::Presence Room::presence_of(const PlayerId& player) const {
    return is_online(player) ? protocol::Presence::online : protocol::Presence::away;
}

bool Room::is_online(const PlayerId& player) const {
    return std::any_of(members_.begin(), members_.end(),
                       [&](const auto& one) { return one->player_id() == player && one->connected(); });
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
    const bool anyone = std::any_of(members_.begin(), members_.end(),
                                    [](const auto& one) { return one->connected() && is_person(*one); });
    if (anyone)
        deserted_.reset();
    else if (!deserted_)
        deserted_ = services_.now();
    if (is_online(settings_.host))
        host_away_.reset();
    else if (!host_away_)
        host_away_ = services_.now();
    if (state() == protocol::RoomState::playing) live_match_->look_for(player);
    tell_who_is_here();
}

void Room::tell_who_is_here() {
    const Present now = present();
    if (now == told_present_) return;
    if (now.chairs == told_present_.chairs) {
        const ServerTime due = watchers_told_ + watchers_gathered_for;
        if (services_.now() < due) {
            watchers_due_ = due;
            return;
        }
        watchers_told_ = services_.now();
    }
    tell_changed();
}

Room::Present Room::present() const {
    Present now;
    for (Side side : chairs) now.chairs[index(side)] = is_online(settings_.chairs[index(side)].player);
    now.watchers = static_cast<int>(std::count_if(members_.begin(), members_.end(), [&](const auto& one) {
        return one->connected() && !chair_of(one->player_id());
    }));
    return now;
}

Awaitable<bool> Room::save(std::vector<Record> records) {
    const auto result = co_await stored(services_.store, std::move(records));
    if (!result)
        trouble_.error("room " + settings_.id.text + ": not stored: " + result.error().text,
                       {.room = settings_.id});
    co_return result.has_value();
}

Awaitable<bool> Room::save_settings(const StoredRoom& changed) {
    std::vector<Record> records = batch(changed);
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return false;
    if (changed.host != settings_.host) services_.rooms.host_changed(settings_.host, changed.host);
    settings_ = changed;
    if (live_match_) live_match_->chairs_changed();
    co_return true;
}

void Room::tell_changed() {
    told_present_ = present();
    watchers_due_.reset();
    protocol::Event event;
    event.room = settings_.id.text;
    event.body = protocol::RoomChanged{snapshot()};
    protocol::Event for_host = event;
    for_host.body = protocol::RoomChanged{snapshot_for_host()};
    room_stream_.publish(std::move(event), std::move(for_host),
                         [&](const Session& one) { return one.player_id() == settings_.host; });
    list_or_hide();
}

void Room::list_or_hide() {
    if (settings_.visibility == protocol::Visibility::public_)
        services_.lobby.upsert(summary());
    else
        services_.lobby.remove(settings_.id.text);
}

Awaitable<bool> Room::close(std::string_view reason) {
    std::vector<Record> records = batch(RoomClosed{settings_.id});
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return false;
    closed_ = true;
    protocol::Event event;
    event.room = settings_.id.text;
    event.body = protocol::RoomClosed{std::string(reason)};
    room_stream_.publish(std::move(event));
    while (!members_.empty()) forget(*members_.back());
    services_.lobby.remove(settings_.id.text);
    services_.rooms.remove(*this);
    co_return true;
}

bool Room::ready_to_start() const {
    if (state() != protocol::RoomState::open) return false;
    for (std::size_t i = 0; i < 2; ++i)
        if (!is_filled(settings_.chairs[i]) || !ready_[i]) return false;
    return true;
}

protocol::RoomState Room::state() const {
    if (!live_match_) return protocol::RoomState::open;
    return live_match_->over() ? protocol::RoomState::over : protocol::RoomState::playing;
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
    if (live_match_) view.match = live_match_->match().setup().id.text;
    // As all were told: one more or less is no event of its own.
    view.watchers = told_present_.watchers;
    view.locked = !settings_.password_hash.empty();
    view.created = to_wire(settings_.created);
    return view;
}

protocol::RoomSnapshot Room::snapshot() const {
    protocol::RoomSnapshot view;
    view.summary = summary();
    view.code = settings_.code;
    view.host = settings_.host.text;
    view.hotseat = settings_.hotseat;
    view.spectators = settings_.spectators;
    view.takeback = settings_.takeback;
    view.first_seat = settings_.first_seat;
    view.on_absent = settings_.on_absent;
    view.spectators_chat = settings_.spectators_chat;
    view.spectators_delay = settings_.spectators_delay;
    return view;
}

protocol::RoomSnapshot Room::snapshot_for_host() const {
    protocol::RoomSnapshot view = snapshot();
    view.invite = invite_;
    return view;
}

protocol::RoomSnapshot Room::full_snapshot(const PlayerId& reader) const {
    protocol::RoomSnapshot view = reader == settings_.host ? snapshot_for_host() : snapshot();
    view.chat = said_.shown_to(reader, services_.blocks);
    return view;
}

}  // namespace pentad::server
