// What stands around the board on the full screen: completion, clocks, offers, chat, spectators, computers
// that think, and what comes to it from other people.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

TerminalProcess::Start on(const ServerProcess& server, const std::string& name,
                          std::vector<std::string> more = {}) {
    TerminalProcess::Start start{
        {"--ascii", "--server", server.url(), "--name", name}, (server.folder() / name).string(), 100, 40};
    start.arguments.insert(start.arguments.end(), more.begin(), more.end());
    return start;
}

std::string first_game(const ServerProcess& server) {
    return TestClient::guest(server.port()).session().games.front().name;
}

/// What stands behind the prompt: the line that is being typed.
std::string typed(const VirtualScreen& screen) {
    for (const std::string& row : rows_of(screen.text())) {
        const std::size_t start = row.find(" Your move");
        if (start == std::string::npos) continue;
        const std::size_t end = row.find('>', start) + 2;
        return end < row.size() ? row.substr(end) : "";
    }
    return "";
}

/// Ann in a terminal, who begins, against Bob, who is the test.
struct TwoPeople {
    ServerProcess server;
    // Before Bob: a process keeps the sockets that were open when it was made.
    TerminalProcess ann{on(server, "Ann")};
    TestClient bob = TestClient::guest(server.port(), "Bob");
    std::string room, match;

    explicit TwoPeople(const Answers& more = {}) {
        ann.see("online as Ann");
        Answers answers{
            {"Which game?", first_game(server)}, {"Against whom?", "a person"}, {"Who begins?", "I do"}};
        answers.insert(more.begin(), more.end());
        set_up_table(ann, answers);
        ann.see("Waiting for an opponent, who enters: ");
        const std::string text = ann.screen().text();
        const std::string mark = "who enters: ";
        RoomJoin join;
        join.code = text.substr(text.find(mark) + mark.size());
        join.code.erase(join.code.find('\n'));
        room = bob.join(join).room;
        bob.request<Empty>(RoomReady{true}, "", room);
        match = bob.wait_event([](const Event& it) { return std::holds_alternative<MatchStarted>(it.body); },
                               TestClient::patience, "match.started")
                    .match;
        ann.see("Your move");
    }
    std::string offered_by_ann() {
        return bob
            .wait<OfferMade>([](const Event&, const OfferMade& made) { return made.offer.by == Side::first; })
            .offer.offer;
    }
};

TEST(TypedMoves, AreCompletedByTabAsFarAsAllThatBeginSoAgree) {
    ServerProcess server;
    TerminalProcess terminal(on(server, "Ann"));
    terminal.see("online as Ann");
    set_up_table(terminal, {{"Which game?", first_game(server)}, {"Who begins?", "I do"}});
    terminal.see("Your move");
    std::uint64_t seed = 3;
    const std::string move = find_move(terminal, seed);
    // With all but its last letter typed, the moves that are left begin with the same letters.
    for (std::size_t length = 1; length <= move.size(); ++length) {
        const std::string start = move.substr(0, length);
        terminal.press(start);
        terminal.see("> " + start);
        terminal.see(" on like this:");
        terminal.see_when([](const VirtualScreen& screen) { return shown_moves(screen.text()).has_value(); },
                          "all moves");
        auto moves = *shown_moves(terminal.screen().text());
        std::erase_if(moves, [&](const std::string& one) { return !one.starts_with(start); });
        ASSERT_FALSE(moves.empty()) << start;
        std::string common = moves.front();
        for (const std::string& one : moves)
            common.erase(std::mismatch(common.begin(), common.end(), one.begin(), one.end()).first,
                         common.end());
        terminal.press("\t");
        terminal.see_when([&](const VirtualScreen& screen) { return typed(screen) == common; },
                          common + " behind the prompt");
        terminal.press("\x1b");
        terminal.see_when([](const VirtualScreen& screen) { return typed(screen).empty(); }, "an empty line");
    }
    // Commands too.
    terminal.press("/evalu\t");
    terminal.see("> /evaluate");
}

TEST(Clocks, RunOnTheScreenOfWhoIsToMove) {
    TwoPeople table(Answers{{"Which clock?", "5 minutes"}});
    table.ann.see("White Ann (you)  5:00");
    std::uint64_t seed = 3;
    play_move(table.ann, find_move(table.ann, seed), 1);
    table.bob.catch_up();
    table.bob.play(table.match, table.bob.match(table.match).now.legal->front());
    table.ann.see(" 2. ");
    // It counts down without anything happening.
    table.ann.see("Ann (you)  4:58");
    table.ann.see("Ann (you)  4:57");
    EXPECT_TRUE(table.ann.screen().shows("Bob  5:0")) << table.ann.screen().text();
}

