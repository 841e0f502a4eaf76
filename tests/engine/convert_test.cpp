#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

/// `pentad-engine convert`: games in the forms that people and programs write.
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Ended {
    std::string output;  ///< standard output and error
    int status = -1;
};

Ended convert(const std::string& text, const std::string& arguments = "") {
    const pentad::testing::TemporaryFolder folder;
    const auto file = folder.path() / "games";
    std::ofstream(file) << text;
    Ended ended;
    FILE* pipe = popen((PENTAD_ENGINE " convert " + file.string() + " " + arguments + " 2>&1").c_str(), "r");
    if (!pipe) return ended;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) ended.output.append(block, got);
    const int status = pclose(pipe);
    if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
    return ended;
}

/// The only game of the text.
json game(const std::string& text, const std::string& arguments = "") {
    const Ended ended = convert(text, arguments + " --json");
    EXPECT_EQ(ended.status, 0) << text << ended.output;
    const json object = json::parse(ended.output, nullptr, false);
    EXPECT_TRUE(object.is_object()) << text << ended.output;
    return object;
}

const std::string small = "--game bounce --size 4x4";
const std::vector<std::string> moves{"a2-d4", "d2-d1", "b1-d2", "a3-b1", "xb3"};

TEST(EngineConvert, WritesAGameAsTextWithTagsThatItReads) {
    const Ended text = convert("a2-d4 d2-d1 b1-d2 a3-b1 xb3", small);
    EXPECT_EQ(text.status, 0);
    EXPECT_EQ(text.output,
              "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
              "[Black \"?\"]\n[Result \"1-0\"]\n[Game \"bounce\"]\n[Size \"4x4\"]\n[Variant \"standard\"]\n"
              "[Termination \"one_group\"]\n\n1. a2-d4 d2-d1 2. b1-d2 a3-b1 3. xb3 1-0\n\n");
    EXPECT_EQ(convert(text.output).output, text.output);
    const std::string object = game(text.output).dump();
    EXPECT_EQ(convert(object).output, text.output) << "JSON and back";
    const json read = json::parse(object);
    EXPECT_EQ(read["moves"], json(moves));
    EXPECT_EQ(read["outcome"], json({{"winner", "first"}, {"reason", "one_group"}}));
}

TEST(EngineConvert, ReadsMovesInManyNotations) {
    for (const char* text :
         {"1. a2-d4 d2-d1 2. b1-d2 a3-b1 3. xb3 1-0", "1.a2-d4 d2-d1 2.b1-d2 a3-b1 3.xb3",
          "1 a2-d4 d2-d1\n2 b1-d2 a3-b1\n3 xb3\n", "a2-d4, d2-d1, b1-d2, a3-b1, xb3",
          "A2-D4 D2-D1 B1-D2 A3-B1 XB3", "a2d4 d2d1 b1d2 a3b1 xb3", "a2 - d4 d2 to d1 b1 -> d2 a3-b1 xb3",
          "a2\u2013d4 d2\u2192d1 b1->d2 a3\u2014b1 \u00d7b3", "a2-d4! d2-d1?! b1-d2 $3 !? a3-b1 xb3#",
          "1. a2-d4 {a comment (with) 1. a1} d2-d1 ; the rest of the line\n2. b1-d2 (2. a1-d2 (or) x) a3-b1 "
          "xb3",
          "1. a2-d4 1... d2-d1 2. b1-d2 2... a3-b1 3. xb3 *"}) {
        const json read = game(text, small);
        EXPECT_EQ(read["moves"], json(moves)) << text;
        EXPECT_EQ(read["result"], "1-0") << text;
    }
    const json capture = game("a3-a4 c5-b5 a4:b5@a4", "--game claustro");
    EXPECT_EQ(capture["moves"][2], "a4xb5@a4");
    EXPECT_EQ(game("a3-a4 c5-b5 a4-b5@a4", "--game claustro")["moves"], capture["moves"]);
}

TEST(EngineConvert, RefusesMovesWithTheReason) {
    const Ended forbidden = convert("1. a2-d4 b1-d4", small);
    EXPECT_EQ(forbidden.status, 1);
    EXPECT_THAT(forbidden.output, HasSubstr("Move 2, b1-d4: "));
    EXPECT_THAT(forbidden.output, HasSubstr("(rule "));
    const Ended several = convert("a3-a4 c5-b5 a4xb5", "--game claustro");
    EXPECT_EQ(several.status, 1);
    EXPECT_THAT(several.output, HasSubstr("Move 3, a4xb5: it may be a4xb5@"));
    EXPECT_EQ(convert("1. hello", small).status, 1);
    const Ended second = convert("a2-d4 *\na2-d4 d2-d4 *", small);
    EXPECT_THAT(second.output, HasSubstr("Game 2: Move 2, d2-d4: "));
}

