#include "server/gateway/frame_rate.hpp"

#include <algorithm>

namespace pentad::server {
namespace {

/// Malformed frames that a connection may send in a minute before it is closed.
constexpr int malformed_allowed = 5;
/// Frames over the rate before the connection is closed.
constexpr std::size_t refusals_before_close = 100;
/// An accepted message makes up for so many of them. A client that waits as it is told has one or two in
/// between; of a flood, frames are accepted too, as often as the rate allows.
constexpr std::size_t refusals_made_up = 10;

}  // namespace

FrameRate::FrameRate(const Config& config, ServerTime now)
    : config_(config), allowance_(config.frame_burst), refilled_(now) {}

void FrameRate::refill(int multiple, ServerTime at) {
    // Messages that waited for the answer to hello are older than a ping behind them.
    const double seconds = std::max(0.0, std::chrono::duration<double>(at - refilled_).count());
    refilled_ = std::max(refilled_, at);
    allowance_ = std::min<double>(multiple * config_.frame_burst,
                                  allowance_ + multiple * seconds * config_.frames_per_second);
}

FrameRate::Verdict FrameRate::refuse(std::size_t frames) {
    refused_ += frames;
    return refused_ > refusals_before_close ? Verdict::close : Verdict::refused;
}

FrameRate::Verdict FrameRate::take(int multiple, ServerTime at) {
    if (config_.frames_per_second <= 0) return Verdict::accepted;
    refill(multiple, at);
    if (allowance_ < 1) return refuse(1);
    allowance_ -= 1;
    refused_ -= std::min(refused_, refusals_made_up);
    return Verdict::accepted;
}

FrameRate::Verdict FrameRate::take_silently(std::size_t frames, int multiple, ServerTime at) {
    if (config_.frames_per_second <= 0) return Verdict::accepted;
    refill(multiple, at);
    const std::size_t taken = std::min(frames, static_cast<std::size_t>(std::max(0.0, allowance_)));
    allowance_ -= static_cast<double>(taken);
    return refuse(frames - taken) == Verdict::close ? Verdict::close : Verdict::accepted;
}

void FrameRate::charge(std::size_t frames) { allowance_ -= static_cast<double>(frames); }

milliseconds FrameRate::retry_after() const { return milliseconds(1000 / config_.frames_per_second + 1); }

FrameRate::Verdict FrameRate::malformed(ServerTime at) {
    if (at - malformed_since_ > std::chrono::minutes(1)) {
        malformed_since_ = at;
        malformed_ = 0;
    }
    return ++malformed_ >= malformed_allowed ? Verdict::close : Verdict::accepted;
}

}  // namespace pentad::server
