#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// The codes by which a session moves to another device. A code can be used once, within a minute, and a
/// session has one at a time. Only their hashes are kept. On the I/O thread.
class HandoverCodes {
  public:
    static constexpr milliseconds valid = std::chrono::seconds(60);

    /// A code to be typed, such as `K7M2QX-4HTW9B`: 58 random bits.
    std::string create(const SessionId& session, ServerTime now);

    /// The session that the code moves; nothing if the code is not valid. Case, blanks and dashes do not
    /// matter. The code is used up.
    std::optional<SessionId> redeem(std::string_view code, ServerTime now);

    void forget(const SessionId& session);
    void sweep(ServerTime now);
    std::size_t open() const { return codes_.size(); }

  private:
    struct Code {
        std::string hash;
        ServerTime until{};
    };
    std::unordered_map<SessionId, Code> codes_;
};

}  // namespace pentad::server
