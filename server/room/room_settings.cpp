#include "server/room/room_settings.hpp"

#include <algorithm>

#include "engine/search_limits.hpp"
#include "server/bots/external_bots.hpp"
#include "server/match/seats.hpp"
#include "server/moderation/name_policy.hpp"

namespace pentad::server {

using protocol::ChairKind;
using protocol::ErrorCode;
using protocol::TimeControlKind;

namespace {

tl::unexpected<SettingsRefused> refuse(ErrorCode code, std::string text = {}) {
    return tl::unexpected(SettingsRefused{code, std::move(text), {}});
}

std::string hash_of(const std::string& password) { return password.empty() ? "" : token_hash(password); }

bool takes_people(ChairKind kind) { return kind == ChairKind::human || kind == ChairKind::open; }

/// A rated match is between two people, without takebacks.
std::optional<SettingsRefused> settle_rated(StoredRoom& room) {
    if (!room.rated) return std::nullopt;
    if (room.hotseat || !takes_people(room.chairs[0].kind) || !takes_people(room.chairs[1].kind))
        return SettingsRefused{ErrorCode::bad_options, "A rated room needs two seats for two people.", {}};
    room.takeback = false;
    return std::nullopt;
}

/// The name of a person who shares the creator's keyboard; empty: the creator's own.
Planned<std::string> plan_name(const protocol::RoomCreate& wanted, const protocol::ChairRequest& chair,
                               const protocol::Player& creator,
                               const std::function<bool(const std::string&)>& may_have_name) {
    if (!chair.name) return "";
    if (!wanted.hotseat || chair.kind != ChairKind::human)
        return refuse(ErrorCode::bad_options,
                      "Only the human seats of a hotseat room have names of their own.");
    auto name = acceptable_name(*chair.name);
    if (!name)
        return tl::unexpected(
            SettingsRefused{ErrorCode::name_invalid, sentence_of(name.error()), name.error()});
    if (*name != creator.name && !may_have_name(*name)) return refuse(ErrorCode::name_taken);
    return std::move(*name);
}

}  // namespace

Planned<TimeControl> plan_time_control(const protocol::TimeControl& wanted,
                                       const protocol::TimeLimits& least) {
    if (auto problem = protocol::too_little_time(wanted, least))
        return refuse(ErrorCode::bad_options, std::move(*problem));
    TimeControl plain;
    plain.kind = wanted.kind;
    if (wanted.kind == TimeControlKind::fischer) {
        // The first move has the increment too.
        plain.initial = std::max(wanted.initial, wanted.increment);
        plain.increment = wanted.increment;
    } else if (wanted.kind != TimeControlKind::none) {
        plain.per_move = wanted.per_move;
    }
    return plain;
}

Planned<engine::Options> plan_options(const std::string& game, const engine::Options& wanted) {
    const engine::Game* rules = engine::find_game(game);
    if (!rules) return refuse(ErrorCode::bad_options, "There is no such game.");
    auto options = rules->complete(wanted);
    if (!options) return refuse(ErrorCode::bad_options, options.error());
    return *options;
}

Planned<StoredChair> plan_chair(const protocol::ChairRequest& wanted, const std::string& game,
                                const ExternalBots* external_bots, int seats) {
    StoredChair chair;
    chair.kind = wanted.kind;
    if (wanted.bot) {
        std::optional<protocol::Player> bot;
        if (external_bots != nullptr) bot = external_bots->available({*wanted.bot}, game, seats);
        if (!bot) return refuse(ErrorCode::bot_unavailable);
        chair.player = {bot->id};
        chair.name = bot->name;
        return chair;
    }
    if (wanted.kind != ChairKind::bot) return chair;
    chair.level = wanted.level.value_or(1);
    const auto& levels = engine::levels();
    if (std::none_of(levels.begin(), levels.end(),
                     [&](const auto& level) { return level.number == chair.level; }))
        return refuse(ErrorCode::bad_options, "There is no such level; hello lists them with each game.");
    chair.seed = wanted.seed ? static_cast<std::uint64_t>(*wanted.seed) : random_seed();
    chair.name = "Bot " + std::to_string(chair.level);
    return chair;
}

StoredChair chair_of_person(const protocol::Player& player) {
    StoredChair chair;
    chair.kind = ChairKind::human;
    chair.player = {player.id};
    chair.name = player.name;
    return chair;
}

Planned<StoredRoom> plan_room(const protocol::RoomCreate& wanted, const protocol::Player& creator,
                              const protocol::TimeLimits& least_time, const ExternalBots* external_bots,
                              const std::function<bool(const std::string&)>& may_have_name) {
    StoredRoom room;
    auto options = plan_options(wanted.game, wanted.options);
    if (!options) return tl::unexpected(options.error());
    const auto tc = plan_time_control(wanted.tc, least_time);
    if (!tc) return tl::unexpected(tc.error());
    room.host = {creator.id};
    room.game = wanted.game;
    room.options = std::move(*options);
    room.tc = *tc;
    room.password_hash = hash_of(wanted.password);
    room.visibility = wanted.visibility;
    room.hotseat = wanted.hotseat;
    room.rated = wanted.rated;
    room.spectators = wanted.spectators;
    room.takeback = wanted.takeback;
    room.first_seat = wanted.first_seat;
    room.on_absent = wanted.on_absent;
    room.spectators_chat = wanted.spectators_chat;
    room.spectators_delay = wanted.spectators_delay;
    const bool same_bot = wanted.seats[0].bot && wanted.seats[0].bot == wanted.seats[1].bot;
    bool creator_sits = false;
    for (std::size_t i = 0; i < 2; ++i) {
        auto chair = plan_chair(wanted.seats[i], wanted.game, external_bots, same_bot ? 2 : 1);
        if (!chair) return tl::unexpected(chair.error());
        const auto name = plan_name(wanted, wanted.seats[i], creator, may_have_name);
        if (!name) return tl::unexpected(name.error());
        room.chairs[i] = std::move(*chair);
        if (room.chairs[i].kind == ChairKind::human && (!creator_sits || wanted.hotseat)) {
            room.chairs[i] = chair_of_person(creator);
            if (!name->empty()) room.chairs[i].name = *name;
            creator_sits = true;
        }
    }
    if (wanted.hotseat && !creator_sits)
        return refuse(ErrorCode::bad_options, "A hotseat room needs a human seat.");
    if (const auto refused = settle_rated(room)) return tl::unexpected(*refused);
    return room;
}

Planned<StoredRoom> plan_seat(const StoredRoom& room, const protocol::RoomSeat& wanted,
                              const protocol::Player& host, const ExternalBots* external_bots) {
    const std::size_t i = engine::index(wanted.seat);
    const StoredChair& old = room.chairs[i];
    const PlayerId host_id{host.id};
    // A bot that fills the seat is not asked.
    const PlayerId sitter = old.kind == ChairKind::human ? old.player : PlayerId{};
    const bool frees = wanted.chair.kind == ChairKind::open || wanted.chair.kind == ChairKind::closed;
    // A seat can be taken from its player, but not given away in the same breath.
    if (!sitter.empty() && sitter != host_id && !frees) return refuse(ErrorCode::seat_taken);
    if (room.rated && wanted.chair.kind == ChairKind::bot)
        return refuse(ErrorCode::bad_options, "A rated room needs two seats for two people.");
    if (wanted.chair.name)
        return refuse(ErrorCode::bad_options,
                      "Names of people at one keyboard are given when the room is made.");
    // A bot needs no free slot for the seat that it fills already, and keeps its seed if none is given.
    const bool same_bot = old.kind == ChairKind::bot && wanted.chair.kind == ChairKind::bot &&
                          old.player.text == wanted.chair.bot.value_or("");
    auto seat = plan_chair(wanted.chair, room.game, external_bots, same_bot ? 0 : 1);
    if (!seat) return tl::unexpected(seat.error());
    if (same_bot && !wanted.chair.seed) seat->seed = old.seed;
    StoredRoom changed = room;
    changed.chairs[i] = std::move(*seat);
    const bool host_sits_elsewhere = changed.chairs[1 - i].player == host_id;
    if (wanted.chair.kind == ChairKind::human && (!host_sits_elsewhere || room.hotseat))
        changed.chairs[i] = chair_of_person(host);
    return changed;
}

bool asks_for(protocol::JoinSeat wanted, Side side) {
    using protocol::JoinSeat;
    return wanted == JoinSeat::any || wanted == (side == Side::first ? JoinSeat::chair0 : JoinSeat::chair1);
}

std::optional<Side> free_seat(const StoredRoom& room, protocol::JoinSeat wanted) {
    for (const Side side : both_sides) {
        const StoredChair& seat = room.chairs[engine::index(side)];
        if (asks_for(wanted, side) && seat.player.empty() && takes_people(seat.kind)) return side;
    }
    return std::nullopt;
}

bool is_filled(const StoredChair& seat) {
    return seat.kind == ChairKind::bot || (seat.kind == ChairKind::human && !seat.player.empty());
}

bool second_seat_begins(const StoredRoom& room, FirstSeats& first_seats) {
    if (room.first_seat != protocol::FirstSeat::random) return room.first_seat == protocol::FirstSeat::chair1;
    const auto& [one, other] = room.chairs;
    const bool two = one.kind != ChairKind::bot && other.kind != ChairKind::bot && one.player != other.player;
    if (two) return first_seats.next(room.game, one.player, other.player) == other.player;
    return (random_seed() & 1) != 0;
}

std::array<MatchSeat, 2> match_seats(const StoredRoom& room, bool swapped) {
    const auto seat_from = [](const StoredChair& chair) {
        MatchSeat seat;
        seat.kind = chair.kind == ChairKind::bot ? MatchSeat::Kind::bot : MatchSeat::Kind::human;
        seat.player = chair.player;
        seat.name = chair.name;
        seat.level = chair.level;
        seat.seed = chair.seed;
        return seat;
    };
    return {seat_from(room.chairs[swapped]), seat_from(room.chairs[!swapped])};
}

MatchSetup plan_match(const StoredRoom& room, std::array<MatchSeat, 2> seats, bool counts, ServerTime now) {
    MatchSetup setup;
    setup.id = {random_id("m_")};
    setup.room = room.id;
    setup.game = room.game;
    setup.options = room.options;
    setup.rules_version = engine::find_game(room.game)->info().rules_version;
    setup.seats = std::move(seats);
    setup.tc = room.tc;
    setup.hotseat = room.hotseat;
    setup.hidden =
        room.visibility == protocol::Visibility::private_ || !room.spectators || !room.password_hash.empty();
    setup.started = now;
    setup.rated = room.rated && counts && two_people(setup) && !setup.seats[0].player.empty() &&
                  !setup.seats[1].player.empty();
    return setup;
}

MatchTerms terms_of(const StoredRoom& room, bool matchmade) {
    return {room.rated,           room.takeback,         room.on_absent,
            room.spectators_chat, room.spectators_delay, room.rated || matchmade};
}

Planned<StoredRoom> plan_update(StoredRoom room, const protocol::RoomUpdate& wanted,
                                const protocol::TimeLimits& least_time) {
    if (wanted.game || wanted.options) {
        room.game = wanted.game.value_or(room.game);
        auto options = plan_options(room.game, wanted.options.value_or(engine::Options{}));
        if (!options) return tl::unexpected(options.error());
        room.options = std::move(*options);
    }
    if (wanted.tc) {
        const auto tc = plan_time_control(*wanted.tc, least_time);
        if (!tc) return tl::unexpected(tc.error());
        room.tc = *tc;
    }
    if (wanted.password) room.password_hash = hash_of(*wanted.password);
    room.visibility = wanted.visibility.value_or(room.visibility);
    room.spectators = wanted.spectators.value_or(room.spectators);
    room.takeback = wanted.takeback.value_or(room.takeback);
    room.first_seat = wanted.first_seat.value_or(room.first_seat);
    room.rated = wanted.rated.value_or(room.rated);
    room.on_absent = wanted.on_absent.value_or(room.on_absent);
    room.spectators_chat = wanted.spectators_chat.value_or(room.spectators_chat);
    room.spectators_delay = wanted.spectators_delay.value_or(room.spectators_delay);
    if (const auto refused = settle_rated(room)) return tl::unexpected(*refused);
    return room;
}

}  // namespace pentad::server
