#include <algorithm>

#include "server/base/log/log_line.hpp"
#include "server/bots/external_bots.hpp"
#include "server/room/room.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/send_unsequenced.hpp"

// The room's part that starts matches, and wakes it for what they and it have to do later.
namespace pentad::server {

using protocol::ErrorCode;

namespace {

MatchSeat seat_from(const StoredChair& chair) {
    MatchSeat seat;
    seat.kind = chair.kind == protocol::ChairKind::bot ? MatchSeat::Kind::bot : MatchSeat::Kind::human;
    seat.player = chair.player;
    seat.name = chair.name;
    seat.level = chair.level;
    seat.seed = chair.seed;
    return seat;
}

}  // namespace

bool Room::second_chair_begins() const {
    if (settings_.first_seat != protocol::FirstSeat::random)
        return settings_.first_seat == protocol::FirstSeat::chair1;
    const auto& [one, other] = settings_.chairs;
    const bool two_people = one.kind != protocol::ChairKind::bot && other.kind != protocol::ChairKind::bot &&
                            one.player != other.player;
    if (two_people)
        return services_.first_seats.next(settings_.game, one.player, other.player) == other.player;
    return (random_seed() & 1) != 0;
}

Awaitable<std::optional<ErrorCode>> Room::start_from_chairs() {
    const bool swapped = second_chair_begins();
    std::array<MatchSeat, 2> seats{seat_from(settings_.chairs[swapped]),
                                   seat_from(settings_.chairs[!swapped])};
    const std::function<void()> nothing = [] {};
    const auto failure = co_await start_match(std::move(seats), nothing);
    co_return failure;
}

bool Room::share_a_network(const PlayerId& one, const PlayerId& other) const {
    std::set<std::string> networks;
    for (const auto& member : members_)
        if (member->player_id() == one && !member->address().empty())
            networks.insert(network_of(member->address()));
    return std::any_of(members_.begin(), members_.end(), [&](const auto& member) {
        return member->player_id() == other && networks.contains(network_of(member->address()));
    });
}

bool Room::counts_early_exits() const {
    const auto& seats = live_match_->match().setup().seats;
    const bool two_people = seats[0].kind == MatchSeat::Kind::human &&
                            seats[1].kind == MatchSeat::Kind::human && seats[0].player != seats[1].player;
    return two_people && (settings_.rated || by_queue_);
}

milliseconds Room::wait_after_exits(const PlayerId& player) const {
    return settings_.rated ? services_.early_exits.wait(player, services_.now()) : milliseconds(0);
}

Awaitable<std::optional<ErrorCode>> Room::start_match(std::array<MatchSeat, 2> seats,
                                                      const std::function<void()>& when_stored) {
    // Until the match is among those that are played.
    std::optional<ExternalBots::Engagement> engagement;
    if (services_.external_bots) {
        auto engaged = services_.external_bots->engage(seats, settings_.game);
        if (!engaged) co_return ErrorCode::bot_unavailable;
        engagement.emplace(std::move(*engaged));
    }
    MatchSetup setup;
    setup.id = {random_id("m_")};
    setup.room = settings_.id;
    setup.game = settings_.game;
    setup.options = settings_.options;
    setup.rules_version = engine::find_game(settings_.game)->info().rules_version;
    setup.seats = std::move(seats);
    setup.tc = settings_.tc;
    setup.hotseat = settings_.hotseat;
    setup.hidden = settings_.visibility == protocol::Visibility::private_ || !settings_.spectators ||
                   !settings_.password_hash.empty();
    setup.started = services_.now();
    const auto is_person = [](const MatchSeat& seat) {
        return seat.kind == MatchSeat::Kind::human && !seat.player.empty();
    };
    setup.rated =
        settings_.rated && is_person(setup.seats[0]) && is_person(setup.seats[1]) &&
        setup.seats[0].player != setup.seats[1].player &&
        (services_.rate_same_network || !share_a_network(setup.seats[0].player, setup.seats[1].player));
    const MatchId previous = settings_.match;
    StoredRoom changed = settings_;
    changed.match = setup.id;
    std::vector<Record> records = batch(setup, changed);
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return ErrorCode::storage;
    settings_ = changed;
    when_stored();
    log_info({.match = setup.id, .room = setup.room}, "match {} of {} starts in room {}", setup.id.text,
             setup.game, setup.room.text);
    live_match_ = std::make_shared<LiveMatch>(services_, *this, Match(std::move(setup)), 0);
    services_.rooms.match_started(*this, previous);
    for (const auto& member : members_) live_match_->subscribe(member);
    const auto seat = [this](const Session& session) {
        const auto own = live_match_->seat_of(session.player_id());
        return own ? static_cast<int>(index(*own)) + 1 : 0;
    };
    room_stream_.publish_by(seat, [this](const Session& session) {
        protocol::Event event = live_match_->started_for(session);
        event.room = settings_.id.text;
        return event;
    });
    // Who only watches the matches has no part in the room's stream.
    for (const auto& member : members_) {
        if (room_stream_.has(*member)) continue;
        protocol::Event event = live_match_->started_for(*member);
        event.room = settings_.id.text;
        send_unsequenced(*member, std::move(event), services_.now());
    }
    tell_programs_of_the_start();
    tell_changed();
    live_match_->go_on();
    co_return std::nullopt;
}

void Room::tell_programs_of_the_start() {
    if (!services_.external_bots) return;
    const MatchSetup& setup = live_match_->match().setup();
    for (Side side : {Side::first, Side::second}) {
        const MatchSeat& seat = setup.seats[index(side)];
        if (seat.kind != MatchSeat::Kind::bot || seat.player.empty()) continue;
        const auto session = services_.external_bots->connected(seat.player);
        if (!session) continue;
        protocol::Event event;
        event.match = setup.id.text;
        event.body = protocol::BotSeated{setup.game, setup.options, side};
        send_unsequenced(*session, std::move(event), services_.now());
    }
}

Awaitable<std::optional<ErrorCode>> Room::start_if_ready() {
    if (!ready_to_start()) co_return std::nullopt;
    const auto failure = co_await start_from_chairs();
    if (!failure) co_return std::nullopt;
    const auto before = ready_;
    for (std::size_t i = 0; i < 2; ++i) ready_[i] = settings_.chairs[i].kind == protocol::ChairKind::bot;
    if (ready_ != before) tell_changed();
    co_return failure;
}

void Room::match_over() {
    if (const auto& result = live_match_->match().result()) {
        const MatchId& id = live_match_->match().setup().id;
        log_info({.match = id}, "match {} is over: {}", id.text, result->reason);
    }
    // Whoever comes back soon sees how it ended.
    if (deserted_) deserted_ = services_.now();
    services_.rooms.match_over(*this);
    tell_changed();
}

void Room::look_at_chairs() {
    for (const Side side : {Side::first, Side::second}) {
        const StoredChair& chair = settings_.chairs[index(side)];
        std::optional<Away>& away = away_[index(side)];
        const bool online = is_online(chair.player);
        if (online) leavers_.erase(chair.player);
        // Who has not come back since the server was started is waited for longer.
        const bool waits = state() == protocol::RoomState::open && chair.kind == protocol::ChairKind::human &&
                           !chair.player.empty() && !online && !leavers_.contains(chair.player);
        if (!waits)
            away.reset();
        else if (!away || away->player != chair.player)
            away = Away{chair.player, services_.now() + grace(chair.player)};
    }
}

milliseconds Room::grace(const PlayerId& player) const {
    const DisconnectPolicy& disconnect_policy = services_.disconnect_policy;
    if (said_bye(player)) return disconnect_policy.after_bye;
    switch (settings_.tc.kind) {
        case protocol::TimeControlKind::fischer:
            return disconnect_policy.grace(settings_.tc.initial);
        case protocol::TimeControlKind::permove:
            return disconnect_policy.grace(settings_.tc.per_move);
        default:
            return disconnect_policy.grace(std::nullopt);
    }
}

Room::Done Room::free_left_chairs() {
    const ServerTime now = services_.now();
    for (const Side side : {Side::first, Side::second}) {
        const std::optional<Away> away = away_[index(side)];
        // The room of a host who is away passes on first.
        if (!away || away->kept_until > now || away->player == settings_.host || is_online(away->player))
            continue;
        const Left left = co_await take_leave(away->player);
        if (left == Left::not_stored)
            away_[index(side)] = Away{away->player, now + tried_again_after};
        else if (!settings_.spectators)
            send_away({away->player}, "unseated");
        else if (left == Left::changed)
            tell_changed();
    }
}

void Room::wake_up() {
    if (live_match_) live_match_->go_on();
    rearm();
}

void Room::rearm() {
    if (closed_) return;
    look_at_chairs();
    std::optional<ServerTime> next = live_match_ ? live_match_->alarm() : std::nullopt;
    const auto sooner = [&](std::optional<ServerTime> time) {
        if (time && (!next || *time < *next)) next = time;
    };
    if (deserted_ && state() != protocol::RoomState::playing) sooner(*deserted_ + reaped_after);
    if (host_away_ && !heir_of(settings_.host).empty()) sooner(*host_away_ + host_awaited);
    sooner(leavers_due_);
    sooner(watchers_due_);
    for (const auto& away : away_)
        if (away && away->player != settings_.host) sooner(away->kept_until);
    services_.rooms.wake_at(*this, next);
}

}  // namespace pentad::server
