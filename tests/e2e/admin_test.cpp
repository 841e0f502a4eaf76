// What the operator does to a server that runs, with the operator's own program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "tests/support/complete_log.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Output {
    int status = -1;
    std::string text;
};

Output run(const std::string& command) {
    Output output;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return output;
    char part[512];
    while (std::fgets(part, sizeof part, pipe) != nullptr) output.text += part;
    const int status = ::pclose(pipe);
    output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return output;
}

class Admin : public ::testing::Test {
  protected:
    ServerProcess server_;

    std::string data() const { return (server_.folder() / "data").string(); }
    Output admin(const std::string& words) const {
        return run(ServerProcess::program() + " admin --data " + data() + " " + words);
    }
    /// The close code that a link gets.
    int sent_away(const std::string& hello) const {
        RawSocket link(server_.port());
        if (link.upgrade().status != 101) return 0;
        link.send_text(hello);
        return link.until_closed();
    }
    /// A guest who has had a seat once, and so is stored.
    TestClient stored_guest(const std::string& name) const {
        TestClient guest = TestClient::guest(server_.port(), name);
        protocol::RoomCreate create;
        create.game = guest.session().games.front().game;
        const auto room = guest.request<protocol::RoomEntered>(create);
        guest.request<protocol::Empty>(protocol::RoomLeave{}, "", room.room);
        return guest;
    }
    static std::string hello_with(const std::string& token) {
        return R"({"type":"hello","id":1,"data":{"protocol":[1],"client":{"name":"t","version":"1"},)"
               R"("auth":{"kind":"token","token":")" +
               token + R"("}}})";
    }
};

TEST_F(Admin, OnlyTheServersUserCanOpenTheSocketAndTheDatabase) {
    struct stat socket {};
    ASSERT_EQ(::stat((data() + "/admin.sock").c_str(), &socket), 0);
    EXPECT_TRUE(S_ISSOCK(socket.st_mode));
    EXPECT_EQ(socket.st_mode & 0777U, 0600U);
    struct stat file {};
    ASSERT_EQ(::stat((data() + "/pentad.db").c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0077U, 0U);
}

TEST_F(Admin, WhatCommandsMakeIsTheServersUsersAloneToo) {
    EXPECT_EQ(server_.terminate(), 0);
    const auto is_private = [&](const std::string& folder) {
        int files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(server_.folder() / folder)) {
            EXPECT_EQ(entry.status().permissions() & std::filesystem::perms(0077),
                      std::filesystem::perms::none)
                << entry.path();
            ++files;
        }
        EXPECT_GE(files, 1);
    };
    const auto in = [&](const std::string& folder) { return (server_.folder() / folder).string(); };
    const std::string program = "umask 022; " + ServerProcess::program();
    EXPECT_EQ(run(program + " bot-key add Deep --data " + in("keys")).status, 0);
    is_private("keys");
    run("cp " + data() + "/pentad.db " + in("copy.db"));
    EXPECT_EQ(run(program + " admin --data " + in("restored") + " restore " + in("copy.db")).status, 0);
    is_private("restored");
}

TEST_F(Admin, AsksForKeysWhereThereIsADatabaseAndMakesNone) {
    const std::string folder = (server_.folder() / "none").string();
    for (const char* command : {"list", "revoke Deep"}) {
        const Output refused = run(ServerProcess::program() + " bot-key " + command + " --data " + folder);
        EXPECT_EQ(refused.status, 1) << command;
        EXPECT_THAT(refused.text, HasSubstr("there is no database " + folder));
    }
    EXPECT_FALSE(std::filesystem::exists(folder));
    const std::string in_memory = "cd " + server_.folder().string() + " && " + ServerProcess::program();
    for (const char* command : {" bot-key add Deep --data :memory:", " admin --data :memory: restore log"})
        EXPECT_EQ(run(in_memory + command).status, 1);
    EXPECT_FALSE(std::filesystem::exists(server_.folder() / ":memory:"));
}

TEST_F(Admin, SaysWhatItCanDoAndWhoIsHere) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    EXPECT_THAT(admin("help").text, HasSubstr("backup FILE"));
    EXPECT_THAT(admin("status").text, HasSubstr("connections 1\n"));
    EXPECT_THAT(admin("players").text, HasSubstr(ann.player() + "  127.0.0.1  0  Ann"));
    EXPECT_EQ(admin("dance").status, 2);
    EXPECT_EQ(admin("kick").status, 2);
    EXPECT_THAT(admin("kick Nobody").text, HasSubstr("no such player"));
}

