#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

#include "engine/games/claustro/solved.hpp"
#include "engine/games/claustro/solved_space.hpp"
#include "engine/search/random.hpp"

/// What solving the 5x5 board rests on: numbers of positions, and moves taken back.
namespace pentad::engine::claustro {
namespace {

/// Positions of random games.
template <class Visit>
void each_random_position(int games, Visit&& visit) {
    auto moves = std::make_unique<State<1>::Moves>();
    Random random(1);
    for (int game = 0; game < games; ++game) {
        State<1> state(field<1>(solved_size), Variant::standard);
        for (int ply = 0; ply < 60 && !state.over(); ++ply) {
            visit(state);
            moves->clear();
            state.legal_moves(*moves);
            state.play((*moves)[random.below(moves->size())]);
        }
    }
}

/// The places that the moves of a position lead to, without those that end the game on a goal.
std::vector<std::size_t> places_after(const State<1>& state) {
    auto moves = std::make_unique<State<1>::Moves>();
    state.legal_moves(*moves);
    std::vector<std::size_t> places;
    for (const auto& move : *moves) {
        State<1> next = state;
        next.play(move);
        if (!next.over() || next.outcome().reason != "goal") places.push_back(next.place());
    }
    return places;
}

TEST(ClaustroPlaces, AreNumbersFromWhichThePositionComesBack) {
    std::size_t last = solved_table().positions() - 1;
    EXPECT_EQ(solved_state(last).place(), last);
    EXPECT_EQ(solved_state(0).place(), 0U);
    each_random_position(50, [](const State<1>& state) {
        const State<1> again = solved_state(state.place());
        EXPECT_EQ(again.place(), state.place());
        EXPECT_EQ(again.count_moves(), state.count_moves());
        if (state.to_move() == Side::first) {
            EXPECT_EQ(again.encode_board(), state.encode_board());
        }
    });
}

TEST(ClaustroPlaces, KnowEveryMoveThatLeadsToThem) {
    each_random_position(10, [](const State<1>& state) {
        for (const std::size_t after : places_after(state)) {
            const auto before = solved_predecessors(after);
            ASSERT_EQ(std::count(before.begin(), before.end(), state.place()), 1) << state.encode_board();
        }
    });
}

TEST(ClaustroPlaces, KnowNoMoveThatIsNotOne) {
    each_random_position(10, [](const State<1>& state) {
        for (const std::size_t before : solved_predecessors(state.place())) {
            const auto after = places_after(solved_state(before));
            ASSERT_EQ(std::count(after.begin(), after.end(), state.place()), 1)
                << solved_state(before).encode_board();
        }
    });
}

}  // namespace
}  // namespace pentad::engine::claustro
