// `pentad local`: a server inside the program, people and computers on either side.

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

#include "engine/game.hpp"
#include "tests/support/screen_player.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

TerminalProcess::Start in(const TemporaryFolder& folder, std::vector<std::string> more = {}) {
    TerminalProcess::Start start{{"local", "--ascii"}, folder.path().string(), 100, 40};
    start.arguments.insert(start.arguments.end(), more.begin(), more.end());
    return start;
}

const engine::GameInfo& first_game() { return engine::games().front()->info(); }

TEST(Local, SeatsPeopleAndComputersInAllFourWaysWithTheirNamesAndLevels) {
    struct Way {
        Answers answers;
        std::array<std::string, 2> seats;
    };
    const auto& sides = first_game().sides;
    const std::vector<Way> ways{
        {{{"Against whom?", "two people"},
          {"Who plays " + sides[0] + " and begins?", "Zoe"},
          {"Who plays " + sides[1] + "?", "Max M\u00fcller"}},
         {"Zoe", "Max M\u00fcller"}},
        {{{"Against whom?", "two people"}}, {"Ann", "Guest of Ann"}},
        {{{"Against whom?", "computer"}, {"How strong?", "2"}, {"Who begins?", "I do"}},
         {"Ann (you)", "computer, level 2"}},
        {{{"Against whom?", "computer"}, {"How strong?", "3"}, {"Who begins?", "the other side"}},
         {"computer, level 3", "Ann (you)"}},
        {{{"Against whom?", "watch two"},
          {"How strong is the first?", "1"},
          {"How strong is the second?", "2"},
          {"How fast do they move?", "slowly"}},
         {"computer, level 1", "computer, level 2"}}};
    for (const Way& way : ways) {
        SCOPED_TRACE(way.seats[0] + " / " + way.seats[1]);
        TemporaryFolder folder;
        TerminalProcess terminal(in(folder, {"--name", "Ann"}));
        terminal.see("Your games are kept on this computer.");
        Answers answers = way.answers;
        answers["Which game?"] = first_game().name;
        set_up_table(terminal, answers);
        terminal.see(sides[0] + " " + way.seats[0]);
        terminal.see(sides[1] + " " + way.seats[1]);
    }
}

TEST(Local, TellsTheNamesOfBothPeopleInTheGameAndInItsRecord) {
    TemporaryFolder folder;
    const auto& sides = first_game().sides;
    const std::string file = (folder.path() / "game.txt").string();
    {
        TerminalProcess terminal(in(folder, {"--plain", "--name", "Ann"}));
        terminal.wait_for("You are Ann");
        terminal.type("create " + first_game().id + " --vs hotseat Max M\u00fcller");
        terminal.wait_for(sides[0] + " (Ann) against " + sides[1] + " (Max M\u00fcller)");
        terminal.wait_for("Your turn, " + sides[0]);
        terminal.type("resign");
        terminal.wait_for("y/n");
        terminal.type("y");
        terminal.wait_for("Game over. ");
        terminal.type("export " + file);
        terminal.wait_for("The record is in ");
        terminal.type("matches");
        terminal.wait_for("Ann / Max M\u00fcller");
    }
    std::ifstream in(file);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_NE(text.find("Ann"), std::string::npos) << text;
    EXPECT_NE(text.find("Max M\u00fcller"), std::string::npos) << text;
}

TEST(Local, TakesTheLastMoveBackAtOnceWhereTwoPeopleShareTheKeyboard) {
    TemporaryFolder folder;
    const auto& sides = first_game().sides;
    TerminalProcess terminal(in(folder, {"--name", "Ann"}));
    terminal.see("Your games are kept");
    set_up_table(terminal, {{"Which game?", first_game().name}, {"Against whom?", "two people"}});
    terminal.see("Your move, " + sides[0]);
    std::uint64_t seed = 5;
    play_move(terminal, find_move(terminal, seed), 1);
    terminal.type("/takeback");
    terminal.see("1 move taken back.");
    terminal.see("Your move, " + sides[0]);
    play_move(terminal, find_move(terminal, seed), 1);
    play_move(terminal, find_move(terminal, seed), 2);
    // From the menu, and one move although two were played.
    terminal.press("\x1b");
    choose(terminal, "Take back a move");
    terminal.see("1 move taken back.");
    terminal.see("Your move, " + sides[1]);
    EXPECT_FALSE(terminal.screen().shows("Waiting for an answer"));
    terminal.type("/takeback 1");
    terminal.see("Your move, " + sides[0]);
}

