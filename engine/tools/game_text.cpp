#include "engine/tools/game_text.hpp"

#include <algorithm>
#include <array>

namespace pentad::engine::tools {
namespace {

constexpr std::size_t line_width = 80;

/// On one line, and such that a reader finds its end.
std::string tag(const std::string& name, const std::string& value) {
    std::string text = "[" + name + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return text + "\"]\n";
}

class Wrapped {
  public:
    void add(const std::string& word) {
        const bool fits = line_.size() + 1 + word.size() <= line_width;
        if (!line_.empty()) text_ += fits ? " " : "\n";
        line_ = line_.empty() || !fits ? word : line_ + " " + word;
        text_ += word;
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
    std::string line_;
};

}  // namespace

std::string write_text(const GameText& game) {
    // The seven tags that PGN wants in every game, in its order.
    static constexpr std::array roster{"Event", "Site", "Date", "Round", "White", "Black"};
    const auto value_of = [&](const std::string& name) {
        const auto found = std::find_if(game.tags.begin(), game.tags.end(),
                                        [&](const auto& each) { return each.first == name; });
        return found == game.tags.end() ? std::string(name == "Date" ? "????.??.??" : "?") : found->second;
    };
    std::string text;
    for (const char* name : roster) text += tag(name, value_of(name));
    text += tag("Result", game.result) + tag("Game", game.line.game) + tag("Size", game.line.options.size) +
            tag("Variant", game.line.options.variant);
    for (const auto& [name, value] : game.tags)
        if (std::find(roster.begin(), roster.end(), name) == roster.end()) text += tag(name, value);
    if (!game.line.position.empty()) text += tag("SetUp", "1") + tag("FEN", game.line.position);
    Line start = game.line;
    start.moves.clear();
    std::size_t ply = reach(start).to_move() == Side::first ? 0 : 1;
    Wrapped moves;
    for (const std::string& move : game.line.moves) {
        if (ply % 2 == 0)
            moves.add(std::to_string(ply / 2 + 1) + ".");
        else if (&move == &game.line.moves.front())
            moves.add(std::to_string(ply / 2 + 1) + "...");
        moves.add(move);
        ++ply;
    }
    moves.add(game.result);
    return text + "\n" + moves.text() + "\n\n";
}

Json write_json(const GameText& game) {
    Json tags = Json::object();
    for (const auto& [name, value] : game.tags) tags[name] = value;
    Json all = {{"game", game.line.game},
                {"size", game.line.options.size},
                {"variant", game.line.options.variant},
                {"rulesVersion", game_of(game.line).info().rules_version},
                {"tags", tags}};
    if (!game.line.position.empty()) all["position"] = game.line.position;
    all["moves"] = game.line.moves;
    all["result"] = game.result;
    all["outcome"] = outcome_json(reach(game.line));
    return all;
}

}  // namespace pentad::engine::tools
