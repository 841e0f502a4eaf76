#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "clients/terminal/model/identity.hpp"
#include "clients/terminal/net/connection.hpp"

namespace pentad::terminal {

/// As whom to sign in, and what is kept of it for the next time. Nothing that is kept is replaced before the
/// server has taken what is new.
class SignIn {
  public:
    struct Wish {
        std::string name{};      ///< empty: as last time, or the server's choice
        std::string token{};     ///< of a player; empty: what is kept
        std::string handover{};  ///< code by which a session of another device moves here
        std::string proposal{};  ///< a name for somebody new who says none; not insisted on
        bool strict = false;     ///< a name that is refused is the end: a script must be who it says
    };

    /// REQUIRES: `place` as for IdentityFile.
    SignIn(IdentityPlace place, Wish wish);

    /// What to say to the server next.
    protocol::Auth auth() const;

    /// The server does not take what auth() said. False: there is nothing else to say.
    bool refused(const Problem& problem);

    /// Keeps who we are.
    void welcomed(const protocol::HelloOk& hello);
    /// Why the name that was wished is not ours, once after it was refused.
    std::optional<std::string> take_name_refusal();
    /// From now on somebody of this name: one that is kept, or a new guest; where it is refused, who we are
    /// now.
    void rename(std::string name);
    /// No other program of this user signed in as the same player before.
    bool alone() const { return !use_ || use_->alone(); }

  private:
    struct Attempt {
        protocol::Auth auth;
        Identity kept{};      ///< of a token
        bool wished = false;  ///< a name that the person has said, now or before
    };
    void plan(const Wish& wish);
    void plan_kept(const Identity& identity);
    void plan_guest(const std::string& name, bool wished = false);

    const IdentityPlace place_;
    const IdentityFile file_;
    std::optional<Identity> current_;
    std::deque<Attempt> attempts_;  ///< never empty
    bool by_hand_ = false;          ///< a token or code that the person has said
    std::optional<std::string> name_refusal_;
    std::unique_ptr<IdentityUse> use_;
};

}  // namespace pentad::terminal
