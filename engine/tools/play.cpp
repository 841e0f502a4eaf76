#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>

#include "engine/tools/commands.hpp"

namespace pentad::engine::tools {
namespace {

std::vector<std::string> ids(const OptionChoices& choices) {
    std::vector<std::string> texts;
    for (const auto& value : choices.values)
        texts.push_back(value.id == choices.default_id ? value.id + "*" : value.id);
    return texts;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string cell(const GameInfo& info, const Piece& piece) {
    const auto kind = std::find_if(info.kinds.begin(), info.kinds.end(),
                                   [&](const PieceKind& each) { return each.id == piece.kind; });
    std::string letter = kind == info.kinds.end() ? "?" : kind->letter;
    if (piece.side == Side::second)
        for (char& c : letter) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return piece.count == 1 ? letter : letter + std::to_string(piece.count);
}

}  // namespace

void list_games() {
    for (const Game* game : games()) {
        const GameInfo& info = game->info();
        std::cout << info.id << ": " << info.name << ", sizes " << joined(ids(info.sizes)) << ", variants "
                  << joined(ids(info.variants)) << ", by " << info.credit.designer;
        if (!info.credit.year.empty()) std::cout << ' ' << info.credit.year;
        std::cout << '\n';
    }
}

void print_perft(const Line& line, int depth) {
    const Position position = reach(line);
    for (int d = 1; d <= depth; ++d)
        std::cout << "depth " << d << ": " << position.perft(d) << std::endl;  // deep ones take their time
}

void print_legal_moves(const Line& line) {
    for (const auto& move : reach(line).legal_moves()) std::cout << move << '\n';
}

void print_last_position(const Line& line) {
    const Position position = reach(line);
    std::cout << position.encode() << "\noutcome: " << outcome_text(position) << '\n';
}

void draw_last_position(const Line& line) {
    const Position position = reach(line);
    const GameInfo& info = position.game().info();
    const Board board = position.game().board(options_of(line));
    std::map<std::string, std::string> cells;
    for (const auto& mark : board.marks)
        if (mark.kind == "blocked") cells[mark.at] = "#";
    for (const auto& piece : position.pieces()) cells[piece.square] = cell(info, piece);

    const auto padded = [](const std::string& text) {
        return std::string(text.size() < 3 ? 3 - text.size() : 0, ' ') + text;
    };
    for (int row = board.rows; row >= 0; --row) {
        std::cout << padded(row > 0 ? std::to_string(row) : "");
        for (int column = 0; column < board.columns; ++column) {
            const std::string letter(1, static_cast<char>('a' + column));
            const auto found = cells.find(letter + std::to_string(row));
            std::cout << padded(row == 0 ? letter : found == cells.end() ? "." : found->second);
        }
        std::cout << '\n';
    }
    const auto side = [&](Side each) { return info.sides[static_cast<std::size_t>(index(each))]; };
    std::cout << side(position.to_move()) << " to move, outcome: " << outcome_text(position) << '\n';
}

}  // namespace pentad::engine::tools
