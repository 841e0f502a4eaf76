// Machines that fail under a running server: clocks that jump, disks that are slow or full, a process that
// stands still.

#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <fstream>

#include "protocol/record/verify.hpp"
#include "server/base/server_clock.hpp"
#include "tests/support/complete_log.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;
using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto day = std::chrono::hours(24);

struct Table {
    TestClient person;
    std::string match;

    std::string play() {
        const std::string move = person.match(match).now.legal->front();
        person.play(match, move);
        return move;
    }
};

struct Output {
    int status = -1;
    std::string text;
};

/// A command of the shell, run to its end.
Output run(const std::string& command) {
    Output output;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    char part[512];
    while (std::fgets(part, sizeof part, pipe) != nullptr) output.text += part;
    const int status = ::pclose(pipe);
    output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return output;
}

/// Somebody plays both sides, by this clock.
Table sit_down(const ServerProcess& server, const TimeControl& tc = {}) {
    Table table{TestClient::guest(server.port()), ""};
    RoomCreate create;
    create.game = table.person.session().games.front().game;
    create.hotseat = true;
    create.tc = tc;
    const std::string room = table.person.create(create).room;
    table.person.request<Empty>(RoomReady{true}, "", room);
    table.match =
        table.person
            .wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                        TestClient::patience, "the start")
            .match;
    return table;
}

TestClient back(const ServerProcess& server, const std::string& token) {
    TestClient client(server.port());
    client.hello(TokenAuth{token});
    client.keep_token(token);
    return client;
}

TimeControl fischer(milliseconds initial) { return {TimeControlKind::fischer, initial, 0ms, 0ms}; }

#ifdef PENTAD_PRELOAD_CLOCK

void expect_verified(const ServerProcess& server, const std::string& match) {
    const std::string record = server.get("/api/v1/matches/" + match + "/record");
    const auto verified = record::verify(record);
    EXPECT_TRUE(verified) << verified.error().text << "\n" << record;
}

/// The wall clock of a server, which the test moves while it runs.
class WallClock {
  public:
    void wrong_by(std::chrono::seconds by) const { std::ofstream(file_) << by.count(); }
    std::map<std::string, std::string> environment() const {
        return {{"LD_PRELOAD", PENTAD_PRELOAD_CLOCK}, {"PENTAD_CLOCK_FILE", file_}};
    }
    ~WallClock() { std::filesystem::remove(file_); }

  private:
    const std::string file_ =
        (std::filesystem::temp_directory_path() / ("pentad_clock_" + std::to_string(::getpid()))).string();
};

// S48
TEST(Faults, AWallClockThatJumpsMovesNoDeadline) {
    const WallClock wall;
    wall.wrong_by(0s);
    ServerProcess server({"--idle-timeout-ms", "2000", "--least-turn-ms", "1"}, wall.environment());
    Table slow = sit_down(server, fischer(60s));
    slow.play();
    for (const auto by : {10 * day, -10 * day, 0 * day}) {
        wall.wrong_by(by);
        SCOPED_TRACE(by.count());
        slow.play();
        const auto remaining = *slow.person.match(slow.match).now.clock.remaining;
        EXPECT_GT(remaining[0], 50s);
        EXPECT_GT(remaining[1], 50s);
        // A flag falls when it has to, neither sooner nor later.
        Table fast = sit_down(server, {TimeControlKind::permove, 0ms, 0ms, 800ms});
        fast.play();
        fast.play();
        const auto moved = Steady::now();
        fast.person.until_over(fast.match);
        const auto took = Steady::now() - moved;
        EXPECT_EQ(fast.person.match(fast.match).now.result->reason, "timeout");
        EXPECT_GT(took, 700ms);
        EXPECT_LT(took, 1800ms);
        expect_verified(server, fast.match);
        // The link is no more idle than before.
        slow.person.catch_up();
    }
    EXPECT_FALSE(slow.person.match(slow.match).now.result);
}