TEST_F(Admin, KicksBansAndUnbansAPlayer) {
    TestClient ann = stored_guest("Ann");
    TestClient bob = TestClient::guest(server_.port(), "Bob");
    EXPECT_THAT(admin("kick Ann").text, HasSubstr("Ended 1 sessions"));
    EXPECT_EQ(ann.until_closed(), 4004);
    TestClient back(server_.port());
    back.hello(protocol::TokenAuth{ann.token()});
    EXPECT_EQ(admin("ban Ann 1h spam").status, 0);
    EXPECT_EQ(back.until_closed(), 4005);
    EXPECT_EQ(sent_away(hello_with(ann.token())), 4005);
    EXPECT_THAT(admin("sanctions").text, HasSubstr("spam"));

    // A ban outlives the process.
    EXPECT_EQ(server_.terminate(), 0);
    server_.start();
    EXPECT_EQ(sent_away(hello_with(ann.token())), 4005);
    EXPECT_THAT(admin("unban " + ann.player()).text, HasSubstr("Lifted"));
    TestClient again(server_.port());
    EXPECT_EQ(again.hello(protocol::TokenAuth{ann.token()}).player.name, "Ann");
    const std::string audit = admin("audit").text;
    for (const char* what : {"kick Ann", "ban Ann 1h spam", "unban "}) EXPECT_THAT(audit, HasSubstr(what));
}

TEST_F(Admin, ABanOverAfterItsTime) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    EXPECT_EQ(admin("ban Ann 1s").status, 0);
    EXPECT_EQ(ann.until_closed(), 4005);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::string name;
    while (name.empty() && std::chrono::steady_clock::now() < deadline) {
        try {
            TestClient back(server_.port());
            name = back.hello(protocol::TokenAuth{ann.token()}).player.name;
        } catch (const BrokenPromise&) {
            std::this_thread::yield();
        }
    }
    EXPECT_EQ(name, "Ann");
}

TEST_F(Admin, BansAnAddressBeforeItSaysAnything) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    EXPECT_THAT(admin("ban 127.0.0.0/8").text, HasSubstr("ended 1 sessions"));
    EXPECT_EQ(ann.until_closed(), 4005);
    RawSocket link(server_.port());
    EXPECT_EQ(link.upgrade().status, 101);
    EXPECT_EQ(link.until_closed(), 4005);
    EXPECT_EQ(admin("unban 127.0.0.0/8").status, 0);
    TestClient::guest(server_.port(), "Bob");
}

TEST_F(Admin, BansANetworkOnceHoweverItIsTyped) {
    EXPECT_THAT(admin("ban 192.0.2.7/24 1h").text, HasSubstr("192.0.2.0/24 is banned"));
    EXPECT_EQ(admin("ban 192.0.2.99/24 7d").status, 0);
    EXPECT_EQ(admin("ban 2001:DB8::7/64").status, 0);
    const std::string banned = admin("sanctions").text;
    EXPECT_EQ(std::count(banned.begin(), banned.end(), '\n'), 2) << banned;
    EXPECT_THAT(banned, HasSubstr("ban   192.0.2.0/24  until"));
    EXPECT_THAT(banned, HasSubstr("ban   2001:db8::/64  until it is lifted"));
    EXPECT_EQ(admin("unban 192.0.2.1/24").text, "Lifted.\n");
    EXPECT_EQ(admin("unban 2001:db8::/64").status, 0);
    EXPECT_EQ(admin("sanctions").text, "Nobody is banned or muted.\n");
}

TEST_F(Admin, LiftsABanOfAnOlderVersionThatKeptTheNetworkAsItWasTyped) {
    EXPECT_EQ(server_.terminate(), 0);
    EXPECT_EQ(run("python3 -c \"import sqlite3; d = sqlite3.connect('" + data() +
                  "/pentad.db'); d.execute('INSERT INTO sanctions VALUES (\\'ban_address\\', "
                  "\\'192.0.2.7/24\\', 0, NULL, \\'\\')'); d.commit()\"")
                  .text,
              "");
    server_.start();
    EXPECT_THAT(admin("sanctions").text, HasSubstr("192.0.2.7/24"));
    EXPECT_EQ(admin("unban 192.0.2.0/24").status, 0);
    EXPECT_EQ(server_.terminate(), 0);
    server_.start();
    EXPECT_EQ(admin("sanctions").text, "Nobody is banned or muted.\n");
}

