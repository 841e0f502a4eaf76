// What the pool of the server's own bots promises to people: hints, bots that need nobody, and searches that
// get in nobody's way.

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <iostream>
#include <mutex>
#include <thread>
#include "tests/e2e/open_loop.hpp"
#include "tests/support/complete_log.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using ::testing::Contains;
using Steady = std::chrono::steady_clock;

ServerProcess& server() {
    static ServerProcess process;
    return process;
}

ChairRequest computer(int level, std::int64_t seed = 7) {
    ChairRequest chair;
    chair.kind = ChairKind::bot;
    chair.level = level;
    chair.seed = seed;
    return chair;
}

RoomCreate table(const std::string& game) {
    RoomCreate create;
    create.game = game;
    create.first_seat = FirstSeat::chair0;
    return create;
}

std::string wait_for_start(TestClient& client, const std::string& room) {
    return client
        .wait_event(
            [&](const Event& it) { return std::holds_alternative<MatchStarted>(it.body) && it.room == room; },
            TestClient::patience, "match.started")
        .match;
}

/// Two people at a table, the game begun; `first` moves first.
struct Pair {
    TestClient first;
    TestClient second;
    std::string match;
};
Pair two_at_a_table(ServerProcess& process, RoomCreate create) {
    Pair pair{TestClient::guest(process.port()), TestClient::guest(process.port()), ""};
    const RoomEntered entered = pair.first.create(std::move(create));
    RoomJoin join;
    join.code = entered.code;
    pair.second.join(join);
    pair.first.request<Empty>(RoomReady{true}, "", entered.room);
    pair.second.request<Empty>(RoomReady{true}, "", entered.room);
    pair.match = wait_for_start(pair.first, entered.room);
    wait_for_start(pair.second, entered.room);
    return pair;
}

TEST(Hint, IsALegalMoveInEveryGameForWhoeverIsToMove) {
    const auto games = TestClient::guest(server().port()).session().games;
    for (const GameCard& game : games) {
        SCOPED_TRACE(game.game);
        Pair pair = two_at_a_table(server(), table(game.game));
        const auto legal = *pair.first.match(pair.match).now.legal;
        const Hint hint = pair.first.request<Hint>(HintGet{0}, pair.match);
        EXPECT_EQ(hint.turn, 0);
        EXPECT_THAT(legal, Contains(hint.move));
        EXPECT_EQ(hint.line.empty() ? hint.move : hint.line.front(), hint.move);
        EXPECT_EQ(pair.first.request<Hint>(HintGet{0}, pair.match).move, hint.move)
            << "the same for everybody";
        EXPECT_EQ(pair.second.refusal<Hint>(HintGet{0}, pair.match), "not_your_turn");
        EXPECT_EQ(pair.first.refusal<Hint>(HintGet{1}, pair.match), "future_turn");
        pair.first.play(pair.match, hint.move);
        EXPECT_EQ(pair.first.refusal<Hint>(HintGet{0}, pair.match), "stale_turn");
        EXPECT_EQ(pair.second.request<Hint>(HintGet{1}, pair.match).turn, 1);
        TestClient stranger = TestClient::guest(server().port());
        stranger.watch(pair.match);
        EXPECT_EQ(stranger.refusal<Hint>(HintGet{1}, pair.match), "not_seated");
        pair.second.request<Empty>(MatchResign{}, pair.match);
        EXPECT_EQ(pair.first.refusal<Hint>(HintGet{1}, pair.match), "match_over");
    }
}

