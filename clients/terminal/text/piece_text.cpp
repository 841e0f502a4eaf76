#include "clients/terminal/text/piece_text.hpp"

#include <algorithm>
#include <cctype>

namespace pentad::terminal {

std::string piece_text(const engine::Piece& piece, const std::vector<engine::PieceKind>& kinds, bool unicode,
                       bool plain_discs) {
    const bool first = piece.side == engine::Side::first;
    if (plain_discs && kinds.size() == 1) {
        if (unicode) return first ? "\u25CF" : "\u25CB";
        return first ? "X" : "o";
    }
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& it) { return it.id == piece.kind; });
    if (kind == kinds.end() || kind->letter.empty()) return "?";
    const auto letter = static_cast<unsigned char>(kind->letter.front());
    return std::string(1, static_cast<char>(first ? std::toupper(letter) : std::tolower(letter)));
}

char mark_letter(const std::string& kind) {
    if (kind == "blocked") return '#';
    if (kind == "goal") return '*';
    if (kind == "home") return '_';
    return '+';
}

}  // namespace pentad::terminal
