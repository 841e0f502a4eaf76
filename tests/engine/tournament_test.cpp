#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// `pentad-engine tournament` with real programs, good and bad.
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Ended {
    std::string output;
    int status = -1;
};

Ended run(const std::string& command) {
    Ended ended;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return ended;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) ended.output.append(block, got);
    const int status = pclose(pipe);
    if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
    return ended;
}

const std::string tournament = PENTAD_ENGINE " tournament bounce --size 4x4 ";
const std::string good = " --engine '" PENTAD_ENGINE " uci' ";

std::string broken(const std::string& how) {
    return " --engine 'python3 " PENTAD_TESTS_DIR "/engine/broken_engine.py " + how + " " PENTAD_ENGINE "' ";
}

/// The only object that it prints.
json result(const std::string& arguments) {
    const Ended ended = run(tournament + arguments + " --json 2>/dev/null");
    EXPECT_EQ(ended.status, 0) << arguments;
    const json object = json::parse(ended.output, nullptr, false);
    EXPECT_TRUE(object.is_object()) << arguments << ": " << ended.output;
    return object;
}

int games(const json& match) {
    return match.at("won").get<int>() + match.at("drawn").get<int>() + match.at("lost").get<int>();
}

TEST(EngineTournament, PlaysProgramsAgainstEachOtherWithTheirOptions) {
    const json match = result(good + good +
                              "--engine-option 1.Level=4 --engine-option 2.Level=1 --nodes 2000 --games 10 "
                              "--jobs 2");
    EXPECT_EQ(match["engine"], PENTAD_ENGINE " uci (1)");
    EXPECT_EQ(match["against"], PENTAD_ENGINE " uci (2)");
    EXPECT_EQ(games(match), 10);
    EXPECT_GT(match["won"], match["lost"]) << "level 4 is stronger than random moves";
    int pairs = 0;
    for (const json& count : match["pairs"]) pairs += count.get<int>();
    EXPECT_EQ(pairs, 5);
    for (const char* side : {"failures", "failuresOfOther"})
        EXPECT_EQ(match[side], json({{"time", 0}, {"crash", 0}, {"illegalMove", 0}}));
}

TEST(EngineTournament, PlaysProgramsAgainstLevelsOnAClock) {
    const Ended ended = run(tournament + good + "--levels 1,2 --tc 60+1 --depth 1 --games 2 2>/dev/null");
    EXPECT_EQ(ended.status, 0);
    const std::string name = PENTAD_ENGINE " uci";
    for (const std::string& line :
         {name + " against level 1: ", name + " against level 2: ", std::string("level 1 against 2: ")})
        EXPECT_THAT(ended.output, HasSubstr(line));
    EXPECT_THAT(ended.output, testing::Not(HasSubstr(" lost 1 on time")));
}

TEST(EngineTournament, GoesOnFromAPositionAndMoves) {
    const json match = result(good +
                              "--levels 1 --nodes 100 --games 2 --opening-plies 0 "
                              "--position '2BR/3B/B3/RB2 first 1'");
    EXPECT_EQ(games(match), 2);
    EXPECT_EQ(match["failures"]["illegalMove"], 0);
}

struct Broken {
    const char* how;
    const char* kind;
    const char* text;
};

TEST(EngineTournament, AProgramThatFailsLosesTheGameAndIsStartedAgain) {
    const std::vector<Broken> all{
        {"crash", "crash", "it was ended by the signal Segmentation fault"},
        {"exit", "crash", "it ended with status 3"},
        {"illegal", "illegalMove", "it played \"a1-z9\": "},
        {"nothing", "illegalMove", "it played \"\": "},
        {"hang", "time", "it did not answer in time"},
        {"slow", "time", "it did not answer in time"},
        {"endless", "crash", "it wrote a line that does not end"},
    };
    for (const Broken& each : all) {
        // It fails in its second move, with either side.
        const Ended ended = run(tournament + broken(each.how) +
                                "--levels 1 --move-time 0.5 --margin 1 --games 2 --seed 5 --opening-plies 0 "
                                "--json 2>&1");
        EXPECT_EQ(ended.status, 0) << each.how;
        EXPECT_THAT(ended.output, HasSubstr(std::string("loses a game against level 1: ") + each.text));
        const auto at = ended.output.find("\n{");
        ASSERT_NE(at, std::string::npos) << ended.output;
        const json match = json::parse(ended.output.substr(at + 1, ended.output.find('\n', at + 1) - at));
        EXPECT_EQ(match["lost"], 2) << each.how << match.dump();
        EXPECT_EQ(match["failures"][each.kind], 2) << each.how << match.dump();
        EXPECT_EQ(games(match), 2) << each.how;
    }
    EXPECT_THAT(run(tournament + broken("exit") +
                    "--levels 1 --nodes 10 --games 2 --seed 5 --opening-plies 0 2>/dev/null")
                    .output,
                HasSubstr(" lost 2 by a crash\n"));
}