TEST_F(Admin, TakesNoMistypedTimeForAReasonToBanForEver) {
    const TestClient ann = TestClient::guest(server_.port(), "Ann");
    for (const char* time : {"7days", "7", "1.5h", "100001d", "-1d", "0d"})
        for (const char* command : {"ban Ann ", "ban 192.0.2.7 ", "mute Ann "}) {
            const Output refused = admin(command + std::string(time) + " spam");
            EXPECT_EQ(refused.status, 1) << command << time;
            EXPECT_THAT(refused.text, HasSubstr("30s, 15m, 12h or 7d"));
        }
    EXPECT_EQ(admin("sanctions").text, "Nobody is banned or muted.\n");
    EXPECT_THAT(admin("ban Ann spam on 7 days").text, HasSubstr("Until it is lifted"));
}

TEST_F(Admin, HasNothingToLiftWhereNobodyIsBannedOrMuted) {
    const TestClient ann = TestClient::guest(server_.port(), "Ann");
    EXPECT_EQ(admin("mute Ann").status, 0);
    for (const char* command : {"unban Ann", "unban 192.0.2.7"}) {
        const Output nothing = admin(command);
        EXPECT_EQ(nothing.status, 1) << command;
        EXPECT_THAT(nothing.text, HasSubstr("nothing to lift"));
    }
    EXPECT_EQ(admin("unmute Ann").status, 0);
    EXPECT_EQ(admin("unmute Ann").status, 1);
}

TEST_F(Admin, MutesAPlayerAndTellsEverybodyALine) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    ann.lobby();
    const auto say = [&] { return ann.refusal(protocol::ChatSend{protocol::ChatChannel::lobby, "hello"}); };
    EXPECT_EQ(say(), "accepted");
    EXPECT_EQ(admin("mute Ann 1h").status, 0);
    EXPECT_EQ(say(), "muted");
    EXPECT_EQ(admin("unmute Ann").status, 0);
    EXPECT_EQ(say(), "accepted");
    EXPECT_EQ(admin("notice 'We restart at noon.'").status, 0);
    const auto notice = ann.wait<protocol::ServerNotice>();
    EXPECT_EQ(notice.kind, protocol::NoticeKind::message);
    EXPECT_EQ(notice.text, "We restart at noon.");
}

TEST_F(Admin, MakesAndEndsTheKeysOfBotsWhileItRuns) {
    const Output made = admin("bot-key add Deep");
    ASSERT_EQ(made.status, 0) << made.text;
    const std::string key = made.text.substr(0, made.text.find('\n'));
    TestClient bot(server_.port());
    bot.hello(protocol::BotAuth{"Deep", key});
    EXPECT_THAT(server_.bot_key({"list"}), HasSubstr("has a key  Deep"));
    EXPECT_EQ(admin("bot-key revoke Deep").status, 0);
    EXPECT_EQ(bot.until_closed(), 4004);
    TestClient late(server_.port());
    EXPECT_ANY_THROW(late.hello(protocol::BotAuth{"Deep", key}));
    EXPECT_THAT(admin("audit").text, Not(HasSubstr(key)));
    EXPECT_THAT(complete_log(server_), Not(HasSubstr(key)));
}

TEST_F(Admin, BacksUpTheLiveDatabaseAndPutsItBack) {
    const TestClient ann = stored_guest("Ann");
    const std::string file = data() + "/copy.db";
    EXPECT_THAT(admin("backup " + file).text, HasSubstr("is copied"));
    EXPECT_THAT(admin("backup " + file).text, HasSubstr("already exists"));
    const TestClient bob = stored_guest("Bob");
    EXPECT_THAT(admin("restore " + file).text, HasSubstr("Stop the server"));
    EXPECT_EQ(server_.terminate(), 0);
    const std::string nonsense = (server_.folder() / "data" / "pentad.db.nonsense").string();
    EXPECT_EQ(run("head -c 9000 /dev/urandom > " + nonsense).status, 0);
    EXPECT_THAT(admin("restore " + nonsense).text, HasSubstr("not restored"));
    EXPECT_EQ(admin("restore " + file).status, 0);
    EXPECT_TRUE(std::filesystem::exists(data() + "/pentad.db.before-restore"));
    server_.start();
    TestClient back(server_.port());
    EXPECT_EQ(back.hello(protocol::TokenAuth{ann.token()}).player.name, "Ann");
    TestClient unknown(server_.port());
    EXPECT_ANY_THROW(unknown.hello(protocol::TokenAuth{bob.token()}));
}

