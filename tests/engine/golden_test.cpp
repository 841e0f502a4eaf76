#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/game.hpp"
#include "engine/search/random.hpp"

/// Replays games that an independent implementation wrote down: see tests/golden/README.md.
namespace pentad::engine {
namespace {

namespace fs = std::filesystem;

const fs::path golden = fs::path(PENTAD_TESTS_DIR) / "golden";

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : separator) + word;
    return text;
}

std::uint64_t legal_hash(const Position& position) { return fnv1a(joined(position.legal_moves(), " ")); }

std::string winner(const Position& position) {
    const auto outcome = position.outcome();
    return !outcome ? "ongoing" : outcome->winner ? name(*outcome->winner) : "draw";
}

std::string pieces_of(const Position& position, Side side) {
    std::vector<std::string> texts;
    for (const auto& piece : position.pieces())
        if (piece.side == side)
            texts.push_back(piece.square + " " + piece.kind +
                            (piece.count > 1 ? " " + std::to_string(piece.count) : ""));
    return joined(texts, ", ");
}

Position start(const std::string& id, const Options& options) {
    const Game* game = find_game(id);
    EXPECT_NE(game, nullptr) << id;
    return game->initial(*game->complete(options));
}

struct Ply {
    std::string move;
    std::size_t legal = 0;
    std::uint64_t hash = 0;
};

struct GoldenGame {
    std::map<std::string, std::string> header;  ///< also the pieces and the outcome at the end
    std::vector<Ply> plies;
};

GoldenGame read_game(const fs::path& path) {
    GoldenGame game;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (const auto colon = line.find(": "); colon != std::string::npos) {
            game.header[line.substr(0, colon)] = line.substr(colon + 2);
        } else if (!line.empty()) {
            std::istringstream words(line);
            std::size_t number = 0;
            Ply ply;
            words >> number >> ply.move >> ply.legal >> std::hex >> ply.hash;
            EXPECT_EQ(number, game.plies.size() + 1) << path;
            game.plies.push_back(ply);
        }
    }
    return game;
}

std::vector<fs::path> game_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(golden / "games")) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

class GoldenGames : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenGames, AgreeOnEveryPlyAndOnTheEnd) {
    GoldenGame game = read_game(GetParam());
    Position position = start(game.header["game"], {game.header["size"], game.header["variant"]});
    for (const Ply& ply : game.plies) {
        ASSERT_EQ(position.legal_moves().size(), ply.legal) << "before " << ply.move;
        ASSERT_EQ(legal_hash(position), ply.hash) << "before " << ply.move;
        const auto next = position.after(ply.move);
        ASSERT_TRUE(next) << ply.move << ": " << next.error().reason;
        position = *next;
    }
    EXPECT_EQ(winner(position), game.header["outcome"]);
    EXPECT_EQ(pieces_of(position, Side::first), game.header["first"]);
    EXPECT_EQ(pieces_of(position, Side::second), game.header["second"]);
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenGames, testing::ValuesIn(game_files()),
                         [](const auto& made) { return made.param.stem().string(); });

class GoldenPositions : public testing::TestWithParam<const Game*> {};

TEST_P(GoldenPositions, AgreeOnTheLegalMovesOfThousandsOfPositions) {
    const std::string id = GetParam()->info().id;
    std::ifstream file(golden / "positions" / (id + ".txt"));
    std::size_t positions = 0;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Options options;
        std::uint64_t seed = 0;
        std::string won, expected;
        words >> options.size >> options.variant >> seed >> won;
        Position position = start(id, options);
        Random random(seed);
        for (int ply = 1; words >> expected; ++ply, ++positions) {
            const auto moves = position.legal_moves();
            const std::uint64_t hash = legal_hash(position);
            char folded[9];
            std::snprintf(folded, sizeof folded, "%08x", static_cast<unsigned>((hash >> 32) ^ hash));
            ASSERT_EQ(folded, expected) << options.size << ' ' << options.variant << " seed " << seed
                                        << " ply " << ply << ": " << position.encode();
            position = position.after(moves[random.below(moves.size())]).value();
        }
        ASSERT_EQ(winner(position), won) << options.size << ' ' << options.variant << " seed " << seed;
    }
    EXPECT_GE(positions, 2000U);
}

INSTANTIATE_TEST_SUITE_P(Games, GoldenPositions, testing::ValuesIn(games()),
                         [](const auto& made) { return made.param->info().id; });

}  // namespace
}  // namespace pentad::engine
