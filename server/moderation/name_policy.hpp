#pragma once

#include <string>
#include <string_view>

#include "server/base/text/plain_text.hpp"

namespace pentad::server {

/// The name as it will be shown (see checked_text), or why it is refused: it is longer than limits::name, has
/// characters that names may not have, could be taken for the server or one of its bots, or reads as an id or
/// an address. REQUIRES: UTF-8.
CheckedText acceptable_name(std::string_view wanted);

/// A name for a guest who gave none: `Guest 4821`.
std::string guest_name();
/// Is it such a name?
bool is_guest_name(std::string_view name);

}  // namespace pentad::server
