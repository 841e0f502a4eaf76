#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace pentad::server {

/// The tokens by which a client resumes its session; only their hashes are kept. On the I/O thread.
class ResumeTokens {
  public:
    /// A new token, for the connection that is attached next. The one that the client used stays valid until
    /// confirm(): the client may never receive the new one.
    std::string rotate(std::string_view used = {});
    /// In constant time.
    bool accepts(std::string_view token) const;
    /// The connection that the newest token was made for is attached.
    void attached() { under_way_ = false; }
    /// The client has sent something on its connection, so it has its newest token. True when the previous
    /// one was valid until now.
    bool confirm();

    /// What is stored: the hash of the newest token and, while it is valid, of the previous one.
    struct Hashes {
        std::string newest;
        std::string previous;
    };
    const Hashes& hashes() const { return hashes_; }
    /// As they were before a restart.
    void restore(Hashes hashes) { hashes_ = std::move(hashes); }

  private:
    Hashes hashes_;
    bool under_way_ = false;  ///< the newest is for a connection that is not attached yet
};

}  // namespace pentad::server
