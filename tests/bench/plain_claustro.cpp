#include "tests/bench/plain_claustro.hpp"

#include <array>
#include <vector>

namespace pentad::bench {
namespace {

constexpr int size = 5;
/// A frame of one square around the board, so that steps need no test for the edge.
constexpr int width = size + 2;
constexpr int square_at(int column, int row) { return (row + 1) * width + column + 1; }

constexpr char green = 0;
constexpr char blue = 1;
constexpr char empty = 2;
constexpr char outside = 3;

constexpr std::array<int, 2> goals{square_at(size - 1, size - 1), square_at(0, 0)};
constexpr std::array<std::array<int, 2>, 2> steps{{{1, width}, {-1, -width}}};
constexpr std::array<int, 4> diagonals{width + 1, width - 1, -width + 1, -width - 1};

struct Move {
    int from;
    int to;
    int put;  // 0 for a step
};

struct Board {
    std::array<char, width * width> squares{};
    char to_move = green;
    bool over = false;
};

template <class Visit>
void each_square(Visit&& visit) {
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) visit(square_at(column, row));
}

void list_moves(const Board& board, std::vector<Move>& moves) {
    const auto& squares = board.squares;
    const char enemy = static_cast<char>(1 - board.to_move);
    each_square([&](int from) {
        if (squares[from] != board.to_move) return;
        for (const int step : steps[board.to_move])
            if (squares[from + step] == empty) moves.push_back({from, from + step, 0});
        for (const int diagonal : diagonals) {
            if (squares[from + diagonal] != enemy) continue;
            each_square([&](int put) {
                if (put == goals[green] || put == goals[blue]) return;
                if (squares[put] == empty || put == from) moves.push_back({from, from + diagonal, put});
            });
        }
    });
}

void play(Board& board, const Move& move) {
    board.squares[move.from] = empty;
    board.squares[move.to] = board.to_move;
    if (move.put != 0) board.squares[move.put] = static_cast<char>(1 - board.to_move);
    board.over = move.to == goals[board.to_move];
    board.to_move = static_cast<char>(1 - board.to_move);
}

std::uint64_t count(const Board& board, int depth, std::vector<std::vector<Move>>& lists) {
    if (depth == 0) return 1;
    if (board.over) return 0;
    std::vector<Move>& moves = lists[static_cast<std::size_t>(depth)];
    moves.clear();
    list_moves(board, moves);
    if (depth == 1) return moves.size();
    std::uint64_t sum = 0;
    for (const Move& move : moves) {
        Board next = board;
        play(next, move);
        sum += count(next, depth - 1, lists);
    }
    return sum;
}

}  // namespace

std::uint64_t plain_claustro_perft(int depth) {
    Board board;
    board.squares.fill(outside);
    each_square([&](int square) { board.squares[square] = empty; });
    for (const int i : {1, 2}) {
        board.squares[square_at(i, 0)] = board.squares[square_at(0, i)] = green;
        board.squares[square_at(size - 1 - i, size - 1)] = board.squares[square_at(size - 1, size - 1 - i)] =
            blue;
    }
    board.squares[square_at(0, size - 1)] = board.squares[square_at(size - 1, 0)] = outside;
    std::vector<std::vector<Move>> lists(static_cast<std::size_t>(depth) + 1);
    return count(board, depth, lists);
}

}  // namespace pentad::bench
