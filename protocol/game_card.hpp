#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/shapes.hpp"

/// The texts of a game card, for clients. Thread-safe.
namespace pentad::protocol {

/// The card with the texts that it has in a language (`pt`) in place of the English ones.
GameCard in_language(GameCard card, std::string_view language);

/// Why a match ended, if the reason is the game's own: in this language or else in English.
std::optional<std::string> reason_text(const std::map<std::string, engine::GameTexts>& texts,
                                       std::string_view reason, std::string_view language);

}  // namespace pentad::protocol
