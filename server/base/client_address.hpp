#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pentad::server {

/// Is the address in one of these networks, such as `10.0.0.0/8`, `::1` or `192.0.2.7`?
bool is_in_networks(std::string_view address, const std::vector<std::string>& networks);

/// The canonical text of an IP address or network: `192.0.2.0/24` for `192.0.2.7/24`. Empty if the text is
/// neither.
std::optional<std::string> canonical_network(std::string_view text);

/// The address of the client behind a request: the peer, unless the peer is a trusted proxy. Then
/// X-Forwarded-For is read from the right up to the first address that is not a trusted proxy; anything left
/// of it could be forged. `forwarded` holds the header's lines in order.
std::string client_address(std::string_view peer, const std::vector<std::string>& forwarded,
                           const std::vector<std::string>& trusted);

}  // namespace pentad::server