TEST(Local, RefusesNamesThatCannotBeUsedInWords) {
    TemporaryFolder folder;
    TerminalProcess terminal(in(folder, {"--name", "Ann"}));
    terminal.see("Your games are kept");
    set_up_table(terminal, {{"Which game?", first_game().name},
                            {"Against whom?", "two people"},
                            {"Who plays " + first_game().sides[1] + "?", "Server"}});
    terminal.see("This name passes for the server");
    terminal.see("> New table");
}

TEST(Local, ProposesTheNameOfTheUserWhereNoneIsSaid) {
    TemporaryFolder folder;
    auto start = in(folder);
    start.environment = {{"USER", "zoe"}};
    TerminalProcess(start).see("online as zoe");
    // One that cannot be used is nobody's fault.
    TemporaryFolder other;
    auto again = in(other);
    again.environment = {{"USER", "root"}};
    TerminalProcess terminal(again);
    terminal.see("online as Guest ");
    EXPECT_TRUE(terminal.screen().shows("Your games are kept"));
}

TEST(Local, GoesOnWhereItWasAfterARestart) {
    TemporaryFolder folder;
    const auto start = in(folder, {"--name", "Ann"});
    {
        TerminalProcess terminal(start);
        terminal.see("online as Ann");
        set_up_table(terminal, {{"Which game?", first_game().name}, {"Who begins?", "I do"}});
        terminal.see("Your move");
        std::uint64_t seed = 3;
        play_move(terminal, find_move(terminal, seed), 1);
        terminal.see(" 2. ");
        terminal.signal(SIGTERM);
        EXPECT_EQ(terminal.wait_for_exit(), 128 + SIGTERM);
    }
    TerminalProcess terminal(start);
    terminal.see(" 2. ");
    terminal.see("Your move");
    terminal.type("/evaluate");
    terminal.see("Evaluation for ");
    terminal.type("/position");
    const engine::Game& game = *engine::games().front();
    const std::string start_position = game.initial(*game.complete({})).encode();
    terminal.see("Position after 2 moves");
    EXPECT_FALSE(terminal.screen().shows(start_position));
    terminal.press("\x1b");
    terminal.type("/hint");
    // On a busy machine none may be found in time.
    terminal.see_any({"Hint: ", "no hint in time"});
    terminal.type("/takeback");
    terminal.see("none yet");
    terminal.type("/position");
    terminal.see(start_position);
    terminal.press("\x1b");
    terminal.type("/resign");
    terminal.see("Give up this game?");
    choose(terminal, "Give up");
    terminal.see("by resignation");
    const std::string file = (folder.path() / "game.json").string();
    terminal.type("/export " + file);
    terminal.see("The record is in ");
    TerminalProcess replay({{"replay", file, "--ascii"}, folder.path().string(), 80, 24});
    replay.see("Replay: ");
    replay.press("\x1b");
    EXPECT_EQ(replay.wait_for_exit(), 0);
}

TEST(Local, LetsComputersPlayAtTheSpeedThatIsChosen) {
    TemporaryFolder folder;
    TerminalProcess terminal(in(folder, {"--name", "Ann"}));
    terminal.see("online as Ann");
    set_up_table(terminal, {{"Which game?", first_game().name},
                            {"Against whom?", "watch two"},
                            {"How fast do they move?", "slowly"}});
    terminal.see(" 1. ");
    EXPECT_FALSE(terminal.screen().shows("Game over."));
    terminal.press("\x1b");
    choose(terminal, "Speed of the computers");
    choose(terminal, "At once");
    terminal.see("Computers now pause for 0 ms between moves.");
    terminal.see("Game over.", std::chrono::seconds(60));
}

/// The rights of the others on all files below the folder.
std::string files_of_others(const fs::path& folder) {
    std::string found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if ((entry.status().permissions() & (fs::perms::group_all | fs::perms::others_all)) !=
            fs::perms::none)
            found += entry.path().filename().string() + " ";
    return found;
}

