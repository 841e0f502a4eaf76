#include "plain_murus_gallicus.hpp"

#include <array>

namespace pentad::bench {
namespace {

constexpr int columns = 8;
constexpr int rows = 7;

struct Move {
    int from;
    int near;
    int far;  // -1 for a sacrifice against the wall on `near`
};

/// A side has eight towers at most, each with one act in each of eight directions.
struct MoveList {
    std::array<Move, 64> moves;
    std::size_t size = 0;
    void add(Move move) { moves[size++] = move; }
};

/// Roman stacks count 1 or 2, Gallic ones -1 or -2, empty cells 0; the side to move is 1 or -1.
struct Board {
    std::array<signed char, columns * rows> cells{};
    int side = 1;
    bool over = false;
};

struct Direction {
    int column;
    int row;
};
constexpr std::array<Direction, 8> directions{
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

bool on_board(int column, int row) { return column >= 0 && column < columns && row >= 0 && row < rows; }

int stones(const Board& board, int cell) { return board.cells[static_cast<std::size_t>(cell)] * board.side; }

Board start() {
    Board board;
    for (std::size_t column = 0; column < columns; ++column) {
        board.cells[column] = 2;
        board.cells[columns * (rows - 1) + column] = -2;
    }
    return board;
}

void list_moves(const Board& board, MoveList& list) {
    const auto receives = [&](int cell) { return stones(board, cell) == 0 || stones(board, cell) == 1; };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const int from = columns * row + column;
            if (stones(board, from) != 2) continue;
            for (const Direction& direction : directions) {
                if (!on_board(column + direction.column, row + direction.row)) continue;
                const int near = from + columns * direction.row + direction.column;
                if (stones(board, near) == -1) list.add({from, near, -1});
                if (!on_board(column + 2 * direction.column, row + 2 * direction.row)) continue;
                const int far = near + columns * direction.row + direction.column;
                if (receives(near) && receives(far)) list.add({from, near, far});
            }
        }
}

void play(Board& board, const Move& move) {
    const auto add = [&](int cell, int change) {
        auto& stack = board.cells[static_cast<std::size_t>(cell)];
        stack = static_cast<signed char>(stack + change * board.side);
    };
    if (move.far < 0) {
        add(move.from, -1);
        add(move.near, 1);
    } else {
        add(move.from, -2);
        add(move.near, 1);
        add(move.far, 1);
        board.over = move.far / columns == (board.side == 1 ? rows - 1 : 0);
    }
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

std::uint64_t plain_murus_gallicus_perft(int depth) { return perft(start(), depth); }

}  // namespace pentad::bench
