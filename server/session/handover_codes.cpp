#include "server/session/handover_codes.hpp"

namespace pentad::server {

namespace {

std::string plain(std::string_view code) {
    std::string text;
    for (const char c : code)
        if (c != ' ' && c != '-') text += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

}  // namespace

std::string HandoverCodes::create(const SessionId& session, ServerTime now) {
    std::string code = random_code() + "-" + random_code();
    codes_[session] = {token_hash(plain(code)), now + valid};
    return code;
}

std::optional<SessionId> HandoverCodes::redeem(std::string_view code, ServerTime now) {
    sweep(now);
    const std::string hash = token_hash(plain(code));
    std::optional<SessionId> found;
    for (const auto& [session, known] : codes_)
        if (equal_in_constant_time(hash, known.hash)) found = session;
    if (found) codes_.erase(*found);
    return found;
}

void HandoverCodes::forget(const SessionId& session) { codes_.erase(session); }

void HandoverCodes::sweep(ServerTime now) {
    std::erase_if(codes_, [&](const auto& one) { return one.second.until <= now; });
}

}  // namespace pentad::server