TEST(EngineTournament, SaysWhatIsWrongWithAProgramBeforeTheFirstGame) {
    for (const std::string& command :
         {std::string("/nowhere/at/all"), std::string("false"), std::string("cat"),
          std::string("python3 " PENTAD_TESTS_DIR "/engine/broken_engine.py mute x")}) {
        const Ended ended =
            run(tournament + "--engine '" + command + "' --levels 1 --nodes 10 --timeout 1 2>&1");
        EXPECT_EQ(ended.status, 2) << command;
        EXPECT_THAT(ended.output, HasSubstr("--engine: " + command + " does not speak the protocol: it "));
    }
}

TEST(EngineTournament, EndsWhenTheTestDecides) {
    const std::string test = " --sprt elo0=0 elo1=100 alpha=0.05 beta=0.05";
    const json stronger = result("--levels 1,4" + test);
    EXPECT_EQ(stronger["level"], 4);
    EXPECT_EQ(stronger["sprt"]["accepted"], "H1");
    EXPECT_GE(stronger["sprt"]["llr"], stronger["sprt"]["upper"]);
    EXPECT_LT(games(stronger), 1000) << "long before the most games";
    const json weaker = result("--levels 4,1" + test);
    EXPECT_EQ(weaker["sprt"]["accepted"], "H0");
    EXPECT_LE(weaker["sprt"]["llr"], weaker["sprt"]["lower"]);
    const Ended open = run(tournament + "--levels 4,4 --games 2 --sprt elo0=-1.5,elo1=100 2>/dev/null");
    EXPECT_THAT(open.output, HasSubstr("\nSPRT elo0 -1.5, elo1 100: LLR "));
    EXPECT_THAT(open.output, HasSubstr(" (-2.94 to 2.94), undecided\n"));
}

TEST(EngineTournament, RefusesWhatItCannotPlay) {
    const std::vector<std::pair<std::string, std::string>> all{
        {good + "--nodes 10", "name another program"},
        {good + "--levels 1", "--tc, --move-time, --nodes or --depth"},
        {good + "--levels 1 --tc x", "SECONDS+INCREMENT"},
        {good + "--levels 1 --tc 0", "above 0"},
        {good + "--levels 1 --tc 1+x", "SECONDS+INCREMENT"},
        {good + "--levels 1 --nodes 10 --engine-option Level=1", "NUMBER.NAME=VALUE"},
        {good + "--levels 1 --nodes 10 --engine-option 2.Level=1", "NUMBER.NAME=VALUE"},
        {good + "--levels 1 --nodes 10 --engine-option 99999999999999999999.Level=1", "NUMBER.NAME=VALUE"},
        {"--levels 1,2 --sprt elo2=3", "\"elo2=3\" is not one of"},
        {"--levels 1,2 --sprt elo0=x", "\"elo0=x\" is not one of"},
        {"--levels 1,2 --sprt elo0=5 elo1=5", "elo0 must be less than elo1"},
        {"--levels 1,2 --sprt alpha=0", "above 0"},
        {"--levels 1,2,3 --sprt elo0=0", "two players"},
    };
    for (const auto& [arguments, text] : all) {
        const Ended ended = run(tournament + arguments + " 2>&1");
        EXPECT_EQ(ended.status, 2) << arguments;
        EXPECT_THAT(ended.output, HasSubstr(text)) << arguments;
    }
}

}  // namespace
