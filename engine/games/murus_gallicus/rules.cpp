#include "engine/games/murus_gallicus/state.hpp"

namespace pentad::engine::murus_gallicus {

int Stacks::height(int square) const {
    return has(walls, square) ? 1 : has(towers, square) ? 2 : has(catapults, square) ? 3 : 0;
}

void Stacks::raise(SquareSet squares) {
    const SquareSet empty = squares & ~all();
    catapults |= towers & squares;
    towers = (towers & ~squares) | (walls & squares);
    walls = (walls & ~squares) | empty;
}

void Stacks::lower(SquareSet squares) {
    walls = (walls & ~squares) | (towers & squares);
    towers = (towers & ~squares) | (catapults & squares);
    catapults &= ~squares;
}

/// What a side may use and reach, whatever the direction.
struct State::Reach {
    SquareSet towers;
    SquareSet receivers;  ///< may take one more stone of a distribution
    SquareSet targets;    ///< a tower next to them may give one stone for one of theirs
    SquareSet enemy_catapults;
    SquareSet catapults;
    SquareSet landings;  ///< a thrown stone may land there

    template <int Columns, int Rows>
    SquareSet distributors() const {
        return towers & shifted<-Columns, -Rows>(receivers) & shifted<-2 * Columns, -2 * Rows>(receivers);
    }
    template <int Columns, int Rows>
    SquareSet attackers() const {
        return towers & shifted<-Columns, -Rows>(targets);
    }
    template <int Columns, int Rows>
    SquareSet double_attackers() const {
        return towers & shifted<-Columns, -Rows>(enemy_catapults);
    }
    template <int Columns, int Rows, int Distance>
    SquareSet shooters() const {
        return catapults & shifted<-Distance * Columns, -Distance * Rows>(landings);
    }
};

namespace {

// Rules 6.5: a catapult throws in the five directions that are not backwards.
template <Side Mover, int Rows>
constexpr bool not_backwards = Rows != (Mover == Side::first ? -1 : 1);

template <Side Mover, Variant Kind, class Reach>
int count_in(const Reach& reach) {
    // A near cell does not both receive and stand to be attacked, and a tower is no catapult: what a
    // direction's sets are joined to here never overlaps. So a square counts 8 times at most, or 16 in the
    // advanced game.
    Tally<Kind == Variant::basic ? 4 : 5> moves;
    each_direction([&]<int Columns, int Rows>() {
        SquareSet one =
            reach.template distributors<Columns, Rows>() | reach.template attackers<Columns, Rows>();
        if constexpr (Kind == Variant::advanced) {
            SquareSet another = reach.template double_attackers<Columns, Rows>();
            if constexpr (not_backwards<Mover, Rows>) {
                one |= reach.template shooters<Columns, Rows, 2>();
                another |= reach.template shooters<Columns, Rows, 3>();
            }
            moves.add(another);
        }
        moves.add(one);
    });
    return moves.total();
}

template <Side Mover, Variant Kind, class Reach>
bool any_in(const Reach& reach) {
    bool any = false;
    each_direction([&]<int Columns, int Rows>() {
        any = any ||
              (reach.template distributors<Columns, Rows>() | reach.template attackers<Columns, Rows>()) != 0;
        if constexpr (Kind == Variant::advanced && not_backwards<Mover, Rows>)
            any = any || (reach.template shooters<Columns, Rows, 2>() |
                          reach.template shooters<Columns, Rows, 3>()) != 0;
    });
    return any;
}

}  // namespace

State State::initial(Variant variant, int rows) {
    State state(variant, rows);
    // Rules 2.1
    state.stacks_[0].towers = row_set(0);
    state.stacks_[1].towers = row_set(rows - 1);
    return state;
}

Outcome State::outcome() const {
    if (ending_ == Ending::no_moves) return {other(to_move_), "no_moves"};
    // Rules 4.1 and 6.6: basic, the side that has just arrived; advanced, the one that is still there.
    return {variant_ == Variant::basic ? other(to_move_) : to_move_, "home_row"};
}

State::Reach State::reach(Side side) const {
    const Stacks& mine = stacks_[index(side)];
    const Stacks& theirs = stacks_[index(other(side))];
    // Rules 3.4 and 6.3: cells that are empty or hold a stack of one's own below the limit.
    const SquareSet full = variant_ == Variant::basic ? mine.towers : mine.catapults;
    // Rules 3.6, 6.4: walls and catapults can be attacked, towers cannot. There are no catapults in `basic`.
    return {mine.towers,
            board() & ~theirs.all() & ~full,
            theirs.walls | theirs.catapults,
            theirs.catapults,
            mine.catapults,
            board() & ~mine.all()};
}

template <Side Mover, Variant Kind>
void State::moves_of(Moves& moves) const {
    const Reach sets = reach(Mover);
    each_direction([&]<int Columns, int Rows>() {
        constexpr int step = 8 * Rows + Columns;
        const auto add = [&](SquareSet origins, int distance, char sign) {
            while (origins != 0) {
                const int from = take_lowest(origins);
                moves.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from + distance * step),
                           sign});
            }
        };
        add(sets.distributors<Columns, Rows>(), 2, '-');  // Rules 3.3
        add(sets.attackers<Columns, Rows>(), 1, 'x');     // Rules 3.5
        if constexpr (Kind == Variant::advanced) {
            add(sets.double_attackers<Columns, Rows>(), 1, '*');  // Rules 6.4
            if constexpr (not_backwards<Mover, Rows>) {
                const SquareSet enemy_stacks = stacks_[index(other(Mover))].all();
                const auto fire = [&](SquareSet shooters, SquareSet hitting, int distance) {
                    add(shooters & ~hitting, distance, '-');
                    add(shooters & hitting, distance, 'x');
                };
                fire(sets.shooters<Columns, Rows, 2>(), shifted<-2 * Columns, -2 * Rows>(enemy_stacks), 2);
                fire(sets.shooters<Columns, Rows, 3>(), shifted<-3 * Columns, -3 * Rows>(enemy_stacks), 3);
            }
        }
    });
}

