#include "server/session/resume_tokens.hpp"

#include "server/base/ids.hpp"

namespace pentad::server {

std::string ResumeTokens::rotate(std::string_view used) {
    hashes_.previous = used.empty() ? std::string() : token_hash(used);
    std::string token = random_token();
    hashes_.newest = token_hash(token);
    under_way_ = true;
    return token;
}

bool ResumeTokens::accepts(std::string_view token) const {
    const std::string hash = token_hash(token);
    const bool current = equal_in_constant_time(hash, hashes_.newest);
    const bool previous = equal_in_constant_time(hash, hashes_.previous);
    return current || previous;
}

bool ResumeTokens::confirm() {
    if (under_way_ || hashes_.previous.empty()) return false;
    hashes_.previous.clear();
    return true;
}

}  // namespace pentad::server
