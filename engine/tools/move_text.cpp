#include "engine/tools/move_text.hpp"

#include <array>
#include <cctype>
#include <functional>
#include <utility>
#include <vector>

#include "engine/tools/line.hpp"

namespace pentad::engine::tools {
namespace {

/// Signs for a move and a capture as people and programs write them; longer ones first.
constexpr std::array<std::pair<const char*, const char*>, 10> signs{{{"->", "-"},
                                                                     {"=>", "-"},
                                                                     {"\u2192", "-"},
                                                                     {"\u2010", "-"},
                                                                     {"\u2013", "-"},
                                                                     {"\u2014", "-"},
                                                                     {"\u2212", "-"},
                                                                     {"\u00d7", "x"},
                                                                     {":", "x"},
                                                                     {">", "-"}}};

/// Small letters and the usual signs, without marks at the end.
std::string plain(std::string text) {
    for (const auto& [sign, usual] : signs)
        for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign))
            text.replace(at, std::string(sign).size(), usual);
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    while (!text.empty() && std::string("!?+#.").find(text.back()) != std::string::npos) text.pop_back();
    return text;
}

std::string without_signs(const std::string& text) {
    std::string squares;
    for (std::size_t i = 0; i < text.size(); ++i) {
        // An x may be the name of a column.
        const bool capture = text[i] == 'x' && !(i + 1 < text.size() && std::isdigit(text[i + 1]) != 0);
        if (text[i] != '-' && !capture) squares += text[i];
    }
    return squares;
}

bool begins(const std::string& whole, const std::string& start) {
    return whole.starts_with(start) && (whole.size() == start.size() ||
                                        std::isdigit(static_cast<unsigned char>(whole[start.size()])) == 0);
}

bool names_two_squares(const std::string& text) {
    int squares = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
        squares += std::isalpha(static_cast<unsigned char>(text[i])) != 0 &&
                   std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
    return squares >= 2;
}

}  // namespace

std::string read_move(const Position& position, const std::string& text) {
    const auto next = position.after(text);
    if (next) return text;
    const std::string wanted = plain(text), squares = without_signs(wanted);
    const std::vector<std::function<bool(const std::string&)>> fits{
        [&](const std::string& move) { return plain(move) == wanted; },
        [&](const std::string& move) { return without_signs(plain(move)) == squares; },
        [&](const std::string& move) {
            return names_two_squares(squares) && begins(without_signs(plain(move)), squares);
        }};
    const auto legal = position.legal_moves();
    for (const auto& fit : fits) {
        std::vector<std::string> found;
        for (const std::string& move : legal)
            if (fit(move)) found.push_back(move);
        if (found.size() == 1) return found.front();
        if (found.size() > 1) throw IllegalMove(text + ": it may be " + listed(found) + ".");
    }
    const Refusal& refusal = next.error();
    throw IllegalMove(text + ": " + refusal.reason +
                      (refusal.rule.empty() ? "" : " (rule " + refusal.rule + ")"));
}

}  // namespace pentad::engine::tools
