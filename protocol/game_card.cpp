#include "protocol/game_card.hpp"

#include <algorithm>

#include "engine/search_limits.hpp"

namespace pentad::protocol {
namespace {

void replace(std::string& text, std::string_view part, std::string_view with) {
    if (const auto at = text.find(part); at != text.npos) text.replace(at, part.size(), with);
}

/// The text of all sizes, filled in for one of them, such as `3x4`.
std::string sized(std::string text, std::string_view id) {
    const auto cross = std::min(id.find('x'), id.size());
    replace(text, "{columns}", id.substr(0, cross));
    replace(text, "{rows}", id.substr(std::min(cross + 1, id.size())));
    return text;
}

}  // namespace

GameCard in_language(GameCard card, std::string_view language) {
    const auto found = card.texts.find(std::string(language));
    if (found == card.texts.end()) return card;
    const engine::GameTexts& texts = found->second;
    const auto say = [&](std::string& text, const std::string& key) {
        if (const auto own = texts.find(key); own != texts.end()) text = own->second;
    };
    say(card.sides[0], "side.first");
    say(card.sides[1], "side.second");
    say(card.credit.note, "credit.note");
    for (engine::PieceKind& kind : card.kinds) say(kind.label, "kind." + kind.id);
    const auto sizes = texts.find("size");
    for (engine::OptionValue& size : card.sizes.values) {
        if (sizes != texts.end()) size.label = sized(sizes->second, size.id);
        say(size.label, "size." + size.id);
    }
    for (engine::OptionValue& variant : card.variants.values) say(variant.label, "variant." + variant.id);
    return card;
}

std::optional<std::string> reason_text(const std::map<std::string, engine::GameTexts>& texts,
                                       std::string_view reason, std::string_view language) {
    const std::string key = "reason." + std::string(reason);
    for (const std::string_view tag : {language, std::string_view("en")})
        if (const auto all = texts.find(std::string(tag)); all != texts.end())
            if (const auto text = all->second.find(key); text != all->second.end()) return text->second;
    return std::nullopt;
}

GameCard game_card(const engine::GameInfo& game) {
    GameCard card{
        game.id,           game.name,        game.rules_version, game.sides,      game.sizes, game.variants,
        game.credit,       game.draw_offers,
        /*takeback=*/true, game.kinds,       game.layouts,       game.rules_text, game.texts, {}};
    for (const engine::Level& level : engine::levels())
        card.levels.push_back({level.number, std::string(level.name)});
    return card;
}

}  // namespace pentad::protocol
