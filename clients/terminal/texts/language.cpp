#include "clients/terminal/texts/language.hpp"

#include <array>
#include <cstdlib>
#include <map>
#include <utility>

namespace pentad::terminal {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

const std::vector<std::pair<std::string_view, std::string_view>>& catalogues() {
    static const std::vector<std::pair<std::string_view, std::string_view>> all{
#include "clients/terminal/texts.inc"
    };
    return all;
}

struct Chosen {
    std::string language = "en";
    Texts texts;
};

Chosen& chosen() {
    static Chosen it;
    return it;
}

/// The text between the quotes of a line of a catalogue.
std::string unquoted(std::string_view line) {
    const std::size_t first = line.find('"');
    const std::size_t last = line.rfind('"');
    if (first == std::string_view::npos || first == last) return "";
    std::string text;
    for (std::size_t i = first + 1; i < last; ++i) {
        if (line[i] == '\\' && i + 1 < last) {
            ++i;
            text += line[i] == 'n' ? '\n' : line[i];
        } else {
            text += line[i];
        }
    }
    return text;
}

std::string_view text_of(std::string_view english) {
    const auto found = chosen().texts.find(english);
    return found == chosen().texts.end() ? english : std::string_view(found->second);
}

}  // namespace

Catalogue read_catalogue(std::string_view po) {
    Catalogue catalogue;
    std::array<std::string, 2> english;  // one, many
    std::array<std::string, 2> other;
    std::string* now = nullptr;
    const auto finish = [&] {
        for (std::size_t i = 0; i < 2; ++i)
            if (!english[i].empty() && !other[i].empty())
                catalogue.entries.emplace_back(std::move(english[i]), std::move(other[i]));
        english = {};
        other = {};
        now = nullptr;
    };
    std::size_t number = 0;
    while (!po.empty()) {
        ++number;
        const std::size_t end = po.find('\n');
        const std::string_view line = po.substr(0, end);
        po.remove_prefix(end == std::string_view::npos ? po.size() : end + 1);
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with("msgid ")) finish();
        now = line.starts_with("msgid ")          ? &english[0]
              : line.starts_with("msgid_plural ") ? &english[1]
              : line.starts_with("msgstr ")       ? &other[0]
              : line.starts_with("msgstr[0] ")    ? &other[0]
              : line.starts_with("msgstr[1] ")    ? &other[1]
              : line.starts_with('"')             ? now
                                                  : nullptr;
        if (now == nullptr) {
            catalogue.error = "line " + std::to_string(number);
            return catalogue;
        }
        *now += unquoted(line);
    }
    finish();
    return catalogue;
}

std::string_view catalogue_text(std::string_view language) {
    for (const auto& [name, text] : catalogues())
        if (name == language) return text;
    return {};
}

void choose_language(std::string_view name) {
    const std::string_view wanted = name.substr(0, name.find_first_of("_.@-"));
    chosen() = {};
    const std::string_view po = catalogue_text(wanted);
    if (po.empty()) return;
    chosen().language = std::string(wanted);
    for (auto& [english, text] : read_catalogue(po).entries)
        chosen().texts.emplace(std::move(english), std::move(text));
}

const std::string& language() { return chosen().language; }

std::string language_of_environment() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return value;
    return "";
}

std::vector<std::string> languages() {
    std::vector<std::string> names{"en"};
    for (const auto& [name, text] : catalogues()) names.emplace_back(name);
    return names;
}

std::string translated(std::string_view english, std::initializer_list<std::string_view> arguments) {
    const std::string_view text = text_of(english);
    std::string result;
    std::size_t next = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool plain = text.substr(i, 2) == "{}";
        const bool numbered = !plain && i + 2 < text.size() && text[i] == '{' && text[i + 2] == '}' &&
                              text[i + 1] >= '1' && text[i + 1] <= '9';
        const std::size_t index = plain ? next : numbered ? static_cast<std::size_t>(text[i + 1] - '1') : 0;
        if ((!plain && !numbered) || index >= arguments.size()) {
            result += text[i];
            continue;
        }
        result += arguments.begin()[index];
        next = index + 1;
        i += plain ? 1 : 2;
    }
    return result;
}

std::string tr_count(std::string_view one, std::string_view many, std::size_t count) {
    return translated(count == 1 ? one : many, {std::to_string(count)});
}

}  // namespace pentad::terminal
