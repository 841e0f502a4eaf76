// The text of a position: `GAME SIZE VARIANT LINE-BREAK POSITION`.

#include "tests/fuzz/any_game.hpp"

using namespace pentad;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto [line, text] = fuzz::cut(fuzz::text_of(data, size), '\n');
    const fuzz::ChosenGame chosen = fuzz::game_of(line);
    const auto position = chosen.game->decode(chosen.options, text);
    if (!position) {
        fuzz::hold(!position.error().empty(), "a refusal says why");
        return 0;
    }
    fuzz::hold(position->encode() == text, "only what encode() writes is read");
    fuzz::check(chosen, *position);
    const auto legal = position->legal_moves();
    if (legal.empty()) return 0;
    // One move is enough: what follows it is a position like any other.
    const auto next = position->after(legal[size % legal.size()]);
    fuzz::hold(next.has_value(), "a legal move can be made");
    fuzz::check(chosen, *next);
    return 0;
}
