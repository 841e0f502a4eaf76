// What lobby subscribers are sent when there are many rooms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <set>

#include "protocol/limits.hpp"
#include "server/lobby/lobby.hpp"
#include "tests/server/lobby/some_rooms.hpp"
#include "tests/server/support/listed.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// Keeps the messages as they are sent, so that it shows which were encoded once.
class KeepingConnection final : public Connection {
  public:
    void send(Bytes message) override { sent.push_back(std::move(message)); }
    void close(std::uint16_t, std::string_view) override {}
    const std::string& address() const override { return address_; }

    std::vector<Bytes> sent;

  private:
    const std::string address_ = "192.0.2.1";
};

/// A client that has only what it was sent.
class Watcher {
  public:
    Watcher(Lobby& lobby, const std::string& player)
        : lobby_(lobby),
          session_(std::make_shared<Session>(SessionId{"s_" + player},
                                             Player{player, "Player " + player, PlayerKind::human})),
          connection_(std::make_shared<KeepingConnection>()) {
        session_->attach(connection_);
    }

    std::size_t subscribe(const std::string& game = "", int wanted = Lobby::usual_limit) {
        const LobbySubscribed start = lobby_.subscribe(session_, game, wanted);
        connection_->sent.clear();
        game_ = game;
        seq_ = start.seq;
        rooms.clear();
        for (const RoomSummary& room : start.snapshot.rooms) rooms[room.room] = room;
        EXPECT_EQ(rooms.size(), start.snapshot.rooms.size()) << "a room is listed twice";
        players = start.snapshot.players;
        counts = start.snapshot.counts.value();
        limit = start.snapshot.limit.value();
        return encode(Ok{1, start}).size();
    }
    void unsubscribe() { lobby_.unsubscribe(*session_, game_); }

    /// What was sent since the last call: `+r` and `-r`, and `skip`.
    std::vector<std::string> read() {
        std::vector<std::string> told;
        for (const Bytes& sent : std::exchange(connection_->sent, {})) {
            const auto message = decode_server_message(*sent);
            const Event& event = std::get<Event>(message.value());
            EXPECT_EQ(event.game, game_);
            EXPECT_EQ(event.seq, ++seq_);
            const auto* delta = std::get_if<LobbyDelta>(&event.body);
            if (delta == nullptr) {
                told.emplace_back("skip");
                continue;
            }
            for (const std::string& room : delta->remove) {
                told.push_back("-" + room);
                rooms.erase(room);
            }
            for (const RoomSummary& room : delta->upsert) {
                told.push_back("+" + room.room);
                rooms[room.room] = room;
            }
            players = delta->players;
            counts = delta->counts.value();
        }
        return told;
    }
    std::vector<std::string> flushed() {
        lobby_.flush();
        return read();
    }
    const std::vector<Bytes>& unread() const { return connection_->sent; }
    const std::string& game() const { return game_; }
    std::string player() const { return session_->player().id; }

    std::map<std::string, RoomSummary> rooms;
    int players = 0;
    RoomCounts counts;
    int limit = 0;

  private:
    Lobby& lobby_;
    std::shared_ptr<Session> session_;
    std::shared_ptr<KeepingConnection> connection_;
    std::string game_;
    std::int64_t seq_ = 0;
};

struct Windows : ::testing::Test {
    const BlockList nobody;
    Lobby lobby{nobody, [] {}};

    void open(int from, int to) {
        for (int i = from; i < to; ++i)
            lobby.upsert(a_room("r" + std::to_string(i), i, "p" + std::to_string(i)));
    }
};

