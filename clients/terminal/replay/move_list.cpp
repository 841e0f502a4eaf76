#include "clients/terminal/replay/move_list.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "engine/game.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

using Read = tl::expected<MatchRecord, std::string>;

tl::unexpected<std::string> wrong(std::string text) { return tl::unexpected(std::move(text)); }

/// What stands behind `name: `; empty: nothing does.
std::string value_of(const std::string& line) {
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? "" : line.substr(colon + 2);
}

/// `Sight, 3x3, standard, rules 1`.
tl::expected<const engine::Game*, std::string> read_game(const std::string& text, MatchRecord& record) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at != std::string::npos && parts.size() < 4;) {
        const std::size_t comma = text.find(", ", at);
        parts.push_back(text.substr(at, comma == std::string::npos ? comma : comma - at));
        at = comma == std::string::npos ? comma : comma + 2;
    }
    if (parts.size() != 4 || !parts[3].starts_with("rules "))
        return wrong("The list of moves does not say which game it is of.");
    const auto& all = engine::games();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const engine::Game* game) { return game->info().name == parts[0]; });
    if (found == all.end()) return wrong("This program does not have the game " + parts[0] + ".");
    if (parts[3] != "rules " + std::to_string((*found)->info().rules_version))
        return wrong("The list of moves was made with other rules of " + parts[0] + ".");
    record.game = (*found)->info().id;
    record.rules_version = (*found)->info().rules_version;
    record.options = {parts[1], parts[2]};
    return *found;
}

/// `White wins (resign)`, `no winner (aborted)`.
bool read_result(const std::string& text, const std::array<std::string, 2>& sides, Result& result) {
    const std::size_t open = text.rfind(" (");
    if (open == std::string::npos || !text.ends_with(')')) return false;
    result.reason = text.substr(open + 2, text.size() - open - 3);
    const std::string who = text.substr(0, open);
    // Lists of before say "wins".
    if (who == sides[0] + " won" || who == sides[0] + " wins") result.winner = Side::first;
    if (who == sides[1] + " won" || who == sides[1] + " wins") result.winner = Side::second;
    return result.winner.has_value() || who == "no winner";
}

bool is_number(const std::string& word) {
    return word.size() > 1 && word.ends_with('.') &&
           std::all_of(word.begin(), word.end() - 1, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_end(const std::string& word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

}  // namespace

bool is_move_list(std::string_view text) { return text.starts_with("Match: "); }

Read read_move_list(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line) && !line.empty();) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) break;
        lines.push_back(line);
    }
    MatchRecord record;
    if (lines.size() < 5) return wrong("The list of moves has no complete head.");
    record.match = value_of(lines[0]);
    const auto game = read_game(value_of(lines[1]), record);
    if (!game) return wrong(game.error());
    const auto& sides = (*game)->info().sides;
    for (std::size_t side = 0; side < 2; ++side) {
        if (!lines[2 + side].starts_with(sides[side] + ": "))
            return wrong("The list of moves does not say who played " + sides[side] + ".");
        record.seats[side].name = value_of(lines[2 + side]);
    }
    if (!lines.back().starts_with("Result: ") || !read_result(value_of(lines.back()), sides, record.result))
        return wrong("The list of moves does not say how the match ended.");
    Side seat = Side::first;
    bool ended = false;
    for (std::string word; in >> word;) {
        if (is_number(word) || word == "(fallback)") continue;
        if (ended) return wrong("The list of moves goes on behind its end: " + word + ".");
        ended = is_end(word);
        if (ended) continue;
        RecordedMove move;
        move.seat = seat;
        move.move = word;
        record.events.emplace_back(std::move(move));
        seat = seat == Side::first ? Side::second : Side::first;
    }
    if (!ended) return wrong("The list of moves is cut off.");
    return record;
}

}  // namespace pentad::terminal
