#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path source = PENTAD_SOURCE_DIR;
const std::vector<std::string> documents{
    "README.md",           "CONTRIBUTING.md",       "CHANGELOG.md",     "SECURITY.md",
    "protocol/README.md",  "clients/web/README.md", "docker/README.md", "clients/terminal/README.md",
    "engine/tools/UCI.md", "engine/tools/GAMES.md"};

std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// A command of a ```console block and the lines that it is said to print; `...` stands for any lines.
struct Example {
    std::string command;
    std::vector<std::string> output;
};

std::vector<Example> examples_of(const fs::path& file) {
    std::vector<Example> examples;
    bool inside = false;
    for (const std::string& line : lines_of(file)) {
        if (line.starts_with("```"))
            inside = line == "```console";
        else if (inside && line.starts_with("$ "))
            examples.push_back({line.substr(2), {}});
        else if (inside && !examples.empty())
            examples.back().output.push_back(line);
    }
    return examples;
}

std::vector<std::string> run(const std::string& command) {
    const std::string with_path = "export PATH=" PENTAD_BIN_DIR ":$PATH; " + command + " 2>&1";
    std::vector<std::string> lines;
    FILE* pipe = ::popen(with_path.c_str(), "r");
    std::string text;
    std::array<char, 4096> chunk;
    while (const std::size_t n = std::fread(chunk.data(), 1, chunk.size(), pipe))
        text.append(chunk.data(), n);
    ::pclose(pipe);
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

bool matches(const std::vector<std::string>& said, std::size_t i, const std::vector<std::string>& printed,
             std::size_t j) {
    if (i == said.size()) return j == printed.size();
    if (said[i] == "...") {
        for (std::size_t k = j; k <= printed.size(); ++k)
            if (matches(said, i + 1, printed, k)) return true;
        return false;
    }
    return j < printed.size() && said[i] == printed[j] && matches(said, i + 1, printed, j + 1);
}

TEST(Documents, ShowWhatTheCommandsPrint) {
    int checked = 0;
    for (const std::string& document : documents)
        for (const Example& example : examples_of(source / document)) {
            const auto printed = run(example.command);
            std::string shown;
            for (const std::string& line : printed) shown += line + "\n";
            EXPECT_TRUE(matches(example.output, 0, printed, 0))
                << document << ": $ " << example.command << "\n"
                << shown;
            ++checked;
        }
    EXPECT_GE(checked, 4);
}

TEST(Documents, LinkToFilesThatAreThere) {
    const std::regex link(R"(\]\(([^)#:]+)\))");
    for (const std::string& document : documents) {
        const fs::path folder = (source / document).parent_path();
        for (const std::string& line : lines_of(source / document))
            for (std::sregex_iterator it(line.begin(), line.end(), link), end; it != end; ++it)
                EXPECT_TRUE(fs::exists(folder / (*it)[1].str())) << document << ": " << (*it)[1].str();
    }
}

TEST(Documents, NameFoldersAndScriptsThatAreThere) {
    const std::regex path(R"(`((?:engine|protocol|server|clients|tests)/[a-z_/.]*|\./dev)`?)");
    for (const std::string& document : {std::string("README.md"), std::string("CONTRIBUTING.md")})
        for (const std::string& line : lines_of(source / document))
            for (std::sregex_iterator it(line.begin(), line.end(), path), end; it != end; ++it) {
                std::string named = (*it)[1].str();
                if (named.back() == '.') named.pop_back();
                if (!line.substr(static_cast<std::size_t>(it->position() + it->length())).starts_with("<")) {
                    EXPECT_TRUE(fs::exists(source / named)) << document << ": " << named;
                }
            }
}

TEST(Documents, CreditTheDesignersOfTheGames) {
    std::string readme;
    for (const std::string& line : lines_of(source / "README.md")) readme += line + "\n";
    for (const char* designer :
         {"Alek Erickson", "Phil Leduc", "Mark Steere", "Kanare Kato", "Federico Latini"})
        EXPECT_NE(readme.find(designer), std::string::npos) << designer;
}

TEST(Documents, ThePromisesNameTestsThatThereAre) {
    std::set<std::string> tests;
    const std::regex made(R"(TEST(?:_F|_P)?\((\w+), (\w+)\))");
    for (const auto& entry : fs::recursive_directory_iterator(source / "tests")) {
        if (entry.path().extension() != ".cpp") continue;
        std::smatch found;
        for (const std::string& line : lines_of(entry.path()))
            if (std::regex_search(line, found, made)) tests.insert(found[1].str() + "." + found[2].str());
    }
    const std::regex named(R"(`([A-Z]\w+\.[A-Z]\w+)`)");
    int promises = 0;
    for (const std::string& line : lines_of(source / "tests/README.md"))
        for (std::sregex_iterator it(line.begin(), line.end(), named), end; it != end; ++it, ++promises)
            EXPECT_TRUE(tests.contains((*it)[1].str())) << (*it)[1].str();
    EXPECT_GT(promises, 40);
}

TEST(Programs, ExplainThemselves) {
    for (const char* program : {"pentad-server", "pentad", "pentad-engine"}) {
        const auto printed = run(std::string(program) + " --help");
        ASSERT_GT(printed.size(), 3U) << program;
    }
    for (const std::string& document : documents)
        for (const std::string& line : lines_of(source / document))
            if (const auto at = line.find("./dev "); at != std::string::npos && line.starts_with("    ")) {
                const std::string command = line.substr(at + 6, line.find_first_of(" ", at + 6) - at - 6);
                const auto usage = run("cd " + source.string() + " && ./dev help");
                EXPECT_TRUE(std::any_of(
                    usage.begin(), usage.end(),
                    [&](const std::string& one) { return one.starts_with("  " + command + " "); }))
                    << document << ": ./dev " << command;
            }
}

}  // namespace
