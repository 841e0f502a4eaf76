#pragma once

#include <optional>
#include <string>

#include "clients/terminal/net/server_address.hpp"

namespace pentad::terminal {

/// A link of the browser client, such as `https://example.org/#/replay/m_1`.
struct Link {
    std::string server;  ///< the address of its page
    std::string named;   ///< the id, code or invitation in it
};

/// None: it is no link, or one to something else than a room or a match.
std::optional<Link> read_link(const std::string& text);

/// What a person named who may have pasted a link: the id or code in it, or the text itself. The error is a
/// sentence: the link is for another server than `here`.
tl::expected<std::string, std::string> named_by(const std::string& text, const ServerAddress& here);

}  // namespace pentad::terminal