TEST(Offers, AreMadeAndAnsweredOnTheScreen) {
    TwoPeople table;
    std::uint64_t seed = 3;
    play_move(table.ann, find_move(table.ann, seed), 1);
    // Asked for from the menu, declined.
    table.ann.press("\x1b");
    choose(table.ann, "Ask to take back a move");
    table.ann.see("offered to take a move back.");
    table.bob.request<Empty>(OfferAnswer{table.offered_by_ann(), false}, table.match);
    table.ann.see("The offer was declined.");
    table.ann.see_no_more("offered to take");
    // Asked for by a command, accepted.
    table.ann.type("/takeback");
    table.bob.request<Empty>(OfferAnswer{table.offered_by_ann(), true}, table.match);
    table.ann.see("1 move taken back.");
    table.ann.see("none yet");
    // The other way round.
    OfferMake pause;
    pause.kind = OfferKind::pause;
    table.bob.request<OfferPlaced>(pause, table.match);
    table.ann.see("offered a pause");
    table.ann.press("\x1b");
    choose(table.ann, "Decline the offer");
    table.ann.see("The offer was declined.");
    OfferMake abort;
    abort.kind = OfferKind::abort;
    table.bob.request<OfferPlaced>(abort, table.match);
    table.ann.see("offered to call the game off");
    table.ann.type("/accept");
    table.ann.see("Call this game off? Nobody wins.");
    table.ann.press("\x1b[B\r");
    table.ann.see("the game was called off");
    table.ann.type("/rematch");
    table.bob.request<Empty>(OfferAnswer{table.offered_by_ann(), true}, table.match);
    table.ann.see("The game begins. You are ");
    table.ann.see("Black Ann (you)");
    table.ann.see("White Bob");
}

TEST(People, AreSeenToWriteToLookOnAndToLoseTheConnection) {
    TwoPeople table;
    TestClient carl = TestClient::guest(table.server.port(), "Carl");
    carl.watch(table.match);
    table.ann.see("1 spectator");
    table.bob.request<Empty>(ChatSend{ChatChannel::match, "Good luck!"}, table.match);
    table.ann.see("Bob: Good luck!");
    table.ann.type("/say Thank you");
    table.bob.wait<ChatLine>([](const Event&, const ChatLine& said) { return said.text == "Thank you"; });
    table.bob.cut();
    table.ann.see("Bob, away");
}

TEST(People, AreBlockedFromTheMenuAndByCommands) {
    TwoPeople table;
    const auto say = [&](const char* text) {
        table.bob.request<Empty>(ChatSend{ChatChannel::match, text}, table.match);
    };
    say("You are slow");
    table.ann.see("Bob: You are slow");
    table.ann.press("\x1b");
    choose(table.ann, "Players: block or report");
    table.ann.see("Which player?");
    choose(table.ann, "Bob");
    choose(table.ann, "Block: read nothing of theirs");
    table.ann.see("Bob is blocked");
    table.ann.see_no_more("Bob: You are slow");
    say("Hello?");
    table.ann.press("\x1b");
    choose(table.ann, "Players: block or report");
    table.ann.see("Which player?");
    choose(table.ann, "Bob (blocked)");
    choose(table.ann, "Report to those who run the server");
    choose(table.ann, "What they write");
    table.ann.type("He shouts.");
    table.ann.see("will look at what you say of Bob.");
    table.ann.type("/unblock Bob");
    table.ann.see("Bob is not blocked any more.");
    say("Sorry");
    table.ann.see("Bob: Sorry");
    EXPECT_FALSE(table.ann.screen().shows("Hello?"));
}

/// Keeps every processor busy: the computer's players, who let everything else go first, take their time
/// however fast the machine is.
class BusyProcessors {
  public:
    BusyProcessors() {
        for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i)
            threads_.emplace_back([](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                }
            });
    }

  private:
    std::vector<std::jthread> threads_;
};

TEST(Computers, AreSeenThinking) {
    ServerProcess server;
    TerminalProcess terminal(on(server, "Ann"));
    terminal.see("online as Ann");
    std::optional<BusyProcessors> busy(std::in_place);
    set_up_table(terminal,
                 {{"Which game?", first_game(server)}, {"How strong?", "8"}, {"Who begins?", "the other"}});
    terminal.see("computer, level 8, thinking");
    busy.reset();
    terminal.see("Your move", std::chrono::minutes(2));
    EXPECT_FALSE(terminal.screen().shows("thinking"));
}

