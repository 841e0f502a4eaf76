#include "clients/terminal/replay/move_list.hpp"

#include <gtest/gtest.h>

#include "clients/terminal/replay/game_line.hpp"
#include "engine/game.hpp"
#include "protocol/record/readable.hpp"
#include "protocol/record/verify.hpp"

namespace pentad::terminal {
namespace {

using namespace protocol;

/// The first moves of a game, one of them the server's, and the end.
MatchRecord some_match(const engine::Game& game) {
    MatchRecord record;
    record.match = "m_1";
    record.game = game.info().id;
    record.rules_version = game.info().rules_version;
    record.options = game.complete({}).value();
    record.seats[0].name = "Ann: the First";
    record.seats[1] = {PlayerKind::bot, "", "Bot 2", 2, "7"};
    engine::Position position = game.initial(record.options);
    for (int i = 0; i < 5; ++i) {
        RecordedMove move;
        move.seat = position.to_move();
        move.move = position.legal_moves().front();
        if (i == 3) move.automatic = Automatic::fallback;
        position = position.after(move.move).value();
        record.events.emplace_back(std::move(move));
    }
    record.result = {Side::second, "resign"};
    return record;
}

TEST(MoveList, OfEveryGameIsReadAsItWasWritten) {
    for (const engine::Game* game : engine::games()) {
        SCOPED_TRACE(game->info().name);
        const MatchRecord written = some_match(*game);
        const std::string text = record::readable(written);
        ASSERT_TRUE(is_move_list(text));
        const auto read = read_game_line(text);
        ASSERT_TRUE(read) << read.error();
        EXPECT_TRUE(read->is_list);
        EXPECT_EQ(read->record.match, "m_1");
        EXPECT_EQ(read->record.seats[0].name, "Ann: the First");
        EXPECT_EQ(read->record.result, written.result);
        ASSERT_EQ(read->frames.size(), 6U);
        EXPECT_EQ(read->record.options, written.options);
    }
}

TEST(MoveList, ThatIsDamagedIsRefusedWithASentence) {
    const std::string good = record::readable(some_match(*engine::games().front()));
    const auto refusal = [](const std::string& text) {
        const auto read = read_game_line(text);
        return read ? "read" : read.error();
    };
    EXPECT_EQ(refusal(good), "read");
    // Every beginning of it ends with a sentence, never with a crash.
    for (std::size_t size = std::string("Match: ").size(); size + 5 < good.size(); ++size)
        EXPECT_TRUE(refusal(good.substr(0, size)).ends_with('.')) << size;
    EXPECT_EQ(
        refusal("Match: \nGame: Chess, 8x8, standard, rules 1\nA: a\nB: b\nResult: A wins (resign)\n\n*\n"),
        "This program does not have the game Chess.");
    EXPECT_TRUE(refusal(good + "1. a1-a2\n").starts_with("The list of moves goes on behind its end"));
}

TEST(MoveList, IsSaidToHaveNoHashesWhereItIsToBeVerified) {
    const auto verified = record::verify(record::readable(some_match(*engine::games().front())));
    ASSERT_FALSE(verified);
    EXPECT_TRUE(verified.error().text.starts_with("This is a list of moves")) << verified.error().text;
}

}  // namespace
}  // namespace pentad::terminal
