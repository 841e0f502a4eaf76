#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

/// The command-line tool as its users meet it: a process with output and an exit status.
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;

struct Ended {
    std::string output;  ///< standard output, and standard error unless it is left out
    int status = -1;
};

Ended tool(const std::string& arguments, const char* errors = "2>&1") {
    Ended run;
    FILE* pipe = popen((std::string(PENTAD_ENGINE) + " " + arguments + " " + errors).c_str(), "r");
    if (!pipe) return run;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) run.output.append(block, got);
    const int ended = pclose(pipe);
    if (WIFEXITED(ended)) run.status = WEXITSTATUS(ended);
    return run;
}

TEST(EngineTool, ListsGamesWithSizesVariantsAndDesigner) {
    const Ended run = tool("games");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, HasSubstr("bounce: Bounce, sizes 4x4 6x6 8x8* 10x10"));
    EXPECT_THAT(run.output, HasSubstr("variants standard*, by Mark Steere 2023\n"));
}

TEST(EngineTool, EndsQuietlyWhenItsOutputIsReadNoFurther) {
    // It would go on for days.
    const std::string command = "bash -c '" + std::string(PENTAD_ENGINE) +
                                " selfplay sight --size 3x3 --first 1 --second 1 --games 1000000000 2>&1 "
                                "| head -n 1; echo $PIPESTATUS'";
    FILE* pipe = popen(("timeout 60 " + command).c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string output;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) output.append(block, got);
    EXPECT_EQ(pclose(pipe), 0);
    EXPECT_THAT(output, MatchesRegex("game 1:[^\n]*\n141\n"));
}

TEST(EngineTool, SaysThatItsOutputCannotBeWritten) {
    const Ended run = tool("games 2>&1 >/dev/full", "");
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.output, "The output cannot be written.\n");
}

TEST(EngineTool, CountsEachDepthOnItsLine) {
    const Ended run = tool("perft bounce 3 --size 4x4");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.output, "depth 1: 12\ndepth 2: 216\ndepth 3: 1956\n");
    EXPECT_EQ(tool("perft bounce 1 --size 4x4 c4-a1 b2-d1 c2-b2 d1-c2").output, "depth 1: 6\n");
}

TEST(EngineTool, PrintsTheLegalMovesOneALine) {
    EXPECT_EQ(tool("legal bounce --size 4x4 c4-a1 b2-d1 c2-b2 d1-c2").output,
              "xa1\nxa2\nxb1\nxb2\nxb3\nxd3\n");
}

TEST(EngineTool, PlaysALineToItsOutcome) {
    const Ended over = tool("play bounce --size 4x4 a2-d4 d2-d1 b1-d2 a3-b1 xb3");
    EXPECT_EQ(over.status, 0);
    EXPECT_EQ(over.output, "1BRR/2BR/1BRR/1BBB second 1 first one_group\noutcome: first (one_group)\n");
    EXPECT_THAT(tool("play bounce").output, EndsWith("first 1\noutcome: ongoing\n"));
}

TEST(EngineTool, GoesOnFromAPosition) {
    const Ended run = tool("play bounce --size 4x4 --position '2BR/3B/B3/RB2 first 1' xa1");
    EXPECT_EQ(run.output, "2BR/3B/B3/1B2 second 1 first one_group\noutcome: first (one_group)\n");
}

TEST(EngineTool, SaysWhichRuleForbidsAMove) {
    const Ended run = tool("play bounce b1-a1 b1-d4");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.output, "Move 2, b1-d4: There is no checker on b1. (rule 3.1; b1)\n");
    EXPECT_EQ(tool("play bounce b2=K").status, 1);
}

TEST(EngineTool, DrawsTheBoard) {
    EXPECT_EQ(tool("show bounce --size 4x4").output,
              "  4  .  c  C  .\n  3  c  C  c  C\n  2  C  c  C  c\n  1  .  C  c  .\n     a  b  c  d\n"
              "Red to move, outcome: ongoing\n");
}

