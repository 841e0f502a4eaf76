#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path tests = fs::path(PENTAD_SOURCE_DIR) / "tests";

std::string content(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// `Suite.Name` of every test in the C++ sources.
std::set<std::string> all_tests() {
    const std::regex test(R"(\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\))");
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(tests)) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string text = content(entry.path());
        for (std::sregex_iterator it(text.begin(), text.end(), test), end; it != end; ++it)
            names.insert((*it)[1].str() + "." + (*it)[2].str());
    }
    return names;
}

/// The titles of the tests in a file of tests/e2e/web, each behind the file's name: `people.test.mjs: who is
/// ...`.
std::set<std::string> all_browser_tests() {
    const std::regex test(R"RE(\b(?:test|once)\("([^"]+)")RE");
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(tests / "e2e" / "web")) {
        const std::string text = content(entry.path());
        for (std::sregex_iterator it(text.begin(), text.end(), test), end; it != end; ++it)
            names.insert(entry.path().filename().string() + ": " + (*it)[1].str());
    }
    return names;
}

const std::regex named_test(R"(`([A-Z]\w*\.\w+)`)"), named_browser_test(R"(`(\w+\.test\.mjs: [^`]+)`)");

std::set<std::string> all_matches(const std::string& text, const std::regex& what) {
    std::set<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), what), end; it != end; ++it)
        found.insert((*it)[1].str());
    return found;
}

TEST(Promises, AreEachProvedByTestsThatAreThere) {
    const std::set<std::string> known = all_tests();
    ASSERT_GT(known.size(), 300U);
    const std::set<std::string> of_browsers = all_browser_tests();
    ASSERT_GT(of_browsers.size(), 30U);
    const std::regex row(R"(^\| (B\d\d) .* \| (.*) \|$)");
    std::set<std::string> promises;
    std::istringstream lines(content(tests / "README.md"));
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        std::string where = line;
        if (std::regex_match(line, found, row)) {
            promises.insert(found[1].str());
            where = found[2].str();
            EXPECT_TRUE(std::regex_search(where, named_test)) << found[1].str() << " has no test";
        }
        for (const std::string& name : all_matches(where, named_test))
            EXPECT_TRUE(known.contains(name)) << "there is no test " << name;
        for (const std::string& name : all_matches(where, named_browser_test))
            EXPECT_TRUE(of_browsers.contains(name)) << "there is no test " << name;
    }
    for (int i = 1; i <= 32; ++i) {
        const std::string promise = (i < 10 ? "B0" : "B") + std::to_string(i);
        EXPECT_TRUE(promises.contains(promise)) << promise << " has no row";
    }
}

/// How a test ended, in the words of ctest: `run`, `notrun`, `disabled` or `fail`.
struct Ended {
    std::string test;  ///< `Suite.Name`, without what makes instances of a test with parameters differ
    std::string instance;
    std::string status;
};

std::vector<Ended> ended_tests(const std::string& results) {
    const std::regex line(R"RE(^\s*<testcase name="([^"]+)".* status="(\w+)")RE");
    const std::regex instance(R"(^(?:\w+/)?(\w+\.\w+)(?:/.*)?$)");
    std::vector<Ended> all;
    std::istringstream lines(results);
    for (std::string text; std::getline(lines, text);) {
        // What tests have printed stands there, too.
        std::smatch found, parts;
        if (text.size() > 4096 || text.find("<testcase ") == std::string::npos ||
            !std::regex_search(text, found, line))
            continue;
        const std::string name = found[1];
        all.push_back({std::regex_match(name, parts, instance) ? parts[1].str() : name, name, found[2]});
    }
    return all;
}

/// What is wrong with a run: each test that was skipped, and, when all were to be run, each that proves a
/// promise and was not run.
std::vector<std::string> not_proved(const std::vector<Ended>& run, const std::string& readme, bool all) {
    std::vector<std::string> wrong;
    std::map<std::string, bool> ran;
    for (const Ended& one : run) {
        const bool skipped = one.status != "run" && one.status != "fail";
        if (skipped) wrong.push_back(one.instance + " was skipped");
        ran[one.test] |= !skipped;
    }
    for (const std::string& name : all_matches(readme, named_test))
        if (all && !ran[name]) wrong.push_back(name + " was not run, and proves a promise");
    return wrong;
}

TEST(Promises, AreNotProvedByATestThatWasSkipped) {
    const std::string results = R"XML(<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="3" failures="0" disabled="0" skipped="1">
	<testcase name="Ran.Whole" classname="Ran.Whole" time="0.1" status="run">
		<system-out>a &lt;testcase name="Not.One" status="notrun"</system-out>
	</testcase>
	<testcase name="Real/Several.Ways/nginx" classname="x" time="0.1" status="run">
	<testcase name="Left.Out" classname="Left.Out" time="0.1" status="notrun">
		<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
	<testcase name="web_people" classname="web_people" time="0" status="notrun">
	<testcase name="Failed.Already" classname="Failed.Already" time="0" status="fail">
</testsuite>)XML";
    const std::vector<Ended> run = ended_tests(results);
    ASSERT_EQ(run.size(), 5U);
    const std::string readme =
        "| B01 | `Ran.Whole`, `Several.Ways`, `Left.Out`, `Never.There`, `Failed.Already` |";
    using Wrong = std::vector<std::string>;
    EXPECT_EQ(not_proved(run, readme, true), (Wrong{"Left.Out was skipped", "web_people was skipped",
                                                    "Left.Out was not run, and proves a promise",
                                                    "Never.There was not run, and proves a promise"}));
    EXPECT_EQ(not_proved(run, readme, false), (Wrong{"Left.Out was skipped", "web_people was skipped"}));
}

/// Not one of the tests of ctest: `./dev test` starts it after them and says where their results are.
TEST(RunOfTheTests, SkippedNothingAndProvedEveryPromise) {
    const char* file = std::getenv("PENTAD_TEST_RESULTS");
    ASSERT_NE(file, nullptr) << "PENTAD_TEST_RESULTS names what ctest --output-junit has written";
    const char* pattern = std::getenv("PENTAD_TEST_PATTERN");
    const std::vector<Ended> run = ended_tests(content(file));
    ASSERT_FALSE(run.empty()) << "there are no results in " << file;
    const bool all = pattern == nullptr || *pattern == '\0';
    for (const std::string& wrong : not_proved(run, content(tests / "README.md"), all))
        ADD_FAILURE() << wrong;
}

}  // namespace
