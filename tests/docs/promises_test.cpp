#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

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

TEST(Promises, AreEachProvedByTestsThatAreThere) {
    const std::set<std::string> known = all_tests();
    ASSERT_GT(known.size(), 300U);
    const std::regex row(R"(^\| (B\d\d) .* \| (.*) \|$)"), name(R"(`([A-Z]\w*\.\w+)`)");
    std::set<std::string> promises;
    std::istringstream lines(content(tests / "README.md"));
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        std::string where = line;
        if (std::regex_match(line, found, row)) {
            promises.insert(found[1].str());
            EXPECT_TRUE(std::regex_search(where = found[2].str(), name)) << found[1].str() << " has no test";
        }
        for (std::sregex_iterator it(where.begin(), where.end(), name), end; it != end; ++it)
            EXPECT_TRUE(known.contains((*it)[1].str())) << "there is no test " << (*it)[1].str();
    }
    for (int i = 1; i <= 32; ++i) {
        const std::string promise = (i < 10 ? "B0" : "B") + std::to_string(i);
        EXPECT_TRUE(promises.contains(promise)) << promise << " has no row";
    }
}

}  // namespace
