#include <cstdlib>
#include <limits>

#include "clients/terminal/theme/theme.hpp"

namespace pentad::terminal {
namespace {

int squared(int a, int b) { return (a - b) * (a - b); }
int distance(const Rgb& a, const Rgb& b) {
    return squared(a.red, b.red) + squared(a.green, b.green) + squared(a.blue, b.blue);
}

/// The usual colours of the sixteen, by which the nearest is found.
constexpr std::array<Rgb, 16> sixteen{{{0, 0, 0},
                                       {205, 0, 0},
                                       {0, 205, 0},
                                       {205, 205, 0},
                                       {0, 0, 238},
                                       {205, 0, 205},
                                       {0, 205, 205},
                                       {229, 229, 229},
                                       {127, 127, 127},
                                       {255, 0, 0},
                                       {0, 255, 0},
                                       {255, 255, 0},
                                       {92, 92, 255},
                                       {255, 0, 255},
                                       {0, 255, 255},
                                       {255, 255, 255}}};

/// Of xterm's 256: behind the sixteen a cube of 6 x 6 x 6 and 24 greys.
Rgb indexed(int index) {
    if (index >= 232) {
        const auto grey = static_cast<std::uint8_t>(8 + 10 * (index - 232));
        return {grey, grey, grey};
    }
    const auto level = [](int step) { return static_cast<std::uint8_t>(step == 0 ? 0 : 55 + 40 * step); };
    const int place = index - 16;
    return {level(place / 36), level(place / 6 % 6), level(place % 6)};
}

int nearest_indexed(const Rgb& wanted) {
    int best = 16;
    for (int index = 16; index < 256; ++index)
        if (distance(indexed(index), wanted) < distance(indexed(best), wanted)) best = index;
    return best;
}

int nearest_of_sixteen(const Rgb& wanted) {
    int best = 0;
    for (int index = 1; index < 16; ++index)
        if (distance(sixteen[static_cast<std::size_t>(index)], wanted) <
            distance(sixteen[static_cast<std::size_t>(best)], wanted))
            best = index;
    return best;
}

/// The parameters that choose a colour; `base` is 30 for text, 40 for its ground.
std::string parameters(const Colour& colour, int base, ColourDepth depth) {
    const auto named = [&](int index) {
        return ";" + std::to_string(index < 8 ? base + index : base + 60 + index - 8);
    };
    if (const int* index = std::get_if<int>(&colour)) return named(*index);
    const Rgb& exact = std::get<Rgb>(colour);
    if (depth == ColourDepth::sixteen) return named(nearest_of_sixteen(exact));
    const std::string kind = ";" + std::to_string(base + 8);
    if (depth == ColourDepth::indexed) return kind + ";5;" + std::to_string(nearest_indexed(exact));
    return kind + ";2;" + std::to_string(exact.red) + ";" + std::to_string(exact.green) + ";" +
           std::to_string(exact.blue);
}

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::string sequence(const Style& style, ColourDepth depth) {
    std::string values;
    if (style.bold) values += ";1";
    if (style.faint) values += ";2";
    if (style.underline) values += ";4";
    if (style.reverse) values += ";7";
    if (depth != ColourDepth::none) {
        if (style.text) values += parameters(*style.text, 30, depth);
        if (style.ground) values += parameters(*style.ground, 40, depth);
    }
    return values.empty() ? "" : "\x1b[0" + values + "m";
}

ColourDepth colour_depth() {
    // https://no-color.org: present and not empty, whatever its value.
    if (!variable("NO_COLOR").empty()) return ColourDepth::none;
    const std::string_view term = variable("TERM");
    if (term.empty() || term == "dumb" || term.starts_with("vt1")) return ColourDepth::none;
    const std::string_view colours = variable("COLORTERM");
    if (colours == "truecolor" || colours == "24bit") return ColourDepth::full;
    if (term.find("256color") != term.npos || term.find("direct") != term.npos) return ColourDepth::indexed;
    return ColourDepth::sixteen;
}

}  // namespace pentad::terminal
