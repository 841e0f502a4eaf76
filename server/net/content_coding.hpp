#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/net/http_response.hpp"

namespace pentad::server {

/// The available coding that this Accept-Encoding prefers (RFC 9110, 12.5.3), or `identity`; empty if not
/// even that is acceptable. Among equals the first wins, and any before `identity`. Without a header:
/// `identity`.
std::optional<std::string_view> best_coding(std::string_view accept_encoding,
                                            const std::vector<std::string_view>& there);

/// Adapts an answer with a tag and codings to the request's headers: the body in the best coding, 304 if the
/// client has it already, 406 if it accepts none.
void suit(HttpResponse& answer, std::string_view accept_encoding, std::string_view if_none_match);

}  // namespace pentad::server
