#include "server/lobby/names.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <cstdint>
#include <vector>

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"
#include "server/ids.hpp"
#include "server/lobby/look_alikes.hpp"
#include "server/lobby/marks.hpp"
#include "server/lobby/plain_text.hpp"
#include "server/net/client_address.hpp"

namespace pentad::server {
namespace {

constexpr std::string_view guest_prefix = "Guest ";

constexpr std::array<std::string_view, 16> reserved{
    "server",   "system", "admin",    "administrator", "pentad", "moderator", "mod",      "root",
    "operator", "staff",  "official", "bot",           "robot",  "support",   "computer", "console"};

/// What they look like. Made before there is a thread, so that it outlives all that read it.
const std::vector<std::string> reserved_looks = [] {
    std::vector<std::string> looks;
    for (const std::string_view word : reserved) looks.push_back(skeleton(word));
    return looks;
}();

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Is it made of reserved words, whatever stands around them that is no Latin letter: `[Pentad Server 2]`?
/// REQUIRES: no longer than limits::name.
bool speaks_for_the_server(std::string_view name) {
    const std::string signs = readings(name);
    // Places before a sign, and the one behind the last, that a reader may have come to.
    using Places = std::bitset<protocol::limits::name + 1>;
    const auto passed_over = [&](Places at) {
        for (std::size_t i = 0; i < signs.size(); ++i)
            if (at[i] && is_capital(signs[i])) at.set(i + 1);
        return at;
    };
    const auto read = [&](const Places& at, char letter) {
        Places next;
        for (std::size_t i = 0; i < signs.size(); ++i)
            if (at[i] && (signs[i] == letter || signs[i] == letter - 'a' + 'A')) next.set(i + 1);
        return passed_over(next);
    };
    Places ends, known;
    do {
        known = ends;
        for (const std::string& word : reserved_looks) {
            Places at = known | passed_over(Places(1));
            for (const char letter : word) at = read(at, letter);
            ends |= at;
        }
    } while (ends != known);
    return ends[signs.size()];
}

/// Could it be taken for the id of a player, session, room or match (`p_7hq2k9x0c1d4`) or for an address or a
/// network? Operators name those in one place.
bool is_read_as_another_thing(std::string_view name) {
    if (canonical_network(name)) return true;
    const std::size_t line = name.find('_');
    if (line == name.npos || line + 1 == name.size()) return false;
    const std::string kind = skeleton(name.substr(0, line));
    return (kind == "p" || kind == "s" || kind == "r" || kind == "m") &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(line) + 1, name.end(),
                       [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
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
        marks = is_mark(code) ? marks + 1 : 0;
        if (is_hidden(code) || marks > most_marks) return std::nullopt;
        if (code == ' ' && (name.empty() || name.back() == ' ')) continue;
        name += spelled;
        ++length;
    }
    if (!name.empty() && name.back() == ' ') {
        name.pop_back();
        --length;
    }
    if (name.empty() || length > protocol::limits::name || speaks_for_the_server(name) ||
        is_read_as_another_thing(name))
        return std::nullopt;
    return name;
}

std::string guest_name() {
    return std::string(guest_prefix) + std::to_string(1000 + random_seed() % 9000);
}

bool is_guest_name(std::string_view name) {
    if (!name.starts_with(guest_prefix)) return false;
    name.remove_prefix(guest_prefix.size());
    return name.size() == 4 && name.find_first_not_of("0123456789") == name.npos;
}

}  // namespace pentad::server
