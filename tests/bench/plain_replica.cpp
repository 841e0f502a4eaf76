#include "plain_replica.hpp"

#include <array>
#include <cstdlib>

namespace pentad::bench {
namespace {

struct Move {
    int from;
    int to;  // the same as `from` when a man becomes a king
};

struct MoveList {
    std::array<Move, 47> moves;
    std::size_t size = 0;
    void add(int from, int to) { moves[size++] = {from, to}; }
};

/// White is 1 (man) and 2 (king), Black -1 and -2, empty 0; the side to move is 1 or -1.
struct Board {
    std::array<signed char, 64> squares{};
    int side = 1;
    bool over = false;
};

struct Direction {
    int column;
    int row;
};
constexpr std::array<Direction, 8> directions{
    {{0, 1}, {1, 0}, {1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}, {-1, 1}}};

bool on_board(int column, int row) { return column >= 0 && column < 8 && row >= 0 && row < 8; }

Board start() {
    Board board;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            if (column < 2 || row < 2) {
                board.squares[static_cast<std::size_t>(8 * row + column)] = 1;
                board.squares[static_cast<std::size_t>(63 - 8 * row - column)] = -1;
            }
    board.squares[0] = 2;
    board.squares[63] = -2;
    return board;
}

int at(const Board& board, int column, int row) {
    return board.squares[static_cast<std::size_t>(8 * row + column)];
}

bool seen_by_king(const Board& board, int column, int row) {
    for (const Direction& direction : directions) {
        int c = column + direction.column;
        int r = row + direction.row;
        while (on_board(c, r) && at(board, c, r) * board.side >= 0) {
            if (at(board, c, r) * board.side == 2) return true;
            c += direction.column;
            r += direction.row;
        }
    }
    return false;
}

void list_moves(const Board& board, MoveList& list) {
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column) {
            const int piece = at(board, column, row) * board.side;
            if (piece <= 0) continue;
            for (std::size_t d = 0; d < 3; ++d) {
                const int column_step = directions[d].column * board.side;
                const int row_step = directions[d].row * board.side;
                int c = column + column_step;
                int r = row + row_step;
                while (on_board(c, r) && at(board, c, r) * board.side > 0) {
                    c += column_step;
                    r += row_step;
                }
                if (on_board(c, r)) list.add(8 * row + column, 8 * r + c);
            }
            if (piece == 1 && seen_by_king(board, column, row)) list.add(8 * row + column, 8 * row + column);
        }
}

void play(Board& board, Move move) {
    auto& from = board.squares[static_cast<std::size_t>(move.from)];
    auto& to = board.squares[static_cast<std::size_t>(move.to)];
    if (move.from == move.to) {
        from = static_cast<signed char>(2 * board.side);
    } else {
        if (std::abs(to) == 2) board.over = true;
        to = from;
        from = 0;
    }
    if (board.squares[board.side == 1 ? 63 : 0] == 2 * board.side) board.over = true;
    board.side = -board.side;
}

std::uint64_t perft(const Board& board, int depth) {
    if (board.over) return 0;
    MoveList list;
    list_moves(board, list);
    if (depth == 1) return list.size;
    std::uint64_t leaves = 0;
    for (std::size_t i = 0; i < list.size; ++i) {
        Board next = board;
        play(next, list.moves[i]);
        leaves += perft(next, depth - 1);
    }
    return leaves;
}

}  // namespace

std::uint64_t plain_replica_perft(int depth) { return perft(start(), depth); }

}  // namespace pentad::bench
