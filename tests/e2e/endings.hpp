#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace pentad::testing {

/// What one connection does from its beginning to its end, drawn from a seed. No two are meant to be alike:
/// words of the protocol and frames of WebSockets in bursts, cut anywhere, and then an end of any kind.
struct EndingScript {
    enum class End { close, reset, half_close, wait };

    struct Burst {
        std::string bytes;
        bool resumes = false;  ///< a hello that takes over somebody's session goes before the bytes
        bool waits = false;    ///< for something to come back before it goes on
    };

    bool tls = false;
    bool farewell_of_tls = false;  ///< before it closes
    bool reads = true;
    std::vector<Burst> bursts;
    End end = End::close;

    static EndingScript draw(std::mt19937& random);
    /// A line for debugging.
    std::string text() const;
};

/// Plays the scripts against a server on this machine, many at a time, on the calling thread. The answer is
/// how many connections there really were, and how many the server did not end in time though they waited for
/// it.
struct EndingsPlayed {
    int connected = 0;
    int greeted = 0;
    int left_waiting = 0;
};
EndingsPlayed play_endings(const std::vector<EndingScript>& scripts, std::uint16_t port,
                           std::uint16_t tls_port);

}  // namespace pentad::testing
