#pragma once

#include <algorithm>
#include <set>
#include <string>

#include "engine/game.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace pentad::fuzz {

struct ChosenGame {
    const engine::Game* game = nullptr;
    engine::Options options;
};

/// `ID SIZE VARIANT`; an unknown word stands for one of the choices.
inline ChosenGame game_of(std::string_view line) {
    const auto [id, rest] = cut(line, ' ');
    const auto [size, variant] = cut(rest, ' ');
    ChosenGame chosen{engine::find_game(id), {}};
    const auto& all = engine::games();
    if (chosen.game == nullptr) chosen.game = all[engine::fnv1a(id) % all.size()];
    const auto one_of = [](const engine::OptionChoices& choices, std::string_view word) {
        for (const auto& value : choices.values)
            if (value.id == word) return value.id;
        return choices.values[engine::fnv1a(word) % choices.values.size()].id;
    };
    const auto options = chosen.game->complete(
        {one_of(chosen.game->info().sizes, size), one_of(chosen.game->info().variants, variant)});
    // Not every variant is there in every size.
    chosen.options = options ? *options : chosen.game->complete({}).value();
    return chosen;
}

/// What holds for every position that there is.
inline void check(const ChosenGame& chosen, const engine::Position& position) {
    const std::string text = position.encode();
    const auto again = chosen.game->decode(chosen.options, text);
    hold(again.has_value(), "a position can be read from its text");
    hold(again->encode() == text, "a position is written as it was read");
    hold(again->hash() == position.hash(), "a position's hash is that of its text");
    const auto legal = position.legal_moves();
    hold(std::adjacent_find(legal.begin(), legal.end(), std::greater_equal<>()) == legal.end(),
         "legal moves are sorted and each is there once");
    hold(legal.empty() == position.outcome().has_value(), "there is a legal move exactly until the end");
    const engine::Board board = chosen.game->board(chosen.options);
    std::set<std::string> occupied;
    for (const engine::Piece& piece : position.pieces()) {
        hold(piece.count > 0, "a piece is there");
        hold(occupied.insert(piece.square).second, "a square holds one piece or stack");
    }
    hold(occupied.size() <= static_cast<std::size_t>(board.columns * board.rows) * 2,
         "pieces fit on the board");
}

}  // namespace pentad::fuzz
