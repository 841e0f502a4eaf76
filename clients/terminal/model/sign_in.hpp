#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "clients/terminal/model/identity.hpp"
#include "clients/terminal/net/connection.hpp"

namespace pentad::terminal {

/// As whom to sign in, and what is kept of it for the next time.
class SignIn {
  public:
    struct Wish {
        std::string name{};      ///< empty: as last time, or the server's choice
        std::string token{};     ///< of a player; empty: what is kept
        std::string handover{};  ///< code by which a session of another device moves here
        std::string proposal{};  ///< a name for somebody new who says none; not insisted on
    };

    /// REQUIRES: `server` as for IdentityFile.
    SignIn(const std::filesystem::path& folder, const std::string& server, Wish wish);

    protocol::Auth auth() const;

    enum class Verdict {
        give_up,
        again,          ///< with what auth() says now
        again_as_guest  ///< the name was refused; tell the person
    };
    Verdict refused(const Problem& problem);

    /// Keeps who we are.
    void welcomed(const protocol::HelloOk& hello);
    /// Forgets who we are: a new guest of this name is next.
    void rename(std::string name);

  private:
    IdentityFile file_;
    std::optional<Identity> identity_;
    Wish wish_;
};

}  // namespace pentad::terminal
