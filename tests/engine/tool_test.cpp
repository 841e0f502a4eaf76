#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

/// The command-line tool as its users meet it: a process with output and an exit status.
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

struct Ended {
    std::string output;  ///< standard output, and standard error unless it is left out
    int status = -1;
};

constexpr const char* without_errors = "2>/dev/null";

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
    EXPECT_EQ(run.status, 9);
    EXPECT_EQ(run.output, "The output cannot be written.\n");
}

TEST(EngineTool, CountsEachDepthOnItsLine) {
    const Ended run = tool("perft bounce 3 --size 4x4");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.output, "depth 1: 12\ndepth 2: 216\ndepth 3: 1956\n");
    EXPECT_EQ(tool("perft bounce 1 --size 4x4 c4-a1 b2-d1 c2-b2 d1-c2").output, "depth 1: 6\n");
}

TEST(EngineTool, DividesACountByTheFirstMove) {
    const Ended run = tool("perft bounce 3 --size 4x4 --divide");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, MatchesRegex("(.....: [0-9]+\n)+depth 3: 1956\n"));
    std::istringstream lines(run.output);
    int moves = 0, sum = 0;
    for (std::string move, count; lines >> move >> count && move != "depth"; ++moves) sum += std::stoi(count);
    EXPECT_EQ(moves, 12);
    EXPECT_EQ(sum, 1956);
    // Of a position after a move that ends the game nothing is left to count.
    EXPECT_THAT(tool("perft bounce 1 --size 4x4 --divide c4-a1 b2-d1 c2-b2 d1-c2").output,
                EndsWith("xd3: 1\ndepth 1: 6\n"));
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

TEST(EngineTool, SaysBeforehandThatGamesComeInPairs) {
    const std::string arguments = "tournament bounce --size 4x4 --levels 1,2 --seed 3 --games ";
    const Ended run = tool(arguments + "3");
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, StartsWith("Games come in pairs: 4 of each match are played, not 3.\n"));
    EXPECT_EQ(tool(arguments + "3", without_errors).output, tool(arguments + "4", without_errors).output);
    EXPECT_THAT(tool(arguments + "4").output, Not(HasSubstr("pairs")));
}

TEST(EngineTool, HasNoNegativeNothing) {
    // Equals from either side of the same openings.
    EXPECT_EQ(tool("tournament bounce --size 4x4 --levels 4,4 --games 4", without_errors).output,
              "level 4 against 4: 2 won, 0 drawn, 2 lost, 50.0 %, Elo +0 (+0 to +0)\n");
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

TEST(EngineTool, ExplainsItselfAndEachCommand) {
    const Ended all = tool("help");
    EXPECT_EQ(all.status, 0);
    EXPECT_EQ(all.output, tool("--help").output);
    for (const char* text : {"tournament", "--version", "Exit status:", "the rules forbid a move"})
        EXPECT_THAT(all.output, HasSubstr(text));
    for (const char* command : {"games", "perft", "legal", "play", "show", "selfplay", "tournament",
                                "analyse", "solve", "verify", "bench", "uci", "help"}) {
        const Ended one = tool(std::string("help ") + command);
        EXPECT_EQ(one.status, 0) << command;
        EXPECT_EQ(one.output, tool(std::string(command) + " --help").output);
    }
    const Ended unknown = tool("help chess");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.output, HasSubstr("choose games, perft"));
    EXPECT_THAT(tool("--version").output, MatchesRegex("pentad-engine [0-9.]+\n"));
    EXPECT_EQ(tool("--version").status, 0);
}

/// Each line of what it prints.
std::vector<json> objects(const std::string& arguments) {
    const Ended run = tool(arguments + " --json", without_errors);
    EXPECT_EQ(run.status, 0) << arguments;
    std::istringstream in(run.output);
    std::vector<json> all;
    for (std::string line; std::getline(in, line);) {
        all.push_back(json::parse(line, nullptr, false));
        EXPECT_TRUE(all.back().is_object()) << arguments << ": " << line;
    }
    EXPECT_FALSE(all.empty()) << arguments;
    return all;
}

