// Programs outside that fill bot seats, over real sockets; and the example among them, run as a reader would.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds budget = 2s;

/// One server for all tests, with a bot for each, since a match that a test leaves behind takes a slot.
struct World {
    ServerProcess server{{"--bot-budget-ms", std::to_string(budget.count()), "--gone-after-least-s", "1",
                          "--gone-after-most-s", "1"}};
    std::map<std::string, std::string> keys;

    World() {
        server.terminate();
        for (const char* name : {"Marvin", "Eddie", "Ford", "Arthur", "Fenchurch", "Random", "Agrajag",
                                 "Colin", "Hactar", "Gargravarr", "Roosta", "Zarniwoop"})
            keys[name] = server.make_bot_key(name);
        server.start();
    }
};

World& world() {
    static World one;
    return one;
}

std::uint16_t port() { return world().server.port(); }

TestClient bot(const std::string& name, std::vector<std::string> games = {"sight"}, int slots = 4) {
    TestClient client(port());
    client.hello(BotAuth{name, world().keys.at(name)});
    client.request<Empty>(BotRegister{std::move(games), slots});
    return client;
}

RoomCreate table_with(const std::string& player, const std::string& game = "sight") {
    RoomCreate create;
    create.game = game;
    create.seats[1].kind = ChairKind::bot;
    create.seats[1].bot = player;
    create.first_seat = FirstSeat::chair1;
    return create;
}

std::string wait_for_start(TestClient& client) {
    return client
        .wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                    TestClient::patience, "match.started")
        .match;
}

/// A match in which the bot moves first.
std::string begin(TestClient& person, RoomCreate create) {
    const std::string room = person.create(std::move(create)).room;
    person.request<Empty>(RoomReady{true}, "", room);
    return wait_for_start(person);
}

TurnRequest next_turn(TestClient& bot_client, const std::string& match) {
    return bot_client.wait<TurnRequest>(
        [&](const Event& event, const TurnRequest&) { return event.match == match; });
}

MatchMoved next_move(TestClient& client, const std::string& match) {
    return client.wait<MatchMoved>(
        [&](const Event& event, const MatchMoved&) { return event.match == match; });
}

TEST(ExternalBot, IsAskedForItsMovesAndPlaysAWholeGame) {
    TestClient program = bot("Marvin");
    TestClient person = TestClient::guest(port());
    const std::string match = begin(person, table_with(program.player()));
    std::uint64_t seed = 5;
    EXPECT_EQ(person.match(match).now.seats[0].player.id, program.player());
    EXPECT_EQ(person.match(match).now.seats[0].player.kind, PlayerKind::bot);
    EXPECT_FALSE(person.match(match).now.seats[0].level);
    EXPECT_EQ(person.match(match).now.seats[0].presence, Presence::online);
    for (int turn = 0; !person.match(match).now.result; ++turn) {
        if (turn % 2 == 0) {
            const TurnRequest asked = next_turn(program, match);
            ASSERT_EQ(asked.turn, turn);
            EXPECT_EQ(asked.pos, person.match(match).now.pos);
            EXPECT_LE(asked.budget, budget);
            const std::string move = asked.legal[pick_index(seed, asked.legal.size())];
            const auto accepted = program.request<MoveAccepted>(BotMove{turn, move}, match);
            EXPECT_EQ(accepted.turn, turn + 1);
            const MatchMoved moved = next_move(person, match);
            EXPECT_EQ(moved.move, move);
            EXPECT_FALSE(moved.automatic);
            if (person.match(match).now.legal && person.match(match).now.legal->empty())
                person.until_over(match);
        } else {
            person.until_my_turn(match);
            const auto& legal = *person.match(match).now.legal;
            person.play(match, legal[pick_index(seed, legal.size())]);
            next_move(person, match);
        }
        // The end follows the last move at once.
        if (person.match(match).now.legal && person.match(match).now.legal->empty()) person.until_over(match);
        person.request<Pong>(Ping{});
    }
    EXPECT_EQ(program.refusal<MoveAccepted>(BotMove{0, "a1"}, match), "match_over");
}

