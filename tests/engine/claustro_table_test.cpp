#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/game.hpp"
#include "engine/games/claustro/solved.hpp"
#include "engine/games/claustro/state.hpp"
#include "engine/search/alpha_beta.hpp"
#include "engine/search/strong_player.hpp"

/// The 5x5 board, solved: the table against what others have counted, against itself and against search. One
/// test program run makes the table once and keeps it beside the program.
namespace pentad::engine {
namespace {

using claustro::field;
using State = claustro::State<1>;

const std::int8_t* table() {
    Tablebase& table = claustro::solved_table();
    if (!table.open(PENTAD_TABLES)) {
        const auto built = table.build(PENTAD_TABLES, [](const std::string&) {});
        EXPECT_TRUE(built) << built.error();
    }
    return table.values();
}

State start() { return {field<1>(claustro::solved_size), claustro::Variant::standard}; }

/// Positions of random games, whoever would have resigned.
template <class Visit>
void each_random_position(int games, Visit&& visit) {
    auto moves = std::make_unique<State::Moves>();
    Random random(1);
    for (int game = 0; game < games; ++game) {
        State state = start();
        for (int ply = 0; ply < 60 && !state.over(); ++ply) {
            visit(state);
            moves->clear();
            state.legal_moves(*moves);
            state.play((*moves)[random.below(moves->size())]);
        }
    }
}

TEST(ClaustroTable, CountsWhatAnIndependentSweepHasCounted) {
    const std::int8_t* values = table();
    std::array<std::size_t, 3> counts{};
    int longest = 0;
    for (std::size_t place = 0; place < claustro::solved_table().positions(); ++place) {
        ++counts[values[place] > 0 ? 0 : values[place] < 0 ? 1 : 2];
        if (values[place] > 0) longest = std::max(longest, SolvedValue::plies(values[place]));
    }
    EXPECT_THAT(counts, testing::ElementsAre(9'622'660, 3'045'900, 1'575'740));
    EXPECT_EQ(longest, 123);
    EXPECT_EQ(solved_value(start(), values), SolvedValue::open);
}

TEST(ClaustroTable, FollowsFromTheValuesAfterEachMove) {
    const std::int8_t* values = table();
    auto moves = std::make_unique<State::Moves>();
    each_random_position(300, [&](const State& state) {
        moves->clear();
        state.legal_moves(*moves);
        int quickest_win = 1000, slowest_loss = 0;
        for (const auto& move : *moves) {
            State next = state;
            next.play(move);
            const std::int8_t value = solved_value(next, values);
            if (value < 0) quickest_win = std::min(quickest_win, SolvedValue::plies(value) + 1);
            // An open reply holds out for ever.
            slowest_loss = std::max(slowest_loss, value > 0    ? SolvedValue::plies(value) + 1
                                                  : value == 0 ? 1000
                                                               : 0);
        }
        const std::int8_t wanted = quickest_win < 1000   ? SolvedValue::win_in(quickest_win)
                                   : slowest_loss < 1000 ? SolvedValue::loss_in(slowest_loss)
                                                         : SolvedValue::open;
        ASSERT_EQ(solved_value(state, values), wanted) << state.encode_board();
    });
}

TEST(ClaustroTable, AgreesWithSearchOnEveryEndThatSearchReaches) {
    constexpr int depth = 5;
    const std::int8_t* values = table();
    int decided_ones = 0;
    each_random_position(12, [&](const State& state) {
        AlphaBetaOptions options;
        options.node_limit = std::numeric_limits<std::uint64_t>::max();
        options.depth_limit = depth;
        options.table_entries = 1 << 14;
        options.selective = false;
        const Value found = AlphaBeta<State>({}, options).search(state).value;
        const std::int8_t value = solved_value(state, values);
        const bool near = value != SolvedValue::open && SolvedValue::plies(value) <= depth;
        ASSERT_EQ(decided(found), near) << state.encode_board();
        if (!near) return;
        EXPECT_EQ(wins(found), value > 0) << state.encode_board();
        EXPECT_EQ(plies_to_end(found), SolvedValue::plies(value)) << state.encode_board();
        ++decided_ones;
    });
    EXPECT_GT(decided_ones, 30);
}

constexpr int strongest = 8;

TEST(ClaustroTable, LetsTheStrongestLevelNeitherLoseAWonPositionNorEnterALostOneByChoice) {
    const std::int8_t* values = table();
    const Game& game = *find_game("claustro");
    const Options options = *game.complete({});
    int won = 0, held = 0;
    each_random_position(4, [&](const State& state) {
        if (state.to_move() != Side::first) return;
        const Position position = *game.decode(options, state.encode_board() + " first 1");
        const Choice choice = position.choose({strongest, 1, 2000});
        State next = state;
        next.play(*state.read(choice.move));
        const std::int8_t before = solved_value(state, values), after = solved_value(next, values);
        if (before == SolvedValue::open) {
            EXPECT_EQ(after, SolvedValue::open) << state.encode_board();
            ++held;
            return;
        }
        EXPECT_EQ(after, before > 0 ? SolvedValue::loss_in(SolvedValue::plies(before) - 1)
                                    : SolvedValue::win_in(SolvedValue::plies(before) - 1));
        EXPECT_EQ(choice.forced_end, before > 0 ? SolvedValue::plies(before) : -SolvedValue::plies(before));
        EXPECT_EQ(static_cast<int>(choice.pv.size()), SolvedValue::plies(before));
        ++won;
    });
    EXPECT_GT(won, 10);
    EXPECT_GT(held, 5);
}

TEST(ClaustroTable, IsNotTrustedWhenADecidedPositionLacksOneOccurrence) {
    table();
    State decided_one = start();
    each_random_position(1, [&](const State& state) {
        if (solved_value(state, table()) != SolvedValue::open) decided_one = state;
    });
    ASSERT_NE(solved_value(decided_one, table()), SolvedValue::open);
    Earlier earlier;
    for (int n = 0; n < 3; ++n) earlier.add(start());
    EXPECT_NE(values_to_go_by(start(), earlier), nullptr) << "an open position may come up again";
    for (int n = 0; n < 2; ++n) earlier.add(decided_one);
    EXPECT_NE(values_to_go_by(start(), earlier), nullptr);
    earlier.add(decided_one);
    EXPECT_EQ(values_to_go_by(start(), earlier), nullptr);
}

std::string printed(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    std::string text;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) text.append(block, got);
    EXPECT_EQ(pclose(pipe), 0) << command;
    return text;
}

TEST(ClaustroTable, TheToolThatMakesItAnswersFromItAndShowsOneLineOfProgress) {
    const std::string folder = PENTAD_TABLES "/of_the_tool";
    const std::string solve = PENTAD_ENGINE " solve claustro --tables-dir " + folder;
    const std::string answer =
        "positions 14244300: won by the side to move 9622660, lost 3045900, neither 1575740; longest win 123 "
        "plies\r?\nneither side can force an end, so repetition decides\r?\n";
    std::filesystem::remove_all(folder);
    EXPECT_THAT(printed(solve + " 2>&1"),
                testing::ContainsRegex("^solving [^\n]*, once\n" + answer + "[0-9.]+ s\n$"));
    EXPECT_THAT(printed(solve + " 2>/dev/null"), testing::ContainsRegex("^" + answer + "$"));
    // On a terminal the line changes where it stands.
    std::filesystem::remove_all(folder);
    const std::string shown = printed("script -qec '" + solve + "' /dev/null");
    EXPECT_THAT(shown, testing::ContainsRegex("^solving [^\n]*, once\r[^\n]*plies away[^\n]*\r?\n" + answer));
}

TEST(ClaustroTable, IsOnlyForTheBoardAndTheRulesThatItSolves) {
    const Game& game = *find_game("claustro");
    EXPECT_NE(tablebase_of(game, *game.complete({})), nullptr);
    EXPECT_TRUE(start().tablebase());
    for (const Options& options :
         {Options{"5x5", "original"}, Options{"5x5", "open_goals"}, Options{"6x5", ""}, Options{"9x9", ""}})
        EXPECT_EQ(tablebase_of(game, *game.complete(options)), nullptr);
    EXPECT_FALSE(State(field<1>(claustro::solved_size), claustro::Variant::original).tablebase());
    EXPECT_FALSE(State(field<1>({5, 6}), claustro::Variant::standard).tablebase());
}

}  // namespace
}  // namespace pentad::engine
