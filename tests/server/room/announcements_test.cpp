// How much one request is told to others, and that what changes nothing is told to nobody.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "server/bots/external_bots.hpp"
#include "server/bots/hints.hpp"
#include "server/session/bot_keys.hpp"
#include "tests/server/support/forwarding_store.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::SizeIs;

/// The most events that one request may cause for another client.
struct Most {
    int people = 0;  ///< who is in the room or follows its match
    int lobby = 0;   ///< who follows the lobby, when its changes have been gathered
    int again = 0;   ///< either, by the same request at once once more
};

// One line for each request: without one this does not compile.
constexpr Most most(const Hello&) { return {2, 1, 0}; }  // a player is back: seat.presence, room.changed
constexpr Most most(const Ping&) { return {}; }
constexpr Most most(const Bye&) { return {2, 1, 0}; }
constexpr Most most(const LobbySubscribe&) { return {}; }
constexpr Most most(const LobbyUnsubscribe&) { return {}; }
constexpr Most most(const RoomCreate&) { return {0, 1, 1}; }
constexpr Most most(const RoomJoin&) { return {2, 1, 0}; }
constexpr Most most(const RoomSeat&) { return {3, 1, 0}; }  // room.changed, match.started, room.changed
constexpr Most most(const RoomUpdate&) { return {1, 1, 0}; }
constexpr Most most(const RoomReady&) { return {3, 1, 0}; }
constexpr Most most(const RoomStart&) { return {3, 1, 0}; }  // and a computer's first move
constexpr Most most(const RoomLeave&) { return {3, 1, 0}; }  // another host, the empty seat: both told
constexpr Most most(const RoomKick&) { return {2, 1, 0}; }   // a rematch that cannot be any more
constexpr Most most(const RoomHost&) { return {1, 1, 0}; }
constexpr Most most(const QueueJoin&) { return {3, 1, 0}; }  // room.snapshot, match.started, room.changed
constexpr Most most(const QueueLeave&) { return {}; }
constexpr Most most(const MatchWatch&) { return {2, 1, 0}; }
constexpr Most most(const MatchUnwatch&) { return {1, 1, 0}; }
constexpr Most most(const MatchSync&) { return {}; }
// Its own, a premove's, the end and what dies with it: five offers.
constexpr Most most(const MovePlay&) { return {9, 1, 0}; }
constexpr Most most(const PremoveSet&) { return {}; }
constexpr Most most(const PremoveClear&) { return {}; }
// The one that ends the match; again: what a bot answers at once.
constexpr Most most(const OfferMake&) { return {7, 1, 3}; }
constexpr Most most(const OfferAnswer&) { return {7, 1, 0}; }
constexpr Most most(const OfferCancel&) { return {1, 0, 0}; }
constexpr Most most(const MatchResign&) { return {7, 1, 0}; }
constexpr Most most(const MatchAbort&) { return {2, 1, 0}; }
constexpr Most most(const ClaimWin&) { return {2, 1, 0}; }
constexpr Most most(const HintGet&) { return {}; }
constexpr Most most(const ChatSend&) { return {1, 1, 1}; }
constexpr Most most(const EngineLegal&) { return {}; }
constexpr Most most(const EngineApply&) { return {}; }
constexpr Most most(const MatchesMine&) { return {}; }
constexpr Most most(const BotsList&) { return {}; }
constexpr Most most(const BotRegister&) { return {}; }
constexpr Most most(const protocol::BotMove&) { return {4, 1, 0}; }
constexpr Most most(const BotDecline&) { return {4, 1, 0}; }  // a computer moves in its place
constexpr Most most(const HandoverCreate&) { return {}; }
constexpr Most most(const PlayerBlock&) { return {}; }
constexpr Most most(const PlayerBlocks&) { return {}; }
constexpr Most most(const PlayerReport&) { return {}; }

/// A store in memory that takes no match for as long as `*refuses`.
class NoMatches final : public ForwardingStore {
  public:
    explicit NoMatches(std::shared_ptr<std::atomic<bool>> refuses) : refuses_(std::move(refuses)) {}
    Result<void> write(const std::vector<Record>& records) override {
        const auto is_match = [](const Record& one) { return std::holds_alternative<MatchSetup>(one); };
        if (*refuses_ && std::any_of(records.begin(), records.end(), is_match))
            return tl::unexpected(StoreError{"no"});
        return ForwardingStore::write(records);
    }

  private:
    const std::shared_ptr<std::atomic<bool>> refuses_;
};