TEST(EngineTool, RepeatsItsGamesForASeed) {
    const std::string arguments = "selfplay bounce --size 4x4 --first 1 --second 3 --games 4 --seed ";
    const Ended run = tool(arguments + "7");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, MatchesRegex("(game [1-4]: .* [|] (first|second) \\(one_group\\)\n)+"
                                         "games 4, first [0-4], second [0-4], draws 0, plies [0-9]+\n"));
    EXPECT_EQ(run.output, tool(arguments + "7").output);
    EXPECT_NE(run.output, tool(arguments + "8").output);
}

constexpr const char* without_errors = "2>/dev/null";

TEST(EngineTool, AnalysesAPosition) {
    const Ended win = tool("analyse bounce --size 4x4 --nodes 1000 a2-d4 d2-d1 b1-d2 a3-b1", without_errors);
    EXPECT_EQ(win.status, 0);
    EXPECT_THAT(win.output, MatchesRegex("score win in 1 plies for first, depth 1, nodes [0-9]+\npv x..\n"));
    EXPECT_THAT(tool("analyse sight --nodes 1000").output,
                MatchesRegex("score [-+][0-9.]+ for first, depth [0-9]+, nodes 1000\npv [-a-e1-5 ]+\n.*"));
    EXPECT_EQ(tool("analyse bounce --size 4x4 a2-d4 d2-d1 b1-d2 a3-b1 xb3").status, 2);
}

TEST(EngineTool, RanksTheLevelsWhateverTheNumberOfJobs) {
    const std::string arguments = "tournament bounce --size 4x4 --levels 1,2,3 --games 10 --seed 3";
    const Ended run = tool(arguments, without_errors);
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output,
                MatchesRegex("(level [23] against [12]: [0-9]+ won, 0 drawn, [0-9]+ lost, [0-9.]+ %, Elo "
                             "([-+][0-9]+ .*|at (least|most) [-+][0-9]+)\n)+"));
    EXPECT_THAT(run.output, HasSubstr("level 3 against 1: "));
    EXPECT_EQ(tool(arguments + " --jobs 3", without_errors).output, run.output);
    EXPECT_EQ(tool("tournament bounce --levels 3").status, 2);
    EXPECT_EQ(tool("tournament bounce --levels 3,99").status, 2);
}

TEST(EngineTool, SaysWhatToDoAfterWrongUsage) {
    EXPECT_THAT(tool("play chess").output, HasSubstr("There is no game \"chess\"; choose "));
    EXPECT_THAT(tool("play bounce --size 5x5").output, HasSubstr("choose 4x4, 6x6, 8x8"));
    EXPECT_THAT(tool("play bounce --position x").output, HasSubstr("BOARD first|second COUNT"));
    EXPECT_THAT(tool("selfplay bounce --first 99 --second 1").output, HasSubstr("choose 1 (random)"));
    for (const char* arguments :
         {"", "chess", "play", "play chess", "play bounce --size 5x5", "play bounce --variant x",
          "play bounce --position x", "play bounce --wrong", "perft bounce", "perft bounce 0",
          "perft bounce x", "selfplay bounce", "selfplay bounce --first 99 --second 1", "games x"}) {
        const Ended run = tool(arguments);
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_THAT(run.output, HasSubstr("--help")) << arguments;
    }
    EXPECT_EQ(tool("--help").status, 0);
}

TEST(EngineTool, SaysHowSmallGamesEndWithPerfectPlay) {
    EXPECT_EQ(tool("solve sight --size 3x3", "2>/dev/null").output, "first has a win in 9 plies\n");
    EXPECT_EQ(tool("solve bounce --size 4x4", "2>/dev/null").output, "first has a loss in 6 plies\n");
    EXPECT_THAT(tool("solve sight --nodes 1000").output, HasSubstr("first can force nothing that was found"));
}

TEST(EngineTool, AnalysesForAsLongAsItIsTold) {
    const Ended run = tool("analyse replica a1-e1 --time 0.05");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, HasSubstr(" for second, depth "));
    EXPECT_THAT(run.output, HasSubstr("\npv "));
    EXPECT_THAT(run.output, HasSubstr(" nodes/s"));
}

}  // namespace
