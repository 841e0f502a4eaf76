#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "protocol/messages.hpp"
#include "server/config/config.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/session/drain_state.hpp"
#include "server/session/handover_codes.hpp"
#include "server/session/session_registry.hpp"

namespace pentad::server {

/// Turns what a client signs in with into a session, or refuses it. On the I/O thread.
class Authenticator {
  public:
    struct Admitted {
        std::shared_ptr<Session> session;
        std::string player_token;  ///< empty: the player keeps the one that they have
    };
    struct Refusal {
        protocol::ErrorCode code = protocol::ErrorCode::bad_credentials;
        protocol::ErrorDetail detail{};
    };
    using Outcome = tl::expected<Admitted, Refusal>;
    /// Is the player in a match that goes on?
    using Plays = std::function<bool(const PlayerId&)>;

    /// REQUIRES: all of them outlive this.
    Authenticator(const Config& config, SessionRegistry& sessions, PlayerRecords& records,
                  NameRegistry& names, HandoverCodes& handovers, const DrainState& drain, Plays plays);

    /// `address` is where the client is: each address may try only so often.
    Awaitable<Outcome> authenticate(const protocol::Auth& auth, const std::string& address);

    void sweep(ServerTime now);

  private:
    Awaitable<Outcome> identify(const protocol::Auth& auth, const std::string& address);
    // One for each way to sign in.
    Awaitable<Outcome> as_guest(const protocol::GuestAuth& auth);
    Awaitable<Outcome> by_token(const protocol::TokenAuth& auth, const std::string& address);
    Awaitable<Outcome> as_bot(const protocol::BotAuth& auth, const std::string& address);
    Awaitable<Outcome> by_resume_token(const protocol::ResumeAuth& auth);
    Awaitable<Outcome> by_handover(const protocol::HandoverAuth& auth);

    /// How long the address has to wait until it may sign in like this.
    milliseconds wait(const protocol::Auth& auth, const std::string& address) const;
    /// While the store was read, guesses that were sent at the same time have failed.
    bool guesses_too_much(const std::string& address) const;
    /// A draining server lets in only players whose match goes on.
    bool comes_too_late(const PlayerId& player) const;
    bool is_here(const PlayerId& player) const;

    SessionRegistry& sessions_;
    PlayerRecords& records_;
    NameRegistry& names_;
    HandoverCodes& handovers_;
    const DrainState& drain_;
    const Plays plays_;
    RateLimiter hellos_;
    RateLimiter wrong_tokens_;
};

/// Does the client come back to a session that it had, or moves here?
inline bool comes_back(const protocol::Auth& auth) {
    return std::holds_alternative<protocol::ResumeAuth>(auth) ||
           std::holds_alternative<protocol::HandoverAuth>(auth);
}

}  // namespace pentad::server