RoomCreate new_room() {
    RoomCreate create;
    create.game = "pile";
    create.options.size = "4";
    create.first_seat = FirstSeat::chair0;
    return create;
}

ChairRequest chair(ChairKind kind) {
    ChairRequest wanted;
    wanted.kind = kind;
    if (kind == ChairKind::bot) wanted.level = 1;
    return wanted;
}

OfferMake offer(OfferKind kind, std::optional<int> plies = {}) { return {kind, plies, {}}; }

/// A room with everybody who may be around it.
struct Scene {
    enum class At { lonely, waiting, bots, playing, closing, away, over, rematch, bot, count };

    std::shared_ptr<std::atomic<bool>> no_match = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<Store> store = std::make_unique<NoMatches>(no_match);
    std::string key = *make_bot_key(*store, "Robot", {from_wire(1), "uid 0", "bot-key add Robot", "done"});
    GatewayWorld world{{}, std::move(store)};
    Hints hints{world.rooms.services.io, world.rooms.services.bots};
    Caller host{world}, guest{world};
    Caller watcher{world};   ///< in the room, follows the match
    Caller idle{world};      ///< in the room, does not follow the match
    Caller fan{world};       ///< follows the match alone
    Caller stranger{world};  ///< waits for an opponent
    /// Another stranger, or, where the host is away, the host's other tab.
    std::unique_ptr<Caller> tab = std::make_unique<Caller>(world);
    Caller reader{world};  ///< of the lobby
    Caller robot{world, BotAuth{"Robot", key}};
    std::string room, match, standing = "o_none";
    const At at;

    explicit Scene(At place) : at(place) {
        world.rooms.services.hints = &hints;
        world.rooms.services.bot_policy.pace = 1h;
        robot.request(BotRegister{{"pile"}, 1});
        reader.request<LobbySubscribed>(LobbySubscribe{});
        RoomCreate create = new_room();
        if (at == At::bots) create.seats = {chair(ChairKind::bot), chair(ChairKind::bot)};
        if (at == At::bot) create.seats[1] = {ChairKind::bot, {}, {}, robot.player()};
        *no_match = at == At::bots;
        room = host.request<RoomEntered>(create).room;
        *no_match = false;
        for (Caller* one : {&watcher, &idle}) one->request<RoomEntered>(join(JoinSeat::watch));
        if (at != At::lonely && at != At::bots && at != At::bot)
            guest.request<RoomEntered>(join(JoinSeat::chair1));
        if (at != At::bots) host.request(RoomReady{}, room);
        if (at >= At::playing) play();
        QueueJoin wish;
        wish.game = "pile";
        stranger.request(wish);
        // What was gathered is told.
        world.rooms.pass(1s);
        hear();
    }

    RoomJoin join(JoinSeat seat) const { return {room, "", "", seat, ""}; }

    void play() {
        if (at != At::bot) guest.request(RoomReady{}, room);
        match = host.heard<MatchStarted>().front().match;
        fan.request<MatchWatched>(MatchWatch{}, "", match);
        idle.request(MatchUnwatch{}, "", match);
        if (at == At::playing) return;
        if (at == At::bot) {
            host.request<MoveAccepted>(MovePlay{0, "t2", Visitor::move_id(), {}}, "", match);
            host.request(PremoveSet{2, "t1"}, "", match);
            return;
        }
        host.request<MoveAccepted>(MovePlay{0, "t1", Visitor::move_id(), {}}, "", match);
        guest.request<MoveAccepted>(MovePlay{1, "t1", Visitor::move_id(), {}}, "", match);
        if (at == At::closing) offers();
        if (at == At::away) {
            host.cut();
            world.rooms.pass(3min);
            tab = std::make_unique<Caller>(world, TokenAuth{*host.hello.player_token});
        }
        if (at == At::over || at == At::rematch) host.request(MatchResign{}, "", match);
        if (at == At::rematch)
            standing = guest.request<OfferPlaced>(offer(OfferKind::rematch), "", match).offer;
    }

    /// Five that stand, and a premove that ends the game.
    void offers() {
        guest.request(PremoveSet{3, "t1"}, "", match);
        standing = guest.request<OfferPlaced>(offer(OfferKind::draw), "", match).offer;
        guest.request<OfferPlaced>(offer(OfferKind::takeback, 1), "", match);
        guest.request<OfferPlaced>(offer(OfferKind::abort), "", match);
        host.request<OfferPlaced>(offer(OfferKind::takeback, 2), "", match);
        host.request<OfferPlaced>(offer(OfferKind::pause), "", match);
    }

