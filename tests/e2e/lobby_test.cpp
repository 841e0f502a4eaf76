// The list of public rooms, over real sockets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

ChairRequest chair(ChairKind kind) {
    ChairRequest request;
    request.kind = kind;
    if (kind == ChairKind::bot) request.level = 1;
    return request;
}

/// Text on both sides alike: as the server would encode it over HTTP.
std::string encoded(const std::map<std::string, RoomSummary>& rooms) {
    RoomPage page;
    for (const auto& [id, room] : rooms) page.rooms.push_back(room);
    return nlohmann::json::parse(encode(page)).at("rooms").dump();
}

/// All pages of a query to the list.
std::vector<nlohmann::json> pages(const ServerProcess& process, const std::string& query) {
    std::vector<nlohmann::json> all;
    for (std::string cursor;;) {
        all.push_back(nlohmann::json::parse(process.get("/api/v1/rooms?" + query + cursor)));
        if (!all.back().contains("next")) return all;
        cursor = "&cursor=" + all.back().at("next").get<std::string>();
    }
}

std::string over_http(const ServerProcess& process) {
    std::map<std::string, nlohmann::json> rooms;
    for (const auto& page : pages(process, "limit=7"))
        for (const auto& room : page.at("rooms")) rooms[room.at("room")] = room;
    nlohmann::json list = nlohmann::json::array();
    for (const auto& [id, room] : rooms) list.push_back(room);
    return list.dump();
}

TEST(Lobby, FromItsDeltasIsTheListOverHttpAfterHundredsOfChanges) {
    ServerProcess own({"--max-rooms-per-player", "100"});
    std::vector<TestClient> clients;
    for (int i = 0; i < 4; ++i) clients.push_back(TestClient::guest(own.port()));
    std::map<std::string, RoomSummary> seen;
    TestClient watcher = TestClient::guest(own.port());
    const LobbySubscribe all{std::nullopt, 500};
    for (const RoomSummary& room : watcher.request<LobbySubscribed>(all).snapshot.rooms)
        seen[room.room] = room;
    std::vector<std::pair<std::size_t, RoomEntered>> rooms;  // whose host and which
    std::uint64_t dice = 5;
    for (int step = 0; step < 300; ++step) {
        const std::size_t who = pick_index(dice, clients.size());
        const std::size_t what = rooms.empty() ? 0 : pick_index(dice, 7);
        if (what == 6) {
            clients[who].cut();
            clients[who].begin_resume(own.port());
            clients[who].finish_resume();
            clients[who].catch_up();
            continue;
        }
        if (what <= 1) {
            RoomCreate create;
            create.game = watcher.session().games.front().game;
            if (pick_index(dice, 4) == 0) create.visibility = Visibility::unlisted;
            rooms.emplace_back(who, clients[who].create(create));
            continue;
        }
        const std::size_t which = pick_index(dice, rooms.size());
        const auto [host, room] = rooms[which];
        if (what == 2) {
            clients[who].try_request<RoomEntered>(
                RoomJoin{room.room, "", "", pick_index(dice, 2) == 0 ? JoinSeat::any : JoinSeat::watch, ""});
        } else if (what == 3) {
            clients[who].try_request<Empty>(RoomReady{pick_index(dice, 2) == 0}, "", room.room);
        } else if (what == 4) {
            clients[host].try_request<Empty>(
                RoomSeat{Side::second, chair(pick_index(dice, 2) == 0 ? ChairKind::bot : ChairKind::closed)},
                "", room.room);
        } else {
            clients[who].try_request<Empty>(RoomLeave{}, "", room.room);
        }
    }
    // Everything is told within the quarter of a second; a last room shows that it was.
    RoomCreate last;
    last.game = watcher.session().games.front().game;
    const std::string mark = clients[0].create(last).room;
    clients[1].cut();
    int players = 0;
    RoomCounts counts;
    while (!seen.contains(mark) || players != 4) {
        const auto delta = watcher.wait<LobbyDelta>();
        players = delta.players;
        counts = delta.counts.value();
        for (const RoomSummary& room : delta.upsert) seen[room.room] = room;
        for (const std::string& room : delta.remove) seen.erase(room);
    }
    EXPECT_GT(seen.size(), 5U);
    EXPECT_EQ(encoded(seen), over_http(own));
    const auto page = pages(own, "limit=1").front();
    EXPECT_EQ(page.at("players"), 4) << "three of the four, and who watches";
    EXPECT_EQ(page.at("total"), seen.size());
    EXPECT_EQ(counts.total(), static_cast<int>(seen.size()));
    // And what is listed is what the rooms say of themselves.
    for (const auto& [id, listed] : seen) {
        const auto now = watcher.try_request<RoomEntered>(RoomJoin{id, "", "", JoinSeat::watch, ""});
        ASSERT_TRUE(now) << "a dead room " << id;
        // One watcher more, this one, unless that is told with the next who come and go.
        EXPECT_THAT(now->snapshot.summary.watchers, ::testing::AnyOf(listed.watchers, listed.watchers + 1))
            << id;
        EXPECT_EQ(now->snapshot.summary.state, listed.state) << id;
    }
}

