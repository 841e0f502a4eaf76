#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>

#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"

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

Json ids_json(const OptionChoices& choices) {
    Json all = Json::array();
    for (const auto& value : choices.values) all.push_back(value.id);
    return {{"default", choices.default_id}, {"values", all}};
}

}  // namespace

void list_games(Format format) {
    for (const Game* game : games()) {
        const GameInfo& info = game->info();
        if (format == Format::json) {
            print({{"id", info.id},
                   {"name", info.name},
                   {"rulesVersion", info.rules_version},
                   {"sizes", ids_json(info.sizes)},
                   {"variants", ids_json(info.variants)},
                   {"designer", info.credit.designer},
                   {"year", info.credit.year}});
            continue;
        }
        std::cout << info.id << ": " << info.name << ", sizes " << joined(ids(info.sizes)) << ", variants "
                  << joined(ids(info.variants)) << ", by " << info.credit.designer;
        if (!info.credit.year.empty()) std::cout << ' ' << info.credit.year;
        std::cout << '\n';
    }
}

void print_perft(const Line& line, int depth, Format format) {
    const Position position = reach(line);
    for (int d = 1; d <= depth; ++d) {
        const std::uint64_t count = position.perft(d);
        if (format == Format::json)
            print({{"depth", d}, {"nodes", count}});
        else
            std::cout << "depth " << d << ": " << count << std::endl;  // deep ones take their time
    }
}

void print_divided_perft(const Line& line, int depth, Format format) {
    const Position position = reach(line);
    std::uint64_t sum = 0;
    Json moves = Json::object();
    for (const auto& move : position.legal_moves()) {
        const std::uint64_t count = position.after(move).value().perft(depth - 1);
        sum += count;
        if (format == Format::json)
            moves[move] = count;
        else
            std::cout << move << ": " << count << std::endl;
    }
    if (format == Format::json)
        print({{"depth", depth}, {"nodes", sum}, {"moves", moves}});
    else
        std::cout << "depth " << depth << ": " << sum << '\n';
}

void print_legal_moves(const Line& line, Format format) {
    const auto moves = reach(line).legal_moves();
    if (format == Format::json) return print({{"moves", moves}});
    for (const auto& move : moves) std::cout << move << '\n';
}

void print_last_position(const Line& line, Format format) {
    const Position position = reach(line);
    if (format == Format::json)
        print({{"position", position.encode()},
               {"toMove", name(position.to_move())},
               {"outcome", outcome_json(position)}});
    else
        std::cout << position.encode() << "\noutcome: " << outcome_text(position) << '\n';
}

std::string drawing(const Position& position, const Options& options) {
    const GameInfo& info = position.game().info();
    const Board board = position.game().board(options);
    std::map<std::string, std::string> cells;
    for (const auto& mark : board.marks)
        if (mark.kind == "blocked") cells[mark.at] = "#";
    for (const auto& piece : position.pieces()) cells[piece.square] = cell(info, piece);

    const auto padded = [](const std::string& text) {
        return std::string(text.size() < 3 ? 3 - text.size() : 0, ' ') + text;
    };
    std::string drawn;
    for (int row = board.rows; row >= 0; --row) {
        drawn += padded(row > 0 ? std::to_string(row) : "");
        for (int column = 0; column < board.columns; ++column) {
            const std::string letter(1, static_cast<char>('a' + column));
            const auto found = cells.find(letter + std::to_string(row));
            drawn += padded(row == 0 ? letter : found == cells.end() ? "." : found->second);
        }
        drawn += '\n';
    }
    const auto side = [&](Side each) { return info.sides[static_cast<std::size_t>(index(each))]; };
    return drawn + side(position.to_move()) + " to move, outcome: " + outcome_text(position) + "\n";
}

void draw_last_position(const Line& line, Format format) {
    const Position position = reach(line);
    const Options options = options_of(line);
    if (format == Format::text) {
        std::cout << drawing(position, options);
        return;
    }
    const Board board = position.game().board(options);
    Json blocked = Json::array(), pieces = Json::array();
    for (const auto& mark : board.marks)
        if (mark.kind == "blocked") blocked.push_back(mark.at);
    for (const auto& piece : position.pieces())
        pieces.push_back({{"square", piece.square},
                          {"side", name(piece.side)},
                          {"kind", piece.kind},
                          {"count", piece.count}});
    print({{"columns", board.columns},
           {"rows", board.rows},
           {"blocked", blocked},
           {"pieces", pieces},
           {"toMove", name(position.to_move())},
           {"outcome", outcome_json(position)}});
}

}  // namespace pentad::engine::tools
