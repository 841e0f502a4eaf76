// A sequence of moves: `GAME SIZE VARIANT`, then a line a move: its text, or `@` and a byte that picks a
// legal one.

#include "tests/fuzz/any_game.hpp"

using namespace pentad;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto [line, rest] = fuzz::cut(fuzz::text_of(data, size), '\n');
    const fuzz::ChosenGame chosen = fuzz::game_of(line);
    engine::Position position = chosen.game->initial(chosen.options);
    for (int plies = 0; !rest.empty() && plies < 400; ++plies) {
        std::tie(line, rest) = fuzz::cut(rest, '\n');
        const auto legal = position.legal_moves();
        std::string move(line);
        if (line.size() == 2 && line[0] == '@' && !legal.empty())
            move = legal[static_cast<unsigned char>(line[1]) % legal.size()];
        const bool is_legal = std::binary_search(legal.begin(), legal.end(), move);
        const auto next = position.after(move);
        fuzz::hold(next.has_value() == is_legal, "a move is taken exactly when it is in the legal list");
        if (!next) {
            fuzz::hold(!next.error().reason.empty(), "a refusal says why");
            continue;
        }
        position = *next;
        // The text holds the count of the repetition only, so that what is read goes on from there.
        fuzz::hold(chosen.game->decode(chosen.options, position.encode()).has_value(),
                   "a position of a game can be read from its text");
    }
    fuzz::check(chosen, position);
    return 0;
}
