#include <algorithm>
#include <cctype>
#include <iostream>
#include <sstream>

#include "engine/tools/commands.hpp"
#include "engine/tools/game_draft.hpp"
#include "engine/tools/game_text.hpp"
#include "engine/tools/input.hpp"
#include "engine/tools/move_text.hpp"

namespace pentad::engine::tools {
namespace {

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool has(const OptionChoices& choices, const std::string& id) {
    return std::any_of(choices.values.begin(), choices.values.end(),
                       [&](const OptionValue& value) { return value.id == id; });
}

/// A size or a variant by its id, or by `10` for 10x10.
void set_option(const GameInfo& info, const std::string& text, Options& options) {
    const std::string word = lower(text);
    if (has(info.variants, word)) options.variant = word;
    for (const std::string& size : {word, word + "x" + word})
        if (has(info.sizes, size)) options.size = size;
}

/// The id of a game that is given by its id or its name.
std::string id_of(const std::string& text) {
    for (const Game* game : games())
        if (lower(text) == game->info().id || lower(text) == lower(game->info().name)) return game->info().id;
    return text;
}

/// Where the game is played, by the tags and what the command line says instead.
Line start_of(GameDraft& draft, const Line& given) {
    Line line;
    // `Game: Bounce, 8x8, standard, rules 1` in a server's text.
    std::istringstream words(draft.take("Game"));
    std::string word;
    if (std::getline(words, word, ',')) line.game = id_of(word);
    if (!given.game.empty()) line.game = id_of(given.game);
    if (line.game.empty()) throw WrongUsage("The text does not say which game it is; name it by --game.");
    const GameInfo& info = game_of(line).info();
    while (words >> std::ws && std::getline(words, word, ',')) set_option(info, word, line.options);
    for (std::string each = draft.take("Variants"); !each.empty(); each = draft.take("Variants"))
        set_option(info, each, line.options);
    const auto choose = [](std::string& value, const std::string& of_tag, const std::string& of_command) {
        if (!of_tag.empty()) value = of_tag;
        if (!of_command.empty()) value = of_command;
    };
    choose(line.options.size, draft.take("Size"), given.options.size);
    choose(line.options.variant, draft.take("Variant"), given.options.variant);
    choose(line.position, draft.take("FEN"), given.position);
    line.options = options_of(line);
    return line;
}

/// The names of the sides of this game, and others that are usual, become those of PGN.
void rename_tags(const GameInfo& info, GameDraft& draft) {
    for (const std::size_t side : {0U, 1U}) {
        const std::string usual = side == 0 ? "White" : "Black";
        const std::string own = info.sides[side];
        for (auto& [name, value] : draft.tags)
            if (name == (side == 0 ? "First" : "Second") || (name == own && own != "White" && own != "Black"))
                name = usual;
    }
}

std::string result_by_rules(const Position& position) {
    const auto outcome = position.outcome();
    if (!outcome) return "";
    if (!outcome->winner) return "1/2-1/2";
    return *outcome->winner == Side::first ? "1-0" : "0-1";
}

GameText game_of_draft(GameDraft draft, const Line& given) {
    GameText game;
    game.line = start_of(draft, given);
    rename_tags(game_of(game.line).info(), draft);
    Position position = reach(game.line);
    for (std::size_t i = 0; i < draft.moves.size(); ++i) {
        try {
            game.line.moves.push_back(read_move(position, draft.moves[i]));
        } catch (const IllegalMove& error) {
            throw IllegalMove("Move " + std::to_string(i + 1) + ", " + error.what());
        }
        position = position.after(game.line.moves.back()).value();
    }
    const std::string of_tag = draft.take("Result"), by_rules = result_by_rules(position);
    draft.take("SetUp");
    game.result = !draft.result.empty() ? draft.result : is_result(of_tag) ? of_tag : "*";
    if (!by_rules.empty()) {
        if (game.result != "*" && game.result != by_rules)
            throw WrongUsage("The result " + game.result +
                             " is not that of the moves: " + outcome_text(position) + ".");
        game.result = by_rules;
        draft.take("Termination");
        draft.set("Termination", std::string(position.outcome()->reason));
    }
    game.tags = draft.tags;
    return game;
}

/// One object, or one a line; nothing where the text is no JSON.
std::vector<GameDraft> drafts_of_json(const std::string& text) {
    std::vector<GameDraft> drafts;
    const auto whole = Json::parse(text, nullptr, false);
    if (!whole.is_discarded()) return {draft_of_json(whole)};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto object = Json::parse(line, nullptr, false);
        if (object.is_discarded()) return {};
        drafts.push_back(draft_of_json(object));
    }
    return drafts;
}

}  // namespace

std::vector<GameText> read_games(const std::string& text, const Line& given) {
    std::vector<GameDraft> drafts;
    const auto first = text.find_first_not_of(" \t\r\n");
    // A comment of a text begins with a brace too.
    if (first != std::string::npos && text[first] == '{') drafts = drafts_of_json(text);
    if (drafts.empty()) drafts = draft_of_text(text);
    if (drafts.empty()) throw WrongUsage("There is no game in the text.");
    std::vector<GameText> games;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        const std::string where = drafts.size() > 1 ? "Game " + std::to_string(i + 1) + ": " : "";
        try {
            games.push_back(game_of_draft(drafts[i], given));
        } catch (const WrongUsage& error) {
            throw WrongUsage(where + error.what());
        } catch (const IllegalMove& error) {
            throw IllegalMove(where + error.what());
        }
    }
    return games;
}

void convert(const Conversion& wanted, Format format) {
    for (const GameText& game : read_games(read_input(wanted.path, "a game"), wanted.line)) {
        if (format == Format::json)
            print(write_json(game));
        else
            std::cout << write_text(game);
    }
}

}  // namespace pentad::engine::tools