TEST(Faults, AWallClockThatJumpsWhileTheServerIsDownChargesNobody) {
    const WallClock wall;
    wall.wrong_by(0s);
    ServerProcess server({}, wall.environment());
    Table table = sit_down(server, fischer(60s));
    table.play();
    table.play();
    for (const auto by : {10 * day, -10 * day}) {
        SCOPED_TRACE(by.count());
        server.kill();
        wall.wrong_by(by);
        server.start();
        table.person = back(server, table.person.token());
        const MatchSnapshot now = table.person.watch(table.match);
        EXPECT_FALSE(now.result);
        EXPECT_GT((*now.clock.remaining)[0], 50s);
        EXPECT_GT((*now.clock.remaining)[1], 50s);
        table.play();
    }
    table.person.request<Empty>(MatchResign{Side::first}, table.match);
    expect_verified(server, table.match);
}

#endif

#ifdef PENTAD_PRELOAD_DISK

TEST(Faults, ASlowDiskHoldsUpNothingButWhatHasToBeStored) {
    constexpr auto slow = 200ms;
    ServerProcess server({}, {{"LD_PRELOAD", PENTAD_PRELOAD_DISK},
                              {"PENTAD_DISK_FOLDER", "{folder}/data"},
                              {"PENTAD_SYNC_MS", std::to_string(slow.count())}});
    std::vector<Table> tables;
    for (int i = 0; i < 4; ++i) tables.push_back(sit_down(server, fischer(60s)));
    TestClient other = TestClient::guest(server.port());
    const auto start = Steady::now();
    for (Table& table : tables) {
        const auto& now = table.person.match(table.match).now;
        table.person.post(MovePlay{now.turn, now.legal->front(), TestClient::new_move_id(), {}}, table.match);
    }
    // Others are answered meanwhile.
    std::chrono::nanoseconds worst{};
    for (int i = 0; i < 20; ++i) {
        const auto asked = Steady::now();
        other.request<Pong>(Ping{});
        worst = std::max<std::chrono::nanoseconds>(worst, Steady::now() - asked);
    }
    RecordProperty("worst_pong_us",
                   static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(worst).count()));
    EXPECT_LT(worst, slow / 2);
    for (Table& table : tables) table.person.settle();
    const auto took = Steady::now() - start;
    EXPECT_GE(took, slow) << "nothing is acknowledged before it is on the disk";
    EXPECT_LT(took, 4 * slow) << "what waits is stored together";
    for (Table& table : tables) {
        table.person.catch_up();
        EXPECT_EQ(table.person.outcomes().at("ok"), 1);
        // Both wait for the disk; neither pays for it: not even who answers as soon as he hears of a move.
        table.play();
        for (int i = 0; i < 2; ++i) {
            const auto& now = table.person.match(table.match).now;
            const MovePlay move{now.turn, now.legal->front(), TestClient::new_move_id(), {}};
            EXPECT_LT(table.person.request<MoveAccepted>(move, table.match).charged, slow / 2);
            table.person.catch_up();
        }
    }
}

#endif

// S63
TEST(Faults, AFullDiskRefusesMovesAndTakesThemWhenThereIsRoomAgain) {
    ServerProcess server;
    Table table = sit_down(server, fischer(60s));
    table.play();
    const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
    const rlimit full{std::filesystem::file_size(server.folder() / "data" / "pentad.db-wal"), RLIM_INFINITY};
    ASSERT_EQ(::prlimit(server.pid(), RLIMIT_FSIZE, &full, nullptr), 0);
    const auto& now = table.person.match(table.match).now;
    const MovePlay move{now.turn, now.legal->front(), "the-move", {}};
    for (int i = 0; i < 3; ++i) EXPECT_EQ(table.person.refusal<MoveAccepted>(move, table.match), "storage");
    table.person.request<Pong>(Ping{});
    EXPECT_EQ(table.person.match(table.match).now.turn, move.turn);
    ASSERT_EQ(::prlimit(server.pid(), RLIMIT_FSIZE, &unlimited, nullptr), 0);
    EXPECT_EQ(table.person.request<MoveAccepted>(move, table.match).turn, move.turn + 1);
    table.play();
    server.kill();
    server.start();
    EXPECT_EQ(back(server, table.person.token()).watch(table.match).ply, 3);
}

