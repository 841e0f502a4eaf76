#include "server/lobby/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"
#include "server/ids.hpp"
#include "server/lobby/look_alikes.hpp"
#include "server/lobby/plain_text.hpp"

namespace pentad::server {
namespace {

constexpr std::array<std::string_view, 16> reserved{
    "server",   "system", "admin",    "administrator", "pentad", "moderator", "mod",      "root",
    "operator", "staff",  "official", "bot",           "robot",  "support",   "computer", "console"};
constexpr int most_marks = 4;

bool is_figure(char c) { return c >= '0' && c <= '9'; }

/// Reserved words one after the other: `Pentad Server`.
bool is_made_of_reserved_words(std::string_view plain) {
    if (plain.empty()) return true;
    return std::any_of(reserved.begin(), reserved.end(), [&](std::string_view word) {
        const std::string looks = loose_skeleton(word);
        return plain.starts_with(looks) && is_made_of_reserved_words(plain.substr(looks.size()));
    });
}

bool speaks_for_the_server(std::string_view name) {
    // A number behind it makes no other name: `Bot 3`.
    std::string_view bare = name;
    while (!bare.empty() && (is_figure(bare.back()) || bare.back() == ' ')) bare.remove_suffix(1);
    for (const std::string_view one : {name, bare}) {
        const std::string plain = loose_skeleton(one);
        if (!plain.empty() && is_made_of_reserved_words(plain)) return true;
    }
    return false;
}

}  // namespace

std::optional<std::string> acceptable_name(std::string_view wanted) {
    std::string name;
    std::int64_t length = 0;
    int marks = 0;
    for (std::string_view rest = wanted; !rest.empty();) {
        const auto [code, bytes] = protocol::first_code_point(rest);
        const std::string_view spelled = rest.substr(0, bytes);
        rest.remove_prefix(bytes);
        marks = is_combining(code) ? marks + 1 : 0;
        if (is_hidden(code) || marks > most_marks) return std::nullopt;
        if (code == ' ' && (name.empty() || name.back() == ' ')) continue;
        name += spelled;
        ++length;
    }
    if (!name.empty() && name.back() == ' ') {
        name.pop_back();
        --length;
    }
    if (name.empty() || length > protocol::limits::name || speaks_for_the_server(name)) return std::nullopt;
    return name;
}

std::string guest_name() { return "Guest " + std::to_string(1000 + random_seed() % 9000); }

}  // namespace pentad::server