TEST_F(Windows, HaveTheFirstRoomsOfEachStateAndTheCounts) {
    open(0, 60);
    for (int i = 0; i < 60; ++i)
        lobby.upsert(a_game("g" + std::to_string(i), i, "pa" + std::to_string(i), "pb" + std::to_string(i)));
    lobby.set_players(7);
    Watcher watcher(lobby, "somebody");
    watcher.subscribe();
    EXPECT_EQ(watcher.limit, 50);
    EXPECT_EQ(watcher.rooms.size(), 100U);
    EXPECT_TRUE(watcher.rooms.contains("r59") && watcher.rooms.contains("r10") &&
                watcher.rooms.contains("g59") && watcher.rooms.contains("g10"));
    EXPECT_FALSE(watcher.rooms.contains("r9"));
    EXPECT_EQ(watcher.counts, (RoomCounts{60, 60, 0}));
    EXPECT_EQ(watcher.players, 7);
    watcher.subscribe("", 1);
    EXPECT_EQ(watcher.limit, 10) << "there are few sizes";
    EXPECT_EQ(watcher.rooms.size(), 20U);
    watcher.subscribe("", 60);
    EXPECT_EQ(watcher.limit, 100);
    EXPECT_EQ(watcher.rooms.size(), 120U);
}

TEST_F(Windows, FollowTheList) {
    open(0, 20);
    lobby.flush();
    Watcher watcher(lobby, "somebody");
    watcher.subscribe("", 10);
    EXPECT_THAT(watcher.flushed(), IsEmpty());
    open(20, 21);
    EXPECT_THAT(watcher.flushed(), UnorderedElementsAre("-r10", "+r20"));
    lobby.remove("r15");
    EXPECT_THAT(watcher.flushed(), UnorderedElementsAre("-r15", "+r10"));
    RoomSummary changed = a_room("r18", 18, "p18");
    changed.watchers = 3;
    lobby.upsert(changed);
    EXPECT_THAT(watcher.flushed(), ElementsAre("+r18"));
    EXPECT_EQ(watcher.rooms.at("r18").watchers, 3);
}

TEST_F(Windows, GetOnlyTheNumberOfRoomsBeyondThem) {
    open(0, 20);
    lobby.flush();
    Watcher watcher(lobby, "somebody");
    watcher.subscribe("", 10);
    RoomSummary changed = a_room("r3", 3, "p3");
    changed.watchers = 3;
    lobby.upsert(changed);
    EXPECT_THAT(watcher.flushed(), IsEmpty());
    lobby.remove("r4");
    lobby.flush();
    ASSERT_EQ(watcher.unread().size(), 1U) << "one room less";
    EXPECT_THAT(watcher.read(), IsEmpty());
    EXPECT_EQ(watcher.counts.open, 19);
}

TEST_F(Windows, IncludeThePlayersOwnRooms) {
    open(0, 20);
    lobby.flush();
    Watcher owner(lobby, "p3"), other(lobby, "somebody");
    for (Watcher* watcher : {&owner, &other}) watcher->subscribe("", 10);
    EXPECT_TRUE(owner.rooms.contains("r3"));
    EXPECT_FALSE(other.rooms.contains("r3"));
    RoomSummary changed = a_room("r3", 3, "p3");
    changed.watchers = 3;
    lobby.upsert(changed);
    EXPECT_THAT(owner.flushed(), ElementsAre("+r3"));
    EXPECT_THAT(other.read(), ElementsAre("skip"));
    // A player sits down in a room, stands up again, or their room is pushed out by newer ones.
    RoomSummary theirs = a_game("r2", 2, "p2", "somebody");
    theirs.state = RoomState::open;
    lobby.upsert(theirs);
    EXPECT_THAT(other.flushed(), ElementsAre("+r2"));
    EXPECT_THAT(owner.read(), ElementsAre("skip"));
    lobby.upsert(a_room("r2", 2, "p2"));
    EXPECT_THAT(other.flushed(), ElementsAre("-r2"));
    owner.read();
    lobby.upsert(a_room("r99", 99, "somebody"));
    EXPECT_THAT(other.flushed(), UnorderedElementsAre("+r99", "-r10"));
    open(100, 110);
    EXPECT_THAT(other.flushed(), ::testing::Not(::testing::Contains("-r99")));
    EXPECT_TRUE(other.rooms.contains("r99")) << "it is the player's own";
    owner.read();
    EXPECT_FALSE(owner.rooms.contains("r99"));
    lobby.remove("r99");
    EXPECT_THAT(other.flushed(), ElementsAre("-r99"));
}

