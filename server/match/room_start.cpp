#include <spdlog/spdlog.h>

#include "server/lobby/rooms.hpp"
#include "server/lobby/send_beside.hpp"
#include "server/match/room.hpp"

// The room's part that starts matches, and wakes it for what they and it have to do later.
namespace pentad::server {
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

Room::Done Room::start_from_chairs() {
    const bool second_chair_first =
        settings_.first_seat == protocol::FirstSeat::chair1 ||
        (settings_.first_seat == protocol::FirstSeat::random && (random_seed() & 1) != 0);
    std::array<MatchSeat, 2> seats{seat_from(settings_.chairs[second_chair_first]),
                                   seat_from(settings_.chairs[!second_chair_first])};
    const std::function<void()> nothing = [] {};
    co_await start_match(std::move(seats), nothing);
}

Awaitable<bool> Room::start_match(std::array<MatchSeat, 2> seats, const std::function<void()>& when_stored) {
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
    setup.rated = settings_.rated && is_person(setup.seats[0]) && is_person(setup.seats[1]) &&
                  setup.seats[0].player != setup.seats[1].player;
    const MatchId previous = settings_.match;
    StoredRoom changed = settings_;
    changed.match = setup.id;
    std::vector<Record> records = batch(setup, changed);
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return false;
    settings_ = changed;
    when_stored();
    spdlog::info("match {} of {} starts in room {}", setup.id.text, setup.game, setup.room.text);
    table_ = std::make_shared<Table>(services_, *this, Match(std::move(setup)), 0);
    services_.rooms.match_started(*this, previous);
    for (const auto& member : members_) table_->subscribe(member);
    const auto seat = [this](const Session& session) {
        const auto own = table_->seat_of(session.player_id());
        return own ? static_cast<int>(index(*own)) + 1 : 0;
    };
    room_stream_.publish_by(seat, [this](const Session& session) {
        protocol::Event event = table_->started_for(session);
        event.room = settings_.id.text;
        return event;
    });
    // Who only watches the matches has no part in the room's stream.
    for (const auto& member : members_) {
        if (room_stream_.has(*member)) continue;
        protocol::Event event = table_->started_for(*member);
        event.room = settings_.id.text;
        send_beside(*member, std::move(event), services_.now());
    }
    tell_changed();
    table_->go_on();
    co_return true;
}

Awaitable<bool> Room::start_if_ready() {
    if (!ready_to_start()) co_return true;
    co_await start_from_chairs();
    if (state() == protocol::RoomState::playing) co_return true;
    for (std::size_t i = 0; i < 2; ++i) ready_[i] = settings_.chairs[i].kind == protocol::ChairKind::bot;
    tell_changed();
    co_return false;
}

void Room::match_over() {
    if (const auto& result = table_->match().result())
        spdlog::info("match {} is over: {}", table_->match().setup().id.text, result->reason);
    // Whoever comes back soon sees how it ended.
    if (deserted_) deserted_ = services_.now();
    services_.rooms.match_over(*this);
    tell_changed();
}

void Room::wake_up() {
    if (table_) table_->go_on();
    rearm();
}

void Room::rearm() {
    if (closed_) return;
    std::optional<ServerTime> next = table_ ? table_->alarm() : std::nullopt;
    const auto sooner = [&](std::optional<ServerTime> time) {
        if (time && (!next || *time < *next)) next = time;
    };
    if (deserted_ && state() != protocol::RoomState::playing) sooner(*deserted_ + reaped_after);
    if (host_away_ && !heir_of(settings_.host).empty()) sooner(*host_away_ + host_awaited);
    sooner(leavers_due_);
    services_.rooms.wake_at(*this, next);
}

}  // namespace pentad::server