TEST(Watch, ShowsATableByItsCodeFromTheCommandLine) {
    TwoPeople table;
    table.ann.press("\x1b");
    choose(table.ann, "How others come to this table");
    table.ann.see("or run pentad watch ");
    const std::string text = table.ann.screen().text();
    const std::string mark = "run pentad watch ";
    const std::string code = text.substr(text.find(mark) + mark.size(), 6);
    for (const std::string& what : {code, table.match}) {
        TerminalProcess carl(on(table.server, "Carl", {"watch", what}));
        carl.see("White Ann");
        carl.see("Black Bob");
        carl.see("online as Carl");
        EXPECT_FALSE(carl.screen().shows("Your move"));
        carl.type("a1");
        carl.see("You are watching.");
    }
    TerminalProcess carl(on(table.server, "Carl", {"watch", code}));
    carl.see("White to move");
    std::uint64_t seed = 3;
    const std::string move = find_move(table.ann, seed);
    play_move(table.ann, move, 1);
    carl.see("1. White (Ann) played " + move + ".");
    TerminalProcess nowhere(on(table.server, "Dora", {"watch", "NOSUCH"}));
    nowhere.see("There is no ");
}

/// Clicks the middle of the square.
void click(TerminalProcess& terminal, const std::string& square) {
    const auto rows = rows_of(terminal.screen().text());
    const std::string number = square.substr(1);
    for (std::size_t y = 0; y < rows.size(); ++y) {
        const std::size_t bar = rows[y].find('|');
        if (bar == std::string::npos || bar > 5) continue;
        std::string label = rows[y].substr(0, bar);
        std::erase(label, ' ');
        if (label != number) continue;
        const std::size_t x = bar + 2 + 4 * static_cast<std::size_t>(square[0] - 'a');
        const std::string at = ";" + std::to_string(x + 1) + ";" + std::to_string(y + 1);
        return terminal.press("\x1b[<0" + at + "M\x1b[<0" + at + "m");
    }
    throw std::runtime_error("No square " + square + ":\n" + terminal.screen().text());
}

TEST(Mouse, PlaysAWholeMoveAndChoosesInMenus) {
    ServerProcess server;
    auto start = on(server, "Ann");
    start.columns = 80;
    start.rows = 24;
    TerminalProcess terminal(start);
    terminal.see("online as Ann");
    // The menu's items are clicked, too.
    const auto rows = rows_of(terminal.screen().text());
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [](const std::string& one) { return one.find("New table") != one.npos; });
    const std::string at = ";6;" + std::to_string(row - rows.begin() + 1);
    terminal.press("\x1b[<0" + at + "M\x1b[<0" + at + "m");
    terminal.see("Which game?");
    terminal.press("\x1b");
    terminal.see("> New table");
    set_up_table(terminal, {{"Which game?", first_game(server)}, {"Who begins?", "I do"}});
    terminal.see("Your move");
    std::uint64_t seed = 3;
    std::string move;
    do move = find_move(terminal, seed);
    while (move.size() != 5 || move[2] != '-');
    click(terminal, move.substr(0, 2));
    terminal.see(": " + move.substr(0, 2));
    click(terminal, move.substr(3));
    terminal.see(" 1. ");
    terminal.see(" 1. " + move);
}

TEST(SmallWindows, PlayAsWellOnACloserBoard) {
    ServerProcess server;
    auto start = on(server, "Ann");
    start.columns = 40;
    start.rows = 14;
    TerminalProcess terminal(start);
    terminal.see("online as Ann");
    set_up_table(terminal, {{"Which game?", first_game(server)}, {"Who begins?", "I do"}});
    terminal.see("Your move");
    // By the arrows alone, and by squares that are typed.
    const std::vector<std::string> legal = [&] {
        terminal.resize(100, 40);
        terminal.see("F1 help");
        std::uint64_t seed = 3;
        return std::vector{find_move(terminal, seed)};
    }();
    terminal.resize(40, 14);
    terminal.see("F1 help");
    terminal.type(legal.front());
    if (terminal.see_any({"again for", "2. "}) == 0) terminal.press("\r");
    terminal.see("2. ");
    terminal.see("Your move");
    for (const auto& [columns, rows] : {std::pair{30, 10}, {20, 8}, {12, 5}, {3, 2}, {40, 14}}) {
        terminal.resize(columns, rows);
        terminal.press("\f\x1b[A\x1b[D");
    }
    terminal.see("Your move");
    EXPECT_EQ(terminal.screen().unknown(), "");
}

}  // namespace
}  // namespace pentad::testing