TEST(ExternalBot, ThatHangsIsReplacedWithinItsBudgetAndResignsAtTheThirdTime) {
    TestClient program = bot("Ford");
    TestClient person = TestClient::guest(port());
    TestClient stranger = TestClient::guest(port());
    RoomCreate quick = table_with("");
    quick.seats[1] = {};
    quick.seats[1].kind = ChairKind::bot;
    quick.seats[1].level = 1;
    quick.first_seat = FirstSeat::chair0;
    const std::string untouched = begin(stranger, quick);
    const std::string match = begin(person, table_with(program.player()));
    for (int failure = 1; failure <= 2; ++failure) {
        const auto before = Steady::now();
        const TurnRequest asked = next_turn(program, match);
        const MatchMoved moved = next_move(person, match);
        EXPECT_LT(Steady::now() - before, budget + 1s);
        EXPECT_EQ(moved.automatic, Automatic::fallback) << "and it is said";
        EXPECT_EQ(person
                      .wait<BotStatus>([](const Event&, const BotStatus& status) {
                          return status.state == BotState::fallback;
                      })
                      .seat,
                  Side::first);
        program.wait<TurnCancel>();
        EXPECT_EQ(program.refusal<MoveAccepted>(BotMove{asked.turn, asked.legal[0]}, match), "stale_turn");
        person.play(match, person.match(match).now.legal->front());
        next_move(person, match);
    }
    // Another match goes on meanwhile.
    stranger.play(untouched, stranger.match(untouched).now.legal->front());
    person.until_over(match);
    EXPECT_EQ(*person.match(match).now.result, (Result{Side::second, "bot_failed"}));
    stranger.until_my_turn(untouched);
    EXPECT_FALSE(stranger.match(untouched).now.result);
}

TEST(ExternalBot, MayTryAgainAfterAnIllegalMoveButNotForEver) {
    TestClient program = bot("Arthur");
    TestClient person = TestClient::guest(port());
    const std::string match = begin(person, table_with(program.player()));
    const TurnRequest asked = next_turn(program, match);
    EXPECT_EQ(program.refusal<MoveAccepted>(BotMove{0, "castle"}, match), "bad_move_format");
    EXPECT_EQ(program.refusal<MoveAccepted>(BotMove{1, asked.legal[0]}, match), "future_turn");
    EXPECT_EQ(person.refusal<MoveAccepted>(BotMove{0, asked.legal[0]}, match), "not_seated");
    program.request<MoveAccepted>(BotMove{0, asked.legal[0]}, match);
    EXPECT_FALSE(next_move(person, match).automatic);
    person.play(match, person.match(match).now.legal->front());
    next_move(person, match);
    EXPECT_EQ(program.refusal<MoveAccepted>(BotMove{2, "castle"}, match), "bad_move_format");
    EXPECT_EQ(next_move(person, match).automatic, Automatic::fallback);
}

TEST(ExternalBot, ThatDeclinesIsReplacedAtOnce) {
    TestClient program = bot("Fenchurch");
    TestClient person = TestClient::guest(port());
    const std::string match = begin(person, table_with(program.player()));
    next_turn(program, match);
    program.request<Empty>(BotDecline{0}, match);
    EXPECT_EQ(next_move(person, match).automatic, Automatic::fallback);
    EXPECT_EQ(program.refusal(BotDecline{0}, match), "stale_turn");
    EXPECT_EQ(program.refusal(BotDecline{1}, match), "not_your_turn");
}

TEST(ExternalBot, ThatComesBackGetsItsOpenTurnAgainAndNeverTwiceOnOneLink) {
    TestClient person = TestClient::guest(port());
    TestClient first = bot("Eddie");
    const std::string id = first.player();
    const std::string match = begin(person, table_with(id));
    EXPECT_EQ(next_turn(first, match).turn, 0);
    first.cut();
    EXPECT_EQ(person.wait<SeatPresence>().state, Presence::away);
    TestClient second = bot("Eddie");
    const TurnRequest again = next_turn(second, match);
    EXPECT_EQ(person.wait<SeatPresence>().state, Presence::online);
    second.request<Empty>(BotRegister{{"sight"}, 4});
    second.request<Empty>(BotRegister{{"sight"}, 4});
    second.try_request<MoveAccepted>(BotMove{again.turn, again.legal[0]}, match);
    // Every turn that was asked for on this link is another one.
    std::set<int> asked{again.turn};
    for (int i = 0; i < 2 && !person.match(match).now.result; ++i) {
        person.until_my_turn(match);
        if (person.match(match).now.result) break;
        person.play(match, person.match(match).now.legal->front());
        const TurnRequest turn = next_turn(second, match);
        EXPECT_TRUE(asked.insert(turn.turn).second) << "turn " << turn.turn << " came twice";
        second.try_request<MoveAccepted>(BotMove{turn.turn, turn.legal[0]}, match);
    }
}

