// Players who do not get on: whom one has blocked, and what is reported, from the clients' point of view.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

RoomCreate new_room(milliseconds delay = 0ms) {
    RoomCreate create;
    create.game = "pile";
    create.spectators_delay = delay;
    return create;
}
RoomJoin join(const std::string& room, JoinSeat seat = JoinSeat::any) {
    RoomJoin wanted;
    wanted.room = room;
    wanted.seat = seat;
    return wanted;
}

std::vector<std::string> texts(Caller& caller) {
    std::vector<std::string> all;
    for (const ChatLine& line : caller.heard<ChatLine>()) all.push_back(line.text);
    return all;
}
std::vector<std::string> texts(const std::vector<PastLine>& lines) {
    std::vector<std::string> all;
    for (const PastLine& line : lines) all.push_back(line.text);
    return all;
}

/// Ann has blocked Bob; Cid has blocked nobody.
struct Three {
    explicit Three(Config config = {}) : world(std::move(config)) { ann.request(PlayerBlock{bob.player()}); }

    GatewayWorld world;
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob"),
           cid = Caller::named(world, "Cid");

    std::vector<Report> reports() {
        std::promise<std::vector<Report>> found;
        world.rooms.services.store.read(
            [&](Store& store) { found.set_value(store.reports({}, 99).value()); });
        return found.get_future().get();
    }
};

TEST(Blocked, PlayersAreListedUntilTheyAreUnblocked) {
    Three three;
    three.ann.request(PlayerBlock{three.cid.player()});
    three.ann.request(PlayerBlock{three.cid.player()});
    const auto names = [&](Caller& caller) {
        std::vector<std::string> all;
        for (const Player& player : caller.request<BlockedPlayers>(PlayerBlocks{}).players)
            all.push_back(player.name);
        std::sort(all.begin(), all.end());
        return all;
    };
    EXPECT_THAT(names(three.ann), ElementsAre("Bob", "Cid"));
    EXPECT_THAT(names(three.bob), IsEmpty()) << "nobody is told";
    three.ann.request(PlayerBlock{three.bob.player(), false});
    three.ann.request(PlayerBlock{"p_nobody", false});
    EXPECT_THAT(names(three.ann), ElementsAre("Cid"));
}

TEST(Blocked, IsNobodyUnknownNorOneselfNorBeyondTheLimit) {
    Config config;
    config.max_blocks_per_player = 2;
    Three three(config);
    EXPECT_EQ(three.ann.refusal(PlayerBlock{"p_nobody"}), "player_not_found");
    EXPECT_EQ(three.ann.refusal(PlayerBlock{three.ann.player()}), "bad_request");
    const Caller dan(three.world), eve(three.world);
    // Requests that come together are counted, too.
    const auto first = three.ann.send(PlayerBlock{three.cid.player()});
    const auto second = three.ann.send(PlayerBlock{dan.player()});
    EXPECT_TRUE(three.ann.answer<Empty>(first).has_value() != three.ann.answer<Empty>(second).has_value());
    EXPECT_EQ(three.ann.refusal(PlayerBlock{eve.player()}), "limit_reached");
    EXPECT_EQ(three.ann.refusal(PlayerBlock{three.bob.player()}), "accepted") << "is blocked already";
}

TEST(Blocked, PlayersAreNotReadInTheLobby) {
    Three three;
    for (Caller* one : {&three.ann, &three.bob, &three.cid}) one->request<LobbySubscribed>(LobbySubscribe{});
    three.bob.request(ChatSend{ChatChannel::lobby, "Ann is a fool"});
    three.cid.request(ChatSend{ChatChannel::lobby, "She is not"});
    EXPECT_THAT(texts(three.ann), ElementsAre("She is not"));
    EXPECT_THAT(three.ann.heard<Skip>(), SizeIs(1)) << "everybody gets the same numbers";
    EXPECT_THAT(texts(three.bob), ElementsAre("Ann is a fool", "She is not"));
    const auto past = [](Caller& caller) {
        return texts(caller.request<LobbySubscribed>(LobbySubscribe{"pile"}).snapshot.chat);
    };
    EXPECT_THAT(past(three.ann), ElementsAre("She is not"));
    EXPECT_THAT(past(three.cid), SizeIs(2));
    three.ann.request(PlayerBlock{three.bob.player(), false});
    EXPECT_THAT(past(three.ann), SizeIs(2));
}

