#include "engine/game.hpp"

#include <algorithm>
#include <cassert>

namespace pentad::engine {
namespace {

tl::expected<std::string, std::string> choose_value(const GameInfo& info, const char* option,
                                                    const OptionChoices& choices, const std::string& wanted) {
    if (wanted.empty()) return choices.default_id;
    const auto& values = choices.values;
    if (std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.id == wanted; }))
        return wanted;
    std::string sentence = info.name + " has no " + option + " \"" + wanted + "\"; choose ";
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) sentence += i + 1 == values.size() ? " or " : ", ";
        sentence += values[i].id;
    }
    return tl::unexpected(sentence + ".");
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

GameTexts read_texts(std::string_view file) {
    GameTexts texts;
    while (!file.empty()) {
        const auto end = std::min(file.find('\n'), file.size());
        const std::string_view line = trimmed(file.substr(0, end));
        file.remove_prefix(std::min(end + 1, file.size()));
        if (line.empty() || line.front() == '#') continue;
        const auto equals = line.find('=');
        assert(equals != line.npos);
        texts.emplace(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)));
    }
    return texts;
}

tl::expected<Options, std::string> Game::complete(const Options& options) const {
    auto size = choose_value(info(), "size", info().sizes, options.size);
    if (!size) return tl::unexpected(size.error());
    auto variant = choose_value(info(), "variant", info().variants, options.variant);
    if (!variant) return tl::unexpected(variant.error());
    return Options{*size, *variant};
}

}  // namespace pentad::engine
