#include "engine/game.hpp"

#include <algorithm>

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

}  // namespace

tl::expected<Options, std::string> Game::complete(const Options& options) const {
    auto size = choose_value(info(), "size", info().sizes, options.size);
    if (!size) return tl::unexpected(size.error());
    auto variant = choose_value(info(), "variant", info().variants, options.variant);
    if (!variant) return tl::unexpected(variant.error());
    return Options{*size, *variant};
}

}  // namespace pentad::engine
