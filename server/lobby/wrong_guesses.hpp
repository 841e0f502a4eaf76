#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "server/server_time.hpp"

namespace pentad::server {

/// Counts wrong passwords, codes and invitations by where they come from: a few at once, then one every few
/// seconds. On the I/O thread.
class WrongGuesses {
  public:
    static constexpr int at_once = 20;
    static constexpr milliseconds a_guess = std::chrono::seconds(3);

    /// How long this address must wait before its next guess is looked at; empty: not at all.
    std::optional<milliseconds> wait(const std::string& address, ServerTime now) const;
    void count(const std::string& address, ServerTime now);

    /// How many addresses are remembered; those that have guessed nothing for long enough are not.
    std::size_t size() const { return paid_until_.size(); }

  private:
    std::unordered_map<std::string, ServerTime> paid_until_;  ///< each guess moves it on by a_guess
    std::size_t sweep_at_ = 1024;
};

}  // namespace pentad::server
