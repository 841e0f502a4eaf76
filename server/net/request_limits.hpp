#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/limits/rate_limiter.hpp"
#include "server/net/http_response.hpp"

namespace pentad::server {

/// The rates of HTTP requests and wrong bearer tokens by address. On the I/O thread.
class RequestLimits {
  public:
    /// Each in a minute; 0: any number.
    RequestLimits(int requests, int wrong_tokens) : requests_(requests), wrong_tokens_(wrong_tokens) {}

    /// Counts a request, or refuses it with 429.
    std::optional<HttpResponse> count(const std::string& client);

    /// Refuses a request whose Authorization header is not that of the required bearer token.
    std::optional<HttpResponse> check_token(const std::string& client, std::string_view authorization,
                                            const std::string& required);

  private:
    RateLimiter requests_;
    RateLimiter wrong_tokens_;
    ServerTime swept_{};
};

}  // namespace pentad::server
