#include <charconv>

#include "engine/games/sight/state.hpp"
#include "engine/geometry/square.hpp"

/// Rules 5: moves, points and boards as text.
namespace pentad::engine::sight {

template <int Words>
std::string State<Words>::name(int point) const {
    return square_name({point % lines_->size, point / lines_->size});
}

template <int Words>
std::string State<Words>::to_text(Move move) const {
    return move.from == Move::hand ? name(move.to) : name(move.from) + '-' + name(move.to);
}

template <int Words>
std::vector<Piece> State<Words>::pieces() const {
    std::vector<Piece> all;
    all.reserve(static_cast<std::size_t>((sides_[0] | sides_[1]).count()));
    (sides_[0] | sides_[1]).each([&](int point) {
        all.push_back(
            {name(point), of(Side::first).has(point) ? Side::first : Side::second, "piece", height(point)});
    });
    return all;
}

template <int Words>
std::string State<Words>::encode_board() const {
    std::string text;
    const int size = lines_->size;
    for (int row = size - 1; row >= 0; --row) {
        for (int column = 0; column < size; ++column) {
            const int point = row * size + column;
            if (empty().has(point)) {
                text += '.';
            } else {
                text += of(Side::first).has(point) ? 'w' : 'b';
                text += std::to_string(height(point));
            }
        }
        if (row > 0) text += '/';
    }
    return text;
}

template <int Words>
tl::expected<State<Words>, std::string> State<Words>::decode(const Lines<Words>& lines, Variant variant,
                                                             std::string_view board, Side to_move) {
    const auto wrong = [](std::string sentence) { return tl::unexpected<std::string>(std::move(sentence)); };
    const int size = lines.size;
    State state(lines, variant);
    state.to_move_ = to_move;
    int row = size - 1;
    int column = 0;
    while (!board.empty()) {
        const char letter = board.front();
        board.remove_prefix(1);
        if (letter == '/') {
            if (column != size || row == 0) return wrong("The board has rows of the wrong length or number.");
            --row;
            column = 0;
            continue;
        }
        if (letter != '.' && letter != 'w' && letter != 'b')
            return wrong("A point is written . or w or b and a height; rows are divided by /.");
        if (column == size) return wrong("A row of the board is too long.");
        const int point = row * size + column++;
        if (letter == '.') continue;
        int height = 0;
        const auto [end, error] = std::from_chars(board.data(), board.data() + board.size(), height);
        if (error != std::errc{} || height < 1) return wrong("w and b are followed by a height from 1.");
        board.remove_prefix(static_cast<std::size_t>(end - board.data()));
        if (height > size * size / 2 + 1) return wrong("No point can be that high.");
        state.of(letter == 'w' ? Side::first : Side::second).add(point);
        for (std::size_t digit = 0; digit < digits; ++digit)
            if ((height >> digit) & 1) state.digits_[digit].add(point);
    }
    if (row != 0 || column != size) return wrong("The board has rows of the wrong length or number.");
    // Every turn adds one occupied point to the mover's, and at most one piece to each of his others.
    const int first = state.of(Side::first).count();
    const int second = state.of(Side::second).count();
    if (first - second != index(to_move)) return wrong("The numbers of points do not fit the side to move.");
    for (int point = 0; point < lines.points(); ++point)
        if (state.height(point) > (state.of(Side::first).has(point) ? first : second))
            return wrong("No point can be that high after so few turns.");
    return state;
}

#define PENTAD_INSTANTIATE(words)                                                                       \
    template std::string State<words>::name(int) const;                                                 \
    template std::string State<words>::to_text(Move) const;                                             \
    template std::vector<Piece> State<words>::pieces() const;                                           \
    template std::string State<words>::encode_board() const;                                            \
    template tl::expected<State<words>, std::string> State<words>::decode(const Lines<words>&, Variant, \
                                                                          std::string_view, Side);
PENTAD_INSTANTIATE(1)
PENTAD_INSTANTIATE(2)
#undef PENTAD_INSTANTIATE

}  // namespace pentad::engine::sight
