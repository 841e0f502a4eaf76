#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pentad::server {

/// The name as it will be shown: outer blanks cut off, inner runs of blanks made one. Empty when it may not
/// be used: nothing left, longer than limits::name, hidden characters, a heap of marks over one letter, or a
/// name that speaks for the server, passes for one of its bots, or reads as an id or an address. REQUIRES:
/// UTF-8.
std::optional<std::string> acceptable_name(std::string_view wanted);

/// A name for somebody who gave none: `Guest 4821`.
std::string guest_name();
/// Is it such a name?
bool is_guest_name(std::string_view name);

}  // namespace pentad::server