    std::vector<Caller*> people() {
        return {&host, &guest, &watcher, &idle, &fan, &stranger, tab.get(), &robot};
    }

    /// Everything that has been said so far.
    void hear() {
        world.rooms.services.lobby.flush();
        for (Caller* one : people()) one->forget();
        reader.forget();
    }

    void send(Caller& who, const ClientMessage& message) {
        std::visit(
            [&](const auto& one) {
                using Message = std::decay_t<decltype(one)>;
                const bool chat = std::is_same_v<Message, ChatSend> || std::is_same_v<Message, PlayerReport>;
                const bool to_room = Message::address == Address::room || chat;
                const bool to_match = Message::address == Address::match || chat;
                if constexpr (std::is_same_v<Message, Hello>) {
                    if (!std::holds_alternative<ResumeAuth>(one.auth)) return;
                    Caller(world, nullptr).send(message);
                } else {
                    who.send(message, to_room ? room : "", to_match ? match : "");
                }
            },
            message);
        world.rooms.settle();
        if (who.closed()) who.cut();
        // A computer thinks on a thread of its own.
        const bool starts = std::holds_alternative<RoomStart>(message) && at == At::bots && &who == &host;
        const bool declines = std::holds_alternative<BotDecline>(message) && at == At::bot && &who == &robot;
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        const auto here = world.rooms.services.rooms.find({room});
        const auto has_moved = [&] {
            return starts ? here->match()->ply() > 0 : here->match()->result().has_value();
        };
        while (here && (starts || declines) && !has_moved() && std::chrono::steady_clock::now() < deadline)
            world.rooms.settle();
    }

    struct Told {
        int people = 0;
        int lobby = 0;
    };
    Told told(const Caller& by) {
        world.rooms.services.lobby.flush();
        Told most;
        for (Caller* one : people())
            if (one != &by) most.people = std::max(most.people, static_cast<int>(one->events().size()));
        most.lobby = static_cast<int>(reader.events().size());
        hear();
        return most;
    }

    /// One at least of each kind.
    std::vector<ClientMessage> requests() const {
        RoomUpdate options, alone;
        options.takeback = false;
        alone.spectators = false;
        QueueJoin wish;
        wish.game = "pile";
        std::vector<ClientMessage> all{
            Hello{{1}, "test", "1", ResumeAuth{host.hello.session, host.hello.resume_token, {}}, ""},
            Ping{},
            Bye{},
            LobbySubscribe{},
            LobbyUnsubscribe{},
            new_room(),
            RoomLeave{},
            RoomStart{},
            RoomReady{true},
            RoomReady{false},
            RoomUpdate{},
            options,
            alone,
            RoomKick{guest.player()},
            RoomKick{watcher.player()},
            RoomHost{host.player()},
            RoomHost{guest.player()},
            wish,
            QueueLeave{},
            MatchWatch{},
            MatchUnwatch{},
            MatchSync{},
            MovePlay{0, "t1", "same", {}},
            MovePlay{2, "t1", "same", {}},
            MovePlay{2, "t2", "same", {}},
            PremoveSet{1, "t1"},
            PremoveClear{},
            offer(OfferKind::draw),
            offer(OfferKind::takeback),
            offer(OfferKind::abort),
            offer(OfferKind::pause),
            offer(OfferKind::rematch),
            OfferAnswer{standing, true},
            OfferAnswer{standing, false},
            OfferCancel{standing},
            MatchResign{},
            MatchAbort{},
            ClaimWin{},
            HintGet{},
            EngineLegal{"pile", {}, {}},
            EngineApply{"pile", {}, {}, {"t1"}},
            MatchesMine{},
            BotsList{},
            BotRegister{{"pile"}, 1},
            protocol::BotMove{1, "t1"},
            BotDecline{1},
            HandoverCreate{},
            PlayerBlock{guest.player(), true},
            PlayerBlock{guest.player(), false},
            PlayerBlocks{},
            PlayerReport{guest.player(), ReportReason::other, ""}};
        for (const JoinSeat seat : {JoinSeat::any, JoinSeat::watch, JoinSeat::chair1})
            all.emplace_back(join(seat));
        for (const ChairKind kind : {ChairKind::human, ChairKind::open, ChairKind::bot, ChairKind::closed})
            all.emplace_back(RoomSeat{Side::second, chair(kind)});
        for (const ChatChannel channel :
             {ChatChannel::lobby, ChatChannel::room, ChatChannel::match, ChatChannel::watchers})
            all.emplace_back(ChatSend{channel, "Hello."});
        return all;
    }
};

