#include "tests/server/walk/walker.hpp"

// Everything that can be done in a walk: each command of the protocol, rightly and wrongly, connections that
// come and go, and time.
namespace pentad::server {

using namespace protocol;
using namespace std::chrono_literals;

namespace {

Side some_side(Dice& dice) { return dice.in(1, 2) ? Side::first : Side::second; }

std::optional<Side> seldom_a_side(Dice& dice) {
    return dice.in(1, 6) ? std::optional(some_side(dice)) : std::nullopt;
}

int turn_of(Walker& w, const std::string& match) {
    const MatchSnapshot* view = w.view(match);
    const int turn = view ? view->turn : 0;
    return w.dice.in(1, 8) ? turn - 1 + static_cast<int>(w.dice.below(3)) : turn;
}

std::string some_move(Walker& w, const std::string& match) {
    if (w.dice.in(1, 12)) return w.dice.of(std::vector<std::string>{"", "a1", "??", "a1-a1", "h8-h9"});
    return some_legal_move(w, match);
}

std::string some_offer(Walker& w, const std::string& match) {
    const MatchSnapshot* view = w.view(match);
    if (view == nullptr || view->offers.empty() || w.dice.in(1, 12)) return "o_none";
    return w.dice.of(view->offers).offer;
}

void enter(Walker& w) {
    RoomJoin join;
    const auto room = w.world.room(w.any_room());
    const std::size_t way = w.dice.below(3);
    if (!room || way == 0)
        join.room = room ? room->settings().id.text : "r_none";
    else if (way == 1 || room->invite().empty())
        join.code = room->settings().code;
    else
        join.invite = room->invite();
    join.seat = w.dice.of(std::vector{JoinSeat::chair0, JoinSeat::chair1, JoinSeat::any, JoinSeat::watch});
    if (w.dice.in(2, 3)) join.password = "secret";
    w.device.send(join);
}

void seat(Walker& w) {
    RoomSeat change;
    change.seat = some_side(w.dice);
    change.chair = some_room(w).seats[0];
    if (w.dice.in(1, 2)) change.chair.kind = ChairKind::human;
    if (change.chair.kind != ChairKind::bot) change.chair = ChairRequest{change.chair.kind, {}, {}, {}};
    w.device.send(change, w.any_room());
}

void update(Walker& w) {
    const RoomCreate other = some_room(w);
    RoomUpdate change;
    switch (w.dice.below(7)) {
        case 0:
            change.options = other.options;
            break;
        case 1:
            change.tc = other.tc;
            break;
        case 2:
            change.visibility = other.visibility;
            break;
        case 3:
            change.password = other.password;
            break;
        case 4:
            change.spectators = w.dice.in(1, 2);
            break;
        case 5:
            change.takeback = w.dice.in(1, 2);
            change.rated = w.dice.in(1, 2);
            break;
        default:
            change.first_seat = other.first_seat;
            break;
    }
    w.device.send(change, w.any_room());
}

void join_queue(Walker& w) {
    QueueJoin join;
    join.game = w.world.game();
    join.tc = w.dice.in(1, 2) ? TimeControl{} : some_time_control(w.dice);
    w.device.send(join);
}

void move(Walker& w) {
    const std::string match = w.any_match();
    const std::string text = some_move(w, match);
    w.device.send(MovePlay{turn_of(w, match), text, Visitor::move_id(), seldom_a_side(w.dice)}, "", match);
}

void repeat_a_move(Walker& w) {
    if (w.device.moves().empty()) return;
    const auto& moves = w.device.moves();
    Request again = moves[w.dice.below(moves.size())];
    if (w.dice.in(1, 8)) std::get<MovePlay>(again.message).move += "x";
    w.device.send(again.message, "", again.match);
}

void premove(Walker& w) {
    const std::string match = w.any_match();
    const Match* played = w.world.match(match);
    std::string text = some_move(w, match);
    // What may be possible after the opponent's move.
    if (played != nullptr && w.dice.in(3, 4))
        if (const auto next = played->position().after(text); next && !next->outcome())
            text = w.dice.of(next->legal_moves());
    w.device.send(PremoveSet{turn_of(w, match) + 1, text}, "", match);
}

void offer(Walker& w) {
    const std::string match = w.any_match();
    OfferMake make;
    make.kind = w.dice.of(std::vector{OfferKind::draw, OfferKind::takeback, OfferKind::takeback,
                                      OfferKind::rematch, OfferKind::pause, OfferKind::abort});
    if (make.kind == OfferKind::takeback && w.dice.in(1, 2))
        make.plies = static_cast<int>(1 + w.dice.below(4));
    make.seat = seldom_a_side(w.dice);
    w.device.send(make, "", match);
}

void say(Walker& w) {
    ChatSend line;
    line.channel = w.dice.of(
        std::vector{ChatChannel::lobby, ChatChannel::room, ChatChannel::match, ChatChannel::watchers});
    line.text = w.dice.in(1, 12) ? " " : "hello";
    const bool to_match = line.channel == ChatChannel::match || line.channel == ChatChannel::watchers;
    w.device.send(line, line.channel == ChatChannel::room ? w.any_room() : "", to_match ? w.any_match() : "");
}

void sync(Walker& w) {
    MatchSync sync;
    const std::string match = w.any_match();
    const auto seen = w.device.model().seen().find("match:" + match);
    if (seen != w.device.model().seen().end()) sync.have_seq = seen->second;
    sync.history = w.dice.in(1, 2);
    w.device.send(sync, "", match);
}

void try_the_rules(Walker& w) {
    const std::string match = w.any_match();
    const Match* played = w.world.match(match);
    EngineApply apply;
    apply.game = w.world.game();
    if (played != nullptr) {
        apply.options = played->setup().options;
        apply.pos = played->position().encode();
        apply.moves = {some_move(w, match)};
    }
    w.device.send(apply);
    w.device.send(EngineLegal{apply.game, apply.options, apply.pos});
}

void move_as_program(Walker& w) {
    const std::string match = w.device.asked() ? w.device.asked()->match : w.any_match();
    if (w.dice.in(1, 3))
        w.device.send(BotDecline{turn_of(w, match)}, "", match);
    else
        w.device.send(protocol::BotMove{turn_of(w, match), some_move(w, match)}, "", match);
}

void use_an_id_twice(Walker& w) {
    Request request;
    request.id = w.device.send(MatchesMine{});
    request.message = LobbySubscribe{};
    w.device.send_again(request);
}

void another_tab(Walker& w) {
    auto& devices = w.world.devices(w.actor);
    const std::string token = w.device.token();
    if (w.actor == WalkWorld::program || token.empty()) return;
    if (devices.size() < 2) {
        Device& tab = w.world.add_device(w.actor);
        tab.keep_token(token);
        tab.connect(TokenAuth{token});
    }
}

void hand_over(Walker& w) {
    if (w.device.handover_code().empty()) {
        w.device.send(HandoverCreate{});
        return;
    }
    auto& devices = w.world.devices(w.actor);
    if (devices.size() > 3) return;
    w.world.add_device(w.actor).connect(HandoverAuth{w.device.handover_code()});
}

void pass_time(Walker& w) {
    constexpr std::array<milliseconds, 10> times{50ms, 400ms, 1s, 3s, 8s, 31s, 61s, 150s, 15min, 26h};
    // Days are seldom: most of what goes on ends by them.
    w.world.pass(times[w.dice.below(w.dice.in(1, 6) ? times.size() : 7)]);
}

template <class Message>
void to_a_match(Walker& w) {
    w.device.send(Message{}, "", w.any_match());
}
template <class Message>
void to_a_room(Walker& w) {
    w.device.send(Message{}, w.any_room());
}
template <class Message>
void to_the_server(Walker& w) {
    w.device.send(Message{});
}

}  // namespace

const std::vector<Verb>& verbs() {
    static const std::vector<Verb> all{
        {"sense", 400, do_what_is_sensible},
        {"time", 45, pass_time},
        {"room.create", 12, [](Walker& w) { w.device.send(some_room(w)); }},
        {"room.join", 20, enter},
        {"room.seat", 12, seat},
        {"room.update", 12, update},
        {"room.ready", 12, [](Walker& w) { w.device.send(RoomReady{!w.dice.in(1, 4)}, w.any_room()); }},
        {"room.start", 4, to_a_room<RoomStart>},
        {"room.leave", 10, to_a_room<RoomLeave>},
        {"room.kick", 6, [](Walker& w) { w.device.send(RoomKick{w.any_player()}, w.any_room()); }},
        {"room.host", 6, [](Walker& w) { w.device.send(RoomHost{w.any_player()}, w.any_room()); }},
        {"queue.join", 6, join_queue},
        {"queue.leave", 3, to_the_server<QueueLeave>},
        {"lobby.subscribe", 8,
         [](Walker& w) {
             w.device.send(LobbySubscribe{w.dice.in(1, 2) ? std::optional(w.world.game()) : std::nullopt,
                                          w.dice.in(1, 2) ? std::optional(1) : std::nullopt});
         }},
        {"lobby.unsubscribe", 4,
         [](Walker& w) {
             w.device.send(LobbyUnsubscribe{w.dice.in(1, 2) ? std::optional(w.world.game()) : std::nullopt});
         }},
        {"match.watch", 16, [](Walker& w) { w.device.send(MatchWatch{w.dice.in(2, 3)}, "", w.any_match()); }},
        {"match.unwatch", 8, to_a_match<MatchUnwatch>},
        {"match.sync", 10, sync},
        {"move.play", 30, move},
        {"move.play again", 25, repeat_a_move},
        {"premove.set", 30, premove},
        {"premove.clear", 5, to_a_match<PremoveClear>},
        {"offer.make", 45, offer},
        {"offer.answer", 35,
         [](Walker& w) {
             const std::string match = w.any_match();
             w.device.send(OfferAnswer{some_offer(w, match), w.dice.in(2, 3)}, "", match);
         }},
        {"offer.cancel", 10,
         [](Walker& w) {
             const std::string match = w.any_match();
             w.device.send(OfferCancel{some_offer(w, match)}, "", match);
         }},
        {"match.resign", 4,
         [](Walker& w) { w.device.send(MatchResign{seldom_a_side(w.dice)}, "", w.any_match()); }},
        {"match.abort", 4, to_a_match<MatchAbort>},
        {"claim.win", 12, to_a_match<ClaimWin>},
        {"hint.get", 6,
         [](Walker& w) {
             const std::string match = w.any_match();
             w.device.send(HintGet{turn_of(w, match)}, "", match);
         }},
        {"chat.send", 20, say},
        {"player.block", 6,
         [](Walker& w) {
             w.device.send(PlayerBlock{w.any_player(), w.dice.in(1, 2)});
         }},
        {"player.blocks", 2, to_the_server<PlayerBlocks>},
        {"player.report", 2,
         [](Walker& w) {
             w.device.send(PlayerReport{w.any_player(), ReportReason::other, ""}, "", w.any_match());
         }},
        {"engine", 5, try_the_rules},
        {"matches.mine", 3, to_the_server<MatchesMine>},
        {"bots.list", 3, to_the_server<BotsList>},
        {"bot.register", 6,
         [](Walker& w) {
             w.device.send(BotRegister{{w.world.game()}, 2});
         }},
        {"bot.move", 10, move_as_program},
        {"handover", 6, hand_over},
        {"ping", 3, to_the_server<Ping>},
        {"hello again", 2, [](Walker& w) { w.device.send(Device::said_hello(GuestAuth{})); }},
        {"an id twice", 4, use_an_id_twice},
        {"garbage", 3, [](Walker& w) { w.device.send_text("{\"type\":"); }},
        {"bye", 3, to_the_server<Bye>},
        {"cut", 25, [](Walker& w) { w.device.cut(); }},
        {"back over a new link", 10, [](Walker& w) { w.device.come_back(); }},
        {"old links close", 8, [](Walker& w) { w.device.close_old_connections(); }},
        {"silence", 8, [](Walker& w) { w.device.fall_silent(); }},
        {"another tab", 5, another_tab},
    };
    return all;
}

}  // namespace pentad::server
