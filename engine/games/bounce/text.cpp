#include <optional>

#include "engine/games/bounce/state.hpp"
#include "engine/geometry/rows.hpp"

namespace pentad::engine::bounce {
namespace {

constexpr std::string_view letters = "RB";

Refusal unreadable(std::string reason) { return {Refusal::Kind::unreadable, "", std::move(reason), {}}; }

Refusal illegal(std::string rule, std::string reason, std::vector<std::string> squares) {
    return {Refusal::Kind::illegal, std::move(rule), std::move(reason), std::move(squares)};
}

std::string checkers(int count) { return std::to_string(count) + (count == 1 ? " checker" : " checkers"); }

/// The squares of `s-s` or `xs`; -1 for what is not there.
struct Parsed {
    int from = -1, to = -1;
};

template <int Words>
tl::expected<Parsed, Refusal> parse(const Geometry<Words>& geometry, std::string_view text) {
    const auto what = [] { return unreadable("A move is written h7-e1, a removal xb3."); };
    const bool removal = !text.empty() && text[0] == 'x';
    std::string_view rest = removal ? text.substr(1) : text;
    const auto from = take_square(rest);
    if (!from) return tl::unexpected(what());
    std::optional<Square> to;
    if (!removal) {
        if (rest.empty() || rest[0] != '-') return tl::unexpected(what());
        rest.remove_prefix(1);
        to = take_square(rest);
        if (!to) return tl::unexpected(what());
    }
    if (!rest.empty()) return tl::unexpected(what());
    for (const auto& square : {from, to})
        if (square && !geometry.contains(*square))
            return tl::unexpected(unreadable(square_name(*square) + " is not on this board."));
    return Parsed{geometry.number(*from), to ? geometry.number(*to) : -1};
}

}  // namespace

template <int Words>
std::vector<Piece> State<Words>::pieces() const {
    std::vector<Piece> all;
    all.reserve(static_cast<std::size_t>((checkers_[0] | checkers_[1]).count()));
    (checkers_[0] | checkers_[1]).each([&](int square) {
        all.push_back(
            {geometry_->name(square), checkers_[0].has(square) ? Side::first : Side::second, "checker", 1});
    });
    return all;
}

template <int Words>
std::string State<Words>::to_text(Move move) const {
    if (move.removal()) return "x" + geometry_->name(move.from);
    return geometry_->name(move.from) + "-" + geometry_->name(move.to);
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::read(std::string_view text) const {
    const auto parsed = parse(*geometry_, text);
    if (!parsed) return tl::unexpected(parsed.error());
    const Move move{static_cast<std::int16_t>(parsed->from), static_cast<std::int16_t>(parsed->to)};
    const std::string from = geometry_->name(move.from);

    if (checkers_[index(other(to_move_))].has(move.from))
        return tl::unexpected(
            illegal(move.removal() ? "3.3" : "3.1", "The checker on " + from + " is not yours.", {from}));
    if (!own().has(move.from))
        return tl::unexpected(
            illegal(move.removal() ? "3.3" : "3.1", "There is no checker on " + from + ".", {from}));
    return move.removal() ? check_removal(move) : check_move(move);
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::check_removal(Move move) const {
    if (can_move())
        return tl::unexpected(
            illegal("3.3", "You can move, so you may not remove.", {geometry_->name(move.from)}));
    return move;
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::check_move(Move move) const {
    const std::string from = geometry_->name(move.from), to = geometry_->name(move.to);
    if (!empty().has(move.to)) return tl::unexpected(illegal("3.1", to + " is not empty.", {to}));
    const int before = group_size(move.from, own());
    Squares moved = own();
    moved.remove(move.from);
    moved.add(move.to);
    const int after = group_size(move.to, moved);
    // Rules 3.2: the group must grow.
    if (after > before) return move;
    std::string reason = "The group would have " + checkers(after);
    reason += after == before ? ", no more than before."
                              : ", fewer than the " + std::to_string(before) + " before.";
    return tl::unexpected(illegal("3.2", std::move(reason), {from, to}));
}

template <int Words>
std::string State<Words>::encode_board() const {
    const int n = geometry_->size;
    std::string squares(static_cast<std::size_t>(n * n), '.');
    for (std::size_t side : {0, 1})
        checkers_[side].each([&](int square) { squares[static_cast<std::size_t>(square)] = letters[side]; });
    return write_rows({n, n}, squares);
}

template <int Words>
tl::expected<State<Words>, std::string> State<Words>::read_board(int size, std::string_view text,
                                                                 Side to_move) {
    const auto squares = read_rows({size, size}, text, letters);
    if (!squares) return tl::unexpected(squares.error());
    State state(Geometry<Words>::of(size), to_move);
    for (std::size_t square = 0; square < squares->size(); ++square)
        if (const std::size_t side = letters.find((*squares)[square]); side != letters.npos)
            state.checkers_[side].add(static_cast<int>(square));
    const auto wrong = [](std::string sentence) { return tl::unexpected(std::move(sentence)); };
    for (const Squares& side : state.checkers_) {
        if (side.none()) return wrong("Both sides always have a checker.");
        if (side.count() > size * size / 2 - 2) return wrong("A side has more checkers than at the start.");
    }
    if (state.one_group(to_move)) return wrong("The side to move is one group, so it has won before.");
    state.over_ = state.one_group(other(to_move));
    return state;
}

#define PENTAD_INSTANTIATE(Words)                                                            \
    template std::vector<Piece> State<Words>::pieces() const;                                \
    template std::string State<Words>::to_text(bounce::Move) const;                          \
    template tl::expected<bounce::Move, Refusal> State<Words>::read(std::string_view) const; \
    template std::string State<Words>::encode_board() const;                                 \
    template tl::expected<State<Words>, std::string> State<Words>::read_board(int, std::string_view, Side);
PENTAD_INSTANTIATE(1)
PENTAD_INSTANTIATE(2)
PENTAD_INSTANTIATE(4)
PENTAD_INSTANTIATE(7)
#undef PENTAD_INSTANTIATE

}  // namespace pentad::engine::bounce
