#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "engine/game.hpp"

/// A game is one folder and one line in the registry: nothing else may know a game by its id.
namespace pentad::engine {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return output;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) output.append(block, got);
    pclose(pipe);
    return output;
}

TEST(SixthGame, IsPlayedByTheUnchangedTool) {
    const std::string tool = PENTAD_ENGINE_SIX;
    EXPECT_THAT(output_of(tool + " games"), testing::HasSubstr("noughts: Noughts"));
    EXPECT_EQ(output_of(tool + " perft noughts 9"),
              "depth 1: 9\ndepth 2: 72\ndepth 3: 504\ndepth 4: 3024\ndepth 5: 15120\ndepth 6: 54720\n"
              "depth 7: 148176\ndepth 8: 200448\ndepth 9: 127872\n");
    EXPECT_THAT(output_of(tool + " play noughts a1 a2 b1 b2 c1"),
                testing::EndsWith("outcome: first (three_in_line)\n"));
}

/// The source text without its comments: the ids are English words, and comments may speak English.
std::string without_comments(const std::string& text) {
    static const std::regex line_comment("//[^\\n]*");
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find("/*", at);
        kept += text.substr(at, open - at);
        const std::size_t close = open == std::string::npos ? open : text.find("*/", open + 2);
        at = close == std::string::npos ? text.size() : close + 2;
    }
    return std::regex_replace(kept, line_comment, "");
}

bool is_source(const fs::path& path) {
    static const std::set<std::string> kinds{".cpp", ".hpp", ".in",  ".ts",  ".tsx",
                                             ".js",  ".mjs", ".css", ".html"};
    return kinds.contains(path.extension().string());
}

/// Tests and what is built or installed beside the sources.
bool is_skipped(const fs::path& folder) {
    static const std::set<std::string> names{"node_modules", "dist", "test", "tests", "e2e"};
    return names.contains(folder.filename().string());
}

bool is_test(const fs::path& path) { return path.filename().string().find(".test.") != std::string::npos; }

/// `id` as an identifier of its own or as the whole of a string. Where `words_allowed`, as in the folders of
/// other games, it may be a word of theirs (a king's sight), but no string, namespace or path.
bool knows(const std::string& source, const std::string& id, bool words_allowed) {
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = source.find(id); at != std::string::npos; at = source.find(id, at + 1)) {
        const char before = at == 0 ? ' ' : source[at - 1];
        const char behind = at + id.size() < source.size() ? source[at + id.size()] : ' ';
        if (in_word(before) || in_word(behind)) continue;
        const bool quoted = std::string("\"'`").find(before) != std::string::npos && before == behind;
        const bool path = before == '/' || source.compare(at + id.size(), 2, "::") == 0;
        const bool in_sentence = before == ' ' && behind == ' ';  // of a text for people
        if (quoted || path || (!words_allowed && !in_sentence)) return true;
    }
    return false;
}

TEST(SixthGame, NoSourceOutsideAGamesFolderKnowsAGameByItsId) {
    const fs::path root = PENTAD_SOURCE_DIR;
    int files = 0;
    for (const char* folder : {"engine", "protocol", "server", "clients"}) {
        if (!fs::exists(root / folder)) continue;
        for (auto at = fs::recursive_directory_iterator(root / folder);
             at != fs::recursive_directory_iterator(); ++at) {
            if (at->is_directory() && is_skipped(at->path())) at.disable_recursion_pending();
            const fs::path path = at->path();
            if (!at->is_regular_file() || !is_source(path) || is_test(path)) continue;
            const std::string relative = fs::relative(path, root).generic_string();
            if (relative == "engine/registry.cpp") continue;
            std::ifstream file(path);
            std::stringstream text;
            text << file.rdbuf();
            const std::string source = without_comments(text.str());
            ++files;
            for (const Game* game : games()) {
                const std::string& id = game->info().id;
                if (relative.starts_with("engine/games/" + id + "/")) continue;
                EXPECT_FALSE(knows(source, id, relative.starts_with("engine/games/")))
                    << relative << " knows " << id;
            }
        }
    }
    EXPECT_GT(files, 20);
}

TEST(SixthGame, NoSourceOutsideAGamesFolderHasTheTextsOfAGame) {
    const fs::path root = PENTAD_SOURCE_DIR;
    int files = 0;
    for (const char* folder : {"protocol", "server", "clients"})
        for (auto at = fs::recursive_directory_iterator(root / folder);
             at != fs::recursive_directory_iterator(); ++at) {
            if (at->is_directory() && is_skipped(at->path())) at.disable_recursion_pending();
            if (!at->is_regular_file()) continue;
            if (!is_source(at->path()) && at->path().extension() != ".po") continue;
            std::ifstream file(at->path());
            std::stringstream text;
            text << file.rdbuf();
            const std::string source = text.str();
            ++files;
            for (const Game* game : games())
                for (const auto& [tag, texts] : game->info().texts)
                    for (const auto& [key, one] : texts) {
                        // Short ones are common words.
                        if (one.size() < 12) continue;
                        EXPECT_EQ(source.find(one), source.npos) << at->path() << ": " << one;
                    }
        }
    EXPECT_GT(files, 20);
}

}  // namespace
}  // namespace pentad::engine
