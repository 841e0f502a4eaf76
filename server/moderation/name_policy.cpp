#include "server/moderation/name_policy.hpp"

#include <algorithm>
#include <cctype>

#include "protocol/limits.hpp"
#include "server/base/client_address.hpp"
#include "server/base/ids.hpp"
#include "server/base/text/confusables.hpp"
#include "server/moderation/reserved_names.hpp"

namespace pentad::server {
namespace {

constexpr std::string_view guest_prefix = "Guest ";

/// Could it be taken for the id of a player, session, room or match (`p_7hq2k9x0c1d4`) or for an address or a
/// network? Operators name those in one place.
bool is_read_as_another_thing(std::string_view name) {
    if (canonical_network(name)) return true;
    const std::size_t line = name.find('_');
    if (line == name.npos || line + 1 == name.size()) return false;
    const std::string kind = skeleton(name.substr(0, line));
    const auto is_kind = [&](std::string_view one) { return kind == skeleton(one); };
    return (is_kind("p") || is_kind("s") || is_kind("r") || is_kind("m")) &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(line) + 1, name.end(),
                       [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
}

}  // namespace

CheckedText acceptable_name(std::string_view wanted) {
    using protocol::TextFault;
    const auto refuse = [](TextFault reason) {
        return tl::unexpected(protocol::RefusedText{reason, std::nullopt, std::nullopt});
    };
    CheckedText name = checked_text(wanted, TextKind::name, protocol::limits::name);
    if (!name) return name;
    if (passes_for_the_server(*name)) return refuse(TextFault::reserved);
    if (is_read_as_another_thing(*name)) return refuse(TextFault::identifier);
    return name;
}

std::string guest_name() { return std::string(guest_prefix) + std::to_string(1000 + random_seed() % 9000); }

bool is_guest_name(std::string_view name) {
    if (!name.starts_with(guest_prefix)) return false;
    name.remove_prefix(guest_prefix.size());
    return name.size() == 4 && name.find_first_not_of("0123456789") == name.npos;
}

}  // namespace pentad::server
