#pragma once

#include <cstddef>

#include "server/config/config.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// How fast a client may send on one connection. Frames over the rate are refused; too many of them, or of
/// malformed ones, close the connection. On the I/O thread.
class FrameRate {
  public:
    /// A bot on many seats may send this many times as much as a person.
    static int multiple(const Session& session) {
        return session.player().kind == protocol::PlayerKind::bot ? 10 : 1;
    }

    /// REQUIRES: `config` outlives this. Its changes take effect at once.
    FrameRate(const Config& config, ServerTime now);

    enum class Verdict { accepted, refused, close };
    /// Of one message; `multiple` is that of its sender.
    Verdict take(int multiple, ServerTime at);
    /// Of frames that are no message, and to which nothing is answered. Never refused.
    Verdict take_silently(std::size_t frames, int multiple, ServerTime at);
    /// For a request that costs so many frames more than others.
    void charge(std::size_t frames);
    /// How long a refused client should wait.
    milliseconds retry_after() const;

    /// A malformed frame came. Accepted, or close.
    Verdict malformed(ServerTime at);

  private:
    void refill(int multiple, ServerTime at);
    Verdict refuse(std::size_t frames);

    const Config& config_;
    double allowance_;  ///< frames that may still come at once
    ServerTime refilled_;
    std::size_t refused_ = 0;
    int malformed_ = 0;  ///< in the minute since malformed_since_
    ServerTime malformed_since_{};
};

}  // namespace pentad::server