TEST(Bots, MoveWithNobodyConnectedAndEndTheirGames) {
    // B21. The longest game that two computers of these levels play is far from a thousand moves.
    const auto games = TestClient::guest(server().port()).session().games;
    std::vector<std::string> matches;
    {
        TestClient maker = TestClient::guest(server().port());
        for (const GameCard& game : games) {
            RoomCreate create = table(game.game);
            create.seats = {computer(2), computer(1)};
            const RoomEntered entered = maker.create(create);
            matches.push_back(entered.snapshot.summary.match ? *entered.snapshot.summary.match
                                                             : wait_for_start(maker, entered.room));
        }
        maker.cut();
    }
    for (const std::string& match : matches) {
        const auto deadline = Steady::now() + 3 * TestClient::patience;
        std::string seen;
        do seen = server().get("/api/v1/matches/" + match);
        while (seen.find("\"result\":null") != std::string::npos && Steady::now() < deadline);
        EXPECT_NE(seen.find("\"winner\""), std::string::npos) << seen.substr(0, 200);
    }
}

/// So many rooms in which computers of these levels play each other without a pause.
void fill(TestClient& host, const std::string& game, int rooms, int level, std::int64_t seed = 1) {
    for (int i = 0; i < rooms; ++i) {
        RoomCreate create = table(game);
        create.seats = {computer(level, seed + 2 * i), computer(level, seed + 2 * i + 1)};
        create.spectators = false;
        const RoomEntered entered = host.create(create);
        host.request<Empty>(RoomLeave{}, "", entered.room);
    }
}

/// Searches that are under way or wait for a worker.
int searches(const ServerProcess& process) {
    const std::string metrics = RawSocket(metrics_port(process)).request("GET", "/metrics").body;
    int sum = 0;
    for (const char* state : {"thinking", "waiting"}) {
        const std::string name = std::string("pentad_bot_jobs{state=\"") + state + "\"} ";
        sum += std::atoi(metrics.c_str() + metrics.find(name) + name.size());
    }
    return sum;
}

/// A server that has nothing against so many people at one address.
struct PublicServer : ServerProcess {
    explicit PublicServer(std::vector<std::string> more_arguments = {})
        : ServerProcess(with(std::move(more_arguments))) {}

    static std::vector<std::string> with(std::vector<std::string> arguments) {
        for (const char* flag : {"--max-links-per-address", "--hellos-per-minute", "--max-rooms-per-address"})
            arguments.insert(arguments.end(), {flag, "0"});
        arguments.insert(arguments.end(), {"--max-rooms-per-player", "100", "--metrics-port", "0"});
        return arguments;
    }
};

/// What people feel of a server where nobody searches, while the other stands still, and of the other one.
class Comparison {
  public:
    /// `searches` run at a time on the busy one: while it stands still, so many threads take their place.
    /// REQUIRES: both servers outlive this.
    Comparison(const ServerProcess& quiet, const ServerProcess& busy, const std::vector<std::string>& games,
               int searches)
        : busy_(busy.pid()),
          searches_(searches),
          on_quiet_(quiet.port(), games),
          on_busy_(busy.port(), games) {}

    /// By turns, so that whatever else the machine does slows both.
    void measure() {
        on_quiet_.forget();
        on_busy_.forget();
        for (int round = 0; round < 6; ++round) {
            ::kill(busy_, SIGSTOP);
            measure_quiet(450ms);
            ::kill(busy_, SIGCONT);
            // What fell due on it while it stood still is not what is measured.
            on_busy_.warm_up(50ms);
            on_busy_.play(450ms);
        }
        std::cout << "quiet: " << on_quiet_.felt().text() << "\nbusy:  " << on_busy_.felt().text()
                  << std::endl;
    }
    const Felt& quiet() const { return on_quiet_.felt(); }
    const Felt& busy() const { return on_busy_.felt(); }

  private:
    /// Where processors are shared out among sessions or containers before priorities count, whatever one of
    /// them does at the lowest priority is at the expense of its own share. That is the machine's doing, so
    /// it has to slow both servers; that searches have a low priority, and hold nothing that a move waits
    /// for, is the busy server's.
    void measure_quiet(std::chrono::milliseconds how_long) {
        std::vector<std::jthread> workers;
        for (int i = 0; i < searches_; ++i)
            workers.emplace_back([](const std::stop_token& stop) {
                ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 19);  // this thread's alone
                while (!stop.stop_requested()) continue;
            });
        on_quiet_.play(how_long);
        for (std::jthread& worker : workers) worker.request_stop();
    }

    const pid_t busy_;
    const int searches_;
    People on_quiet_, on_busy_;
};

