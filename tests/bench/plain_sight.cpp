#include "tests/bench/plain_sight.hpp"

#include <array>
#include <vector>

namespace pentad::bench {
namespace {

constexpr int size = 5;
/// A frame of one point around the board, so that steps need no test for the edge.
constexpr int width = size + 2;
constexpr int frame = -1;
constexpr int nobody = 2;

constexpr std::array<int, 8> steps{1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1};

struct Cell {
    int owner = frame;
    int height = 0;
};

struct Move {
    int from;  // 0 for a placement
    int to;
};

struct Board {
    std::array<Cell, width * width> cells{};
    int to_move = 0;
};

int directions(int cell) { return (cell % width + cell / width) % 2 == 0 ? 8 : 4; }

template <class Visit>
void each_point(Visit&& visit) {
    for (int row = 1; row <= size; ++row)
        for (int column = 1; column <= size; ++column) visit(row * width + column);
}

void list_moves(const Board& board, std::vector<Move>& moves) {
    const auto& cells = board.cells;
    std::array<int, size * size> stacks{};
    int count = 0;
    int tallest = 0;
    each_point([&](int cell) {
        if (cells[cell].owner != board.to_move || cells[cell].height < 2) return;
        stacks[count++] = cell;
        if (cells[cell].height > tallest) tallest = cells[cell].height;
    });
    if (count == 0) {
        each_point([&](int cell) {
            if (cells[cell].owner == nobody) moves.push_back({0, cell});
        });
        return;
    }
    for (int height = tallest; height >= 2 && moves.empty(); --height)
        for (int i = 0; i < count; ++i) {
            const int from = stacks[i];
            if (cells[from].height != height) continue;
            for (int d = 0; d < directions(from); ++d)
                if (cells[from + steps[d]].owner == nobody) moves.push_back({from, from + steps[d]});
        }
}

void play(Board& board, Move move) {
    auto& cells = board.cells;
    for (int d = 0; d < directions(move.to); ++d) {
        int cell = move.to + steps[d];
        while (cells[cell].owner == nobody) cell += steps[d];
        if (cells[cell].owner == board.to_move && cell != move.from) ++cells[cell].height;
    }
    if (move.from != 0) --cells[move.from].height;
    cells[move.to] = {board.to_move, 1};
    board.to_move = 1 - board.to_move;
}

std::uint64_t count(const Board& board, int depth, std::vector<std::vector<Move>>& lists) {
    if (depth == 0) return 1;
    std::vector<Move>& moves = lists[static_cast<std::size_t>(depth)];
    moves.clear();
    list_moves(board, moves);
    if (depth == 1) return moves.size();
    std::uint64_t sum = 0;
    for (const Move move : moves) {
        Board next = board;
        play(next, move);
        sum += count(next, depth - 1, lists);
    }
    return sum;
}

}  // namespace

std::uint64_t plain_sight_perft(int depth) {
    Board board;
    each_point([&](int cell) { board.cells[cell] = {nobody, 0}; });
    std::vector<std::vector<Move>> lists(static_cast<std::size_t>(depth) + 1);
    return count(board, depth, lists);
}

}  // namespace pentad::bench