TEST_F(Admin, BacksUpBelowTheDataFolderAndToNowhereElse) {
    namespace fs = std::filesystem;
    const fs::path other = server_.folder() / "other";
    fs::create_directory(other);
    for (const std::string& file : {(other / "copy.db").string(), data() + "/../other/copy.db",
                                    std::string("../other/copy.db"), data() + "er.db", data()}) {
        const Output refused = admin("backup " + file);
        EXPECT_EQ(refused.status, 1) << file;
        EXPECT_THAT(refused.text, HasSubstr("below the data folder, " + data()));
    }
    EXPECT_TRUE(fs::is_empty(other));
    // By itself a name is one in there, wherever the operator is; a folder in there may be on another disk.
    EXPECT_EQ(admin("backup copy.db").text, "The database is copied to " + data() + "/copy.db.\n");
    fs::create_directory_symlink(other, data() + "/disk");
    EXPECT_EQ(admin("backup disk/copy.db").status, 0);
    fs::create_directory_symlink(data(), server_.folder() / "alias");
    EXPECT_EQ(admin("backup " + (server_.folder() / "alias" / "more.db").string()).status, 0);
    for (const fs::path& file :
         {fs::path(data()) / "copy.db", other / "copy.db", fs::path(data()) / "more.db"})
        EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600)) << file;
}

TEST_F(Admin, ForgetsAPlayer) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    EXPECT_EQ(admin("forget Ann").status, 0);
    EXPECT_EQ(ann.until_closed(), 4004);
    TestClient back(server_.port());
    EXPECT_ANY_THROW(back.hello(protocol::TokenAuth{ann.token()}));
    EXPECT_THAT(admin("audit").text, Not(HasSubstr("Ann")));
}

TEST_F(Admin, ReadsAndClosesWhatPlayersReport) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    const TestClient bob = TestClient::guest(server_.port(), "Bob");
    EXPECT_THAT(admin("reports").text, HasSubstr("No report waits"));
    ann.request<protocol::Empty>(
        protocol::PlayerReport{bob.player(), protocol::ReportReason::chat, "He shouts."});
    const std::string shown = "  chat  " + bob.player() + " (Bob)  by " + ann.player() + "  He shouts.";
    EXPECT_THAT(admin("reports").text, HasSubstr(shown));
    EXPECT_THAT(admin("reports 1h").text, HasSubstr(shown));
    EXPECT_THAT(admin("reports yesterday").text, HasSubstr("say how old"));
    EXPECT_THAT(admin("close-report 7").text, HasSubstr("no report of this number"));
    EXPECT_THAT(admin("close-report x").text, HasSubstr("say the number"));
    EXPECT_EQ(admin("close-report 1 warned").status, 0);
    EXPECT_THAT(admin("reports").text, HasSubstr("No report waits"));
    EXPECT_THAT(admin("audit").text, HasSubstr("close-report 1 (chat, " + bob.player() + ") warned  done"));
    EXPECT_THAT(complete_log(server_), Not(HasSubstr("He shouts")));
}

TEST_F(Admin, ForgetsBlocksAndReportsWithThePlayerAndARestartForgetsNone) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    TestClient bob = TestClient::guest(server_.port(), "Bob");
    ann.request<protocol::Empty>(protocol::PlayerBlock{bob.player()});
    bob.request<protocol::Empty>(protocol::PlayerReport{ann.player(), protocol::ReportReason::name, ""});
    EXPECT_EQ(server_.terminate(), 0);
    server_.start();
    TestClient back(server_.port());
    back.hello(protocol::TokenAuth{ann.token()});
    const auto blocked = back.request<protocol::BlockedPlayers>(protocol::PlayerBlocks{}).players;
    ASSERT_THAT(blocked, ::testing::SizeIs(1));
    EXPECT_EQ(blocked[0].name, "Bob");
    EXPECT_EQ(admin("forget Bob").status, 0);
    EXPECT_THAT(back.request<protocol::BlockedPlayers>(protocol::PlayerBlocks{}).players,
                ::testing::IsEmpty());
    EXPECT_THAT(admin("reports").text, HasSubstr("by p_forgotten"));
    EXPECT_EQ(admin("forget Ann").status, 0);
    EXPECT_THAT(admin("reports").text, HasSubstr("No report waits"));
}

