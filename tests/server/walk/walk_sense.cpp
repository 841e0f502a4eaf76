#include <algorithm>

#include "tests/server/walk/random_source.hpp"
#include "tests/server/walk/walker.hpp"

namespace pentad::server {

using namespace protocol;

std::uint64_t Dice::number() { return next_number(state_); }

std::string Walker::any_room() {
    const auto& own = device.model().rooms();
    if (!own.empty() && !dice.in(1, 8))
        return std::next(own.begin(), static_cast<std::ptrdiff_t>(dice.below(own.size())))->first;
    if (world.known_rooms().empty() || dice.in(1, 20)) return "r_none";
    return dice.in(2, 3) ? world.known_rooms().back() : dice.of(world.known_rooms());
}

std::string Walker::any_match() {
    const std::string own = own_match();
    if (!own.empty() && !dice.in(1, 10)) return own;
    if (world.known_matches().empty() || dice.in(1, 20)) return "m_none";
    return dice.in(2, 3) ? world.known_matches().back() : dice.of(world.known_matches());
}

std::string Walker::any_player() {
    const auto& devices = world.devices(dice.below(world.actors()));
    return devices.front()->welcome() ? devices.front()->hello().player.id : "p_none";
}

const MatchSnapshot* Walker::view(const std::string& match) const {
    const auto& seen = device.model().matches();
    const auto found = seen.find(match);
    return found == seen.end() ? nullptr : &found->second.now;
}

bool Walker::is_self(const Player& player) const {
    return device.welcome() && player.id == device.hello().player.id;
}

std::string Walker::own_match() const {
    std::string found;
    for (const auto& [id, seen] : device.model().matches()) {
        const auto& seats = seen.now.seats;
        const bool plays =
            std::any_of(seats.begin(), seats.end(), [&](const Seat& one) { return is_self(one.player); });
        if (found.empty() || (plays && !seen.now.result)) found = id;
    }
    return found;
}

std::string some_legal_move(Walker& walker, const std::string& match) {
    const MatchSnapshot* view = walker.view(match);
    if (view != nullptr && view->legal && !view->legal->empty()) return walker.dice.of(*view->legal);
    const Match* played = walker.world.match(match);
    if (played == nullptr || played->position().outcome()) return "";
    return walker.dice.of(played->position().legal_moves());
}

TimeControl some_time_control(Dice& dice) {
    using std::chrono::milliseconds;
    TimeControl tc;
    switch (dice.below(6)) {
        case 0:
            tc.kind = TimeControlKind::fischer;
            tc.initial = milliseconds(15'000 + 1'000 * dice.below(100));
            tc.increment = milliseconds(1'000 * dice.below(4));
            break;
        case 1:
            tc.kind = TimeControlKind::permove;
            tc.per_move = milliseconds(3'000 + 1'000 * dice.below(30));
            break;
        case 2:
            tc.kind = TimeControlKind::correspondence;
            tc.per_move = std::chrono::hours(1 + dice.below(24));
            break;
        default:
            break;
    }
    return tc;
}

RoomCreate some_room(Walker& walker) {
    Dice& dice = walker.dice;
    const engine::GameInfo& info = engine::find_game(walker.world.game())->info();
    RoomCreate create;
    create.game = info.id;
    if (dice.in(1, 2)) create.options = {dice.of(info.sizes.values).id, dice.of(info.variants.values).id};
    for (ChairRequest& chair : create.seats) {
        if (dice.in(3, 4)) continue;
        chair.kind = dice.of(std::vector{ChairKind::open, ChairKind::bot, ChairKind::closed});
        if (chair.kind == ChairKind::bot) {
            chair.level = 1 + static_cast<int>(dice.below(3));
            const auto& bot = *walker.world.devices(WalkWorld::program).front();
            if (dice.in(1, 2) && bot.welcome()) {
                chair.level.reset();
                chair.bot = bot.hello().player.id;
            }
        }
    }
    create.hotseat = dice.in(1, 12);
    if (create.hotseat && create.seats[1].kind == ChairKind::human && dice.in(1, 2))
        create.seats[1].name = dice.of(std::vector<std::string>{"Zoe", "Bot 1", " "});
    create.tc = some_time_control(dice);
    create.visibility = dice.in(3, 4) ? Visibility::public_
                                      : dice.of(std::vector{Visibility::unlisted, Visibility::private_});
    if (dice.in(1, 8)) create.password = "secret";
    create.spectators = !dice.in(1, 8);
    create.takeback = !dice.in(1, 8);
    create.first_seat = dice.in(1, 2) ? FirstSeat::chair0 : FirstSeat::chair1;
    create.rated = dice.in(1, 8);
    return create;
}

namespace {

void enter_a_room(Walker& walker) {
    for (auto id = walker.world.known_rooms().rbegin(); id != walker.world.known_rooms().rend(); ++id) {
        const auto room = walker.world.room(*id);
        if (!room) continue;
        RoomJoin join;
        join.invite = room->invite();
        if (join.invite.empty()) join.code = room->settings().code;
        join.password = "secret";
        join.seat = walker.actor < 3 && room->state() == RoomState::open ? JoinSeat::any : JoinSeat::watch;
        walker.device.send(join);
        return;
    }
    walker.device.send(some_room(walker));
}

/// A program answers what it is asked.
bool answer_as_program(Walker& walker) {
    if (!walker.device.asked()) return false;
    const Event asked = *walker.device.asked();
    const auto& request = std::get<TurnRequest>(asked.body);
    walker.device.send(protocol::BotMove{request.turn, walker.dice.of(request.legal)}, "", asked.match);
    return true;
}

bool play_on(Walker& walker) {
    const std::string match = walker.own_match();
    const MatchSnapshot* view = walker.view(match);
    if (view == nullptr) return false;
    if (view->result) {
        OfferMake again;
        again.kind = OfferKind::rematch;
        walker.device.send(again, "", match);
        return true;
    }
    if (!view->legal || view->legal->empty()) return false;
    walker.device.send(MovePlay{view->turn, walker.dice.of(*view->legal), Visitor::move_id(), {}}, "", match);
    return true;
}

}  // namespace

void do_what_is_sensible(Walker& walker) {
    Device& device = walker.device;
    if (walker.actor == WalkWorld::program) {
        if (!answer_as_program(walker)) device.send(BotRegister{{walker.world.game()}, 2});
        return;
    }
    for (const auto& [id, room] : device.model().rooms()) {
        if (room.summary.state == RoomState::open)
            for (const Chair& chair : room.summary.seats)
                if (chair.player && walker.is_self(*chair.player) && !chair.ready) {
                    device.send(RoomReady{true}, id);
                    return;
                }
        if (room.summary.match && !walker.view(*room.summary.match)) {
            device.send(MatchWatch{true}, "", *room.summary.match);
            return;
        }
    }
    if (play_on(walker)) return;
    if (device.model().rooms().empty() || walker.dice.in(1, 6)) enter_a_room(walker);
}

}  // namespace pentad::server