TEST(EngineConvert, RefusesWhatIsNoGame) {
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {"", "There is no game in the text."},
             {"{\"game\":\"bounce\"}", "moves are missing"},
             {"{\"game\":\"bounce\",\"moves\":[1,{}]}", "moves are missing"},
             {"a2-d4", "name it by --game"},
             {"[Game \"chess\"]\n\ne4", "There is no game \"chess\""},
             {"[Game \"bounce\"]\n[Size \"5x5\"]\n\n*", "choose 4x4"},
             {"[Game \"bounce\"]\n[Size \"4x4\"]\n\na2-d4 d2-d1 b1-d2 a3-b1 xb3 0-1",
              "The result 0-1 is not that of the moves: first (one_group)."}}) {
        const Ended ended = convert(text);
        EXPECT_EQ(ended.status, 2) << text;
        EXPECT_THAT(ended.output, HasSubstr(reason)) << text;
    }
}

TEST(EngineConvert, KeepsTagsPositionsAndSeveralGames) {
    const std::string two =
        "[Event \"A \\\"great\\\" day\"]\n[First \"Ana\"]\n[Second \"Bo\"]\n[Game \"Bounce\"]\n[Size "
        "\"4x4\"]\n"
        "[Annotator \"Cy\"]\n\n1. a2-d4 *\n\n"
        "[Game \"bounce\"]\n[Size \"4x4\"]\n[SetUp \"1\"]\n[FEN \"1BRR/BRBR/1BRR/2BB second 1\"]\n\n";
    const Ended ended = convert(two, "--json");
    ASSERT_EQ(ended.status, 0) << ended.output;
    const json first = json::parse(ended.output.substr(0, ended.output.find('\n')));
    EXPECT_EQ(first["tags"]["Event"], "A \"great\" day");
    EXPECT_EQ(first["tags"]["White"], "Ana");
    EXPECT_EQ(first["tags"]["Annotator"], "Cy");
    EXPECT_EQ(first["outcome"], nullptr);
    const Ended text = convert(two);
    EXPECT_THAT(text.output, HasSubstr("[Event \"A \\\"great\\\" day\"]\n"));
    EXPECT_THAT(text.output, HasSubstr("[FEN \"1BRR/BRBR/1BRR/2BB second 1\"]\n"));
    EXPECT_EQ(convert(text.output).output, text.output);
}

TEST(EngineConvert, ReadsTheRecordsOfMatchesAndOfAbstractPlay) {
    namespace fs = std::filesystem;
    int records = 0;
    for (const auto& entry : fs::directory_iterator(PENTAD_TESTS_DIR "/golden/records")) {
        if (entry.path().extension() != ".json") continue;
        std::ifstream in(entry.path());
        const std::string record{std::istreambuf_iterator<char>(in), {}};
        const json source = json::parse(record), read = game(record);
        EXPECT_EQ(read["game"], source["game"]) << entry.path();
        EXPECT_EQ(read["tags"]["Termination"], source["result"]["reason"]) << entry.path();
        EXPECT_EQ(game(convert(record).output)["moves"], read["moves"]) << entry.path();
        ++records;
    }
    EXPECT_GE(records, 5);
    const json rounds = game(
        R"({"header":{"game":{"name":"Bounce","variants":["10"]},"players":[{"name":"Ana"},{"name":"Bo"}],
            "date-start":"2024-03-01T10:00:00.000Z"},"moves":[["b1-a1",{"move":"a3-a10"}]]})",
        "");
    EXPECT_EQ(rounds["size"], "10x10");
    EXPECT_EQ(rounds["tags"]["Black"], "Bo");
    EXPECT_EQ(rounds["tags"]["Date"], "2024.03.01");
    EXPECT_EQ(rounds["moves"], json({"b1-a1", "a3-a10"}));
}

TEST(EngineConvert, ReadsTheTextThatAServerGives) {
    const json read = game(
        "Match: m_1\nGame: Bounce, 4x4, standard, rules 1\nRed: Ana\nBlue: Bot 5 (level 5, seed 7)\n"
        "Time: none\nResult: Red wins (one_group)\n\n1. a2-d4 d2-d1\n2. b1-d2 a3-b1 (fallback)\n3. "
        "xb3\n1-0\n");
    EXPECT_EQ(read["moves"], json(moves));
    EXPECT_EQ(read["tags"]["White"], "Ana");
    EXPECT_EQ(read["tags"]["Black"], "Bot 5 (level 5, seed 7)");
    EXPECT_EQ(read["result"], "1-0");
}

TEST(EngineConvert, TakesBrokenTextsApartWithoutHarm) {
    for (const char* text : {"{", "(", "[", "[Game \"", "((((", "$", "%", "...", "1.", "\xff\xfe", "- - -",
                             "x", "[Game \"bounce\"]\n(a2-d4", "{} {}"}) {
        const Ended ended = convert(text, small);
        EXPECT_LT(ended.status, 3) << text << ended.output;
        EXPECT_GE(ended.status, 0) << text << ended.output;
    }
    EXPECT_EQ(convert(std::string(200'000, '('), small).status, 2);
    EXPECT_EQ(convert("[A \"" + std::string(200'000, 'a') + "\"]", small).status, 1);
}

}  // namespace
