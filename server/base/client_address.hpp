#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pentad::server {

/// Is the address in one of these networks, such as `10.0.0.0/8`, `::1` or `192.0.2.7`?
bool is_in_networks(std::string_view address, const std::vector<std::string>& networks);

/// The one way to write an IP address, or a network (one with the length of a prefix behind it, of whose
/// other bits none is set): `192.0.2.0/24` for `192.0.2.7/24`. Nothing when the text is neither.
std::optional<std::string> canonical_network(std::string_view text);

/// Who sent a request: the peer itself, unless it is a proxy that we trust. Then X-Forwarded-For is read from
/// its right end, where that proxy has written, up to the first address that is not a trusted proxy; what
/// stands left of that anyone may have written. `forwarded` are the header's values, one line each, in order.
std::string client_address(std::string_view peer, const std::vector<std::string>& forwarded,
                           const std::vector<std::string>& trusted);

}  // namespace pentad::server
