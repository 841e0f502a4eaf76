#include "engine/games/claustro/state.hpp"
#include "engine/search/make_position.hpp"

/// Rules 5: moves, squares and boards as text.
namespace pentad::engine::claustro {
namespace {

/// In the order of State::Direction.
constexpr std::array<std::string_view, 9> compass{"", "e", "n", "w", "s", "ne", "nw", "se", "sw"};

std::string_view cut(std::string_view& text, char mark) {
    const std::size_t end = text.find(mark);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

tl::unexpected<std::string> wrong(std::string sentence) {
    return tl::unexpected<std::string>(std::move(sentence));
}

}  // namespace

template <int Words>
std::string State<Words>::name(int square) const {
    return square_name({square % field_->size.columns, square / field_->size.columns});
}

template <int Words>
std::string State<Words>::to_text(Move move) const {
    if (!move.captures()) return name(move.from) + '-' + name(move.to);
    return name(move.from) + 'x' + name(move.to) + '@' + name(move.put);
}

template <int Words>
std::vector<Piece> State<Words>::pieces() const {
    std::vector<Piece> all;
    all.reserve(static_cast<std::size_t>((pawns_[0] | pawns_[1]).count()));
    (pawns_[0] | pawns_[1]).each([&](int square) {
        all.push_back({name(square), of(Side::first).has(square) ? Side::first : Side::second, "pawn", 1});
    });
    return all;
}

/// Rows from the top: `g` and `b` pawns, `.` empty, `#` a closed corner. In `original` follows, for each
/// side, the direction of its last move and for how many moves it has gone there: `;ne2;w1`, `-` before its
/// first.
template <int Words>
std::string State<Words>::encode_board() const {
    std::string text;
    const auto [columns, rows] = field_->size;
    for (int row = rows - 1; row >= 0; --row) {
        for (int column = 0; column < columns; ++column) {
            const int square = row * columns + column;
            text += of(Side::first).has(square)    ? 'g'
                    : of(Side::second).has(square) ? 'b'
                    : field_->open.has(square)     ? '.'
                                                   : '#';
        }
        if (row > 0) text += '/';
    }
    if (variant_ != Variant::original) return text;
    for (const Trail& trail : trails_) {
        text += ';';
        if (trail.run == 0) {
            text += '-';
        } else {
            text += compass[static_cast<std::size_t>(trail.direction)];
            text += static_cast<char>('0' + trail.run);
        }
    }
    return text;
}

template <int Words>
tl::expected<State<Words>, std::string> State<Words>::decode(const Field<Words>& field, Variant variant,
                                                             const EncodedPosition& parts) {
    State state(field, variant);
    state.to_move_ = parts.to_move;
    state.pawns_ = {};
    const auto [columns, rows] = field.size;
    std::string_view rest = parts.board;
    std::string_view board = cut(rest, ';');
    for (int row = rows - 1; row >= 0; --row) {
        const std::string_view line = cut(board, '/');
        if (line.size() != static_cast<std::size_t>(columns) || board.empty() != (row == 0))
            return wrong("The board must have " + std::to_string(rows) + " rows of " +
                         std::to_string(columns) + " squares, divided by /.");
        for (int column = 0; column < columns; ++column) {
            const int square = row * columns + column;
            const char letter = line[static_cast<std::size_t>(column)];
            if (letter == 'g' || letter == 'b')
                state.of(letter == 'g' ? Side::first : Side::second).add(square);
            else if (letter != '.' && letter != '#')
                return wrong("A square is written g, b, . or, for a closed corner, #.");
            if ((letter == '#') != !field.open.has(square))
                return wrong("The closed corners, and only they, are written #.");
        }
    }
    for (Side side : {Side::first, Side::second})
        if (state.of(side).count() != field.pawns())
            return wrong("Each side has " + std::to_string(field.pawns()) + " pawns.");

    const Side mover = other(parts.to_move);
    const bool on_goal = state.of(mover).has(field.goal(mover));
    if (variant == Variant::open_goals) {
        state.reached_goal_ = on_goal && parts.outcome && parts.outcome->reason == "goal";
    } else {
        state.reached_goal_ = on_goal;
        Squares elsewhere = state.pawns_[0] | state.pawns_[1];
        if (on_goal) elsewhere.remove(field.goal(mover));
        if ((elsewhere & ~field.inner).any())
            return wrong("Only a pawn that has just entered its goal can stand on one.");
    }
    if (variant == Variant::original) {
        if (auto sentence = state.read_trails(rest)) return wrong(*sentence);
    } else if (parts.board.find(';') != std::string_view::npos) {
        return wrong("Directions belong to the original variant only.");
    }
    return state;
}

/// Says what is wrong with the directions, if anything is.
template <int Words>
std::optional<std::string> State<Words>::read_trails(std::string_view text) {
    for (Side side : {Side::first, Side::second}) {
        if (text.empty()) return "The directions of both sides must follow the board.";
        std::string_view word = side == Side::first ? cut(text, ';') : text;
        Trail& trail = trails_[static_cast<std::size_t>(index(side))];
        if (word == "-") continue;
        const char run = word.empty() ? '0' : word.back();
        if (run < '1' || run > '0' + Trail::limit) return "A direction is followed by a number from 1 to 3.";
        word.remove_suffix(1);
        const auto found = std::find(compass.begin() + 1, compass.end(), word);
        if (found == compass.end()) return "A direction is one of n, e, s, w, ne, nw, se and sw.";
        trail.direction = static_cast<Direction>(found - compass.begin());
        trail.run = static_cast<std::uint8_t>(run - '0');
        const bool back = side == Side::first
                              ? trail.direction == Direction::west || trail.direction == Direction::south
                              : trail.direction == Direction::east || trail.direction == Direction::north;
        if (back) return "Pawns step only towards their goal.";
    }
    const bool first_moved = trails_[0].run > 0;
    const bool second_moved = trails_[1].run > 0;
    const bool fits = to_move_ == Side::first ? first_moved == second_moved
                                              : first_moved && (second_moved || trails_[0].run == 1);
    if (!fits) return "The directions do not fit the side to move.";
    return std::nullopt;
}

#define PENTAD_INSTANTIATE(words)                                                                       \
    template std::string State<words>::name(int) const;                                                 \
    template std::string State<words>::to_text(Move) const;                                             \
    template std::vector<Piece> State<words>::pieces() const;                                           \
    template std::string State<words>::encode_board() const;                                            \
    template tl::expected<State<words>, std::string> State<words>::decode(const Field<words>&, Variant, \
                                                                          const EncodedPosition&);
PENTAD_INSTANTIATE(1)
PENTAD_INSTANTIATE(2)
PENTAD_INSTANTIATE(3)
#undef PENTAD_INSTANTIATE

}  // namespace pentad::engine::claustro
