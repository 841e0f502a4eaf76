#include "clients/terminal/model/sign_in.hpp"

#include <utility>

namespace pentad::terminal {

using namespace protocol;

namespace {

/// The server counts wrong tokens.
constexpr int most_tokens = 3;

/// A server that is full or too old says nothing about who we are.
bool is_about_us(ErrorCode code) {
    return info(code).kind == "identity" || code == ErrorCode::unauthenticated ||
           code == ErrorCode::forbidden || code == ErrorCode::bad_request;
}

}  // namespace

SignIn::SignIn(IdentityPlace place, Wish wish) : place_(std::move(place)), file_(place_) { plan(wish); }

void SignIn::plan_kept(const Identity& identity) {
    attempts_.push_back({TokenAuth{identity.token}, identity, false});
}

void SignIn::plan_guest(const std::string& name, bool wished) {
    attempts_.push_back({name.empty() ? GuestAuth{} : GuestAuth{name}, {}, wished});
}

void SignIn::plan(const Wish& wish) {
    attempts_.clear();
    by_hand_ = !wish.token.empty() || !wish.handover.empty();
    if (!wish.handover.empty()) return attempts_.push_back({HandoverAuth{wish.handover}});
    if (!wish.token.empty()) return plan_kept({"", wish.token});
    const std::vector<Identity> kept = file_.load();
    if (!wish.name.empty()) {
        int tokens = 0;
        for (const Identity& one : kept)
            if (one.name == wish.name && ++tokens <= most_tokens) plan_kept(one);
        plan_guest(wish.name, /*wished=*/true);
        if (wish.strict) return;
    }
    // Who we are, or were the last time.
    std::optional<Identity> latest = current_;
    if (!latest && !kept.empty()) latest = kept.front();
    if (latest) {
        plan_kept(*latest);
        // The server has forgotten this player, or its data is new.
        plan_guest(latest->name, /*wished=*/true);
    } else if (!wish.proposal.empty()) {
        plan_guest(wish.proposal);
    }
    plan_guest("");
}

Auth SignIn::auth() const { return attempts_.front().auth; }

bool SignIn::refused(const Problem& problem) {
    const ErrorCode code = problem.code.value_or(ErrorCode::internal_error);
    // What the person has given by hand is not replaced by a guest behind their back.
    if (!is_about_us(code) || by_hand_ || code == ErrorCode::banned || attempts_.size() == 1) return false;
    if (attempts_.front().wished) name_refusal_ = problem.message;
    attempts_.pop_front();
    return true;
}

void SignIn::welcomed(const HelloOk& hello) {
    const Attempt& taken = attempts_.front();
    std::string token = hello.player_token.value_or(taken.kept.token);
    if (token.empty() && current_) token = current_->token;
    if (token.empty()) return;
    // Somebody who comes back to a name that is taken by now has a number behind it, and is found by the old.
    const Identity now{taken.kept.name.empty() ? hello.player.name : taken.kept.name, std::move(token)};
    // The same again, after a lost link: what another terminal has kept since stays the latest.
    if (current_ && current_->token == now.token) return;
    if (!file_.is_latest(now)) file_.save(now);
    use_ = std::make_unique<IdentityUse>(place_.folder, now.token);
    current_ = now;
    by_hand_ = false;
    plan({});
}

std::optional<std::string> SignIn::take_name_refusal() { return std::exchange(name_refusal_, std::nullopt); }

void SignIn::rename(std::string name) {
    Wish wish;
    wish.name = std::move(name);
    plan(wish);
}

}  // namespace pentad::terminal
