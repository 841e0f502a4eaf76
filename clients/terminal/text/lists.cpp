#include "clients/terminal/text/lists.hpp"

#include <algorithm>

#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

std::string name_of(const std::vector<GameCard>& games, const std::string& id) {
    const auto found =
        std::find_if(games.begin(), games.end(), [&](const GameCard& it) { return it.game == id; });
    return found == games.end() ? id : found->name;
}

}  // namespace

std::string rating_words(const Rating& rating) {
    return std::to_string(rating.rating) + (rating.provisional ? "?" : "");
}

Text games_text(const std::vector<GameCard>& games) {
    Text text;
    for (const GameCard& game : games) {
        text.push_back({{game.name, Tone::strong},
                        {tr("  ({})  by {}{}", game.game, game.credit.designer,
                            (game.credit.year.empty() ? "" : ", " + game.credit.year))}});
        text.push_back(line(tr("    size: {}", choices_words(game.sizes))));
        text.push_back(line(tr("    variant: {}", choices_words(game.variants))));
    }
    return text;
}

Text ratings_text(const std::vector<GameCard>& games, const std::map<std::string, Rating>& ratings) {
    Text text;
    for (const auto& [game, rating] : ratings)
        text.push_back({{name_of(games, game) + "  "},
                        {rating_words(rating), Tone::strong},
                        {", " + counted(static_cast<std::size_t>(std::max(rating.games, 0)), "rated game")}});
    if (text.empty()) text.push_back(line(tr("You have played no rated game yet.")));
    return text;
}

Text leaders_text(const Leaderboard& leaders) {
    Text text;
    for (const RankedPlayer& one : leaders.players)
        text.push_back({{std::to_string(one.rank) + ". "},
                        {one.player.name, Tone::strong},
                        {"  " + rating_words(one.rating)}});
    if (text.empty()) text.push_back(line(tr("Nobody has an established rating yet.")));
    return text;
}

Text bots_text(const BotList& bots, const std::vector<GameCard>& games) {
    Text text;
    for (const AvailableBot& bot : bots.bots) {
        std::string plays;
        for (const std::string& game : bot.games) plays += (plays.empty() ? "" : ", ") + name_of(games, game);
        text.push_back(
            {{bot.player.name, Tone::strong},
             {tr(": {}; {} of {} seats free", plays, std::to_string(bot.free), std::to_string(bot.slots))}});
    }
    if (text.empty()) text.push_back(line(tr("No program is connected.")));
    return text;
}

}  // namespace pentad::terminal
