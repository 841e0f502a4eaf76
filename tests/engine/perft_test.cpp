#include <gtest/gtest.h>

#include <vector>

#include "engine/game.hpp"

namespace pentad::engine {
namespace {

struct Row {
    const char* game;
    const char* size;
    const char* variant;
    std::vector<std::uint64_t> leaves;  ///< at depth 1, 2, ...
};

// clang-format off
const std::vector<Row> table{
    {"replica",        "8x8",   "standard",   {43, 1849, 79464, 3415068, 146804724}},
    {"replica",        "8x8",   "forward",    {43, 1849, 78561, 3337893}},
    {"murus_gallicus", "8x7",   "basic",      {20, 400, 6960, 121104, 1953664, 31422048}},
    {"murus_gallicus", "8x8",   "basic",      {20, 400, 6960, 121104, 1961328}},
    {"murus_gallicus", "8x7",   "advanced",   {32, 1024, 28416, 788544, 19680896}},
    {"bounce",         "4x4",   "standard",   {12, 216, 1956, 23608, 177800, 1467512}},
    {"bounce",         "6x6",   "standard",   {32, 1536, 45364, 1909536}},
    {"bounce",         "8x8",   "standard",   {60, 5400, 312492, 26278948}},
    {"sight",          "3x3",   "standard",   {9, 72, 504, 3024, 9920, 26960, 53824, 70496, 53576, 0}},
    {"sight",          "5x5",   "standard",   {25, 600, 13800, 303600, 4205376, 56771208}},
    {"sight",          "7x7",   "standard",   {49, 2352, 110544, 5085024}},
    {"claustro",       "5x5",   "standard",   {6, 36, 284, 3356, 52436, 1042840, 23799826}},
    {"claustro",       "5x5",   "original",   {6, 36, 280, 3112, 43544}},
    {"claustro",       "5x5",   "open_goals", {6, 36, 292, 3688, 61270, 1299654}},
    {"claustro",       "6x5",   "standard",   {7, 49, 439, 5649, 100085, 2315993}},
    {"claustro",       "8x8",   "standard",   {12, 144, 2060, 38618, 1107668}},
};
// clang-format on

class PerftTable : public testing::TestWithParam<Row> {};

TEST_P(PerftTable, CountsTheLinesOfEachDepth) {
    const Row& row = GetParam();
    const Game* game = find_game(row.game);
    ASSERT_NE(game, nullptr);
    const Position start = game->initial(*game->complete({row.size, row.variant}));
    for (std::size_t depth = 1; depth <= row.leaves.size(); ++depth)
        EXPECT_EQ(start.perft(static_cast<int>(depth)), row.leaves[depth - 1]) << "depth " << depth;
    EXPECT_EQ(start.perft(0), 1U);
}

INSTANTIATE_TEST_SUITE_P(Rows, PerftTable, testing::ValuesIn(table), [](const auto& made) {
    return std::string(made.param.game) + "_" + made.param.size + "_" + made.param.variant;
});

}  // namespace
}  // namespace pentad::engine
