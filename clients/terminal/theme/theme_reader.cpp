#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "clients/terminal/model/identity.hpp"
#include "clients/terminal/theme/built_in.hpp"
#include "clients/terminal/theme/theme.hpp"

namespace pentad::terminal {
namespace {

constexpr std::array<std::string_view, tone_count> tone_names{"normal", "strong", "faint", "first", "second",
                                                              "last",   "good",   "bad",   "title", "frame",
                                                              "cursor", "picked", "target"};
constexpr std::array<std::string_view, 8> colour_names{"black", "red",     "green", "yellow",
                                                       "blue",  "magenta", "cyan",  "white"};
constexpr std::size_t largest_file = 64 * 1024;

std::optional<Colour> read_colour(std::string_view word) {
    if (word.size() == 7 && word[0] == '#') {
        unsigned value = 0;
        const auto [end, error] = std::from_chars(word.data() + 1, word.data() + 7, value, 16);
        if (error != std::errc{} || end != word.data() + 7) return std::nullopt;
        return Rgb{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8 & 255),
                   static_cast<std::uint8_t>(value & 255)};
    }
    int bright = 0;
    if (word.starts_with("bright-")) {
        bright = 8;
        word.remove_prefix(7);
    }
    const auto found = std::find(colour_names.begin(), colour_names.end(), word);
    if (found == colour_names.end()) return std::nullopt;
    return static_cast<int>(found - colour_names.begin()) + bright;
}

/// False when a word is none of those that there are.
bool read_style(const std::string& text, Style& style) {
    std::istringstream words(text);
    bool ground = false;
    for (std::string word; words >> word; ground = word == "on") {
        if (word == "on" || word == "default") continue;
        bool* flag = word == "bold"        ? &style.bold
                     : word == "faint"     ? &style.faint
                     : word == "underline" ? &style.underline
                     : word == "reverse"   ? &style.reverse
                                           : nullptr;
        if (flag != nullptr) {
            *flag = true;
            continue;
        }
        const auto colour = read_colour(word);
        if (!colour) return false;
        (ground ? style.ground : style.text) = colour;
    }
    return true;
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") + 1 - first));
}

/// The name of a file, and no path.
bool is_name(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '-' || c == '_';
    });
}

}  // namespace

tl::expected<Theme, std::string> read_theme(const std::string& name, std::string_view text) {
    Theme theme{name};
    std::istringstream in{std::string(text)};
    int number = 0;
    for (std::string one; std::getline(in, one);) {
        ++number;
        const std::string row = trimmed(one);
        if (row.empty() || row.starts_with('#')) continue;
        const auto wrong = [&](const std::string& what) {
            return tl::unexpected("Theme " + name + ", line " + std::to_string(number) + ": " + what);
        };
        const std::size_t equals = row.find('=');
        if (equals == std::string::npos) return wrong("it is not TONE = STYLE.");
        const std::string tone = trimmed(std::string_view(row).substr(0, equals));
        const auto found = std::find(tone_names.begin(), tone_names.end(), tone);
        if (found == tone_names.end()) return wrong("there is no tone " + tone + ".");
        Style style;
        if (!read_style(row.substr(equals + 1), style)) return wrong("the style cannot be read.");
        theme.styles[static_cast<std::size_t>(found - tone_names.begin())] = style;
    }
    return theme;
}

std::filesystem::path theme_folder() {
    const auto folder = IdentityFile::default_folder();
    return folder.empty() ? folder : folder / "themes";
}

tl::expected<Theme, std::string> find_theme(const std::string& name, const std::filesystem::path& folder) {
    if (is_name(name) && !folder.empty()) {
        std::ifstream file(folder / (name + ".theme"), std::ios::binary);
        std::string text(largest_file, '\0');
        if (file) {
            file.read(text.data(), static_cast<std::streamsize>(text.size()));
            text.resize(static_cast<std::size_t>(file.gcount()));
            return read_theme(name, text);
        }
    }
    for (const auto& [known, text] : built_in_themes())
        if (known == name) return read_theme(name, text);
    std::string list;
    for (const std::string& known : theme_names(folder)) list += (list.empty() ? "" : ", ") + known;
    return tl::unexpected("There is no theme \"" + name + "\". There are: " + list + ".");
}

std::vector<std::string> theme_names(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& [name, text] : built_in_themes()) names.emplace_back(name);
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".theme") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace pentad::terminal
