// What stands on the full screen: golden screens of every game, made by the real program in a
// pseudo-terminal. After a change that is meant, PENTAD_WRITE_GOLDEN=1 writes them anew.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/game.hpp"
#include "tests/support/screen_player.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

constexpr int plies = 6;
const fs::path goldens = fs::path(PENTAD_TESTS_DIR) / "golden" / "screens";

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// A game of two people at this keyboard, with all defaults.
void set_up(TerminalProcess& terminal, const engine::GameInfo& game) {
    terminal.see("online as Ann");
    set_up_table(terminal, {{"Which game?", game.name},
                            {"Against whom?", "two people"},
                            {"Who plays " + game.sides[1] + "?", "Bob"}});
    terminal.see("Your move");
}

/// Plays the same first moves every time; the engine says which there are.
void play(TerminalProcess& terminal, const engine::Game& game) {
    engine::Position position = game.initial(*game.complete({}));
    std::uint64_t seed = 11;
    for (int ply = 1; ply <= plies; ++ply) {
        const auto legal = position.legal_moves();
        const std::string& move = legal[pick_index(seed, legal.size())];
        terminal.type(move);
        // A text may be a move and the start of others; the last square again plays it.
        if (terminal.see_any({"played " + move + ".", "again for " + move}) == 1) terminal.press("\r");
        terminal.see(" " + std::to_string(ply) + ". ");
        terminal.see("played " + move + ".");
        position = *position.after(move);
    }
}

fs::path golden(const std::string& name) { return goldens / (name + ".txt"); }

void expect_shown(TerminalProcess& terminal, const std::string& name) {
    const std::string wanted = read(golden(name));
    ASSERT_FALSE(wanted.empty()) << name;
    // Until then it may be drawing still, or show what it did at another size.
    EXPECT_NO_THROW(terminal.see(wanted)) << name;
    EXPECT_EQ(terminal.screen().text(), wanted) << name;
}

void expect_golden(TerminalProcess& terminal, const std::string& name) {
    if (std::getenv("PENTAD_WRITE_GOLDEN") != nullptr) {
        fs::create_directories(goldens);
        std::ofstream(golden(name), std::ios::binary) << terminal.screen().text();
    }
    expect_shown(terminal, name);
}

class Screens : public ::testing::TestWithParam<bool> {};

TEST_P(Screens, OfEveryGameAreAsTheyWere) {
    const bool unicode = GetParam();
    const auto& games = engine::games();
    for (std::size_t i = 0; i < games.size(); ++i) {
        SCOPED_TRACE(games[i]->info().id);
        TemporaryFolder folder;
        std::vector<std::string> arguments{"local", "--name", "Ann"};
        if (!unicode) arguments.push_back("--ascii");
        TerminalProcess terminal({arguments, folder.path().string(), 80, 24});
        set_up(terminal, games[i]->info());
        play(terminal, *games[i]);
        terminal.see("Tab completes");
        const std::string name = games[i]->info().id + (unicode ? ".unicode" : ".ascii");
        expect_golden(terminal, name + ".80x24");
        terminal.resize(120, 40);
        // The keys stand on the last row, drawn last.
        terminal.see("F1 help\n");
        terminal.see("Tab completes");
        expect_golden(terminal, name + ".120x40");
        // Smaller than anything is still a screen, and the way back is too.
        for (const auto& [columns, rows] : {std::pair{40, 12}, {20, 6}, {9, 3}, {1, 1}, {300, 100}}) {
            terminal.resize(columns, rows);
            terminal.press("\f");
        }
        terminal.resize(80, 24);
        expect_shown(terminal, name + ".80x24");
        EXPECT_EQ(terminal.screen().unknown(), "");
        if (!unicode) {
            const std::string shown = terminal.screen().text();
            EXPECT_TRUE(std::all_of(shown.begin(), shown.end(), [](char c) { return c > 0; }));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Screens, ::testing::Values(true, false),
                         [](const auto& which) { return which.param ? "Unicode" : "Ascii"; });

TEST(Readme, ShowsAScreenOfEachGameAsTheTestsMakeThem) {
    const std::string readme = read(fs::path(PENTAD_TESTS_DIR).parent_path() / "clients/terminal/README.md");
    for (const engine::Game* game : engine::games()) {
        std::string screen = read(goldens / (game->info().id + ".unicode.80x24.txt"));
        ASSERT_FALSE(screen.empty());
        EXPECT_NE(readme.find("```text\n" + screen + "```"), std::string::npos) << game->info().id;
    }
}

}  // namespace
}  // namespace pentad::testing
