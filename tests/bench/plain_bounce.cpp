#include "tests/bench/plain_bounce.hpp"

#include <array>
#include <vector>

namespace pentad::bench {
namespace {

constexpr int size = 8;
constexpr int width = size + 2;  // a frame of squares off the board around it
constexpr int cells = width * width;
constexpr std::array<int, 4> steps{1, -1, width, -width};

enum Cell : std::uint8_t { empty, red, blue, frame };

struct Move {
    int from;
    int to;  ///< 0, which is in the frame, for a removal
};

struct Board {
    std::array<Cell, cells> cell;
    Cell to_move = red;
    bool over = false;
};

Cell enemy_of(Cell side) { return side == red ? blue : red; }

/// The size of the group of `side` that `square` is in, or would be in.
int group_size(const Board& board, int square, Cell side) {
    std::array<bool, cells> seen{};
    std::array<int, cells> todo;
    int found = 0, done = 0;
    todo[found++] = square;
    seen[square] = true;
    while (done < found) {
        const int at = todo[done++];
        for (int step : steps)
            if (board.cell[at + step] == side && !seen[at + step]) {
                seen[at + step] = true;
                todo[found++] = at + step;
            }
    }
    return found;
}

Board start() {
    Board board;
    board.cell.fill(frame);
    for (int row = 1; row <= size; ++row)
        for (int column = 1; column <= size; ++column) {
            const bool corner = (row == 1 || row == size) && (column == 1 || column == size);
            board.cell[row * width + column] = corner ? empty : (row + column) % 2 == 1 ? red : blue;
        }
    return board;
}

void legal_moves(Board& board, std::vector<Move>& moves) {
    moves.clear();
    if (board.over) return;
    for (int from = 0; from < cells; ++from) {
        if (board.cell[from] != board.to_move) continue;
        const int before = group_size(board, from, board.to_move);
        board.cell[from] = empty;
        for (int to = 0; to < cells; ++to)
            if (board.cell[to] == empty && to != from && group_size(board, to, board.to_move) > before)
                moves.push_back({from, to});
        board.cell[from] = board.to_move;
    }
    if (!moves.empty()) return;
    for (int from = 0; from < cells; ++from)
        if (board.cell[from] == board.to_move) moves.push_back({from, 0});
}

Board after(Board board, Move move) {
    board.cell[move.from] = empty;
    if (move.to != 0) board.cell[move.to] = board.to_move;
    int own = 0, one = 0;
    for (int square = 0; square < cells; ++square)
        if (board.cell[square] == board.to_move) {
            ++own;
            one = square;
        }
    board.over = group_size(board, one, board.to_move) == own;
    board.to_move = enemy_of(board.to_move);
    return board;
}

std::uint64_t perft(Board& board, int depth, std::vector<std::vector<Move>>& lists) {
    if (depth == 0) return 1;
    auto& moves = lists[static_cast<std::size_t>(depth)];
    legal_moves(board, moves);
    if (depth == 1) return moves.size();
    std::uint64_t sum = 0;
    for (const Move move : moves) {
        Board next = after(board, move);
        sum += perft(next, depth - 1, lists);
    }
    return sum;
}

}  // namespace

std::uint64_t plain_bounce_perft(int depth) {
    std::vector<std::vector<Move>> lists(static_cast<std::size_t>(depth) + 1);
    Board board = start();
    return perft(board, depth, lists);
}

}  // namespace pentad::bench