TEST_F(Admin, HangsUpOnACommandThatIsTooLong) {
    const auto answer_to = [&](const std::string& command) {
        sockaddr_un path{AF_UNIX, {}};
        (data() + "/admin.sock").copy(path.sun_path, sizeof path.sun_path - 1);
        const int link = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        std::string answer;
        if (::connect(link, reinterpret_cast<const sockaddr*>(&path), sizeof path) == 0) {
            ::send(link, command.data(), command.size(), MSG_NOSIGNAL);
            char part[512];
            for (ssize_t size = 0; (size = ::recv(link, part, sizeof part, 0)) > 0;)
                answer.append(part, static_cast<std::size_t>(size));
        }
        ::close(link);
        return answer;
    };
    EXPECT_THAT(answer_to("players\n"), HasSubstr("0\n"));
    EXPECT_EQ(answer_to(std::string(16 * 1024 + 1, 'x')), "");
    EXPECT_EQ(admin("players").status, 0);
}

TEST_F(Admin, LetsInWhoPlaysWhileItDrains) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    const TestClient bob = TestClient::guest(server_.port(), "Bob");
    protocol::RoomCreate create;
    create.game = ann.session().games.front().game;
    create.hotseat = true;
    const std::string room = ann.create(create).room;
    ann.request<protocol::Empty>(protocol::RoomReady{true}, "", room);
    EXPECT_EQ(admin("drain").status, 0);
    ann.cut();
    TestClient back(server_.port());
    EXPECT_EQ(back.hello(protocol::TokenAuth{ann.token()}).player.name, "Ann");
    TestClient idle(server_.port());
    EXPECT_ANY_THROW(idle.hello(protocol::TokenAuth{bob.token()}));
    EXPECT_ANY_THROW(TestClient::guest(server_.port(), "Cid"));
}

TEST_F(Admin, TakesAnIdForAnIdWhoeverHasItForAName) {
    TestClient ann = stored_guest("Ann");
    TestClient impostor = stored_guest("Eve");
    // An older version let somebody have such a name.
    ann.cut();
    impostor.cut();
    EXPECT_EQ(server_.terminate(), 0);
    EXPECT_EQ(run("python3 -c \"import sqlite3; d = sqlite3.connect('" + data() +
                  "/pentad.db'); d.execute('UPDATE players SET name = ? WHERE id = ?', ('" + ann.player() +
                  "', '" + impostor.player() + "')); d.commit()\"")
                  .text,
              "");
    server_.start();
    ann.resume(server_.port());
    EXPECT_EQ(impostor.resume(server_.port()).player.name, ann.player());
    EXPECT_THAT(admin("kick " + ann.player()).text, HasSubstr("Ended 1 sessions of " + ann.player()));
    EXPECT_EQ(ann.until_closed(), 4004);
    impostor.request<protocol::Pong>(protocol::Ping{});
}

TEST_F(Admin, DrainsWithoutStopping) {
    TestClient ann = TestClient::guest(server_.port(), "Ann");
    EXPECT_EQ(admin("drain").status, 0);
    EXPECT_EQ(ann.wait<protocol::ServerNotice>().kind, protocol::NoticeKind::draining);
    protocol::RoomCreate create;
    create.game = ann.session().games.front().game;
    EXPECT_EQ(ann.refusal<protocol::RoomEntered>(create), "draining");
    const HttpReply ready = RawSocket(server_.port()).request("GET", "/readyz");
    EXPECT_EQ(ready.status, 503);
    EXPECT_EQ(ready.body, "{\"ready\":false,\"reasons\":[\"draining\"]}\n");
    EXPECT_EQ(RawSocket(server_.port()).request("GET", "/healthz").status, 200);
}