void State::legal_moves(Moves& moves) const {
    if (over()) return;
    const bool first = to_move_ == Side::first;
    if (variant_ == Variant::basic)
        first ? moves_of<Side::first, Variant::basic>(moves) : moves_of<Side::second, Variant::basic>(moves);
    else
        first ? moves_of<Side::first, Variant::advanced>(moves)
              : moves_of<Side::second, Variant::advanced>(moves);
}

std::uint64_t State::count_moves_of(Side side) const {
    const Reach sets = reach(side);
    const bool first = side == Side::first;
    int moves = 0;
    if (variant_ == Variant::basic)  // the same for both sides: a catapult alone knows what is backwards
        moves = count_in<Side::first, Variant::basic>(sets);
    else
        moves = first ? count_in<Side::first, Variant::advanced>(sets)
                      : count_in<Side::second, Variant::advanced>(sets);
    return static_cast<std::uint64_t>(moves);
}

bool State::can_move(Side side) const {
    const Reach sets = reach(side);
    if (variant_ == Variant::basic) return any_in<Side::first, Variant::basic>(sets);
    return side == Side::first ? any_in<Side::first, Variant::advanced>(sets)
                               : any_in<Side::second, Variant::advanced>(sets);
}

void State::play(Move move) {
    Stacks& mine = stacks_[index(to_move_)];
    Stacks& theirs = stacks_[index(other(to_move_))];
    const SquareSet from = only(move.from);
    const SquareSet to = only(move.to);
    if (move.sign == '*') {
        mine.towers ^= from;
        theirs.catapults ^= to;
        theirs.walls ^= to;
    } else if (move.sign == 'x') {
        mine.lower(from);
        theirs.lower(to);
    } else if ((mine.towers & from) != 0) {
        mine.towers ^= from;
        mine.raise(to | only((move.from + move.to) / 2));
    } else {
        mine.lower(from);
        mine.raise(to);
    }
    to_move_ = other(to_move_);
    ending_ = ending_now();
}

Ending State::ending_now() const {
    // Rules 4.1 or, in the advanced game, 6.6: the goal row is looked at first.
    const Side arrived = variant_ == Variant::basic ? other(to_move_) : to_move_;
    if ((stacks_[index(arrived)].all() & goal_row(arrived)) != 0) return Ending::home_row;
    return can_move(to_move_) ? Ending::none : Ending::no_moves;  // Rules 4.2
}

std::uint64_t State::key() const {
    // Each word is mixed on its own with an odd constant drawn at random, so that the six multiplications do
    // not wait for each other; the last lines are MurmurHash3's finaliser.
    const auto mixed = [](SquareSet set, std::uint64_t factor) {
        const std::uint64_t product = (set ^ (set >> 32)) * factor;
        return product ^ (product >> 29);
    };
    constexpr std::uint64_t factors[]{0xb9096a04e7d80069ULL, 0xc963cfe0afae5a3bULL, 0xe1454c40c439f34bULL,
                                      0xa6b563b1e794ee15ULL, 0xac8be7d742840d2bULL, 0xd96e5adfa2beee31ULL};
    const auto& [first, second] = stacks_;
    std::uint64_t key = static_cast<std::uint64_t>(to_move_) + mixed(first.walls, factors[0]) +
                        mixed(first.towers, factors[1]) + mixed(first.catapults, factors[2]) +
                        mixed(second.walls, factors[3]) + mixed(second.towers, factors[4]) +
                        mixed(second.catapults, factors[5]);
    key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
    return key ^ (key >> 33);
}

}  // namespace pentad::engine::murus_gallicus
