#include "server/net/request_limits.hpp"

#include <chrono>

#include "server/base/ids.hpp"

namespace pentad::server {
namespace {

HttpResponse too_often(milliseconds wait, std::string_view text) {
    HttpResponse refusal = http_error(429, "rate_limited", text);
    refusal.headers.emplace_back("Retry-After", std::to_string(wait.count() / 1000 + 1));
    return refusal;
}

}  // namespace

std::optional<HttpResponse> RequestLimits::count(const std::string& client) {
    const ServerTime now = ServerClock::now();
    if (now - swept_ > std::chrono::minutes(1)) {
        requests_.sweep(now);
        wrong_tokens_.sweep(now);
        swept_ = now;
    }
    if (const milliseconds wait = requests_.wait(client, now); wait.count() > 0)
        return too_often(wait, "Too many requests. Wait a moment.");
    requests_.spend(client, now);
    return std::nullopt;
}

std::optional<HttpResponse> RequestLimits::check_token(const std::string& client,
                                                       std::string_view authorization,
                                                       const std::string& required) {
    if (required.empty()) return std::nullopt;
    const ServerTime now = ServerClock::now();
    // Do not reveal that a guess was right while the client has to wait.
    if (const milliseconds wait = wrong_tokens_.wait(client, now); !authorization.empty() && wait.count() > 0)
        return too_often(wait, "Too many wrong tokens. Wait a moment.");
    if (equal_in_constant_time(authorization, "Bearer " + required)) return std::nullopt;
    if (!authorization.empty()) wrong_tokens_.spend(client, now);
    HttpResponse refusal = http_error(401, "unauthenticated", "A bearer token is required.");
    refusal.headers.emplace_back("WWW-Authenticate", "Bearer");
    return refusal;
}

}  // namespace pentad::server