TEST(EveryRequest, IsAnnouncedAsOftenAsListedAndARepetitionNever) {
    std::map<std::size_t, Scene::Told> seen;
    std::size_t kinds = 0;
    for (int state = 0; state < static_cast<int>(Scene::At::count); ++state) {
        const auto at = static_cast<Scene::At>(state);
        const std::size_t requests = Scene(at).requests().size();
        for (std::size_t who = 0; who < 8; ++who) {
            auto scene = std::make_unique<Scene>(at);
            for (std::size_t which = 0; which < requests; ++which) {
                const ClientMessage message = scene->requests()[which];
                const Most may = std::visit([](const auto& one) { return most(one); }, message);
                Caller& by = *scene->people()[who];
                const std::string what = std::string(type_name(message)) + " by " + std::to_string(who) +
                                         " at " + std::to_string(state);
                scene->send(by, message);
                const Scene::Told once = scene->told(by);
                EXPECT_LE(once.people, may.people) << what;
                EXPECT_LE(once.lobby, may.lobby) << what;
                Scene::Told& kind = seen[message.index()];
                kind.people = std::max(kind.people, once.people);
                kind.lobby = std::max(kind.lobby, once.lobby);
                const bool said = once.people + once.lobby > 0;
                const bool ended = by.closed().has_value();
                if (!ended) {
                    scene->send(by, message);
                    const Scene::Told again = scene->told(by);
                    EXPECT_LE(std::max(again.people, again.lobby), may.again) << what << ", again";
                }
                // Whatever may have changed something is forgotten with the scene.
                if (said || ended || by.closed()) scene = std::make_unique<Scene>(at);
            }
        }
    }
    for (const auto& [index, told] : seen) {
        ++kinds;
        for (const ClientMessage& message : Scene(Scene::At::lonely).requests()) {
            if (message.index() != index) continue;
            const Most may = std::visit([](const auto& one) { return most(one); }, message);
            EXPECT_EQ(told.people, may.people) << type_name(message) << " is never told so often";
            EXPECT_EQ(told.lobby, may.lobby) << type_name(message) << " is never told so often in the lobby";
            break;
        }
    }
    EXPECT_EQ(kinds, std::variant_size_v<ClientMessage>) << "a request is not among those that are tried";
}

TEST(Watchers, AreAnnouncedTwiceASecondAtMost) {
    Scene scene(Scene::At::playing);
    const auto heard = [&] { return scene.guest.heard<RoomChanged>(); };
    for (int i = 0; i < 100; ++i) {
        scene.stranger.request<MatchWatched>(MatchWatch{}, "", scene.match);
        if (i < 99) scene.stranger.request(MatchUnwatch{}, "", scene.match);
    }
    EXPECT_THAT(heard(), SizeIs(1)) << "the first is told at once";
    EXPECT_EQ(heard().back().snapshot.summary.watchers, 4);
    scene.world.rooms.pass(Room::watchers_gathered_for);
    EXPECT_THAT(heard(), SizeIs(1)) << "there are as many as was told";
    scene.stranger.request(MatchUnwatch{}, "", scene.match);
    scene.stranger.request<MatchWatched>(MatchWatch{}, "", scene.match);
    scene.stranger.request(MatchUnwatch{}, "", scene.match);
    EXPECT_THAT(heard(), SizeIs(2));
    scene.tab->request<RoomEntered>(scene.join(JoinSeat::watch));
    scene.stranger.request<RoomEntered>(scene.join(JoinSeat::watch));
    EXPECT_THAT(heard(), SizeIs(2)) << "gathered";
    scene.world.rooms.pass(Room::watchers_gathered_for - 1ms);
    EXPECT_THAT(heard(), SizeIs(2));
    scene.world.rooms.pass(1ms);
    ASSERT_THAT(heard(), SizeIs(3));
    EXPECT_EQ(heard().back().snapshot.summary.watchers, 5);
    EXPECT_EQ(scene.tab->heard<RoomChanged>().back().snapshot.summary.watchers, 5) << "who came hears it too";
    // Who sits is told of at once, with all that was gathered.
    scene.stranger.request(RoomLeave{}, scene.room);
    scene.host.cut();
    EXPECT_THAT(heard(), SizeIs(4));
    EXPECT_EQ(heard().back().snapshot.summary.watchers, 4);
    EXPECT_EQ(heard().back().snapshot.summary.seats[0].presence, Presence::away);
    scene.world.rooms.pass(1s);
    EXPECT_THAT(heard(), SizeIs(4));
}

}  // namespace
}  // namespace pentad::server