TEST(Lobby, ShowsTheFirstRoomsAndListsTheOthersPageByPage) {
    ServerProcess own({"--max-rooms-per-player", "100"});
    TestClient host = TestClient::guest(own.port()), watcher = TestClient::guest(own.port());
    const auto games = host.session().games;
    std::vector<std::string> made;
    for (int i = 0; i < 70; ++i) {
        RoomCreate create;
        create.game = games[i < 55 ? 0 : 1].game;
        made.push_back(host.create(create).room);
    }
    EXPECT_EQ(watcher.session().limits.lobby_rooms, 500);
    const auto ids = [](const auto& rooms) {
        std::set<std::string> all;
        for (const RoomSummary& room : rooms) all.insert(room.room);
        return all;
    };
    // The newest are the first.
    const LobbySnapshot first = watcher.lobby();
    EXPECT_EQ(first.rooms.size(), 50U);
    EXPECT_TRUE(ids(first.rooms).contains(made.back()));
    EXPECT_FALSE(ids(first.rooms).contains(made.front()));
    EXPECT_EQ(first.counts, (RoomCounts{70, 0, 0}));
    EXPECT_EQ(first.limit, 50);
    EXPECT_EQ(host.lobby().rooms.size(), 70U) << "one's own are there besides";
    const auto subscribe = [&](std::optional<std::string> game, int limit) {
        return watcher.request<LobbySubscribed>(LobbySubscribe{std::move(game), limit}).snapshot;
    };
    EXPECT_EQ(subscribe(std::nullopt, 100).rooms.size(), 70U);
    const LobbySnapshot part = subscribe(games[0].game, 10);
    EXPECT_EQ(part.rooms.size(), 10U);
    EXPECT_TRUE(ids(part.rooms).contains(made[54]));
    EXPECT_FALSE(ids(part.rooms).contains(made.front()));
    EXPECT_EQ(part.counts->open, 55);

    const auto listed = [&](const std::string& query) {
        std::vector<std::string> all;
        for (const auto& page : pages(own, query))
            for (const auto& room : page.at("rooms")) all.push_back(room.at("room"));
        return all;
    };
    EXPECT_THAT(listed("limit=9"), ::testing::UnorderedElementsAreArray(made));
    EXPECT_EQ(listed("limit=9&game=" + games[1].game).size(), 15U);
    EXPECT_EQ(listed("limit=9&state=open").size(), 70U);
    EXPECT_THAT(listed("limit=9&state=playing"), ::testing::IsEmpty());
    const auto page = pages(own, "limit=9&state=open&game=" + games[1].game).front();
    EXPECT_EQ(page.at("total"), 15);
    EXPECT_EQ(page.at("rooms").size(), 9U);
    EXPECT_EQ(page.at("counts").at("open"), 15);
    const auto status = [&](const std::string& query) {
        return RawSocket(own.port()).request("GET", "/api/v1/rooms?" + query).status;
    };
    for (const char* bad : {"limit=0", "limit=101", "limit=x", "state=", "state=closed",
                            "cursor=", "cursor=x", "cursor=9.9.r", "limit=5&cursor=0.x.r"})
        EXPECT_EQ(status(bad), 400) << bad;
    EXPECT_EQ(status("game=none"), 404);
    EXPECT_EQ(status("limit=100&cursor=0.1.r_gone"), 200);
}

}  // namespace
}  // namespace pentad::testing