TEST_F(Windows, OfNewSubscribersAreCompletedByTheNextFlush) {
    open(0, 10);
    Watcher early(lobby, "early"), late(lobby, "late");
    early.subscribe("", 10);
    lobby.flush();
    open(10, 11);  // pushes r0 out of the window
    late.subscribe("", 10);
    EXPECT_FALSE(late.rooms.contains("r0"));
    EXPECT_EQ(late.counts.open, 11);
    lobby.remove("r10");  // and brings it back
    lobby.flush();
    early.read();
    late.read();
    EXPECT_TRUE(late.rooms.contains("r0"));
    EXPECT_EQ(late.rooms.size(), 10U);
    EXPECT_EQ(late.counts.open, 10);
    EXPECT_EQ(early.rooms.size(), 10U);
}

TEST_F(Windows, OfOneSizeAreEncodedOnce) {
    open(0, 5000);
    std::vector<Watcher> watchers;
    for (int i = 0; i < 1000; ++i) watchers.emplace_back(lobby, "w" + std::to_string(i)).subscribe();
    open(5000, 5050);
    lobby.flush();
    std::set<const void*> encodings;
    for (const Watcher& watcher : watchers) {
        ASSERT_EQ(watcher.unread().size(), 1U);
        encodings.insert(watcher.unread().front().get());
    }
    EXPECT_EQ(encodings.size(), 1U);
}

/// The window that a subscriber should have, from the whole list.
std::map<std::string, RoomSummary> expected(const std::map<std::string, RoomSummary>& all,
                                            const Watcher& watcher) {
    const auto sits = [&](const RoomSummary& room) {
        for (const Chair& chair : room.seats)
            if (chair.player && chair.player->id == watcher.player()) return true;
        return false;
    };
    const auto waits = [](const RoomSummary& room) {
        const bool free = !room.seats[0].player || !room.seats[1].player;
        return room.state == RoomState::open && (!free || room.locked);
    };
    std::map<std::string, RoomSummary> result;
    std::array<std::vector<const RoomSummary*>, 3> states;
    for (const auto& [id, room] : all) {
        if (!watcher.game().empty() && room.game != watcher.game()) continue;
        if (sits(room)) result[id] = room;
        states.at(static_cast<std::size_t>(room.state)).push_back(&room);
    }
    for (auto& state : states) {
        std::stable_sort(state.begin(), state.end(), [&](const RoomSummary* a, const RoomSummary* b) {
            return std::pair(waits(*a), -a->created) < std::pair(waits(*b), -b->created);
        });
        for (std::size_t i = 0; i < state.size() && i < static_cast<std::size_t>(watcher.limit); ++i)
            result[state[i]->room] = *state[i];
    }
    return result;
}

std::string text(const std::map<std::string, RoomSummary>& rooms) {
    RoomPage page;
    for (const auto& [id, room] : rooms) page.rooms.push_back(room);
    return encode(page);
}

