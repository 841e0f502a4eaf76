#include "clients/terminal/model/sign_in.hpp"

#include <utility>

namespace pentad::terminal {

using namespace protocol;

SignIn::SignIn(const std::filesystem::path& folder, const std::string& server, Wish wish)
    : file_(folder, server), identity_(file_.load()), wish_(std::move(wish)) {
    if (!wish_.token.empty()) identity_ = Identity{"", wish_.token};
    if (identity_ && wish_.token.empty() && !wish_.name.empty() && identity_->name != wish_.name)
        identity_.reset();
}

Auth SignIn::auth() const {
    if (!wish_.handover.empty()) return HandoverAuth{wish_.handover};
    if (identity_) return TokenAuth{identity_->token};
    const std::string& name = wish_.name.empty() ? wish_.proposal : wish_.name;
    return name.empty() ? GuestAuth{} : GuestAuth{name};
}

SignIn::Verdict SignIn::refused(const Problem& problem) {
    // A server that is full or too old says nothing about who we are.
    const ErrorCode code = problem.code.value_or(ErrorCode::internal_error);
    const bool about_us = info(code).kind == "identity" || code == ErrorCode::unauthenticated ||
                          code == ErrorCode::forbidden || code == ErrorCode::bad_request;
    // What the person has given by hand is not replaced by a guest behind his back.
    const bool by_hand = !wish_.token.empty() || !wish_.handover.empty();
    if (!about_us || by_hand || code == ErrorCode::banned) return Verdict::give_up;
    if (identity_) {
        // The server has forgotten this player (or its data is new).
        if (wish_.name.empty()) wish_.name = identity_->name;
        identity_.reset();
        return Verdict::again;
    }
    // Nobody has asked for the name that was proposed.
    const bool proposed = wish_.name.empty() && !wish_.proposal.empty();
    wish_.proposal.clear();
    if (proposed) return Verdict::again;
    if (wish_.name.empty()) return Verdict::give_up;
    wish_.name.clear();
    return Verdict::again_as_guest;
}

void SignIn::welcomed(const HelloOk& hello) {
    wish_.handover.clear();
    const std::string token = hello.player_token.value_or(identity_ ? identity_->token : "");
    if (token.empty()) return;
    if (identity_ && identity_->token == token && identity_->name == hello.player.name) return;
    identity_ = Identity{hello.player.name, token};
    file_.save(*identity_);
}

void SignIn::rename(std::string name) {
    identity_.reset();
    wish_ = Wish{std::move(name)};
}

}  // namespace pentad::terminal
