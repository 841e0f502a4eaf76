#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "server/match/match.hpp"

// S42 to S44: whatever text comes as a move, the match takes it exactly when the engine says so.
namespace pentad::server {
namespace {

using protocol::ErrorCode;

constexpr int texts_a_game = 10'000;

Match new_match(const engine::Game& game) {
    MatchSetup setup;
    setup.id = {"m_1"};
    setup.game = game.info().id;
    setup.options = game.complete({}).value();
    return Match(std::move(setup));
}

/// A move of this position, of an earlier one, or one that was damaged; or noise.
std::string random_text(std::mt19937_64& dice, const std::vector<std::string>& legal,
                        const std::vector<std::string>& earlier) {
    const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(dice() % count); };
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCK0123456789-x*=@ \t/+#";
    std::string text;
    switch (pick(4)) {
        case 0:
            return legal[pick(legal.size())];
        case 1:
            return earlier.empty() ? "" : earlier[pick(earlier.size())];
        case 2:
            text = legal[pick(legal.size())];
            for (std::size_t changes = 1 + pick(2); changes > 0; --changes) {
                const std::size_t at = pick(text.size() + 1);
                const char letter = letters[pick(letters.size())];
                if (at == text.size() || pick(3) == 0)
                    text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), letter);
                else if (pick(2) == 0)
                    text[at] = letter;
                else
                    text.erase(at, 1);
            }
            return text;
        default:
            for (std::size_t length = pick(12); length > 0; --length) text += letters[pick(letters.size())];
            return text;
    }
}

TEST(MoveTexts, AreTakenExactlyWhenTheEngineSaysSo) {
    for (const engine::Game* game : engine::games()) {
        SCOPED_TRACE(game->info().id);
        std::mt19937_64 dice(2026);
        Match match = new_match(*game);
        std::vector<std::string> earlier;
        int taken = 0;
        for (int i = 0; i < texts_a_game; ++i) {
            if (match.result()) {
                match = new_match(*game);
                earlier.clear();
            }
            const auto legal = match.position().legal_moves();
            Play play;
            play.seat = match.to_move();
            play.turn = match.turn();
            play.move = random_text(dice, legal, earlier);
            const bool is_legal = std::binary_search(legal.begin(), legal.end(), play.move);
            const std::string before = match.position().encode();

            // Out of turn and for other turns no text is taken.
            Play wrong = play;
            wrong.seat = engine::other(play.seat);
            EXPECT_TRUE(std::holds_alternative<Refused>(match.decide(wrong, {})));
            wrong = play;
            wrong.turn += 1;
            EXPECT_TRUE(std::holds_alternative<Refused>(match.decide(wrong, {})));

            const Decision decision = match.decide(play, {});
            ASSERT_EQ(std::holds_alternative<Accepted>(decision), is_legal)
                << '"' << play.move << "\" in " << before;
            ASSERT_EQ(match.position().encode(), before) << "deciding changes nothing";
            if (const auto* refused = std::get_if<Refused>(&decision)) {
                EXPECT_TRUE(refused->code == ErrorCode::bad_move_format ||
                            refused->code == ErrorCode::illegal_move);
                continue;
            }
            ++taken;
            earlier.push_back(play.move);
            for (const MatchEvent& event : std::get<Accepted>(decision).events)
                ASSERT_TRUE(match.apply(event));
            if (match.result()) {
                const Decision late = match.decide(play, {});
                ASSERT_TRUE(std::holds_alternative<Refused>(late));
                EXPECT_EQ(std::get<Refused>(late).code, ErrorCode::match_over);
            }
        }
        EXPECT_GT(taken, texts_a_game / 5) << "legal moves must be among the texts";
    }
}

}  // namespace
}  // namespace pentad::server
