#include <algorithm>

#include "server/gateway/router.hpp"

// The router's part that refuses what comes too fast, and what no client sends.
namespace pentad::server {

using protocol::ErrorCode;

namespace {

/// Malformed frames that a connection may send in a minute before it is closed.
constexpr int bad_frames_allowed = 5;
/// Frames over the rate, of which messages are answered with `rate_limited`, before the connection is closed.
constexpr std::size_t refusals_before_close = 100;
/// So many of them a message that is taken makes up for. Who waits as they are told has one or two between; a
/// flood has frames taken, too, as often as the rate allows.
constexpr std::size_t refusals_made_up = 10;

}  // namespace

void Router::received_frames(Connection& connection, std::size_t count, ServerTime at) {
    const auto found = peers_.find(&connection);
    if (found == peers_.end() || config_.frames_per_second <= 0) return;
    Peer& peer = *found->second;
    refill(peer, at);
    const std::size_t taken = std::min(count, static_cast<std::size_t>(std::max(0.0, peer.allowance)));
    peer.allowance -= static_cast<double>(taken);
    refuses_too_much(peer, count - taken);
}

void Router::refill(Peer& peer, ServerTime at) const {
    const int times = peer.session ? frames_times(*peer.session) : 1;
    // What waited for hello is older than a ping behind it.
    const double seconds = std::max(0.0, std::chrono::duration<double>(at - peer.refilled).count());
    peer.refilled = std::max(peer.refilled, at);
    peer.allowance = std::min<double>(times * config_.frame_burst,
                                      peer.allowance + times * seconds * config_.frames_per_second);
}

bool Router::refuses_too_much(Peer& peer, std::size_t more) const {
    peer.refused_frames += more;
    if (peer.refused_frames <= refusals_before_close) return false;
    peer.connection->close(1008, "too many messages");
    return true;
}

bool Router::within_rate(Peer& peer, const std::optional<protocol::RequestId>& id, ServerTime at) {
    if (config_.frames_per_second <= 0) return true;
    refill(peer, at);
    if (peer.allowance >= 1) {
        peer.allowance -= 1;
        peer.refused_frames -= std::min(peer.refused_frames, refusals_made_up);
        return true;
    }
    if (refuses_too_much(peer, 1)) return false;
    const milliseconds wait(1000 / config_.frames_per_second + 1);
    send_error(*peer.connection, {id, ErrorCode::rate_limited, {}, protocol::RetryAfter{wait}});
    return false;
}

void Router::charge(const Session& session, std::size_t frames) {
    if (const auto peer = peers_.find(session.connection().get()); peer != peers_.end())
        peer->second->allowance -= static_cast<double>(frames);
}

void Router::refuse_frame(Peer& peer, const protocol::DecodeError& error, ServerTime at) {
    send_error(*peer.connection, {error.re, error.code, error.message, {}});
    if (!error.malformed) return;
    if (at - peer.bad_since > std::chrono::minutes(1)) {
        peer.bad_since = at;
        peer.bad_frames = 0;
    }
    if (++peer.bad_frames >= bad_frames_allowed) peer.connection->close(1008, "malformed messages");
}

}  // namespace pentad::server
