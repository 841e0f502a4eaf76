#include "engine/games/replica/state.hpp"

namespace pentad::engine::replica {
namespace {

/// 1 for White, who goes up and to the right, -1 for Black.
template <Side Mover>
constexpr int ahead = Mover == Side::first ? 1 : -1;

// Rules 1.3: a side's three forward directions.
template <Side Mover, class Visit>
constexpr void each_forward(Visit&& visit) {
    visit.template operator()<0, ahead<Mover>>();
    visit.template operator()<ahead<Mover>, 0>();
    visit.template operator()<ahead<Mover>, ahead<Mover>>();
}

template <class Visit>
void each_forward(Side side, Visit&& visit) {
    if (side == Side::first)
        each_forward<Side::first>(visit);
    else
        each_forward<Side::second>(visit);
}

}  // namespace

State State::initial(Sight sight) {
    // Rules 2.1: three blocks of two by two in an L, the king on a1; Black the same turned by 180 degrees.
    constexpr SquareSet white = 0x0f | 0x0f << 8 | 0x03 << 16 | 0x03 << 24;
    constexpr SquareSet black = 0xf0f0c0c000000000ULL;
    State state(sight);
    state.pieces_ = {white, black};
    state.kings_ = only(goal_corner(Side::first)) | only(goal_corner(Side::second));
    return state;
}

Outcome State::outcome() const {
    return {other(to_move_), ending_ == Ending::king_captured ? "king_captured" : "king_in_corner"};
}

SquareSet State::transformable(Side side) const {
    const SquareSet mine = pieces_[index(side)];
    const SquareSet own_kings = mine & kings_;
    // Rules 3.6: enemy pieces block a king's sight, empty squares and own pieces do not.
    const SquareSet through = ~pieces_[index(other(side))];
    SquareSet seen = 0;
    const auto look = [&]<int Columns, int Rows>() { seen |= rays<Columns, Rows>(own_kings, through); };
    if (sight_ == Sight::all_around)
        each_direction(look);
    else
        each_forward(side, look);  // Rules 6.2
    return seen & mine & ~kings_;
}

SquareSet State::ahead_of(Side side) const {
    SquareSet squares = 0;
    const SquareSet pieces = pieces_[index(side)];
    each_forward(side, [&]<int Columns, int Rows>() { squares |= shifted<Columns, Rows>(pieces); });
    return squares;
}

bool State::wins_at_once(Side side) const {
    const SquareSet mine = pieces_[index(side)];
    if ((ahead_of(side) & kings_ & ~mine) != 0) return true;  // Rules 4.1
    // Rules 4.2: by a king that steps or jumps there, or by a man that stands there.
    const SquareSet goal = only(goal_corner(side));
    if ((goal & mine) != 0) return (transformable(side) & goal) != 0;
    SquareSet arriving = 0;
    each_forward(side, [&]<int Columns, int Rows>() { arriving |= rays<-Columns, -Rows>(goal, mine); });
    return (arriving & mine & kings_) != 0;
}

template <Side Mover>
void State::moves_of(Moves& moves) const {
    const SquareSet mine = own();
    each_forward<Mover>([&]<int Columns, int Rows>() {
        constexpr int step = 8 * Rows + Columns;
        // Rules 3.3: the first square that holds no piece of one's own, if the board has it.
        SquareSet movers = mine & ~unbroken_to_edge<Columns, Rows>(mine);
        while (movers != 0) {
            const int from = take_lowest(movers);
            int to = from + step;
            while (has(mine, to)) to += step;
            moves.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
        }
    });
    SquareSet men = transformable(Mover);
    while (men != 0) {
        const auto man = static_cast<std::uint8_t>(take_lowest(men));
        moves.add({man, man});
    }
}

template <Side Mover>
std::uint64_t State::count_of() const {
    const SquareSet mine = own();
    int moves = 3 * count(mine) + count(transformable(Mover));
    each_forward<Mover>(
        [&]<int Columns, int Rows>() { moves -= count(unbroken_to_edge<Columns, Rows>(mine)); });
    return static_cast<std::uint64_t>(moves);
}

void State::legal_moves(Moves& moves) const {
    if (over()) return;
    if (to_move_ == Side::first)
        moves_of<Side::first>(moves);
    else
        moves_of<Side::second>(moves);
}

std::uint64_t State::count_moves() const {
    if (over()) return 0;
    return to_move_ == Side::first ? count_of<Side::first>() : count_of<Side::second>();
}

void State::play(Move move) {
    const SquareSet from = only(move.from);
    const SquareSet to = only(move.to);
    SquareSet& mine = pieces_[index(to_move_)];
    SquareSet& theirs = pieces_[index(other(to_move_))];
    bool king_captured = false;
    if (move.transforms()) {
        kings_ |= from;  // Rules 3.5
    } else {
        // Rules 3.4: the piece that moved replaces an enemy piece on the square it comes to.
        const bool king_moves = (kings_ & from) != 0;
        king_captured = (kings_ & to) != 0;
        kings_ = (kings_ & ~from & ~to) | (king_moves ? to : 0);
        mine ^= from | to;
        theirs &= ~to;
    }
    if (king_captured)
        ending_ = Ending::king_captured;  // Rules 4.1
    else if ((kings_ & mine & only(goal_corner(to_move_))) != 0)
        ending_ = Ending::king_in_corner;  // Rules 4.2
    to_move_ = other(to_move_);
}

std::uint64_t State::key() const {
    // Odd constants spread each word over the whole key; the last lines are MurmurHash3's finaliser.
    std::uint64_t key = pieces_[0] * 0x9e3779b97f4a7c15ULL;
    key = (key ^ (key >> 32) ^ pieces_[1]) * 0xc2b2ae3d27d4eb4fULL;
    key = (key ^ (key >> 32) ^ kings_) * 0x165667b19e3779f9ULL;
    key ^= static_cast<std::uint64_t>(to_move_) << 63;
    key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
    return key ^ (key >> 33);
}

}  // namespace pentad::engine::replica