/// Waits until /readyz answers this.
void wait_for_readiness(const ServerProcess& server, int status, std::chrono::seconds limit) {
    const auto deadline = Steady::now() + limit;
    HttpReply reply;
    while ((reply = RawSocket(server.port()).request("GET", "/readyz")).status != status) {
        if (Steady::now() > deadline) throw std::runtime_error("/readyz says " + reply.body);
        ::poll(nullptr, 0, 20);
    }
    EXPECT_EQ(reply.body, status == 200 ? "ready\n" : "{\"ready\":false,\"reasons\":[\"storage\"]}\n");
}

/// A sample of /metrics.
std::string metric(const ServerProcess& server, const std::string& name) {
    const std::string body = RawSocket(metrics_port(server)).request("GET", "/metrics").body;
    const auto at = body.find("\n" + name + " ");
    if (at == body.npos) return "";
    const auto value = at + name.size() + 2;
    return body.substr(value, body.find('\n', value) - value);
}

/// By its own means a server sees within five seconds what keeps it from storing; here is a slow machine.
constexpr auto seconds = 12s;

TEST(Faults, AFullDiskIsToldThoughNobodyWritesAndTheServerIsReadyWhenThereIsRoomAgain) {
    ServerProcess server({"--metrics-port", "0"});
    wait_for_readiness(server, 200, seconds);
    EXPECT_EQ(metric(server, "pentad_store_healthy"), "1");
    EXPECT_EQ(metric(server, "pentad_store_failures_total"), "0");
    const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
    const rlimit full{std::filesystem::file_size(server.folder() / "data" / "pentad.db-wal"), RLIM_INFINITY};
    ASSERT_EQ(::prlimit(server.pid(), RLIMIT_FSIZE, &full, nullptr), 0);
    wait_for_readiness(server, 503, seconds);
    EXPECT_EQ(metric(server, "pentad_store_healthy"), "0");
    EXPECT_NE(metric(server, "pentad_store_failures_total"), "0");
    EXPECT_EQ(server.get("/healthz"), "ok\n");
    // Longer than the tries that follow; none of them is told by itself.
    ::prlimit(server.pid(), RLIMIT_FSIZE, &unlimited, nullptr);
    wait_for_readiness(server, 200, seconds);
    EXPECT_EQ(metric(server, "pentad_store_healthy"), "1");
    const std::string log = complete_log(server);
    const std::string said = "the store takes no writes: ";
    ASSERT_THAT(log, HasSubstr(said));
    EXPECT_THAT(log.substr(log.find(said) + said.size()), Not(HasSubstr(said)));
    EXPECT_THAT(log, HasSubstr("the store takes writes again"));
}

TEST(Faults, ADatabaseThatIsMovedAwayTakesNoMovesUntilItIsBack) {
    ServerProcess server;
    Table table = sit_down(server);
    table.play();
    const auto file = server.folder() / "data" / "pentad.db", away = server.folder() / "away";
    std::filesystem::rename(file, away);
    wait_for_readiness(server, 503, seconds);
    std::filesystem::copy_file(away, file);
    const auto& now = table.person.match(table.match).now;
    const MovePlay move{now.turn, now.legal->front(), "the-move", {}};
    EXPECT_EQ(table.person.refusal<MoveAccepted>(move, table.match), "storage")
        << "another file is no better";
    std::filesystem::rename(away, file);
    wait_for_readiness(server, 200, seconds);
    EXPECT_EQ(table.person.request<MoveAccepted>(move, table.match).turn, move.turn + 1);
    server.kill();
    server.start();
    EXPECT_EQ(back(server, table.person.token()).watch(table.match).ply, 2);
}