TEST(ExternalBot, IsToldWhenItsTurnIsTakenBackByTheEnd) {
    TestClient program = bot("Random");
    TestClient person = TestClient::guest(port());
    const std::string match = begin(person, table_with(program.player()));
    next_turn(program, match);
    person.request<Empty>(MatchResign{}, match);
    EXPECT_EQ(program.wait<TurnCancel>().turn, 0);
}

TEST(ExternalBot, IsListedWhileItIsThereAndHasNoMoreMatchesThanSlots) {
    TestClient person = TestClient::guest(port());
    const auto listed = [&](const std::string& game, const std::string& id) -> std::optional<AvailableBot> {
        BotsList wanted;
        if (!game.empty()) wanted.game = game;
        for (const AvailableBot& one : person.request<BotList>(wanted).bots)
            if (one.player.id == id) return one;
        return std::nullopt;
    };
    TestClient program = bot("Agrajag", {"sight", "bounce"}, 1);
    const std::string id = program.player();
    ASSERT_TRUE(listed("bounce", id));
    EXPECT_EQ(listed("", id)->player.name, "Agrajag");
    EXPECT_EQ(listed("", id)->player.kind, PlayerKind::bot);
    EXPECT_EQ(listed("", id)->free, 1);
    EXPECT_FALSE(listed("replica", id));
    EXPECT_EQ(person.refusal<RoomEntered>(table_with(id, "replica")), "bot_unavailable");

    const std::string match = begin(person, table_with(id));
    EXPECT_EQ(listed("", id)->free, 0);
    EXPECT_EQ(person.refusal<RoomEntered>(table_with(id)), "bot_unavailable");
    person.request<Empty>(MatchResign{}, match);
    EXPECT_EQ(listed("", id)->free, 1);
    RoomCreate both = table_with(id);
    both.seats[0] = both.seats[1];
    EXPECT_EQ(person.refusal<RoomEntered>(both), "bot_unavailable") << "one slot does not do for two seats";

    program.cut();
    const auto deadline = Steady::now() + TestClient::patience;
    while (listed("", id) && Steady::now() < deadline) continue;
    EXPECT_FALSE(listed("", id));
    EXPECT_EQ(person.refusal<RoomEntered>(table_with(id)), "bot_unavailable");
}

/// The bot's first move and the person's, and the bot's next one: then the person is to move.
void play_three(TestClient& program, TestClient& person, const std::string& match) {
    for (int turn : {0, 2}) {
        const TurnRequest asked = next_turn(program, match);
        program.request<MoveAccepted>(BotMove{turn, asked.legal[0]}, match);
        next_move(person, match);
        if (turn == 0) person.play(match, person.match(match).now.legal->front());
        if (turn == 0) next_move(person, match);
    }
}

TEST(ExternalBot, ClaimsTheWinOfAGameWithoutAClockThatThePersonHasLeft) {
    TestClient program = bot("Hactar");
    TestClient person = TestClient::guest(port());
    const std::string match = begin(person, table_with(program.player()));
    program.watch(match);
    play_three(program, person, match);
    EXPECT_EQ(program.refusal(ClaimWin{}, match), "claim_not_allowed");
    person.cut();
    program.wait<SeatPresence>(
        [](const Event&, const SeatPresence& seat) { return seat.state == Presence::gone; });
    program.request<Empty>(ClaimWin{}, match);
    program.until_over(match);
    EXPECT_EQ(*program.match(match).now.result, (Result{Side::first, "claim"}));
}

TEST(ExternalBot, HasAsManyWaysOutOfAMatchAsAPerson) {
    TestClient program = bot("Gargravarr", {"sight"}, 1);
    TestClient person = TestClient::guest(port());
    // Nobody begins: the bot still hears of the match, and its one slot is free again.
    RoomCreate idle = table_with(program.player());
    idle.first_seat = FirstSeat::chair0;
    std::string match = begin(person, idle);
    EXPECT_EQ(program.wait<BotSeated>().seat, Side::second);
    program.request<Empty>(MatchAbort{}, match);
    person.until_over(match);
    EXPECT_EQ(person.match(match).now.result->reason, "aborted");

    match = begin(person, table_with(program.player()));
    play_three(program, person, match);
    EXPECT_EQ(program.refusal(MatchAbort{}, match), "cannot_abort");
    const auto offered = program.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, match);
    person.wait<OfferMade>();
    person.request<Empty>(OfferAnswer{offered.offer, false}, match);
    program.request<Empty>(MatchResign{}, match);
    person.until_over(match);
    EXPECT_EQ(*person.match(match).now.result, (Result{Side::second, "resign"}));

    // Asked for an abort it may say no, and who says nothing agrees.
    match = begin(person, table_with(program.player()));
    program.watch(match);
    play_three(program, person, match);
    const auto asked = person.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, match);
    program.wait<OfferMade>(
        [&](const Event&, const OfferMade& made) { return made.offer.offer == asked.offer; });
    program.request<Empty>(OfferAnswer{asked.offer, false}, match);
    EXPECT_EQ(person
                  .wait<OfferClosed>(
                      [&](const Event&, const OfferClosed& closed) { return closed.offer == asked.offer; })
                  .outcome,
              OfferOutcome::declined);
    person.request<OfferPlaced>(OfferMake{OfferKind::abort, {}, {}}, match);
    person.until_over(match);
    EXPECT_EQ(person.match(match).now.result->reason, "aborted");
}

