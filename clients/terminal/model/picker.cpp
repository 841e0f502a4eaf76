#include "clients/terminal/model/picker.hpp"

#include <algorithm>
#include <cctype>

namespace pentad::terminal {
namespace {

using Moves = std::vector<std::string>;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// The legal moves whose path starts with these squares.
Moves candidates(const Moves& legal, const Squares& squares) {
    Moves result;
    for (const std::string& move : legal) {
        const Squares path = path_of(move);
        if (path.size() >= squares.size() && std::equal(squares.begin(), squares.end(), path.begin()))
            result.push_back(move);
    }
    return result;
}

/// Those of the moves whose whole path is as long as this.
Moves complete(const Moves& moves, std::size_t length) {
    Moves result;
    for (const std::string& move : moves)
        if (path_of(move).size() == length) result.push_back(move);
    return result;
}

Picked settle(Squares squares, Moves moves) {
    if (moves.size() == 1) return Play{moves.front()};
    return Ambiguous{std::move(squares), std::move(moves)};
}

More more(Squares squares, Moves moves) {
    More result{std::move(squares), std::move(moves), std::nullopt};
    const Moves done = complete(result.moves, result.picked.size());
    if (!done.empty()) result.now = done.front();
    return result;
}

/// For comparing what is typed with a move's text.
std::string folded(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c != ' ' && c != '\t') result += lower(c);
    while (result.ends_with('.')) result.pop_back();
    return result;
}

std::optional<std::string> find_text(const Moves& legal, std::string_view text) {
    const std::string wanted = folded(text);
    std::optional<std::string> found;
    for (const std::string& move : legal) {
        if (folded(move) != wanted) continue;
        if (found) return std::nullopt;
        found = move;
    }
    return found;
}

/// A menu's numbers count from 1.
std::optional<std::string> find_number(const Moves& moves, std::string_view text) {
    const std::string digits = folded(text);
    if (digits.empty() || digits.size() > 3 || !std::all_of(digits.begin(), digits.end(), is_digit))
        return {};
    const std::size_t number = std::stoul(digits);
    if (number < 1 || number > moves.size()) return std::nullopt;
    return moves[number - 1];
}

Picked follow(const Moves& legal, Squares picked, const Squares& squares) {
    Picked result = NoSuchMove{squares, {}};
    for (std::size_t i = 0; i < squares.size(); ++i) {
        result = click(legal, picked, squares[i]);
        const bool last = i + 1 == squares.size();
        if (const auto* on = std::get_if<More>(&result); on && !last)
            picked = on->picked;
        else if (!last)
            return NoSuchMove{squares, {}};  // squares are left over
    }
    return result;
}

}  // namespace

Squares path_of(std::string_view move) {
    Squares path;
    for (std::size_t i = 0; i + 1 < move.size();) {
        const bool square = move[i] >= 'a' && move[i] <= 'z' && is_digit(move[i + 1]) && move[i + 1] != '0';
        if (!square) {
            ++i;
            continue;
        }
        const std::size_t length = i + 2 < move.size() && is_digit(move[i + 2]) ? 3 : 2;
        path.emplace_back(move.substr(i, length));
        i += length;
    }
    return path;
}

std::optional<Squares> read_squares(std::string_view text) {
    Squares squares;
    std::string letter;
    std::string number;
    for (std::size_t i = 0; i < text.size();) {
        if (is_letter(text[i])) {
            if (!letter.empty()) return std::nullopt;
            letter = lower(text[i++]);
        } else if (is_digit(text[i])) {
            if (!number.empty()) return std::nullopt;
            while (i < text.size() && is_digit(text[i])) number += text[i++];
            if (number.size() > 2 || number.front() == '0') return std::nullopt;
        } else {
            ++i;
        }
        if (letter.empty() || number.empty()) continue;
        squares.push_back(letter + number);
        letter.clear();
        number.clear();
    }
    if (squares.empty() || !letter.empty() || !number.empty()) return std::nullopt;
    return squares;
}

Picked click(const Moves& legal, const Squares& picked, const std::string& square) {
    Squares extended = picked;
    extended.push_back(square);
    Moves onward = candidates(legal, extended);
    if (!onward.empty()) {
        Moves done = complete(onward, extended.size());
        if (done.size() == onward.size()) return settle(std::move(extended), std::move(done));
        return more(std::move(extended), std::move(onward));
    }
    if (picked.empty()) return NoSuchMove{extended, {}};
    if (square == picked.back()) {
        Moves done = complete(candidates(legal, picked), picked.size());
        if (!done.empty()) return settle(picked, std::move(done));
    }
    return click(legal, {}, square);
}

Picked pick(const Moves& legal, const Squares& picked, std::string_view text) {
    if (!picked.empty()) {
        const Moves menu = complete(candidates(legal, picked), picked.size());
        if (const auto move = find_number(menu, text)) return Play{*move};
    }
    if (const auto move = find_text(legal, text)) {
        // A text such as `b3` may be a move and the start of others at once; then it is a click.
        const bool is_path = path_of(*move).size() == 1 && path_of(*move).front() == folded(text);
        if (!is_path || candidates(legal, path_of(*move)).size() == 1) return Play{*move};
    }
    const auto squares = read_squares(text);
    if (!squares) return Unreadable{};
    Picked result = follow(legal, picked, *squares);
    const auto fails = [](const Picked& it) { return std::holds_alternative<NoSuchMove>(it); };
    if (fails(result) && !picked.empty()) result = follow(legal, {}, *squares);
    if (fails(result)) return NoSuchMove{*squares, candidates(legal, {squares->front()})};
    return result;
}

}  // namespace pentad::terminal
