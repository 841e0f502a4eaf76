#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "clients/terminal/text/text.hpp"

/// How tones look. A theme is a data file of lines `tone = [COLOUR] [on COLOUR] [bold] [faint] [underline]
/// [reverse]`, where a colour is `#rrggbb`, one of the sixteen names (`red`, `bright-red`) or `default`.
namespace pentad::terminal {

enum class ColourDepth { none, sixteen, indexed, full };

struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    friend bool operator==(const Rgb&, const Rgb&) = default;
};
/// One of the terminal's sixteen, or an exact one.
using Colour = std::variant<int, Rgb>;

struct Style {
    std::optional<Colour> text{};
    std::optional<Colour> ground{};
    bool bold = false;
    bool faint = false;
    bool underline = false;
    bool reverse = false;
};

constexpr std::size_t tone_count = static_cast<std::size_t>(Tone::target) + 1;

struct Theme {
    std::string name;
    std::array<Style, tone_count> styles{};

    const Style& of(Tone tone) const { return styles[static_cast<std::size_t>(tone)]; }
};

/// The error is a sentence that names the line.
tl::expected<Theme, std::string> read_theme(const std::string& name, std::string_view text);

/// The control sequence that makes text look so, from whatever was before; empty when it is nothing but
/// normal text. Exact colours become the nearest that the terminal has; without colours the attributes stay.
std::string sequence(const Style& style, ColourDepth depth);

/// By NO_COLOR, COLORTERM and TERM.
ColourDepth colour_depth();

/// A theme of this name: one of the user's in `folder`, else one of those built in. The error is a sentence.
tl::expected<Theme, std::string> find_theme(const std::string& name, const std::filesystem::path& folder);

/// The names of all, built in and in the folder, sorted.
std::vector<std::string> theme_names(const std::filesystem::path& folder);

/// Where the user's themes are; empty without a home.
std::filesystem::path theme_folder();

}  // namespace pentad::terminal