TEST(ExternalBot, IsNotHeldByRoomsThatNeverStart) {
    TestClient program = bot("Roosta", {"sight"}, 1);
    TestClient guest = TestClient::guest(port());
    TestClient person = TestClient::guest(port());
    std::vector<std::string> waiting;
    for (int i = 0; i < 10; ++i) waiting.push_back(guest.create(table_with(program.player())).room);
    const std::string match = begin(person, table_with(program.player()));
    EXPECT_EQ(guest.refusal(RoomReady{true}, "", waiting[0]), "bot_unavailable");
    person.request<Empty>(MatchResign{}, match);
    guest.request<Empty>(RoomReady{true}, "", waiting[0]);
    EXPECT_FALSE(wait_for_start(guest).empty());
}

TEST(ExternalBot, TakesOpenChairsOfARoomThatItsHostGivesIt) {
    TestClient program = bot("Colin");
    TestClient person = TestClient::guest(port());
    RoomCreate create;
    create.game = "sight";
    create.seats[1].kind = ChairKind::open;
    const std::string room = person.create(create).room;
    RoomSeat seat;
    seat.seat = Side::second;
    seat.chair.kind = ChairKind::bot;
    seat.chair.bot = "p_nobody";
    EXPECT_EQ(person.refusal(seat, "", room), "bot_unavailable");
    seat.chair.bot = program.player();
    person.request<Empty>(seat, "", room);
    person.request<Empty>(RoomReady{true}, "", room);
    EXPECT_FALSE(wait_for_start(person).empty());
}

TEST(ExternalBot, NeedsItsKeyAndIsNoPerson) {
    World& all = world();
    const auto code = [](Auth auth) {
        TestClient client(port());
        return client.refusal<HelloOk>(Hello{{1}, "test", "1", std::move(auth), ""});
    };
    EXPECT_EQ(code(BotAuth{"Colin", "bk_guess"}), "bad_credentials");
    EXPECT_EQ(code(BotAuth{"Zaphod", all.keys["Colin"]}), "bad_credentials");
    EXPECT_EQ(code(TokenAuth{all.keys["Colin"]}), "bad_credentials") << "a key is no token of a person";
    TestClient person = TestClient::guest(port());
    EXPECT_EQ(code(BotAuth{"Colin", person.token()}), "bad_credentials");
    EXPECT_EQ(person.refusal(BotRegister{{"sight"}, 1}), "forbidden");

    TestClient program = bot("Colin");
    EXPECT_EQ(program.session().player.kind, PlayerKind::bot);
    EXPECT_FALSE(program.session().player_token);
    EXPECT_EQ(program.refusal(BotRegister{{"chess"}, 1}), "bad_request");
    RoomCreate create;
    create.game = "sight";
    EXPECT_EQ(program.refusal<RoomEntered>(create), "forbidden");
    const RoomEntered entered = person.create(create);
    RoomJoin join;
    join.code = entered.code;
    EXPECT_EQ(program.refusal<RoomEntered>(join), "forbidden");
    // A premove of a bot would be in no record that verifies.
    EXPECT_EQ(program.refusal(PremoveSet{1, "a1-a2"}, "m_none"), "forbidden");
    EXPECT_EQ(program.refusal<Hint>(HintGet{0}, "m_none"), "forbidden");
}

