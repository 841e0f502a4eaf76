#include <gtest/gtest.h>

#include <random>

#include "engine/game.hpp"
#include "server/match/match.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using protocol::TimeControlKind;

constexpr ServerTime start{1'000'000ms};

/// Everything that anyone can see of a match.
void expect_equal(const Match& a, const Match& b) {
    EXPECT_EQ(a.position().encode(), b.position().encode());
    EXPECT_EQ(a.turn(), b.turn());
    EXPECT_EQ(a.ply(), b.ply());
    EXPECT_EQ(a.result(), b.result());
    EXPECT_EQ(a.remaining(), b.remaining());
    EXPECT_EQ(a.running(), b.running());
    EXPECT_EQ(a.clock_at(), b.clock_at());
    EXPECT_EQ(a.deadline(), b.deadline());
}

MatchEvent as_stored(MatchEvent event) {
    if (auto* moved = std::get_if<Moved>(&event)) moved->position.reset();
    return event;
}

/// Plays at random: mostly legal moves after random times, now and then nonsense, a restart, a resignation.
void play_and_replay(const engine::Game& game, TimeControlKind kind, unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    MatchSetup setup;
    setup.id = {"m_1"};
    setup.game = game.info().id;
    setup.options = game.complete({}).value();
    setup.tc = {kind, 60s, 1s, 20s};
    setup.started = start;
    Match live(setup);
    Match replayed(setup);
    ServerTime now = start;
    const auto happen = [&](const MatchEvent& event) {
        ASSERT_TRUE(live.apply(event));
        ASSERT_TRUE(replayed.apply(as_stored(event)));
        expect_equal(live, replayed);
    };
    for (int step = 0; step < 400 && !live.result(); ++step) {
        now += milliseconds(below(1500));
        if (below(60) == 0) happen(Resumed{now + 1h, now});

        const auto moves = live.position().legal_moves();
        MatchCommand command =
            Play{live.to_move(), live.turn(), moves[below(moves.size())], std::to_string(step), now, 0ms, {}};
        if (below(10) == 0) std::get<Play>(command).turn += static_cast<int>(below(3)) - 1;
        if (below(10) == 0) std::get<Play>(command).move = "nonsense";
        if (below(200) == 0) command = Resign{live.to_move()};
        if (below(20) == 0) command = Flag{};
        const Decision decision = live.decide(command, now);
        expect_equal(live, replayed);
        if (const auto* accepted = std::get_if<Accepted>(&decision))
            for (const MatchEvent& event : accepted->events) happen(event);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(MatchReplay, GivesTheSameMatchInEveryGameAndTimeControl) {
    for (const engine::Game* game : engine::games())
        for (TimeControlKind kind : {TimeControlKind::none, TimeControlKind::fischer,
                                     TimeControlKind::permove, TimeControlKind::correspondence})
            for (unsigned seed = 0; seed < 5; ++seed) {
                SCOPED_TRACE(game->info().id + ", seed " + std::to_string(seed));
                play_and_replay(*game, kind, seed);
            }
}

TEST(MatchReplay, AGameThatIsPlayedOutEndsWithTheRulesOwnReason) {
    for (const engine::Game* game : engine::games()) {
        SCOPED_TRACE(game->info().id);
        MatchSetup setup;
        setup.game = game->info().id;
        setup.options = game->complete({}).value();
        Match match(setup);
        std::mt19937 random(1);
        while (!match.result()) {
            const auto moves = match.position().legal_moves();
            ASSERT_FALSE(moves.empty());
            const auto& move = moves[random() % moves.size()];
            const Decision decision =
                match.decide(Play{match.to_move(), match.turn(), move, "", start, 0ms, {}}, start);
            ASSERT_TRUE(std::holds_alternative<Accepted>(decision));
            for (const MatchEvent& event : std::get<Accepted>(decision).events)
                ASSERT_TRUE(match.apply(event));
        }
        EXPECT_EQ(match.result()->reason, match.position().outcome()->reason);
        EXPECT_EQ(match.result()->winner, match.position().outcome()->winner);
    }
}

}  // namespace
}  // namespace pentad::server