TEST(Retention, DeletesWhatEndedLongerAgoThanIsKept) {
    ServerProcess server({"--keep-finished-days", "2"});
    TestClient ann = TestClient::guest(server.port(), "Ann");
    const auto play_and_leave = [&] {
        protocol::RoomCreate create;
        create.game = ann.session().games.front().game;
        create.hotseat = true;
        const std::string room = ann.create(create).room;
        ann.request<protocol::Empty>(protocol::RoomReady{true}, "", room);
        const std::string match =
            ann.wait_event(
                   [](const auto& it) { return std::holds_alternative<protocol::MatchStarted>(it.body); },
                   TestClient::patience, "match.started")
                .match;
        protocol::MatchResign resign;
        resign.seat = protocol::Side::first;
        ann.request<protocol::Empty>(resign, match);
        ann.request<protocol::Empty>(protocol::RoomLeave{}, "", room);
        return match;
    };
    const std::string old = play_and_leave(), young = play_and_leave();
    EXPECT_EQ(server.terminate(), 0);
    const std::string file = (server.folder() / "data" / "pentad.db").string();
    // Three days ago.
    EXPECT_EQ(run("python3 -c \"import sqlite3; d = sqlite3.connect('" + file +
                  "'); d.execute('UPDATE match_events SET at = at - 259200000 WHERE match = ?', ('" + old +
                  "',)); d.commit()\"")
                  .text,
              "");
    server.start();
    const auto status = [&](const std::string& match) {
        return RawSocket(server.port()).request("GET", "/api/v1/matches/" + match + "/record").status;
    };
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (status(old) != 404 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    EXPECT_EQ(status(old), 404);
    EXPECT_EQ(status(young), 200);
}

TEST(Reload, TakesSettingsOverOnSighupAndLogsTheDifference) {
    const auto file =
        std::filesystem::temp_directory_path() / ("pentad_reload_" + std::to_string(::getpid()));
    const auto write = [&](const std::string& text) { run("printf '" + text + "' > " + file.string()); };
    write("max-rooms = 5\\n");
    ServerProcess server({"--config", file.string()});
    const auto reloaded = [&](const std::string& line) {
        ::kill(server.pid(), SIGHUP);
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (server.log().find(line) == std::string::npos && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();
        return server.log();
    };
    write("max-rooms = 6\\nallowed-hosts = \"play.example\"\\nbot-workers = 7\\n");
    const std::string log = reloaded("changes with a restart only");
    EXPECT_THAT(log, HasSubstr("setting max-rooms: 5 -> 6"));
    EXPECT_THAT(log, HasSubstr("setting bot-workers differs"));
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 421);
    // However little else is told.
    write("max-rooms = 8\\nlog-level = error\\n");
    EXPECT_THAT(reloaded("max-rooms: 6 -> 8"), HasSubstr("setting log-level: info -> error"));
    write("max-rooms = 6\\nlog-level = error\\n");
    EXPECT_THAT(reloaded("max-rooms: 8 -> 6"), HasSubstr("max-rooms: 8 -> 6"));
    write("max-rooms = nonsense\\n");
    EXPECT_THAT(reloaded("stay as they are"), HasSubstr("whole number"));
    write("max-rooms = 7\\nallowed-origins = \"https://*.example\"\\n");
    EXPECT_THAT(reloaded("would match none"), Not(HasSubstr("max-rooms: 6 -> 7")));
    write("max-rooms = 7\\nweb = /there/is/none\\n");
    EXPECT_THAT(reloaded("cannot read the web client"), Not(HasSubstr("max-rooms: 6 -> 7")));
    std::filesystem::remove(file);
}

TEST(MetricsToken, IsWantedOfWhoeverAsks) {
    ServerProcess server({"--metrics-port", "0", "--metrics-token", "s3cret"});
    const std::uint16_t port = metrics_port(server);
    EXPECT_EQ(RawSocket(port).request("GET", "/metrics").status, 401);
    EXPECT_EQ(RawSocket(port).request("GET", "/metrics", "Authorization: Bearer wrong\r\n").status, 401);
    EXPECT_EQ(RawSocket(port).request("GET", "/metrics", "Authorization: Bearer s3cret\r\n").status, 200);
    EXPECT_THAT(complete_log(server), Not(HasSubstr("s3cret")));
}

TEST(MetricsToken, IsNotForGuessing) {
    ServerProcess server(
        {"--metrics-port", "0", "--metrics-token", "s3cret", "--wrong-tokens-per-minute", "3"});
    const std::uint16_t port = metrics_port(server);
    const auto status = [&](const std::string& headers, const std::string& from = "127.0.0.1") {
        return RawSocket(port, from).request("GET", "/metrics", headers).status;
    };
    for (int i = 0; i < 5; ++i) EXPECT_EQ(status(""), 401) << "no guess";
    for (int i = 0; i < 3; ++i) EXPECT_EQ(status("Authorization: Bearer wrong\r\n"), 401);
    EXPECT_EQ(status("Authorization: Bearer wrong\r\n"), 429);
    EXPECT_EQ(status("Authorization: Bearer s3cret\r\n"), 429) << "nor is a right one told from a wrong one";
    EXPECT_EQ(status("Authorization: Bearer s3cret\r\n", "127.0.0.2"), 200) << "another address";
}

}  // namespace
}  // namespace pentad::testing