/// Of a hundred moves and pings the slowest but one waits no longer than this, in milliseconds. A machine
/// that is so loaded that not even the quiet server keeps to it proves nothing by that alone: then half of
/// what is promised may come on top of the quiet server's.
struct Bound {
    double moves = 0;
    double pongs = 0;

    bool holds_for_moves(const Comparison& seen) const {
        return holds(moves, seen.busy().moves, seen.quiet().moves);
    }
    bool holds_for_pongs(const Comparison& seen) const {
        return holds(pongs, seen.busy().pongs, seen.quiet().pongs);
    }

  private:
    static bool holds(double most, const load::Latencies& busy, const load::Latencies& quiet) {
        return Felt::p99(busy) < std::max(most, Felt::p99(quiet) + most / 2);
    }
};

/// For moves and for pongs the best of some tries: one stall of the machine is not the server's. A try takes
/// six seconds, and longer only where answers are late; then there are fewer.
bool keeps_within(const Bound& bound, Comparison& comparison, const std::function<void()>& before_each) {
    const auto end = Steady::now() + 14s;
    bool moves = false, pongs = false;
    do {
        before_each();
        comparison.measure();
        moves = moves || bound.holds_for_moves(comparison);
        pongs = pongs || bound.holds_for_pongs(comparison);
    } while (!(moves && pongs) && Steady::now() < end);
    return moves && pongs;
}

/// Lets a process stand still for 250 ms of every 650.
class Standstills {
  public:
    explicit Standstills(pid_t process)
        : thread_([process](const std::stop_token& stop) {
              std::mutex mutex;
              std::unique_lock lock(mutex);
              std::condition_variable_any never;
              const auto wait = [&](auto how_long) {
                  never.wait_for(lock, stop, how_long, [] { return false; });
              };
              while (!stop.stop_requested()) {
                  wait(400ms);
                  ::kill(process, SIGSTOP);
                  wait(250ms);
                  ::kill(process, SIGCONT);
              }
          }) {}

  private:
    std::jthread thread_;
};

constexpr Bound b18{150, 100};
constexpr Bound s49{100, 100};

TEST(Pool, FiftyRoomsOfBotsAndStillAPersonsMovesAreAcknowledged) {
    const PublicServer quiet, busy({"--bot-workers", "2"});
    TestClient host = TestClient::guest(busy.port());
    const std::string game = host.session().games.back().game;
    Comparison comparison(quiet, busy, {game}, 2);
    std::int64_t seed = 1;
    // Games end meanwhile.
    const auto fill_up = [&] { fill(host, game, 50 - searches(busy), 5, seed += 1000); };
    EXPECT_TRUE(keeps_within(s49, comparison, fill_up)) << "the searches keep people waiting";
    EXPECT_GE(searches(busy), 25) << "otherwise it is no test";
}

TEST(Pool, HardSearchesKeepNobodyWaiting) {
    const PublicServer quiet, busy({"--bot-workers", "2"});
    TestClient host = TestClient::guest(busy.port());
    const std::vector<std::string> games{"claustro", "bounce"};
    for (const std::string& game : games) fill(host, game, 32, 8);
    Comparison comparison(quiet, busy, games, 2);
    EXPECT_TRUE(keeps_within(b18, comparison, [] {})) << "the searches keep people waiting";
    EXPECT_GE(searches(busy), 60) << "otherwise it is no test";
}

TEST(Pool, NoticesAServerThatStandsStill) {
    // What is said of the busy servers is said by something that would say otherwise of a bad one.
    const PublicServer quiet, bad;
    const auto game = TestClient::guest(quiet.port()).session().games.back().game;
    Comparison comparison(quiet, bad, {game}, 0);
    const Standstills standstills(bad.pid());
    EXPECT_FALSE(keeps_within(b18, comparison, [] {}));
}

}  // namespace
}  // namespace pentad::testing
