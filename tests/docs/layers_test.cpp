#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

// Folders include each other in one direction only (README, "The map").
namespace {

namespace fs = std::filesystem;

const fs::path source = PENTAD_SOURCE_DIR;

const std::map<std::string, std::set<std::string>> may_include{
    {"engine", {"engine"}},
    {"protocol", {"engine", "protocol"}},
    {"server", {"engine", "protocol", "server"}},
    {"clients", {"engine", "protocol", "clients"}},
};

template <class Visit>
void each_include(const std::string& folder, Visit visit) {
    const std::regex include(R"(^#include ([<"])([^>"]+)[>"])");
    for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".hpp") continue;
        if (entry.path().string().find("node_modules") != std::string::npos) continue;
        std::ifstream in(entry.path());
        std::smatch found;
        for (std::string line; std::getline(in, line);)
            if (std::regex_search(line, found, include))
                visit(entry.path(), found[1].str() == "\"", found[2].str());
    }
}

/// Manuals and completions are made in one place for all three programs.
bool for_all_programs(const std::string& header) { return header.starts_with("engine/tools/command_line/"); }

TEST(Layers, IncludeOnlyWhatIsBelowThem) {
    for (const auto& [folder, allowed] : may_include)
        each_include(folder, [&](const fs::path& file, bool ours, const std::string& header) {
            // The program pentad-engine is built on both.
            const bool tool =
                file == source / "engine/tools/verify.cpp" && header == "protocol/record/verify.hpp";
            // The program pentad has the server inside, for games without another one.
            const bool local = file == source / "clients/terminal/local/local_server.cpp" &&
                               header == "server/app/server.hpp";
            if (ours && !tool && !local && !for_all_programs(header)) {
                EXPECT_TRUE(allowed.contains(header.substr(0, header.find('/'))))
                    << file << " includes " << header;
            }
        });
}

/// The layers of server/, lowest first. A folder includes those before it.
const std::vector<std::string> server_layers{"base",   "limits",  "metrics",    "match",   "ratings", "store",
                                             "config", "net",     "moderation", "session", "bots",    "room",
                                             "lobby",  "gateway", "http",       "admin",   "app"};

std::ptrdiff_t layer_of(const fs::path& inside_server) {
    return std::find(server_layers.begin(), server_layers.end(), *inside_server.begin()) -
           server_layers.begin();
}

TEST(Layers, TheServersFoldersIncludeOnlyEarlierOnes) {
    each_include("server", [&](const fs::path& file, bool ours, const std::string& header) {
        if (!ours || !header.starts_with("server/")) return;
        const auto from = layer_of(file.lexically_relative(source / "server"));
        const auto to = layer_of(fs::path(header).lexically_relative("server"));
        ASSERT_LT(from, std::ssize(server_layers)) << file << " is in no known layer";
        ASSERT_LT(to, std::ssize(server_layers)) << file << " includes " << header << ", in no known layer";
        EXPECT_LE(to, from) << file << " includes " << header << ", which is a later layer";
    });
}

TEST(Layers, NothingLiesLooseInTheServersFolder) {
    for (const auto& entry : fs::directory_iterator(source / "server")) {
        const std::string name = entry.path().filename().string();
        if (entry.is_directory())
            EXPECT_LT(layer_of(name), std::ssize(server_layers)) << name << " is no known layer";
        else
            EXPECT_TRUE(name == "CMakeLists.txt" || name == "README.md") << name;
    }
}

TEST(Layers, KeepTheInsidesOfTheEngineInside) {
    // What command lines and manual pages have in common lies beside the engine's own program.
    const std::regex inside("engine/(games|search|geometry|tools(?!/command_line))/.*");
    for (const char* folder : {"protocol", "server", "clients"})
        each_include(folder, [&](const fs::path& file, bool, const std::string& header) {
            EXPECT_FALSE(std::regex_match(header, inside) && !for_all_programs(header))
                << file << " includes " << header;
        });
    each_include("engine/tools/command_line",
                 [&](const fs::path& file, bool ours, const std::string& header) {
                     EXPECT_TRUE(!ours || for_all_programs(header)) << file << " includes " << header;
                 });
}

TEST(Layers, KeepHeavyLibrariesInTheirPlace) {
    each_include("engine", [&](const fs::path& file, bool ours, const std::string& header) {
        const bool tool = file.string().find("/engine/tools/") != std::string::npos;
        if (!ours && !tool) {
            const bool system = header.find('/') == std::string::npos || header.starts_with("sys/");
            EXPECT_TRUE(system || header == "tl/expected.hpp") << file << ": " << header;
        }
    });
    each_include("protocol", [&](const fs::path& file, bool, const std::string& header) {
        const bool tool = file.string().find("/protocol/tools/") != std::string::npos;
        if (file.extension() == ".hpp" && !tool) {
            EXPECT_FALSE(header.starts_with("nlohmann/")) << file << " includes " << header;
        }
    });
    each_include("server", [&](const fs::path& file, bool, const std::string& header) {
        const bool beast = header.starts_with("boost/beast/");
        const bool net = file.string().find("/server/net/") != std::string::npos;
        if (beast) {
            EXPECT_TRUE(net) << file << " includes " << header;
        }
        EXPECT_FALSE(header.starts_with("nlohmann/")) << file << " includes " << header;
    });
}

}  // namespace
