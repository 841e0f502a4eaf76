#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "server/net/http_site.hpp"

namespace pentad::server {

/// Which of the codings in `there` suits this Accept-Encoding best (RFC 9110, 12.5.3), or `identity`; nothing
/// where not even that is acceptable. Between equals the first one is chosen, and any before `identity`. An
/// empty text is what nobody was asked for: `identity`.
std::optional<std::string_view> best_coding(std::string_view accept_encoding,
                                            const std::vector<std::string_view>& there);

/// Makes of an answer with a tag and other codings the one for a request with these headers: its body in the
/// best coding, 304 where the client has it already, 406 where it takes none.
void suit(HttpResponse& answer, std::string_view accept_encoding, std::string_view if_none_match);

}  // namespace pentad::server
