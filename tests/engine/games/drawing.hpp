#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

/// Positions as drawings and the questions that tests of a game ask about them.
namespace pentad::engine {

inline std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> all;
    for (std::string word; in >> word;) all.push_back(word);
    return all;
}

/// Rows from the top one to the bottom one with a dot for an empty square, as Position::encode writes them.
inline std::string rows(const std::string& drawing) {
    std::string text;
    for (const std::string& row : words(drawing)) {
        if (!text.empty()) text += '/';
        int empty = 0;
        for (const char letter : row + "|") {
            if (letter == '.') {
                ++empty;
                continue;
            }
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
            if (letter != '|') text += letter;
        }
    }
    return text;
}

inline Options options_of(const Game& game, const std::string& variant = "", const std::string& size = "") {
    return game.complete({size, variant}).value();
}

/// `rest` is what follows the board: side, occurrences and the outcome if there is one.
inline Position draw(const Game& game, const Options& options, const std::string& drawing,
                     const std::string& rest) {
    const auto position = game.decode(options, rows(drawing) + " " + rest);
    if (!position) throw std::runtime_error(position.error());
    return *position;
}

inline Position play(Position position, const std::string& moves) {
    for (const std::string& move : words(moves)) {
        const auto next = position.after(move);
        if (!next) throw std::runtime_error(move + ": " + next.error().reason);
        position = *next;
    }
    return position;
}

inline Position start(const Game& game, const std::string& variant = "", const std::string& size = "") {
    return game.initial(options_of(game, variant, size));
}

inline bool allows(const Position& position, const std::string& move) {
    const auto moves = position.legal_moves();
    const bool listed = std::find(moves.begin(), moves.end(), move) != moves.end();
    EXPECT_EQ(listed, position.after(move).has_value()) << move;
    return listed;
}

inline std::string outcome_of(const Position& position) {
    const auto outcome = position.outcome();
    if (!outcome) return "goes on";
    return std::string(outcome->winner ? name(*outcome->winner) : "draw") + " " +
           std::string(outcome->reason);
}

/// `RULE SQUARES: REASON` of a refused move, `unreadable: REASON`, or `accepted`.
inline std::string refusal(const Position& position, std::string_view move) {
    const auto next = position.after(move);
    if (next) return "accepted";
    const Refusal& refused = next.error();
    std::string text = refused.kind == Refusal::Kind::unreadable ? "unreadable" : refused.rule;
    for (const std::string& square : refused.squares) text += " " + square;
    return text + ": " + refused.reason;
}

inline std::vector<std::uint64_t> perft_table(const Position& position, int depth) {
    std::vector<std::uint64_t> counts;
    for (int d = 1; d <= depth; ++d) counts.push_back(position.perft(d));
    return counts;
}

}  // namespace pentad::engine
