#include "server/store/store.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "server/store/memory/memory_store.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/as_root.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

constexpr ServerTime noon{1'760'000'000'000ms};

StoredPlayer player(const std::string& id) { return {{id}, "Ann", "guest", "hash of " + id, noon}; }

StoredRoom room(const std::string& id) {
    StoredRoom made;
    made.id = {id};
    made.code = "ABC234";
    made.invite_hash = "hash of the invitation";
    made.password_hash = "secret";
    made.host = {"p_1"};
    made.game = "pile";
    made.options = {"20", "plain"};
    made.chairs = {StoredChair{protocol::ChairKind::human, {"p_1"}, "Ann", 0, 0},
                   StoredChair{protocol::ChairKind::bot, {}, "Robot", 3, ~0ULL}};
    made.tc = {protocol::TimeControlKind::fischer, 60s, 2s, 3s};
    made.visibility = protocol::Visibility::unlisted;
    made.hotseat = true;
    made.spectators = false;
    made.takeback = false;
    made.rated = true;
    made.first_seat = protocol::FirstSeat::chair1;
    made.on_absent = protocol::OnAbsent::forfeit;
    made.spectators_chat = false;
    made.spectators_delay = 45s;
    made.match = {"m_1"};
    made.created = noon;
    return made;
}

MatchSetup setup(const std::string& id, ServerTime started = noon, const std::string& second = "p_2") {
    MatchSetup made;
    made.id = {id};
    made.room = {"r_1"};
    made.game = "pile";
    made.options = {"20", "plain"};
    made.rules_version = 7;
    made.seats = {MatchSeat{MatchSeat::Kind::human, {"p_1"}, "Ann", 0, 0},
                  MatchSeat{MatchSeat::Kind::bot, {second}, "Robot", 2, 0x8000'0000'0000'0001ULL}};
    made.tc = {protocol::TimeControlKind::permove, 1s, 2s, 3s};
    made.hotseat = true;
    made.started = started;
    made.hidden = true;
    return made;
}
MatchSetup rated(const std::string& id, ServerTime started = noon) {
    MatchSetup made = setup(id, started);
    made.rated = true;
    return made;
}

Moved moved(std::int64_t turn) {
    Moved made;
    made.turn = turn;
    made.seat = turn % 2 == 1 ? Side::first : Side::second;
    made.move = "t1";
    made.move_id = "id" + std::to_string(turn);
    made.at = noon + turn * 1s;
    made.charged = 12ms;
    made.compensated = 7ms;
    made.remaining = {34ms, 56ms};
    return made;
}

Record event(const std::string& match, std::int64_t number, MatchEvent what) {
    return AppendedEvent{{match}, number, std::move(what)};
}
const Ended draw{{std::nullopt, "agreement"}, noon + 9s};

/// All fields as text: a difference shows, and no field is forgotten silently.
std::string text(const TimeControl& tc) {
    return std::to_string(static_cast<int>(tc.kind)) + " " + std::to_string(tc.initial.count()) + " " +
           std::to_string(tc.increment.count()) + " " + std::to_string(tc.per_move.count());
}
std::string text(const StoredRoom& r) {
    std::string all = r.id.text + " " + r.code + " " + r.invite_hash + " " + r.password_hash + " " +
                      r.host.text + " " + r.game + " " + r.options.size + " " + r.options.variant + " tc " +
                      text(r.tc) + " " + std::to_string(static_cast<int>(r.visibility)) +
                      std::to_string(r.hotseat) + std::to_string(r.spectators) + std::to_string(r.takeback) +
                      std::to_string(r.rated) + std::to_string(static_cast<int>(r.first_seat)) + " absent " +
                      std::to_string(static_cast<int>(r.on_absent)) + std::to_string(r.spectators_chat) +
                      " " + std::to_string(r.spectators_delay.count()) + " " + r.match.text + " " +
                      std::to_string(to_wire(r.created));
    for (const StoredChair& c : r.chairs)
        all += " | " + std::to_string(static_cast<int>(c.kind)) + " " + c.player.text + " " + c.name + " " +
               std::to_string(c.level) + " " + std::to_string(c.seed);
    return all;
}
std::string text(const MatchSetup& m) {
    std::string all = m.id.text + " " + m.room.text + " " + m.game + " " + m.options.size + " " +
                      m.options.variant + " " + std::to_string(m.rules_version) + " tc " + text(m.tc) + " " +
                      std::to_string(m.hotseat) + std::to_string(m.rated) + std::to_string(m.hidden) + " " +
                      std::to_string(to_wire(m.started));
    for (const MatchSeat& s : m.seats)
        all += " | " + std::to_string(static_cast<int>(s.kind)) + " " + s.player.text + " " + s.name + " " +
               std::to_string(s.level) + " " + std::to_string(s.seed);
    return all;
}
std::string text(const MatchEvent& event) {
    if (const auto* m = std::get_if<Moved>(&event))
        return "moved " + std::to_string(m->turn) + " " + engine::name(m->seat) + " " + m->move + " " +
               m->move_id + " " + std::to_string(to_wire(m->at)) + " " + std::to_string(m->charged.count()) +
               " given back " + std::to_string(m->compensated.count()) + " " +
               std::to_string(m->remaining[0].count()) + " " + std::to_string(m->remaining[1].count()) +
               (m->automatic ? " automatic " + std::to_string(static_cast<int>(*m->automatic)) : "") +
               (m->position ? " with its position" : "");
    if (const auto* e = std::get_if<Ended>(&event))
        return "ended " + std::string(e->result.winner ? engine::name(*e->result.winner) : "draw") + " " +
               e->result.reason + " " + std::to_string(to_wire(e->at));
    if (const auto* b = std::get_if<TakenBack>(&event))
        return "taken back " + std::to_string(b->turn) + " " + std::to_string(b->plies) + " " +
               engine::name(b->by) + " " + std::to_string(to_wire(b->at)) + " " +
               std::to_string(b->remaining[0].count()) + " " + std::to_string(b->remaining[1].count());
    if (const auto* p = std::get_if<Paused>(&event)) return "paused " + std::to_string(to_wire(p->at));
    if (const auto* c = std::get_if<Continued>(&event)) return "continued " + std::to_string(to_wire(c->at));
    const auto& resumed = std::get<Resumed>(event);
    return "resumed " + std::to_string(to_wire(resumed.at)) + " " +
           std::to_string(to_wire(resumed.last_alive));
}

std::unique_ptr<Store> open(const std::filesystem::path& folder) {
    auto store = open_sqlite_store(folder, Durability::full);
    if (!store) throw std::runtime_error(store.error().text);
    return std::move(*store);
}
std::string refusal(const std::filesystem::path& folder) {
    auto store = open_sqlite_store(folder, Durability::full);
    return store ? "opened" : store.error().text;
}

/// The contract of Store. Each test runs on an empty store of each kind.
class StoreContract : public testing::TestWithParam<const char*> {
  protected:
    TemporaryFolder folder_;
    std::unique_ptr<Store> store_ =
        std::string(GetParam()) == "memory" ? make_memory_store() : open(folder_.path());

    bool write(const std::vector<Record>& records) { return store_->write(records).has_value(); }
    std::vector<std::string> events(const std::string& match) {
        std::vector<std::string> all;
        const auto stored = store_->match({match}).value();
        for (const MatchEvent& event : stored.value().events) all.push_back(text(event));
        return all;
    }
    std::vector<std::string> matches_of(const std::string& id, std::optional<MatchId> before, int limit) {
        std::vector<std::string> ids;
        const auto page = store_->matches_of({id}, before, limit).value();
        for (const auto& match : page) ids.push_back(match.setup.id.text);
        return ids;
    }
};
INSTANTIATE_TEST_SUITE_P(, StoreContract, testing::Values("memory", "sqlite"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(StoreContract, IsEmptyAtFirst) {
    EXPECT_THAT(store_->open_rooms().value(), IsEmpty());
    EXPECT_FALSE(store_->player({"p_1"}).value());
    EXPECT_FALSE(store_->player_by_token("").value());
    EXPECT_FALSE(store_->match({"m_1"}).value());
    EXPECT_FALSE(store_->last_alive().value());
    EXPECT_TRUE(write({}));
}

TEST_P(StoreContract, FindsAPlayerByIdAndByToken) {
    ASSERT_TRUE(write({player("p_1"), player("p_2")}));
    const auto found = store_->player_by_token("hash of p_2").value();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->id.text, "p_2");
    EXPECT_EQ(found->name, "Ann");
    EXPECT_EQ(found->kind, "guest");
    EXPECT_EQ(found->created, noon);
    EXPECT_EQ(store_->player({"p_2"}).value()->token_hash, "hash of p_2");
    EXPECT_FALSE(store_->player_by_token("another").value());
}

TEST_P(StoreContract, ANewTokenReplacesTheOldOne) {
    ASSERT_TRUE(write({player("p_1")}));
    StoredPlayer again = player("p_1");
    again.token_hash = "fresh";
    ASSERT_TRUE(write({again}));
    EXPECT_FALSE(store_->player_by_token("hash of p_1").value());
    EXPECT_TRUE(store_->player_by_token("fresh").value());
}

TEST_P(StoreContract, AllowsATokenForOnePlayerOnlyAndManyWithoutOne) {
    StoredPlayer second = player("p_2");
    second.token_hash = "hash of p_1";
    EXPECT_FALSE(write({player("p_1"), second}));
    ASSERT_TRUE(write({player("p_1")}));
    EXPECT_FALSE(write({second}));
    StoredPlayer third = player("p_3");
    second.token_hash = third.token_hash = "";
    EXPECT_TRUE(write({second, third}));
    EXPECT_EQ(store_->player({"p_3"}).value()->token_hash, "");
}

TEST_P(StoreContract, KeepsSessionsUntilTheyEnd) {
    const StoredSession first{{"s_1"}, {"p_1"}, "hash 1", "hash 0", noon};
    const StoredSession second{{"s_2"}, {"p_1"}, "hash 2", "", noon + 1s};
    ASSERT_TRUE(write({second, first}));
    const auto all = store_->sessions().value();
    ASSERT_THAT(all, SizeIs(2));
    EXPECT_EQ(all[0].id.text, "s_1");
    EXPECT_EQ(all[0].player.text, "p_1");
    EXPECT_EQ(all[0].token_hash, "hash 1");
    EXPECT_EQ(all[0].previous_token_hash, "hash 0");
    EXPECT_EQ(all[0].created, noon);
    StoredSession confirmed = first;
    confirmed.previous_token_hash = "";
    ASSERT_TRUE(write({confirmed, SessionEnded{{"s_2"}}, SessionEnded{{"s_unknown"}}}));
    ASSERT_THAT(store_->sessions().value(), SizeIs(1));
    EXPECT_EQ(store_->sessions().value()[0].previous_token_hash, "");
}

TEST_P(StoreContract, KeepsEveryFieldOfARoom) {
    ASSERT_TRUE(write({room("r_1")}));
    const auto rooms = store_->open_rooms().value();
    ASSERT_THAT(rooms, SizeIs(1));
    EXPECT_EQ(text(rooms[0]), text(room("r_1")));
}

TEST_P(StoreContract, ReplacesAChangedRoomAndRemovesAClosedOne) {
    StoredRoom older = room("r_0");
    older.created = noon - 1s;
    ASSERT_TRUE(write({room("r_1"), room("r_2"), older}));
    StoredRoom changed = room("r_1");
    changed.chairs[0].name = "Bob";
    ASSERT_TRUE(write({changed, RoomRemoved{{"r_2"}}, RoomRemoved{{"r_unknown"}}}));
    const auto rooms = store_->open_rooms().value();
    ASSERT_THAT(rooms, SizeIs(2));
    EXPECT_EQ(rooms[0].id.text, "r_0");
    EXPECT_EQ(text(rooms[1]), text(changed));
}

TEST_P(StoreContract, KeepsEveryFieldOfAMatchAndItsEventsInOrder) {
    Moved with_position = moved(1);
    with_position.position = engine::find_game("pile")->initial({"20", "plain"});
    const Resumed resumed{noon + 3s, noon + 2s};
    Moved fallback = moved(2);
    fallback.automatic = protocol::Automatic::fallback;
    const TakenBack back{3, 2, Side::second, noon + 3s, {78ms, 90ms}};
    const Paused paused{noon + 4s};
    const Continued continued{noon + 5s};
    const Ended won{{Side::second, "resign"}, noon + 6s};
    ASSERT_TRUE(write({setup("m_1"), event("m_1", 0, with_position)}));
    ASSERT_TRUE(write({event("m_1", 1, resumed), event("m_1", 2, fallback)}));
    ASSERT_TRUE(write({event("m_1", 3, back), event("m_1", 4, paused), event("m_1", 5, continued)}));
    ASSERT_TRUE(write({event("m_1", 6, won)}));
    EXPECT_EQ(text(store_->match({"m_1"}).value()->setup), text(setup("m_1")));
    EXPECT_THAT(events("m_1"), ElementsAre(text(moved(1)), text(resumed), text(fallback), text(back),
                                           text(paused), text(continued), text(won)));
}

TEST_P(StoreContract, EndsAMatchOnceWithOrWithoutAWinner) {
    ASSERT_TRUE(write({setup("m_1"), event("m_1", 0, draw)}));
    EXPECT_THAT(events("m_1"), ElementsAre(text(draw)));
    EXPECT_FALSE(write({event("m_1", 1, draw)}));
}

TEST_P(StoreContract, RefusesAnEventThatIsNotTheNextOne) {
    ASSERT_TRUE(write({setup("m_1"), event("m_1", 0, moved(1))}));
    EXPECT_FALSE(write({event("m_1", 0, moved(1))}));
    EXPECT_FALSE(write({event("m_1", 2, moved(3))}));
    EXPECT_FALSE(write({event("m_unknown", 0, moved(1))}));
    EXPECT_THAT(events("m_1"), ElementsAre(text(moved(1))));
    EXPECT_TRUE(write({event("m_1", 1, moved(2))}));
}

TEST_P(StoreContract, WritesAllRecordsOrNone) {
    ASSERT_TRUE(write({setup("m_1"), room("r_1")}));
    EXPECT_FALSE(write({player("p_1"), RoomRemoved{{"r_1"}}, event("m_1", 0, moved(1)), Alive{noon},
                        event("m_1", 0, moved(1))}));
    EXPECT_FALSE(store_->player({"p_1"}).value());
    EXPECT_THAT(store_->open_rooms().value(), SizeIs(1));
    EXPECT_THAT(events("m_1"), IsEmpty());
    EXPECT_FALSE(store_->last_alive().value());
}

TEST_P(StoreContract, PagesThroughTheMatchesOfAPlayerNewestFirst) {
    ASSERT_TRUE(write({setup("m_1", noon), setup("m_4", noon + 2s), setup("m_2", noon + 1s, "p_3"),
                       setup("m_3", noon + 1s, "p_1"), event("m_3", 0, moved(1)), event("m_3", 1, moved(2)),
                       event("m_3", 2, draw)}));
    EXPECT_THAT(matches_of("p_1", {}, 10), ElementsAre("m_4", "m_3", "m_2", "m_1"));
    EXPECT_THAT(matches_of("p_1", {}, 2), ElementsAre("m_4", "m_3"));
    EXPECT_THAT(matches_of("p_1", MatchId{"m_3"}, 2), ElementsAre("m_2", "m_1"));
    EXPECT_THAT(matches_of("p_1", MatchId{"m_1"}, 2), IsEmpty());
    EXPECT_THAT(matches_of("p_1", MatchId{"m_unknown"}, 2), IsEmpty());
    EXPECT_THAT(matches_of("p_2", {}, 10), ElementsAre("m_4", "m_1"));
    EXPECT_THAT(matches_of("p_9", {}, 10), IsEmpty());

    const auto page = store_->matches_of({"p_1"}, {}, 2).value();
    EXPECT_FALSE(page[0].ended);
    EXPECT_EQ(page[0].ply, 0);
    EXPECT_EQ(text(page[1].setup), text(setup("m_3", noon + 1s, "p_1")));
    EXPECT_EQ(page[1].ply, 2);
    ASSERT_TRUE(write({event("m_4", 0, moved(1)), event("m_4", 1, moved(2)),
                       event("m_4", 2, TakenBack{3, 1, Side::first, noon, {}})}));
    EXPECT_EQ(store_->matches_of({"p_1"}, {}, 1).value()[0].ply, 1);
    ASSERT_TRUE(page[1].ended);
    EXPECT_EQ(text(*page[1].ended), text(draw));
}

TEST_P(StoreContract, RatesThePlayersOnceWithTheEndOfARatedMatch) {
    const Ended won{{Side::first, "resign"}, noon + 9s};
    ASSERT_TRUE(write({player("p_1"), rated("m_1"), setup("m_2"), event("m_1", 0, moved(1))}));
    EXPECT_THAT(store_->ratings_of({"p_1"}).value(), IsEmpty());
    ASSERT_TRUE(write({event("m_1", 1, won), event("m_2", 0, won)}));
    EXPECT_FALSE(write({event("m_1", 2, won)}));
    EXPECT_FALSE(write({event("m_1", 1, won)}));

    const auto expected = after_match({}, 1, noon + 9s);
    ASSERT_THAT(store_->ratings_of({"p_1"}).value(), SizeIs(1));
    EXPECT_EQ(store_->ratings_of({"p_1"}).value().at("pile"), expected[0]);
    EXPECT_EQ(store_->ratings_of({"p_2"}).value().at("pile"), expected[1]);

    ASSERT_TRUE(write({rated("m_3"), rated("m_4"), event("m_3", 0, draw),
                       event("m_4", 0, Ended{{std::nullopt, "aborted"}, noon + 10s})}));
    EXPECT_EQ(store_->ratings_of({"p_1"}).value().at("pile"), after_match(expected, 0.5, noon + 9s)[0]);
}

TEST_P(StoreContract, ReservesTheNamesOfReturningAndRatedPlayers) {
    const auto named = [](const char* id, const char* name) {
        return StoredPlayer{{id}, name, "guest", "", noon};
    };
    const auto is_kept = [&](const char* name, const char* from = "p_0") {
        return store_->name_is_kept(name, {from}).value();
    };
    ASSERT_TRUE(write({named("p_1", "Ann"), named("p_3", "Zoë"), named("p_4", "Дмитрий")}));
    for (const char* name : {"Ann", "Zoë", "Дмитрий"}) EXPECT_FALSE(is_kept(name)) << name;
    ASSERT_TRUE(write({NameKept{{"p_3"}}, NameKept{{"p_4"}}, NameKept{{"p_4"}}, NameKept{{"p_nobody"}},
                       rated("m_1"), event("m_1", 0, draw)}));
    for (const char* name : {"Ann", "ANN", "\u0410nn", "Zoë", "zoe", "ДМИТРИЙ"})
        EXPECT_TRUE(is_kept(name)) << name;
    EXPECT_FALSE(is_kept("Anna"));
    EXPECT_FALSE(is_kept("ann", "p_1")) << "the player itself may have it";
    ASSERT_TRUE(write({named("p_3", "Joe")}));
    EXPECT_TRUE(is_kept("joe"));
    EXPECT_FALSE(is_kept("Zoe")) << "a new name replaces the old one";
    ASSERT_TRUE(write({PlayerForgotten{{"p_1"}}}));
    EXPECT_FALSE(is_kept("Ann"));
}

TEST_P(StoreContract, StoresNoRatingWithoutTheEndOfTheMatch) {
    ASSERT_TRUE(write({rated("m_1")}));
    EXPECT_FALSE(write({event("m_1", 0, Ended{{Side::first, "resign"}, noon}), event("m_1", 5, moved(1))}));
    EXPECT_THAT(store_->ratings_of({"p_1"}).value(), IsEmpty());
    EXPECT_THAT(store_->ranking("pile", noon, 0, 10).value(), IsEmpty());
}

TEST_P(StoreContract, RanksEstablishedActivePlayersStrongestFirst) {
    std::int64_t count = 0;
    const auto play = [&](const std::string& first, const std::string& second, std::optional<Side> winner) {
        MatchSetup match = rated("m_" + std::to_string(++count), noon);
        match.seats[0].player = {first};
        match.seats[1].player = {second};
        const Ended end{{winner, winner ? "resign" : "agreement"}, noon + count * 1s};
        return write({match, event(match.id.text, 0, end)});
    };
    for (int i = 0; i < 40; ++i)
        ASSERT_TRUE(play("p_strong", "p_weak", i % 4 == 0 ? Side::second : Side::first));
    ASSERT_TRUE(play("p_new", "p_weak", Side::first));
    ASSERT_TRUE(write({player("p_new")}));
    ASSERT_TRUE(write({player("p_strong")}));
    const ServerTime now = noon + 1h;
    const auto ranking = store_->ranking("pile", now, 0, 10).value();
    ASSERT_THAT(ranking, SizeIs(2)) << "the newcomer's rating is provisional";
    EXPECT_GT(store_->ratings_of({"p_new"}).value().at("pile").rating, ranking[1].rating.rating);
    EXPECT_EQ(ranking[0].id.text, "p_strong");
    EXPECT_EQ(ranking[0].name, "Ann");
    EXPECT_EQ(ranking[1].id.text, "p_weak");
    EXPECT_EQ(store_->ranking("pile", now, 1, 1).value().at(0).id.text, "p_weak");
    EXPECT_THAT(store_->ranking("pile", now, 0, 1).value(), SizeIs(1));
    EXPECT_THAT(store_->ranking("pile", now, 9, 10).value(), IsEmpty());
    EXPECT_THAT(store_->ranking("chess", now, 0, 10).value(), IsEmpty());
    // A player away for years leads nothing; one match brings them closer again, not back.
    const ServerTime much_later = now + std::chrono::years(3);
    EXPECT_THAT(store_->ranking("pile", much_later, 0, 10).value(), IsEmpty());
    MatchSetup again = rated("m_again", much_later);
    again.seats[0].player = {"p_strong"};
    again.seats[1].player = {"p_new"};
    ASSERT_TRUE(write({again, event("m_again", 0, Ended{{Side::first, "resign"}, much_later})}));
    EXPECT_GT(store_->ratings_of({"p_strong"}).value().at("pile").deviation, 200);
    EXPECT_THAT(store_->ranking("pile", much_later, 0, 10).value(), IsEmpty());
}

TEST_P(StoreContract, ListsEarlyExits) {
    const auto aborted = [](ServerTime at, std::optional<Side> by) {
        return Ended{{std::nullopt, "aborted"}, at, by};
    };
    ASSERT_TRUE(write({setup("m_1"), setup("m_2"), setup("m_3"), setup("m_4"),
                       event("m_1", 0, aborted(noon + 2s, Side::second)),
                       event("m_2", 0, aborted(noon + 1s, Side::first)),
                       event("m_3", 0, aborted(noon + 3s, std::nullopt)),
                       event("m_4", 0, aborted(noon - 1ms, Side::first))}));
    const auto exits = store_->early_exits(noon).value();
    ASSERT_THAT(exits, SizeIs(2));
    EXPECT_EQ(exits[0].player.text, "p_1");
    EXPECT_EQ(exits[0].at, noon + 1s);
    EXPECT_EQ(exits[1].player.text, "p_2");
    EXPECT_EQ(store_->match({"m_1"}).value()->events.size(), 1U) << "the match can still be read";
}

TEST_P(StoreContract, KeepsTheLastHeartbeat) {
    ASSERT_TRUE(write({Alive{noon}, Alive{noon + 1s}}));
    ASSERT_TRUE(write({Alive{noon + 2s}}));
    EXPECT_EQ(store_->last_alive().value(), noon + 2s);
}

TEST_P(StoreContract, KeepsHostileTextUnchanged) {
    StoredPlayer hostile = player("p_1");
    hostile.name = "'); DROP TABLE players; --\n\0\xF0\x9F\x90\xB4"s;
    ASSERT_TRUE(write({hostile}));
    EXPECT_EQ(store_->player({"p_1"}).value()->name, hostile.name);
}

TEST(SqliteStore, KeepsItsDataWhenReopened) {
    TemporaryFolder folder;
    for (std::int64_t number = 0; number < 3; ++number) {
        auto store = open(folder.path() / "made" / "here");
        ASSERT_TRUE(store->write({setup("m_1"), event("m_1", number, moved(number + 1))}));
    }
    EXPECT_THAT(open(folder.path() / "made" / "here")->match({"m_1"}).value()->events, SizeIs(3));
}

TEST(SqliteStore, RefusesASecondProcess) {
    TemporaryFolder folder;
    const auto first = open(folder.path());
    EXPECT_THAT(refusal(folder.path()), HasSubstr("Another process has it open"));
}

TEST(SqliteStore, RefusesAFileThatIsNotADatabase) {
    TemporaryFolder folder;
    std::ofstream(folder.path() / "pentad.db") << std::string(10'000, 'x');
    EXPECT_THAT(refusal(folder.path()), HasSubstr("damaged"));
}

TEST(SqliteStore, RefusesADamagedDatabase) {
    TemporaryFolder folder;
    {
        auto store = open(folder.path());
        for (int i = 0; i < 50; ++i) ASSERT_TRUE(store->write({setup("m_" + std::to_string(i))}));
    }
    const auto file = folder.path() / "pentad.db";
    const auto size = std::filesystem::file_size(file);
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    for (std::uintmax_t page = 4096; page + 4096 <= size; page += 4096) {
        bytes.seekp(static_cast<std::streamoff>(page));
        bytes << std::string(64, '\x5a');
    }
    bytes.close();
    EXPECT_THAT(refusal(folder.path()), HasSubstr("damaged"));
}

TEST(SqliteStore, RefusesATruncatedDatabase) {
    TemporaryFolder folder;
    open(folder.path());
    const auto file = folder.path() / "pentad.db";
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    EXPECT_THAT(refusal(folder.path()), HasSubstr("damaged"));
}

/// Changes the file from outside.
void change(const std::filesystem::path& folder, const char* sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open((folder / "pentad.db").c_str(), &db), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
}

TEST(SqliteStore, RefusesAFileOfANewerVersion) {
    TemporaryFolder folder;
    open(folder.path());
    change(folder.path(), "PRAGMA user_version = 1000");
    EXPECT_THAT(refusal(folder.path()), HasSubstr("newer version"));
}

/// A database of an older version; the file says what is in it.
void write_golden(const std::filesystem::path& folder, const std::string& name) {
    std::ifstream in(std::filesystem::path(PENTAD_TESTS_DIR) / "golden" / "store" / name);
    const std::string sql{std::istreambuf_iterator<char>(in), {}};
    ASSERT_FALSE(sql.empty());
    change(folder, sql.c_str());
}
void write_version_1(const std::filesystem::path& folder) { write_golden(folder, "schema_1.sql"); }

TEST(SqliteStore, UpgradesAFileOfAnOlderVersionAndKeepsACopy) {
    TemporaryFolder folder;
    write_version_1(folder.path());
    {
        auto store = open(folder.path());
        const auto match = store->match({"m_public"}).value();
        ASSERT_TRUE(match);
        EXPECT_THAT(match->events, SizeIs(3));
        EXPECT_FALSE(match->setup.rated);
        EXPECT_FALSE(match->setup.hidden);
        EXPECT_TRUE(store->match({"m_of_closed_room"}).value()->setup.hidden);
        EXPECT_THAT(store->open_rooms().value(), SizeIs(1));
        ASSERT_TRUE(store->write({event("m_public", 3, TakenBack{2, 1, Side::first, noon, {}}),
                                  event("m_public", 4, draw), rated("m_new"), event("m_new", 0, draw)}));
        EXPECT_THAT(store->ratings_of({"p_1"}).value(), SizeIs(1));
    }
    EXPECT_THAT(open(folder.path())->match({"m_public"}).value()->events, SizeIs(5));

    const auto copy = folder.path() / "pentad.db.schema-1";
    ASSERT_TRUE(std::filesystem::exists(copy));
    std::filesystem::create_directory(folder.path() / "again");
    std::filesystem::copy_file(copy, folder.path() / "again" / "pentad.db");
    EXPECT_THAT(open(folder.path() / "again")->match({"m_public"}).value()->events, SizeIs(3));
}

TEST(SqliteStore, BelongsToTheFoldersOwnerWhenRootOpensIt) {
    if (::geteuid() != 0) return run_as_root();
    constexpr uid_t somebody = 65'534;
    const auto owners = [](const std::filesystem::path& folder) {
        std::map<std::string, uid_t> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            struct stat file {};
            ::stat(entry.path().c_str(), &file);
            found[entry.path().filename().string()] = file.st_uid;
        }
        return found;
    };
    const TemporaryFolder made, older;
    for (const auto* folder : {&made, &older})
        ASSERT_EQ(::chown(folder->path().c_str(), somebody, somebody), 0);
    {
        const auto store = open(made.path());
        EXPECT_THAT(owners(made.path()),
                    ElementsAre(Pair("pentad.db", somebody), Pair("pentad.db-wal", somebody)));
        auto backup = store->back_up(made.path() / "copy.db").value();
        while (!backup->step().value()) continue;
    }
    EXPECT_EQ(owners(made.path())["copy.db"], somebody);
    write_version_1(older.path());
    open(older.path());
    EXPECT_EQ(owners(older.path())["pentad.db.schema-1"], somebody);
}

TEST(SqliteStore, KeepsAnotherCopyAfterADowngrade) {
    TemporaryFolder folder;
    const auto file = folder.path() / "pentad.db", copy = folder.path() / "pentad.db.schema-1";
    const auto upgrade_again = [&] {
        open(folder.path()).reset();
        std::filesystem::copy_file(copy, file, std::filesystem::copy_options::overwrite_existing);
    };
    write_version_1(folder.path());
    upgrade_again();
    upgrade_again();
    EXPECT_FALSE(std::filesystem::exists(copy.string() + ".2")) << "this copy exists already";
    // Anything written since.
    change(folder.path(), "INSERT INTO players VALUES ('p_since', 'Ann', 'guest', NULL, 1)");
    std::filesystem::path told;
    ASSERT_TRUE(open_sqlite_store(folder.path(), Durability::full, checkpoint_after,
                                  [&](const auto& name) { told = name; }));
    EXPECT_EQ(told, copy.string() + ".2");
    EXPECT_TRUE(std::filesystem::exists(copy));
    std::filesystem::create_directory(folder.path() / "back");
    std::filesystem::rename(told, folder.path() / "back" / "pentad.db");
    EXPECT_TRUE(open(folder.path() / "back")->player({"p_since"}).value());
}

TEST(SqliteStore, UpgradesAFileWithoutBlocksAndReports) {
    TemporaryFolder folder;
    write_golden(folder.path(), "schema_5.sql");
    const PlayerId ann{"p_khwn8wy1t1c4"};
    {
        auto store = open(folder.path());
        EXPECT_EQ(store->player(ann).value()->name, "Ann");
        ASSERT_THAT(store->open_rooms().value(), SizeIs(1));
        // Including what was stored in plain text then.
        EXPECT_EQ(store->open_rooms().value()[0].invite_hash,
                  token_hash("4dNFgQFfyH1Wonjb1SX_0FeWf63iyWMza7UyLLAMFp0"));
        EXPECT_THAT(store->sessions().value(), SizeIs(1));
        EXPECT_THAT(store->sanctions().value(), SizeIs(2));
        EXPECT_THAT(store->audit(9).value(), SizeIs(2));
        EXPECT_THAT(store->match({"m_2mfknf5mnvbp"}).value()->events, SizeIs(2));
        EXPECT_THAT(store->match({"m_fvfardxxrd51"}).value()->events, SizeIs(6));
        EXPECT_THAT(store->blocks().value(), IsEmpty());
        ASSERT_TRUE(store->write(
            {Block{ann, {"p_bob"}, noon}, Report{0, noon, ann, {"p_bob"}, "Bob", "", "", "name", ""}}));
    }
    auto store = open(folder.path());
    EXPECT_THAT(store->blocks().value(), SizeIs(1));
    EXPECT_EQ(store->open_reports().value(), 1);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "pentad.db.schema-5"));
}

TEST(SqliteStore, KeepsNamesReservedWhenTheUnicodeTablesChange) {
    TemporaryFolder folder;
    ASSERT_TRUE(
        open(folder.path())->write({StoredPlayer{{"p_1"}, "Ann", "guest", "", noon}, NameKept{{"p_1"}}}));
    change(folder.path(),
           "UPDATE kept_names SET looks = 'x', looks_folded = 'x'; UPDATE looks_made SET version = 'older'");
    EXPECT_TRUE(open(folder.path())->name_is_kept("ANN", {"p_2"}).value());
    change(folder.path(), "UPDATE kept_names SET looks = 'x', looks_folded = 'x'");
    EXPECT_FALSE(open(folder.path())->name_is_kept("Ann", {"p_2"}).value()) << "computed only once";
}

TEST(SqliteStore, ReservesTheNamesOfBotsAndRatedPlayersInAnUpgradedFile) {
    TemporaryFolder folder;
    write_version_1(folder.path());
    change(folder.path(), "INSERT INTO players VALUES ('p_bot', 'Clever', 'bot', NULL, 1)");
    EXPECT_TRUE(open(folder.path())->name_is_kept("clever", {"p_2"}).value());
}

TEST(SqliteStore, LeavesAnOlderFileUnchangedIfItsCopyCannotBeWritten) {
    TemporaryFolder folder;
    write_version_1(folder.path());
    {
        const FullDisk full(8'000);
        EXPECT_THAT(refusal(folder.path()), HasSubstr("cannot be used"));
    }
    for (const char* copy : {"pentad.db.schema-1", "pentad.db.schema-1.part"})
        EXPECT_FALSE(std::filesystem::exists(folder.path() / copy)) << copy;
    EXPECT_THAT(open(folder.path())->match({"m_public"}).value()->events, SizeIs(3));
}

TEST(SqliteStore, RefusesTheDatabaseOfAnotherProgram) {
    TemporaryFolder folder;
    change(folder.path(), "CREATE TABLE bookmarks (url TEXT)");
    EXPECT_THAT(refusal(folder.path()), HasSubstr("another program"));
}

TEST(SqliteStore, ReportsInvalidValues) {
    TemporaryFolder folder;
    ASSERT_TRUE(
        open(folder.path())->write({setup("m_1"), event("m_1", 0, moved(1)), event("m_1", 1, moved(2))}));
    change(folder.path(), "DELETE FROM match_events WHERE number = 0");
    EXPECT_FALSE(open(folder.path())->match({"m_1"}));
    change(folder.path(), "UPDATE matches SET tc_kind = 'sundial'");
    EXPECT_FALSE(open(folder.path())->match({"m_1"}));
}

/// Acts as an unprivileged user: root may write everywhere.
class AsNobody {
  public:
    AsNobody() : was_(geteuid()) {
        if (was_ == 0 && seteuid(65534) != 0) throw std::runtime_error("seteuid");
    }
    ~AsNobody() {
        if (seteuid(was_) != 0) std::abort();
    }

  private:
    uid_t was_;
};

TEST(SqliteStore, RefusesAFolderThatCannotBeWritten) {
    TemporaryFolder folder;
    const auto inside = folder.path() / "data";
    std::filesystem::create_directory(inside);
    std::filesystem::permissions(inside, std::filesystem::perms{0555});
    std::filesystem::permissions(folder.path(), std::filesystem::perms{0755});
    {
        const AsNobody nobody;
        EXPECT_THAT(refusal(inside), HasSubstr("Give this user write permission"));
        EXPECT_THAT(refusal(inside / "below"), HasSubstr("cannot be created"));
    }
    std::filesystem::permissions(inside, std::filesystem::perms::owner_all);
}

TEST(SqliteStore, RefusesAFileThatCannotBeWritten) {
    TemporaryFolder folder;
    open(folder.path());
    std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
    std::filesystem::permissions(folder.path() / "pentad.db", std::filesystem::perms{0444});
    const AsNobody nobody;
    EXPECT_THAT(refusal(folder.path()), HasSubstr("Give this user write permission"));
}

TEST(SqliteStore, RefusesAFolderThatIsAFile) {
    TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    EXPECT_THAT(refusal(folder.path() / "file"), HasSubstr("cannot"));
}

TEST(SqliteStore, RefusesOnAFullDiskAndGoesOnOnceThereIsSpace) {
    TemporaryFolder folder;
    auto store = open(folder.path());
    ASSERT_TRUE(store->write({setup("m_1")}));
    std::int64_t acknowledged = 0;
    {
        const FullDisk full(200'000);
        while (store->write({event("m_1", acknowledged, moved(acknowledged + 1))})) ++acknowledged;
        EXPECT_FALSE(store->write({event("m_1", acknowledged, moved(acknowledged + 1))}));
        EXPECT_THAT(store->match({"m_1"}).value()->events, SizeIs(acknowledged));
    }
    EXPECT_GT(acknowledged, 0);
    EXPECT_TRUE(store->write({event("m_1", acknowledged, moved(acknowledged + 1))}));
    store.reset();
    EXPECT_THAT(open(folder.path())->match({"m_1"}).value()->events, SizeIs(acknowledged + 1));
}

TEST(SqliteStore, RefusesToOpenOnAFullDisk) {
    TemporaryFolder folder;
    const FullDisk full(1000);
    EXPECT_THAT(refusal(folder.path()), HasSubstr("cannot be used"));
}

}  // namespace
}  // namespace pentad::server
