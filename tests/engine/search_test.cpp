#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stop_token>

#include "engine/game.hpp"
#include "engine/games/bounce/state.hpp"
#include "engine/games/claustro/state.hpp"
#include "engine/games/murus_gallicus/state.hpp"
#include "engine/games/replica/state.hpp"
#include "engine/games/sight/state.hpp"
#include "engine/search/alpha_beta.hpp"
#include "engine/search/make_position.hpp"
#include "engine/search/perft.hpp"
#include "engine/search/random.hpp"
#include "engine/search/strong_player.hpp"

/// Alpha-beta search against searches that know no trick, on boards small enough for both.
namespace pentad::engine {
namespace {

using claustro::field;

/// Minimax without cuts or order, with the rule of repetition.
template <GameState S>
class Plain {
  public:
    explicit Plain(std::vector<std::uint64_t> keys = {}) : keys_(std::move(keys)) {}

    Value value(const S& state, int depth, int ply = 0) {
        const auto worth = [&](const Outcome& outcome) {
            if (!outcome.winner) return 0;
            return *outcome.winner == state.to_move() ? win_at_root - ply : ply - win_at_root;
        };
        if (state.over()) return worth(state.outcome());
        const std::uint64_t key = state.key();
        if (state.repetition_limit() > 0 &&
            1 + std::count(keys_.begin(), keys_.end(), key) >= state.repetition_limit())
            return worth(state.repetition_outcome());
        if (depth == 0) return search_value(state);
        auto moves = std::make_unique<typename S::Moves>();
        state.legal_moves(*moves);
        keys_.push_back(key);
        Value best = -win_at_root - 1;
        for (const auto& move : *moves) {
            S next = state;
            next.play(move);
            best = std::max(best, -value(next, depth - 1, ply + 1));
        }
        keys_.pop_back();
        return best;
    }

  private:
    std::vector<std::uint64_t> keys_;
};

/// The state after some random moves, all of them remembered; the game goes on.
template <GameState S>
std::pair<S, std::vector<std::uint64_t>> at_random(const S& start, std::uint64_t seed, int plies) {
    Random random(seed);
    S state = start;
    std::vector<std::uint64_t> keys;
    auto moves = std::make_unique<typename S::Moves>();
    for (int ply = 0; ply < plies; ++ply) {
        moves->clear();
        state.legal_moves(*moves);
        S next = state;
        next.play((*moves)[random.below(moves->size())]);
        if (next.over()) break;
        keys.push_back(state.key());
        state = next;
    }
    return {state, keys};
}

template <GameState S>
void expect_keys_that_tell_positions_apart(const S& start) {
    std::map<std::uint64_t, std::string> boards;
    Random random(1);
    auto moves = std::make_unique<typename S::Moves>();
    for (int game = 0; game < 400; ++game) {
        S state = start;
        for (int ply = 0; ply < 60 && !state.over(); ++ply) {
            moves->clear();
            state.legal_moves(*moves);
            state.play((*moves)[random.below(moves->size())]);
            const std::string board = state.encode_board() + ' ' + name(state.to_move());
            ASSERT_EQ(boards.try_emplace(state.key(), board).first->second, board);
        }
    }
}

TEST(Search, HasAKeyOfItsOwnForEachPosition) {
    expect_keys_that_tell_positions_apart(bounce::State<1>::initial(4));
    expect_keys_that_tell_positions_apart(bounce::State<2>::initial(10));
    expect_keys_that_tell_positions_apart(sight::State<1>(sight::lines<1>(5), sight::Variant::standard));
    for (const auto variant : {claustro::Variant::standard, claustro::Variant::original})
        expect_keys_that_tell_positions_apart(claustro::State<1>(field<1>({5, 5}), variant));
    for (const auto variant : {murus_gallicus::Variant::basic, murus_gallicus::Variant::advanced})
        expect_keys_that_tell_positions_apart(murus_gallicus::State::initial(variant, 7));
    expect_keys_that_tell_positions_apart(replica::State::initial(replica::Sight::all_around));
}

AlphaBetaOptions exact(int depth) {
    AlphaBetaOptions options;
    options.node_limit = std::numeric_limits<std::uint64_t>::max();
    options.depth_limit = depth;
    options.table_entries = 1 << 12;
    options.selective = false;
    return options;
}

template <GameState S>
void expect_values_of_minimax(const S& start, int most_depth, std::uint64_t most_lines) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const auto [state, keys] = at_random(start, seed, static_cast<int>(3 * seed));
        for (int depth = 1; depth <= most_depth; ++depth) {
            if (Perft<S>().count(state, depth) > most_lines) break;
            const Value wanted = Plain<S>(keys).value(state, depth);
            // One place of a table holds nothing that would make a line longer than it should be.
            AlphaBetaOptions options = exact(depth);
            options.table_entries = 2;
            options.seed = seed;
            const Found<S> found = AlphaBeta<S>(keys, options).search(state);
            ASSERT_EQ(found.value, wanted) << state.encode_board() << " depth " << depth;
            // The line that is announced leads to that value.
            S end = state;
            for (const auto& move : found.pv) end.play(move);
            if (decided(wanted)) {
                ASSERT_EQ(static_cast<int>(found.pv.size()), plies_to_end(wanted)) << state.encode_board();
            }
            ++compared;
        }
    }
    EXPECT_GT(compared, 12);
}