TEST(Faults, OfADatabaseThatWasRemovedAllThatWasAcknowledgedCanStillBeCopied) {
    for (const std::string gone : {"pentad.db", "pentad.db-wal"}) {
        SCOPED_TRACE(gone);
        ServerProcess server;
        Table table = sit_down(server);
        table.play();
        table.play();
        const std::string data = (server.folder() / "data").string();
        ASSERT_TRUE(std::filesystem::remove(data + "/" + gone));
        const auto& now = table.person.match(table.match).now;
        const MovePlay move{now.turn, now.legal->front(), "the-move", {}};
        EXPECT_EQ(table.person.refusal<MoveAccepted>(move, table.match), "storage");
        wait_for_readiness(server, 503, seconds);
        EXPECT_THAT(complete_log(server), HasSubstr(gone + " was removed or replaced"));
        const std::string admin = ServerProcess::program() + " admin --data " + data;
        const Output copied = run(admin + " backup rescued.db");
        EXPECT_EQ(copied.status, 0) << copied.text;
        EXPECT_EQ(server.terminate(), 0);
        const Output restored = run(admin + " restore " + data + "/rescued.db");
        EXPECT_EQ(restored.status, 0) << restored.text;
        server.start();
        EXPECT_EQ(back(server, table.person.token()).watch(table.match).ply, 2);
        wait_for_readiness(server, 200, seconds);
    }
}

TEST(Faults, AProcessThatStoodStillGoesOnAndChargesNobody) {
    ServerProcess server({"--idle-timeout-ms", "1500"});
    Table table = sit_down(server, fischer(60s));
    table.play();
    table.play();
    ::kill(server.pid(), SIGSTOP);
    const auto& now = table.person.match(table.match).now;
    const MovePlay move{now.turn, now.legal->front(), TestClient::new_move_id(), {}};
    table.person.post(move, table.match);
    ::poll(nullptr, 0, 7'000);
    ::kill(server.pid(), SIGCONT);
    // The link is still there: that nothing was heard was not the peer's fault.
    table.person.settle();
    table.person.catch_up();
    EXPECT_EQ(table.person.outcomes().at("ok"), 1);
    // What is not noticed at once is charged, no more.
    EXPECT_GT((*table.person.match(table.match).now.clock.remaining)[0],
              60s - server::ServerClock::stands_after - 1s);
    table.play();
}

// S64, S65
TEST(Faults, AServerThatCannotUseItsDatabaseSaysWhyAndEnds) {
    const auto refusal_of = [](ServerProcess& server) -> std::string {
        try {
            server.start();
        } catch (const std::runtime_error& ended) {
            return ended.what();
        }
        return "it started";
    };
    ServerProcess server;
    sit_down(server).play();
    const Output second =
        run(ServerProcess::program() + " --port 0 --data " + (server.folder() / "data").string());
    EXPECT_EQ(second.status, 1);
    EXPECT_THAT(second.text, HasSubstr("Another process has it open"));
    EXPECT_EQ(server.terminate(), 0);
    const auto file = server.folder() / "data" / "pentad.db";
    // A sound file of which something cannot be understood is not written over.
    const auto change = [&](const std::string& sql) {
        return run("python3 -c \"import sqlite3; d = sqlite3.connect('" + file.string() + "'); d.execute('" +
                   sql + "'); d.commit()\"");
    };
    EXPECT_EQ(change("UPDATE rooms SET tc_kind = tc_kind || 1").text, "");
    EXPECT_THAT(refusal_of(server), HasSubstr("the open rooms cannot be read"));
    EXPECT_EQ(change("UPDATE rooms SET tc_kind = rtrim(tc_kind, 1)").text, "");
    EXPECT_EQ(refusal_of(server), "it started");
    EXPECT_EQ(server.terminate(), 0);
    {
        std::fstream damage(file, std::ios::binary | std::ios::in | std::ios::out);
        damage.seekp(100);
        damage << std::string(4000, 'x');
    }
    EXPECT_THAT(refusal_of(server), HasSubstr("It is damaged"));
}

}  // namespace
}  // namespace pentad::testing