TEST(EngineTool, PrintsPositionsAsJson) {
    const json bounce = objects("games").at(2);
    EXPECT_EQ(bounce["id"], "bounce");
    EXPECT_EQ(bounce["sizes"]["default"], "8x8");
    EXPECT_EQ(objects("perft bounce 3 --size 4x4").at(2), json({{"depth", 3}, {"nodes", 1956}}));
    const json divided = objects("perft bounce 3 --size 4x4 --divide").at(0);
    EXPECT_EQ(divided["nodes"], 1956);
    EXPECT_EQ(divided["moves"].size(), 12U);
    EXPECT_EQ(objects("legal bounce --size 4x4 c4-a1 b2-d1 c2-b2 d1-c2").at(0)["moves"].size(), 6U);
    const json over = objects("play bounce --size 4x4 a2-d4 d2-d1 b1-d2 a3-b1 xb3").at(0);
    EXPECT_EQ(over["outcome"], json({{"winner", "first"}, {"reason", "one_group"}}));
    EXPECT_EQ(over["toMove"], "second");
    EXPECT_EQ(objects("play bounce").at(0)["outcome"], nullptr);
    const json shown = objects("show claustro").at(0);
    EXPECT_EQ(shown["pieces"].size(), 8U);
    EXPECT_FALSE(shown["blocked"].empty());
    EXPECT_EQ(shown["pieces"][0]["side"], "first");
}

TEST(EngineTool, PrintsWhatComputersDoAsJson) {
    const auto played = objects("selfplay bounce --size 4x4 --first 1 --second 3 --games 2");
    ASSERT_EQ(played.size(), 3U);
    EXPECT_EQ(played[0]["game"], 1);
    EXPECT_FALSE(played[0]["moves"].empty());
    EXPECT_EQ(played[2]["games"], 2);
    const auto matches = objects("tournament bounce --size 4x4 --levels 4,4 --games 4");
    ASSERT_EQ(matches.size(), 1U);
    EXPECT_EQ(matches[0]["share"], 0.5);
    EXPECT_EQ(matches[0]["elo"].dump(), R"({"difference":0.0,"high":0.0,"low":0.0})");
    const json win = objects("analyse bounce --size 4x4 --nodes 1000 a2-d4 d2-d1 b1-d2 a3-b1").at(0);
    EXPECT_EQ(win["forcedEnd"], 1);
    EXPECT_EQ(win["pv"].size(), 1U);
    const json solved = objects("solve sight --size 3x3").at(0);
    EXPECT_EQ(solved["value"], "win");
    EXPECT_EQ(solved["plies"], 9);
    EXPECT_EQ(solved["table"], nullptr);
    const Ended damaged = tool("verify - --json </dev/null");
    EXPECT_EQ(damaged.status, 3);
    EXPECT_EQ(json::parse(damaged.output)["damage"], "unreadable");
}

TEST(EngineTool, RefusesWhatIsNoFileOfARecord) {
    for (const char* path : {"/", "/dev/zero", "/dev/null", "/dev/full", "/nowhere/at/all"}) {
        const Ended run = tool(std::string("verify ") + path);
        EXPECT_EQ(run.status, 2) << path;
        EXPECT_THAT(run.output, HasSubstr(path));
        EXPECT_THAT(run.output, HasSubstr("--help"));
    }
    EXPECT_EQ(tool("verify - < /").status, 2);
    const Ended endless = tool("verify - < /dev/zero");
    EXPECT_EQ(endless.status, 2);
    EXPECT_THAT(endless.output, HasSubstr("too long for a record"));
    // Through a pipe it need not be a file.
    EXPECT_EQ(tool("games >/dev/null; echo '{}' | " PENTAD_ENGINE " verify /dev/stdin").status, 3);
}

TEST(EngineTool, DescribesAllOfItselfInItsManual) {
    const std::string page = tool("--print-manual").output;
    std::istringstream commands(tool("help").output);
    std::string line;
    while (std::getline(commands, line) && line != "Subcommands:") {
    }
    int described = 0;
    while (std::getline(commands, line) && line.starts_with("  ")) {
        const std::string command = line.substr(2, line.find(' ', 2) - 2);
        EXPECT_THAT(page, HasSubstr("\n.SS " + command + "\n"));
        ++described;
    }
    EXPECT_GE(described, 12);
    for (const char* text : {"\\fB\\-\\-divide\\fR", "\\fB\\-\\-tables\\-dir\\fR \\fIFOLDER\\fR",
                             ".SH EXIT STATUS", "\\fB141\\fR", "Default: 20.", "[\\fImoves\\fR...]"})
        EXPECT_THAT(page, HasSubstr(text));
}

TEST(EngineTool, RefusesAnUnknownShell) {
    EXPECT_EQ(tool("--print-completion tcsh").status, 2);
    EXPECT_THAT(tool("--print-completion bash").output,
                HasSubstr("complete -F _pentad_engine pentad-engine"));
}

}  // namespace
