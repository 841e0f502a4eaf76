#include "engine/tools/line.hpp"

namespace pentad::engine::tools {

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

const Game& game_of(const Line& line) {
    if (const Game* game = find_game(line.game)) return *game;
    std::vector<std::string> ids;
    for (const Game* game : games()) ids.push_back(game->info().id);
    throw WrongUsage("There is no game \"" + line.game + "\"; choose " + listed(ids) + ".");
}

Options options_of(const Line& line) {
    const auto options = game_of(line).complete(line.options);
    if (!options) throw WrongUsage(options.error());
    return *options;
}

namespace {

Position start_of(const Line& line) {
    const Options options = options_of(line);
    if (line.position.empty()) return game_of(line).initial(options);
    const auto position = game_of(line).decode(options, line.position);
    if (!position) throw WrongUsage("--position: " + position.error());
    return *position;
}

IllegalMove refused(std::size_t number, const std::string& move, const Refusal& refusal) {
    std::string text = "Move " + std::to_string(number) + ", " + move + ": " + refusal.reason;
    if (refusal.rule.empty()) return IllegalMove(text);
    text += " (rule " + refusal.rule;
    for (std::size_t i = 0; i < refusal.squares.size(); ++i)
        text += (i == 0 ? "; " : " ") + refusal.squares[i];
    return IllegalMove(text + ")");
}

}  // namespace

Position reach(const Line& line) {
    Position position = start_of(line);
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
        const auto next = position.after(line.moves[i]);
        if (!next) throw refused(i + 1, line.moves[i], next.error());
        position = *next;
    }
    return position;
}

void check_level(int level) {
    std::vector<std::string> known;
    for (const Level& each : levels()) {
        if (each.number == level) return;
        known.push_back(std::to_string(each.number) + " (" + std::string(each.name) + ")");
    }
    throw WrongUsage("There is no level " + std::to_string(level) + "; choose " + listed(known) + ".");
}

std::string outcome_text(const Position& position) {
    const auto outcome = position.outcome();
    if (!outcome) return "ongoing";
    const std::string winner = outcome->winner ? name(*outcome->winner) : "draw";
    return winner + " (" + std::string(outcome->reason) + ")";
}

}  // namespace pentad::engine::tools