TEST(Local, RunsSeveralTimesAtOnceEachWithGamesOfItsOwn) {
    TemporaryFolder folder;
    TerminalProcess ann(in(folder, {"--name", "Ann"}));
    ann.see("Your games are kept on this computer.");
    TerminalProcess zoe(in(folder, {"--name", "Zoe"}));
    zoe.see("Your games are kept on this computer.");
    zoe.see("online as Zoe");
    zoe.type("/create " + first_game().name + " --vs bot 1 --first me");
    zoe.see("Your move");
    ann.type("/create " + first_game().name + " --vs bot 1 --first me");
    ann.see("Your move");
    EXPECT_TRUE(fs::exists(folder.path() / "pentad" / "local" / "pentad.db"));
    EXPECT_TRUE(fs::exists(folder.path() / "pentad" / "local-2" / "pentad.db"));
}

TEST(Local, KeepsItsGamesFromOtherUsersOfTheMachine) {
    TemporaryFolder folder;
    const fs::path games = folder.path() / "pentad" / "local";
    // As a version before this one left them.
    fs::create_directories(games);
    std::ofstream(games / "old.txt") << "mine";
    fs::permissions(games, fs::perms::all);
    fs::permissions(games / "old.txt", fs::perms::all);
    TerminalProcess ann(in(folder, {"--name", "Ann"}));
    ann.see("Your games are kept on this computer.");
    ann.type("/create " + first_game().name + " --vs bot 1 --first me");
    ann.see("Your move");
    EXPECT_EQ(files_of_others(games), "");
    EXPECT_EQ(fs::status(games).permissions(), fs::perms::owner_all);
}

TEST(Local, ShowsALargeBoardWithItsLettersAndFollowsTheLastMove) {
    TemporaryFolder folder;
    TerminalProcess::Start start = in(folder, {"--name", "Ann"});
    start.columns = 80;
    start.rows = 24;
    TerminalProcess ann(start);
    ann.see("Your games are kept on this computer.");
    // The largest board of any game.
    const engine::GameInfo* largest = nullptr;
    std::string size;
    for (const engine::Game* game : engine::games())
        for (const auto& value : game->info().sizes.values)
            if (value.id.size() == 5 && value.id >= size) {
                largest = &game->info();
                size = value.id;
            }
    ASSERT_NE(largest, nullptr);
    ann.type("/create " + largest->id + " --size " + size + " --vs bots 1 1 --first me");
    const auto row_beginning = [](const VirtualScreen& screen, const std::string& start_of_row) {
        for (const std::string& row : rows_of(screen.text()))
            if (row.starts_with(start_of_row)) return row;
        return std::string();
    };
    const auto letters = [&](const VirtualScreen& screen) {
        return row_beginning(screen, "     a b c d e f g h i j");
    };
    ann.see_when([&](const VirtualScreen& screen) { return !letters(screen).empty(); }, "the letters");
    // Wherever a move goes, its row is there, with the square marked in it.
    ann.type("/speed 1500");
    for (int moves = 0; moves < 3; ++moves) {
        ann.see_when(
            [&](const VirtualScreen& screen) {
                for (const std::string& row : rows_of(screen.text())) {
                    const std::size_t played = row.find(" played ");
                    if (played == std::string::npos) continue;
                    const std::string move = row.substr(played + 8);
                    const std::string square =
                        move.substr(move.find('-') + 1, move.find('.') - move.find('-') - 1);
                    const std::string number = square.substr(1);
                    const std::string label = (number.size() < 2 ? "  " : " ") + number;
                    std::string shown;
                    for (const std::string& one : rows_of(screen.text()))
                        if (one.starts_with(label + " ") || one.starts_with(label + "[")) shown = one;
                    if (shown.empty() || letters(screen).empty()) return false;
                    const std::size_t column = 4 + 2 * static_cast<std::size_t>(square[0] - 'a');
                    return shown.size() > column && shown[column] == '[';
                }
                return false;
            },
            "the last move in view");
    }
}

}  // namespace
}  // namespace pentad::testing
