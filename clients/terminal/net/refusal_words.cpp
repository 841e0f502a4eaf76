#include "clients/terminal/net/refusal_words.hpp"

namespace pentad::terminal {

std::string refusal_words(std::string_view body) {
    constexpr std::string_view key = "\"message\":\"";
    const std::size_t found = body.find(key);
    if (!body.starts_with("{\"error\":") || found == body.npos) return "";
    std::string text;
    for (std::size_t i = found + key.size(); i < body.size() && body[i] != '"'; ++i) {
        if (body[i] == '\\' && i + 1 < body.size()) ++i;
        text += body[i];
    }
    return text;
}

std::string closing_words(std::string meaning, const std::string& reason) {
    // One word is the code's name.
    if (reason.find(' ') == std::string::npos) return meaning;
    return as_clause(std::move(meaning)) + ": " + as_clause(reason) + ".";
}

std::string as_clause(std::string reason) {
    if (reason.ends_with('.') && !reason.ends_with("..")) reason.pop_back();
    return reason;
}

}  // namespace pentad::terminal