TEST(Search, HasTheValueOfPlainMinimaxAtEachDepth) {
    expect_values_of_minimax(bounce::State<1>::initial(4), 5, 60'000);
    expect_values_of_minimax(sight::State<1>(sight::lines<1>(5), sight::Variant::standard), 5, 60'000);
    expect_values_of_minimax(claustro::State<1>(field<1>({5, 5}), claustro::Variant::standard), 5, 60'000);
    expect_values_of_minimax(murus_gallicus::State::initial(murus_gallicus::Variant::advanced, 7), 4, 60'000);
    expect_values_of_minimax(replica::State::initial(replica::Sight::all_around), 4, 90'000);
}

TEST(Search, KnowsWhoWinsTheGamesThatAreSolved) {
    const auto sight = sight::State<1>(sight::lines<1>(3), sight::Variant::standard);
    const Value wanted = Plain<sight::State<1>>().value(sight, 12);
    ASSERT_TRUE(wins(wanted));
    EXPECT_EQ(AlphaBeta<sight::State<1>>({}, exact(60)).search(sight).value, wanted);
    AlphaBetaOptions as_played;
    as_played.node_limit = 100'000;
    EXPECT_TRUE(wins(AlphaBeta<sight::State<1>>({}, as_played).search(sight).value));
    // Bounce 4x4 is a win for the second player.
    AlphaBetaOptions longer;
    longer.node_limit = 3'000'000;
    EXPECT_TRUE(loses(AlphaBeta<bounce::State<1>>({}, longer).search(bounce::State<1>::initial(4)).value));
}

/// The position before the last move of a line that is known to win.
struct Known {
    const char* game;
    const char* size;
    std::vector<const char*> moves;
};

class KnownWin : public testing::TestWithParam<Known> {};

TEST_P(KnownWin, IsFoundByEveryLevelThatSearches) {
    const Game& game = *find_game(GetParam().game);
    Position position = game.initial(*game.complete({GetParam().size, ""}));
    for (const char* move : GetParam().moves) position = position.after(move).value();
    for (const Level& level : levels()) {
        if (level.number <= last_original_level) continue;
        const Choice choice = position.choose({level.number, 1});
        EXPECT_EQ(choice.forced_end, 1) << level.name;
        const auto outcome = position.after(choice.move).value().outcome();
        ASSERT_TRUE(outcome) << level.name << ' ' << choice.move;
        EXPECT_EQ(outcome->winner, position.to_move());
        EXPECT_EQ(choice.score, position.after(choice.move)->evaluate(position.to_move()) * (1 - 1e-6));
    }
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Lines, KnownWin, testing::Values(
    Known{"bounce", "4x4", {"a2-d4", "d2-d1", "b1-d2", "a3-b1"}},
    Known{"murus_gallicus", "8x7", {"f1-h3", "e7-c5", "h1-f3", "d7-d5", "g2-g4", "d6-d4", "e1-g3", "d5-d3",
                                    "g1-e3", "d4-d2", "g3-g5"}},
    Known{"replica", "8x8", {"c2-c3", "h6-h4", "b1=K", "g7=K", "b2=K", "f8-f6", "a3-a5", "h8-e5", "b2-b5", "f6-f5", "a2-c4",
                             "e8=K", "b3-d3", "h7-e4", "c4=K", "g6xd3", "a5=K", "g5=K", "b5-c5", "f5-c2", "d1-e1", "e4-e3",
                             "b4-b5", "g8=K", "a1-d1", "g5-f4", "d1-e2", "f4xd2", "b1xc2", "h5-g4", "c3xd3", "e3xc1",
                             "e2-e3", "c1-b1", "a4-c6", "h4-g3", "e3-e4", "d2-c1", "b5=K", "b1-a1", "c6-d6"}},
    Known{"sight", "5x5", {"d1", "e1", "d2"}},
    Known{"claustro", "5x5", {"c1-d1", "d5-d4", "d1-d2", "e3xd2@d5"}},
    Known{"bounce", "6x6", {"d5-a1", "b2-d5", "b5-f6", "d2-f1", "f6-b2", "b4-b5", "e4-b4", "d6-e4", "f3-d6",
                            "c1-f3", "a4-c1"}}),
    [](const auto& made) { return std::string(made.param.game) + "_" + made.param.size; });
// clang-format on

TEST(Search, SeesAtAGlanceInReplicaWhoCouldEndTheGameWithOneMove) {
    using S = replica::State;
    for (const auto sight : {replica::Sight::all_around, replica::Sight::forward}) {
        int winning = 0;
        for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
            const S state = at_random(S::initial(sight), seed, static_cast<int>(10 + seed % 40)).first;
            S::Moves moves;
            state.legal_moves(moves);
            const bool wins = std::any_of(moves.begin(), moves.end(), [&](const S::Move& move) {
                S next = state;
                next.play(move);
                return next.over();
            });
            ASSERT_EQ(state.wins_at_once(state.to_move()), wins) << state.encode_board();
            winning += wins ? 1 : 0;
            // The same board, were it the other side's turn.
            EncodedPosition turned;
            const std::string board = state.encode_board();
            turned.board = board;
            turned.to_move = other(state.to_move());
            const auto others = S::decode(sight, turned);
            ASSERT_TRUE(others) << others.error();
            EXPECT_EQ(others->wins_at_once(others->to_move()), state.wins_at_once(others->to_move()));
        }
        EXPECT_GT(winning, 300);
    }
}

/// The board turned by 180 degrees, its pieces given to the other side.
std::string turned_around(std::string board) {
    std::reverse(board.begin(), board.end());
    for (char& letter : board)
        letter = static_cast<char>(std::isupper(letter) ? std::tolower(letter) : std::toupper(letter));
    return board;
}

TEST(Search, ValuesAPositionOfReplicaTheSameFromEitherSide) {
    using S = replica::State;
    const auto sight = replica::Sight::all_around;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const S state = at_random(S::initial(sight), seed, static_cast<int>(seed % 40)).first;
        EncodedPosition turned;
        const std::string board = turned_around(state.encode_board());
        turned.board = board;
        turned.to_move = other(state.to_move());
        const auto same = S::decode(sight, turned);
        ASSERT_TRUE(same) << same.error();
        EXPECT_NEAR(same->search_value(Side::first), state.search_value(Side::second), 1e-9) << board;
        EXPECT_EQ(state.search_value(Side::first), -state.search_value(Side::second));
    }
}

TEST(Search, PlaysForTheEndByRepetitionWhenItWins) {
    // Claustro's fourth occurrence is a win for the side that brings it about. Every position one move on
    // from here has come up three times before, so every move wins at once.
    using S = claustro::State<1>;
    const S start(field<1>({5, 5}), claustro::Variant::standard);
    std::vector<std::uint64_t> keys;
    auto moves = std::make_unique<S::Moves>();
    start.legal_moves(*moves);
    S next = start;
    next.play((*moves)[2]);
    for (int n = 0; n < 3; ++n) keys.push_back(next.key());
    const auto found = AlphaBeta<S>(keys, exact(3)).search(start);
    EXPECT_EQ(found.move, (*moves)[2]);
    EXPECT_EQ(found.value, win_at_root - 1);
    EXPECT_FALSE(wins(AlphaBeta<S>({}, exact(3)).search(start).value));
}

TEST(Search, TakesTheDrawByRepetitionForWhatItIs) {
    using S = murus_gallicus::State;
    const S start = S::initial(murus_gallicus::Variant::basic, 7);
    auto moves = std::make_unique<S::Moves>();
    start.legal_moves(*moves);
    // All moves but one lead to a position for the third time.
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 1; i < moves->size(); ++i) {
        S next = start;
        next.play((*moves)[i]);
        keys.insert(keys.end(), 2, next.key());
    }
    const auto found = AlphaBeta<S>(keys, exact(3)).search(start);
    const Value other_move = Plain<S>(keys).value(start, 3);
    EXPECT_EQ(found.value, std::max(0, other_move));
    S next = start;
    next.play((*moves)[0]);
    keys.insert(keys.end(), 2, next.key());
    EXPECT_EQ(AlphaBeta<S>(keys, exact(3)).search(start).value, 0);
}

TEST(Search, StopsAtItsNodeLimitAndRepeatsItself) {
    for (const Game* game : games()) {
        const Position start = game->initial(*game->complete({}));
        for (const std::uint64_t nodes : {1ULL, 7ULL, 500ULL, 20'000ULL}) {
            const Choice choice = start.choose({8, 5, nodes});
            EXPECT_LE(choice.nodes, nodes) << game->info().id;
            const Choice again = start.choose({8, 5, nodes});
            EXPECT_EQ(again.pv, choice.pv);
            EXPECT_EQ(again.score, choice.score);
            EXPECT_EQ(again.nodes, choice.nodes);
        }
    }
}

TEST(Search, PlaysDifferentlyForDifferentSeeds) {
    for (const Game* game : games())
        for (const int level : {4, 8}) {
            std::set<std::vector<std::string>> games_played;
            for (std::uint64_t seed = 1; seed <= 6; ++seed) {
                Position position = game->initial(*game->complete({}));
                std::vector<std::string> moves;
                for (int ply = 0; ply < 6 && !position.outcome(); ++ply) {
                    moves.push_back(position.choose({level, seed, 2000}).move);
                    position = position.after(moves.back()).value();
                }
                games_played.insert(moves);
            }
            EXPECT_GT(games_played.size(), 2U) << game->info().id << ' ' << level;
        }
}

/// Stops itself after some evaluations: a stop in the middle of a search that needs no clock.
struct StopsItself {
    using Inner = sight::State<1>;
    using Move = Inner::Move;
    using Moves = Inner::Moves;
    static constexpr double win_value = Inner::win_value;
    static inline std::uint64_t left = 0;
    static inline std::stop_source stop;

    Inner inner;

    Side to_move() const { return inner.to_move(); }
    bool over() const { return inner.over(); }
    Outcome outcome() const { return inner.outcome(); }
    void legal_moves(Moves& moves) const { inner.legal_moves(moves); }
    std::uint64_t count_moves() const { return inner.count_moves(); }
    void play(Move move) { inner.play(move); }
    std::uint64_t key() const { return inner.key(); }
    int repetition_limit() const { return 0; }
    Outcome repetition_outcome() const { return inner.outcome(); }
    double evaluate(Side side) const { return inner.evaluate(side); }
    double search_value(Side side) const {
        if (left > 0 && --left == 0) stop.request_stop();
        return inner.evaluate(side);
    }
    std::vector<Piece> pieces() const { return inner.pieces(); }
    std::string to_text(Move move) const { return inner.to_text(move); }
    tl::expected<Move, Refusal> read(std::string_view text) const { return inner.read(text); }
    std::string encode_board() const { return inner.encode_board(); }
};

TEST(Search, StopsWithinSomeNodesOfBeingAsked) {
    const StopsItself start{{sight::lines<1>(7), sight::Variant::standard}};
    StopsItself::left = 3000;
    AlphaBetaOptions options;
    options.node_limit = 100'000'000;
    options.table_entries = 1 << 10;
    const auto found = AlphaBeta<StopsItself>({}, options, StopsItself::stop.get_token()).search(start);
    // Each evaluation is a node, and so are some more; at most 128 come after the stop.
    EXPECT_TRUE(StopsItself::stop.stop_requested());
    EXPECT_LT(found.nodes, 3U * 3000U);
    EXPECT_GE(found.depth, 1);
}

TEST(Search, KeepsItsTableWithinBounds) {
    using S = sight::State<1>;
    AlphaBetaOptions options;
    options.table_entries = 1000;
    const S start(sight::lines<1>(5), sight::Variant::standard);
    AlphaBeta<S> search({}, options);
    const std::size_t bytes = search.table_bytes();
    EXPECT_LE(bytes, 16U * 1024U);
    search.search(start);
    EXPECT_EQ(search.table_bytes(), bytes);
    for (const Level& level : levels())
        if (level.number > last_original_level) {
            EXPECT_LE(options_for<S>({level.number, 1}).table_entries, most_table_entries);
        }
    EXPECT_LE(options_for<S>({8, 1, 1'000'000'000}).table_entries, most_table_entries);
}

TEST(TranspositionTable, GivesBackWhatItKeepsAndCountsWinsFromTheRoot) {
    using Table = TranspositionTable<sight::Move>;
    Table table(2);
    EXPECT_EQ(table.find(0x100000000), nullptr);
    table.store(0x100000000, win_at_root - 9, {1, 2}, 4, Table::Bound::exact, 3);
    const auto* entry = table.find(0x100000000);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->move, (sight::Move{1, 2}));
    EXPECT_EQ(entry->depth, 4);
    EXPECT_EQ(Table::from_table(entry->value, 3), win_at_root - 9);
    EXPECT_EQ(Table::from_table(entry->value, 1), win_at_root - 7);
    // A less deep result is kept beside the deeper one, and only the latest of them.
    table.store(0x200000000, 17, {3, 4}, 2, Table::Bound::at_least, 0);
    table.store(0x300000000, 18, {3, 5}, 1, Table::Bound::at_most, 0);
    EXPECT_NE(table.find(0x100000000), nullptr);
    EXPECT_EQ(table.find(0x200000000), nullptr);
    ASSERT_NE(table.find(0x300000000), nullptr);
    EXPECT_EQ(table.find(0x300000000)->value, 18);
}

}  // namespace
}  // namespace pentad::engine
