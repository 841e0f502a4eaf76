#include "server/limits/chat_limiter.hpp"

#include <algorithm>

namespace pentad::server {
namespace {

milliseconds up_to(ServerTime::duration wait) { return std::chrono::ceil<milliseconds>(wait); }

}  // namespace

std::optional<ChatLimiter::Refusal> ChatLimiter::count(const PlayerId& player, ServerTime now) {
    if (speakers_.size() >= sweep_at_) forget_the_silent(now);
    Speaker& speaker = speakers_[player];
    if (now < speaker.muted_until)
        return Refusal{protocol::ErrorCode::muted, up_to(speaker.muted_until - now)};
    speaker.paid_until = std::max(speaker.paid_until, now);
    const auto over = speaker.paid_until + a_line - (now + burst * a_line);
    if (over.count() <= 0) {
        speaker.paid_until += a_line;
        speaker.refused = 0;
        return std::nullopt;
    }
    if (++speaker.refused > refusals_before_mute) {
        speaker.refused = 0;
        speaker.muted_until = now + muted_for;
        return Refusal{protocol::ErrorCode::muted, muted_for};
    }
    return Refusal{protocol::ErrorCode::rate_limited, up_to(over)};
}

void ChatLimiter::forget_the_silent(ServerTime now) {
    std::erase_if(speakers_, [&](const auto& entry) {
        return entry.second.paid_until <= now && entry.second.muted_until <= now;
    });
    sweep_at_ = std::max<std::size_t>(1024, speakers_.size() * 2);
}

}  // namespace pentad::server