TEST(Blocked, PlayersAreNotReadInRoomsAndMatches) {
    for (const auto delay : {0ms, 10'000ms}) {
        SCOPED_TRACE(delay.count());
        Three three;
        Caller dan(three.world);
        // Bob is the host, so Ann comes to him of her own will.
        const auto room = three.bob.request<RoomEntered>(new_room(delay)).room;
        three.cid.request<RoomEntered>(join(room));
        for (Caller* one : {&three.ann, &dan}) one->request<RoomEntered>(join(room, JoinSeat::watch));
        three.bob.request(ChatSend{ChatChannel::room, "loud"}, room);
        EXPECT_THAT(texts(three.ann), IsEmpty());
        EXPECT_THAT(texts(dan), ElementsAre("loud"));
        EXPECT_THAT(texts(three.ann.request<RoomEntered>(join(room, JoinSeat::watch)).snapshot.chat),
                    IsEmpty());

        for (Caller* one : {&three.bob, &three.cid}) one->request(RoomReady{true}, room);
        const auto match = three.bob.heard<MatchStarted>().front().match;
        three.cid.request(PlayerBlock{three.bob.player()});
        three.cid.forget();
        three.bob.request(ChatSend{ChatChannel::match, "You play badly"}, "", match);
        EXPECT_THAT(texts(three.cid), IsEmpty()) << "the opponent does not have to read it";
        EXPECT_THAT(three.cid.request<MatchWatched>(MatchWatch{}, "", match).snapshot.chat, IsEmpty());

        three.ann.request(PlayerBlock{dan.player()});
        dan.request(ChatSend{ChatChannel::watchers, "So does Ann"}, "", match);
        three.world.rooms.pass(delay);
        EXPECT_THAT(texts(three.ann), IsEmpty());
        EXPECT_THAT(texts(dan), ElementsAre("loud", "So does Ann"));
        EXPECT_THAT(three.ann.request<MatchWatched>(MatchWatch{}, "", match).snapshot.chat, IsEmpty());
        EXPECT_THAT(dan.request<MatchWatched>(MatchWatch{}, "", match).snapshot.chat, SizeIs(1));
    }
}

TEST(Blocked, PlayersCannotJoinTheBlockersRooms) {
    Three three;
    const auto anns = three.ann.request<RoomEntered>(new_room());
    for (const JoinSeat seat : {JoinSeat::any, JoinSeat::watch})
        EXPECT_EQ(three.bob.refusal<RoomEntered>(join(anns.room, seat)), "blocked");
    RoomJoin by_code, by_invite;
    by_code.code = anns.code;
    by_invite.invite = anns.invite;
    EXPECT_EQ(three.bob.refusal<RoomEntered>(by_code), "blocked");
    EXPECT_EQ(three.bob.refusal<RoomEntered>(by_invite), "blocked");

    // Nor where the other seat is theirs.
    const auto cids = three.cid.request<RoomEntered>(new_room()).room;
    three.bob.request<RoomEntered>(join(cids, JoinSeat::watch));
    three.ann.request<RoomEntered>(join(cids));
    EXPECT_EQ(three.bob.refusal<RoomEntered>(join(cids)), "blocked") << "who watches does not sit down";

    // A player who already has a seat keeps it, and can come back to it.
    const auto bobs = three.bob.request<RoomEntered>(new_room()).room;
    EXPECT_EQ(three.ann.refusal<RoomEntered>(join(bobs)), "accepted") << "of her own will";
    EXPECT_EQ(three.bob.refusal<RoomEntered>(join(bobs)), "accepted");

    three.ann.request(PlayerBlock{three.bob.player(), false});
    EXPECT_EQ(three.bob.refusal<RoomEntered>(join(anns.room)), "accepted");
}

TEST(Blocked, PlayersAreNotPairedWithTheBlocker) {
    Three three;
    QueueJoin wish;
    wish.game = "pile";
    three.ann.request(wish);
    three.bob.request(wish);
    EXPECT_THAT(three.bob.heard<MatchStarted>(), IsEmpty());
    three.cid.request(wish);
    EXPECT_THAT(three.ann.heard<MatchStarted>(), SizeIs(1)) << "she has waited longest";
    EXPECT_THAT(three.bob.heard<MatchStarted>(), IsEmpty());
}

TEST(Blocked, IsNobodyWhenTheStoreFails) {
    const auto full = std::make_shared<std::atomic<bool>>(false);
    GatewayWorld world({}, std::make_unique<FailingStore>(full));
    Caller ann = Caller::named(world, "Ann"), bob = Caller::named(world, "Bob");
    *full = true;
    EXPECT_EQ(ann.refusal(PlayerBlock{bob.player()}), "storage");
    EXPECT_EQ(ann.refusal(PlayerReport{bob.player(), ReportReason::chat, ""}), "storage");
    *full = false;
    EXPECT_THAT(ann.request<BlockedPlayers>(PlayerBlocks{}).players, IsEmpty());
    ann.request(PlayerBlock{bob.player()});
    *full = true;
    EXPECT_EQ(ann.refusal(PlayerBlock{bob.player(), false}), "storage");
    EXPECT_THAT(ann.request<BlockedPlayers>(PlayerBlocks{}).players, SizeIs(1));
}

TEST(Report, SaysWhoWhatAndWhere) {
    Three three;
    const auto room = three.cid.request<RoomEntered>(new_room()).room;
    three.ann.request(PlayerReport{three.bob.player(), ReportReason::cheating, "  always the best move "},
                      room);
    three.ann.request(PlayerReport{three.bob.player(), ReportReason::name, ""});
    const auto all = three.reports();
    ASSERT_THAT(all, SizeIs(2));
    EXPECT_EQ(all[0].by.text, three.ann.player());
    EXPECT_EQ(all[0].player.text, three.bob.player());
    EXPECT_EQ(all[0].name, "Bob");
    EXPECT_EQ(all[0].room, room);
    EXPECT_EQ(all[0].reason, "cheating");
    EXPECT_EQ(all[0].text, "always the best move");
    EXPECT_EQ(all[1].reason + all[1].room + all[1].match + all[1].text, "name");
    EXPECT_NE(three.world.rooms.services.metrics.text({}).find("pentad_reports_total{reason=\"name\"} 1"),
              std::string::npos);
}

TEST(Report, IsRefusedForUnknownPlayersAndMisleadingText) {
    Three three;
    const auto refused = [&](const std::string& player, const std::string& text = "",
                             const std::string& room = "", const std::string& match = "") {
        return three.ann.refusal(PlayerReport{player, ReportReason::other, text}, room, match);
    };
    EXPECT_EQ(refused(three.ann.player()), "bad_request");
    EXPECT_EQ(refused(three.bob.player(), "a\nb"), "bad_request");
    EXPECT_EQ(refused(three.bob.player(), "", "r_none"), "room_not_found");
    EXPECT_EQ(refused("p_none"), "player_not_found");
    EXPECT_EQ(refused(three.bob.player(), "", "", "m_none"), "match_not_found");
    EXPECT_THAT(three.reports(), IsEmpty());
}

TEST(Report, IsLimitedByTheMinuteAndInNumber) {
    Config config;
    config.reports_per_minute = 3;
    config.max_reports = 4;
    Three three(config);
    const PlayerReport report{three.bob.player(), ReportReason::chat, ""};
    for (int i = 0; i < 3; ++i) three.ann.request(report);
    const auto limited = three.cid.try_request<Empty>(report);
    ASSERT_FALSE(limited) << "the same address";
    EXPECT_EQ(limited.error().code, ErrorCode::rate_limited);
    EXPECT_EQ(std::get<RetryAfter>(limited.error().detail).after, 20s);
    three.world.rooms.now += 1min;
    three.ann.request(report);
    EXPECT_EQ(three.ann.refusal(report), "limit_reached");
}

}  // namespace
}  // namespace pentad::server
