#include "engine/games/sight/state.hpp"
#include "engine/geometry/square.hpp"

/// Reading a move and saying which rule forbids it. What is legal is decided in state.hpp.
namespace pentad::engine::sight {
namespace {

tl::unexpected<Refusal> refuse(std::string rule, std::string reason, std::vector<std::string> squares) {
    return tl::unexpected(
        Refusal{Refusal::Kind::illegal, std::move(rule), std::move(reason), std::move(squares)});
}

tl::unexpected<Refusal> unreadable() {
    return tl::unexpected(Refusal{Refusal::Kind::unreadable,
                                  {},
                                  "A move is written c3 (place a piece) or c3-d4 (from a stack to a point).",
                                  {}});
}

}  // namespace

template <int Words>
tl::expected<Move, Refusal> State<Words>::read(std::string_view text) const {
    const auto first = take_square(text);
    if (!first) return unreadable();
    std::optional<Square> second;
    if (!text.empty()) {
        if (text.front() != '-') return unreadable();
        text.remove_prefix(1);
        second = take_square(text);
        if (!second || !text.empty()) return unreadable();
    }
    const int size = lines_->size;
    for (const auto& square : {first, second})
        if (square && (square->column >= size || square->row >= size))
            return refuse("1.1",
                          square_name(*square) + " is not on this board: the points go from a1 to " +
                              name(lines_->points() - 1) + ".",
                          {});
    const int start = first->row * size + first->column;
    if (!second) return read_placement(start);
    return read_stack_move(start, second->row * size + second->column);
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::read_placement(int to) const {
    if (const Points own = stacks(to_move_); own.any()) {
        const Points ready = movers(own);
        return refuse(
            "3.3",
            "You own a stack, so you must move one instead of placing a piece: " + list(ready) + " can move.",
            names(ready));
    }
    if (!empty().has(to))
        return refuse("3.2", "There is a piece on " + name(to) + " already; place yours on an empty point.",
                      {name(to)});
    return Move{Move::hand, static_cast<std::int8_t>(to)};
}

template <int Words>
tl::expected<Move, Refusal> State<Words>::read_stack_move(int from, int to) const {
    const Points own = stacks(to_move_);
    if (own.none())
        return refuse("3.2", "You own no stack, so you must place a piece on an empty point; nothing moves.",
                      {name(from)});
    if (empty().has(from))
        return refuse("3.3", "There is no stack on " + name(from) + " to move.", {name(from)});
    if (of(other(to_move_)).has(from))
        return refuse("3.3", "The pieces on " + name(from) + " are not yours.", {name(from)});
    const Points ready = movers(own);
    if (!own.has(from))
        return refuse("3.3",
                      "The piece on " + name(from) +
                          " is a single; only the top piece of a stack moves: " + list(ready) + " can.",
                      {name(from)});
    if (height(from) < height(ready.lowest()))
        return refuse("3.3",
                      name(from) + " is not among your tallest stacks that can move: " + list(ready) + ".",
                      {name(from)});
    if (from == to)
        return refuse("3.3", "The piece must leave " + name(from) + " for a neighbouring point.",
                      {name(from)});
    if (!neighbours(from).has(to))
        return refuse("1.2", name(from) + " and " + name(to) + " are not neighbours joined by a line.",
                      {name(from), name(to)});
    if (!empty().has(to))
        return refuse("3.3",
                      "There is a piece on " + name(to) + " already; a stack's piece goes to an empty point.",
                      {name(from), name(to)});
    return Move{static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)};
}

template <int Words>
std::vector<std::string> State<Words>::names(const Points& points) const {
    std::vector<std::string> texts;
    points.each([&](int point) { texts.push_back(name(point)); });
    return texts;
}

/// `a1, b2 and c3`.
template <int Words>
std::string State<Words>::list(const Points& points) const {
    std::string text;
    const std::vector<std::string> all = names(points);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0) text += i + 1 == all.size() ? " and " : ", ";
        text += all[i];
    }
    return text;
}

template class State<1>;
template class State<2>;

}  // namespace pentad::engine::sight