TEST_F(Windows, MatchTheListAfterTenThousandRandomChanges) {
    std::uint64_t dice = 11;
    const auto roll = [&](std::size_t sides) {
        dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::size_t>(dice >> 33) % sides;
    };
    const std::array<std::string, 3> games{"", "sight", "bounce"};
    std::map<std::string, RoomSummary> all;
    std::vector<Watcher> watchers;
    for (int i = 0; i < 8; ++i) watchers.emplace_back(lobby, "p" + std::to_string(i)).subscribe();
    std::size_t compared = 0, beyond = 0;
    for (int step = 0; step < 10'000; ++step) {
        const std::string id = "r" + std::to_string(roll(120));
        if (roll(8) == 0) {
            all.erase(id);
            lobby.remove(id);
        } else {
            RoomSummary& room = all[id];
            const EpochMs created = room.created != 0 ? room.created : static_cast<EpochMs>(1 + roll(500));
            const auto person = [&] { return roll(3) == 0 ? "" : "p" + std::to_string(roll(8)); };
            room = a_room(id, created, person());
            room.seats[1] = a_room(id, created, person()).seats[0];
            room.state = static_cast<RoomState>(roll(3));
            room.game = games.at(1 + roll(2));
            room.locked = roll(4) == 0;
            lobby.upsert(room);
        }
        if (roll(10) == 0) lobby.set_players(static_cast<int>(roll(5)));
        if (roll(12) == 0) {
            Watcher& watcher = watchers[roll(watchers.size())];
            watcher.unsubscribe();
            watcher.subscribe(games.at(roll(3)), roll(2) == 0 ? 10 : 20);
        } else if (roll(12) == 0) {
            Watcher& watcher = watchers[roll(watchers.size())];
            watcher.subscribe(watcher.game(), roll(2) == 0 ? 10 : 20);
        }
        if (roll(4) != 0) continue;
        lobby.flush();
        for (Watcher& watcher : watchers) {
            watcher.read();
            const auto wanted = expected(all, watcher);
            ASSERT_EQ(text(watcher.rooms), text(wanted)) << "after " << step << " for " << watcher.player();
            RoomCounts counts;
            for (const auto& [room, summary] : all) {
                if (!watcher.game().empty() && summary.game != watcher.game()) continue;
                ++(summary.state == RoomState::open      ? counts.open
                   : summary.state == RoomState::playing ? counts.playing
                                                         : counts.over);
            }
            ASSERT_EQ(watcher.counts, counts);
            ++compared;
            beyond += static_cast<std::size_t>(counts.total()) > wanted.size() ? 1 : 0;
        }
        ASSERT_EQ(listed(lobby).size(), all.size());
    }
    EXPECT_GT(compared, 10'000U);
    EXPECT_GT(beyond, compared / 2) << "the windows were as large as the list";
}

/// Nobody is sent the whole list: one answer and one batch of changes have a bounded cost.
TEST_F(Windows, OfFiveThousandRoomsTakeFewBytes) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    const auto room = [](int i) {
        const std::string id = "r_" + std::to_string(100'000'000 + i);
        const std::string person = "p_" + std::to_string(100'000'000 + i);
        return i % 2 == 0 ? a_room(id, i, person) : a_game(id, i, person, person + "x");
    };
    for (int i = 0; i < 5000; ++i) lobby.upsert(room(i));
    lobby.flush();
    std::vector<Watcher> watchers;
    for (int i = 0; i < 1000; ++i) watchers.emplace_back(lobby, "w" + std::to_string(i));
    std::size_t bytes = 0;
    auto start = Clock::now();
    for (Watcher& watcher : watchers) bytes = watcher.subscribe();
    std::cout << "lobby.subscribe: " << bytes << " bytes, " << since(start) / 1000 << " ms\n";
    EXPECT_LT(bytes, 64U * 1024);
    Watcher greedy(lobby, "greedy");
    const std::size_t most = greedy.subscribe("", static_cast<int>(limits::lobby_rooms));
    std::cout << "lobby.subscribe with the largest limit: " << most << " bytes\n";
    EXPECT_LT(most, 600U * 1024);
    greedy.unsubscribe();

    start = Clock::now();
    std::size_t delta = 0;
    for (int batch = 0; batch < 20; ++batch) {
        for (int i = 0; i < 500; ++i) {
            RoomSummary changed = room((batch * 500 + i) % 5000);
            changed.watchers = batch + 1;
            lobby.upsert(changed);
        }
        lobby.flush();
        for (const Bytes& sent : watchers[0].unread()) delta = std::max(delta, sent->size());
        for (Watcher& watcher : watchers) watcher.read();
    }
    std::cout << "500 rooms change, 1000 watch: " << since(start) / 20 << " ms a batch, with their reading; "
              << delta << " bytes at most for each\n";
    EXPECT_LT(delta, 64U * 1024);

    start = Clock::now();
    for (int i = 0; i < 20; ++i) bytes = encode(lobby.page({})).size();
    std::cout << "a page of the list: " << bytes << " bytes, " << since(start) / 20 << " ms\n";
    EXPECT_LT(bytes, 64U * 1024);
}

}  // namespace
}  // namespace pentad::server