TEST(ExternalBot, KeysAreReplacedAndRevokedByTheOperator) {
    ServerProcess server;
    // While the server runs it does the same.
    EXPECT_THAT(server.bot_key({"add", "Ford"}), HasSubstr("bk_"));
    EXPECT_THAT(server.bot_key({"list"}), HasSubstr("has a key  Ford\n"));
    server.terminate();
    EXPECT_THAT(server.bot_key({"add"}), HasSubstr("name is missing"));
    EXPECT_THAT(server.bot_key({"add", "\x1b[2J"}), HasSubstr("cannot be used"));
    EXPECT_THAT(server.bot_key({"forget"}), HasSubstr("add, revoke or list"));
    EXPECT_THAT(server.bot_key({"revoke", "Zaphod"}), HasSubstr("no bot of this name"));
    const std::string old_key = server.make_bot_key("Zaphod");
    const std::string key = server.make_bot_key("Zaphod");
    const std::string gone = server.make_bot_key("Trillian");
    server.bot_key({"revoke", "Trillian"});
    EXPECT_THAT(server.bot_key({"list"}), HasSubstr("has a key  Zaphod\n"));
    EXPECT_THAT(server.bot_key({"list"}), HasSubstr("revoked  Trillian\n"));
    EXPECT_THAT(server.bot_key({"list"}), ::testing::Not(HasSubstr(key)));
    server.start();
    const auto code = [&](const std::string& name, const std::string& with) {
        TestClient client(server.port());
        return client.refusal<HelloOk>(Hello{{1}, "test", "1", BotAuth{name, with}, ""});
    };
    EXPECT_EQ(code("Zaphod", old_key), "bad_credentials");
    EXPECT_EQ(code("Zaphod", key), "accepted");
    EXPECT_EQ(code("Trillian", gone), "bad_credentials");

    TestClient program(server.port());
    program.hello(BotAuth{"Zaphod", key});
    TestClient person = TestClient::guest(server.port());
    EXPECT_EQ(person.lobby().players, 1) << "programs are not counted among the people";
}

/// The example, as a process that ends with this.
class ExampleBot {
  public:
    ExampleBot(const std::string& name, const std::string& key) {
        const std::string url = world().server.url();
        const std::string environment = "PENTAD_BOT_KEY=" + key;
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("No pipe.");
        process_ = ::fork();
        if (process_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::putenv(const_cast<char*>(environment.c_str()));
            ::execlp("python3", "python3", PENTAD_BOT_PROGRAM, "--name", name.c_str(), "--server",
                     url.c_str(), static_cast<char*>(nullptr));
            ::_exit(127);
        }
        ::close(ends[1]);
        char byte = 0;
        while (::read(ends[0], &byte, 1) == 1 && byte != '\n') said_ += byte;
        ::close(ends[0]);
    }
    ~ExampleBot() {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    ExampleBot(const ExampleBot&) = delete;
    ExampleBot& operator=(const ExampleBot&) = delete;

    /// Its first line: it has offered itself.
    const std::string& said() const { return said_; }

  private:
    pid_t process_ = -1;
    std::string said_;
};

TEST(ExampleBotProgram, PlaysEveryGameToItsEnd) {
    const ExampleBot example("Marvin", world().keys.at("Marvin"));
    ASSERT_THAT(example.said(), HasSubstr("Marvin plays"));
    TestClient person = TestClient::guest(port());
    for (const GameCard& game : person.session().games) {
        SCOPED_TRACE(game.game);
        std::string id;
        BotsList wanted;
        wanted.game = game.game;
        for (const AvailableBot& one : person.request<BotList>(wanted).bots)
            if (one.player.name == "Marvin") id = one.player.id;
        ASSERT_FALSE(id.empty());
        RoomCreate create = table_with(id, game.game);
        create.seats[0].kind = ChairKind::bot;
        create.seats[0].level = 2;
        const RoomEntered entered = person.create(create);
        const std::string match = wait_for_start(person);
        person.until_over(match);
        const auto& seen = person.match(match);
        EXPECT_NE(seen.now.result->reason, "bot_failed");
        person.request<Empty>(RoomLeave{}, "", entered.room);
    }
}

TEST(ExampleBotProgram, ClaimsTheWinWhenThePersonHasLeft) {
    const ExampleBot example("Zarniwoop", world().keys.at("Zarniwoop"));
    TestClient person = TestClient::guest(port());
    std::string id;
    for (const AvailableBot& one : person.request<BotList>(BotsList{}).bots)
        if (one.player.name == "Zarniwoop") id = one.player.id;
    ASSERT_FALSE(id.empty());
    const std::string match = begin(person, table_with(id));
    TestClient watcher = TestClient::guest(port());
    watcher.watch(match);
    next_move(person, match);
    person.until_my_turn(match);
    person.play(match, person.match(match).now.legal->front());
    next_move(person, match);
    next_move(person, match);
    person.cut();
    watcher.until_over(match);
    EXPECT_EQ(*watcher.match(match).now.result, (Result{Side::first, "claim"}));
}

}  // namespace
}  // namespace pentad::testing
