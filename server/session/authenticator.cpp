#include "server/session/authenticator.hpp"

#include <algorithm>

#include "server/base/overloaded.hpp"
#include "server/moderation/name_policy.hpp"
#include "server/session/bot_keys.hpp"

namespace pentad::server {

using protocol::ErrorCode;

namespace {

Authenticator::Outcome refuse(ErrorCode code, protocol::ErrorDetail detail = {}) {
    return tl::unexpected(Authenticator::Refusal{code, std::move(detail)});
}

bool is_wrong_token(ErrorCode code) {
    return code == ErrorCode::bad_credentials || code == ErrorCode::resume_invalid ||
           code == ErrorCode::handover_invalid;
}

}  // namespace

Authenticator::Authenticator(const Config& config, SessionRegistry& sessions, PlayerRecords& records,
                             NameRegistry& names, HandoverCodes& handovers, const DrainState& drain,
                             Plays plays)
    : sessions_(sessions),
      records_(records),
      names_(names),
      handovers_(handovers),
      drain_(drain),
      plays_(std::move(plays)),
      hellos_(config.hellos_per_minute),
      wrong_tokens_(config.wrong_tokens_per_minute) {}

Awaitable<Authenticator::Outcome> Authenticator::authenticate(const protocol::Auth& auth,
                                                              const std::string& address) {
    if (const milliseconds due = wait(auth, address); due.count() > 0)
        co_return refuse(ErrorCode::rate_limited, protocol::RetryAfter{due});
    hellos_.spend(address, ServerClock::now());
    if (!comes_back(auth) && !sessions_.make_place()) co_return refuse(ErrorCode::server_full);
    auto asked = identify(auth, address);
    Outcome outcome = co_await std::move(asked);
    if (outcome) co_return outcome;
    Refusal& refusal = outcome.error();
    if (is_wrong_token(refusal.code)) wrong_tokens_.spend(address, ServerClock::now());
    if (refusal.code == ErrorCode::rate_limited) refusal.detail = protocol::RetryAfter{wait(auth, address)};
    co_return outcome;
}

Awaitable<Authenticator::Outcome> Authenticator::identify(const protocol::Auth& auth,
                                                          const std::string& address) {
    return std::visit(overloaded{
                          [&](const protocol::GuestAuth& guest) { return as_guest(guest); },
                          [&](const protocol::TokenAuth& token) { return by_token(token, address); },
                          [&](const protocol::ResumeAuth& back) { return by_resume_token(back); },
                          [&](const protocol::BotAuth& bot) { return as_bot(bot, address); },
                          [&](const protocol::HandoverAuth& handover) { return by_handover(handover); },
                      },
                      auth);
}

Awaitable<Authenticator::Outcome> Authenticator::as_guest(const protocol::GuestAuth& auth) {
    if (drain_.draining) co_return refuse(ErrorCode::draining);
    CheckedText name = guest_name();
    if (auth.name) name = acceptable_name(*auth.name);
    if (!name) co_return refuse(ErrorCode::name_invalid, name.error());
    if (auth.name) {
        auto asked = records_.name_is_kept(*name, {});
        const auto kept = co_await std::move(asked);
        if (!kept) co_return refuse(ErrorCode::storage);
        if (*kept || !sessions_.free_name(*name)) co_return refuse(ErrorCode::name_taken);
    }
    std::string token = random_token();
    StoredPlayer player;
    player.id = {random_id("p_")};
    player.name = names_.take(player.id, *name);
    player.token_hash = token_hash(token);
    player.created = ServerClock::now();
    records_.guests().add(player, auth.name && !is_guest_name(*name));
    std::shared_ptr<Session> session = sessions_.create(player);
    names_.release(player.id);
    co_return Admitted{std::move(session), std::move(token)};
}

Awaitable<Authenticator::Outcome> Authenticator::by_token(const protocol::TokenAuth& auth,
                                                          const std::string& address) {
    auto asked = records_.player_by_token(token_hash(auth.token));
    const auto found = co_await std::move(asked);
    if (guesses_too_much(address)) co_return refuse(ErrorCode::rate_limited);
    if (!found) co_return refuse(ErrorCode::storage);
    // A bot's key is not a person's token.
    if (!*found || (*found)->kind == bot_kind) co_return refuse(ErrorCode::bad_credentials);
    const StoredPlayer& player = **found;
    if (comes_too_late(player.id)) co_return refuse(ErrorCode::draining);
    const bool was_away = !is_here(player.id);
    std::shared_ptr<Session> session = sessions_.create(player);
    // A guest who comes back under a chosen name is stored; the name is kept for those who were away.
    const bool is_guest = records_.guests().find(player.id) != nullptr;
    const bool chose_name = is_guest ? records_.guests().chose_name(player.id) : !is_guest_name(player.name);
    if (chose_name && was_away)
        records_.write(Record(NameKept{player.id}));
    else if (chose_name && is_guest)
        records_.write(Record(player));
    co_return Admitted{std::move(session), {}};
}

Awaitable<Authenticator::Outcome> Authenticator::as_bot(const protocol::BotAuth& auth,
                                                        const std::string& address) {
    auto asked = records_.bot(auth.name, auth.key);
    const auto found = co_await std::move(asked);
    if (!found) co_return refuse(ErrorCode::storage);
    if (guesses_too_much(address)) co_return refuse(ErrorCode::rate_limited);
    if (!*found) co_return refuse(ErrorCode::bad_credentials);
    if (comes_too_late((*found)->id)) co_return refuse(ErrorCode::draining);
    co_return Admitted{sessions_.create(**found), {}};
}

Awaitable<Authenticator::Outcome> Authenticator::by_resume_token(const protocol::ResumeAuth& auth) {
    std::shared_ptr<Session> session = sessions_.find({auth.session});
    if (!session) co_return refuse(ErrorCode::resume_expired);
    if (!session->tokens().accepts(auth.token)) co_return refuse(ErrorCode::resume_invalid);
    co_return Admitted{std::move(session), {}};
}

Awaitable<Authenticator::Outcome> Authenticator::by_handover(const protocol::HandoverAuth& auth) {
    const auto id = handovers_.redeem(auth.code, ServerClock::now());
    std::shared_ptr<Session> session;
    if (id) session = sessions_.find(*id);
    if (!session) co_return refuse(ErrorCode::handover_invalid);
    // The token that the other device still has is invalid from now on.
    auto asked = records_.renew_token(session->player_id());
    auto renewed = co_await std::move(asked);
    if (!renewed) co_return refuse(ErrorCode::storage);
    if (!sessions_.find(session->id())) session = sessions_.create(renewed->player);
    sessions_.end_others(*session);
    co_return Admitted{std::move(session), std::move(renewed->token)};
}

milliseconds Authenticator::wait(const protocol::Auth& auth, const std::string& address) const {
    const ServerTime now = ServerClock::now();
    const milliseconds due = hellos_.wait(address, now);
    // An address that guesses does not even learn that a guess was right.
    const bool claims = !std::holds_alternative<protocol::GuestAuth>(auth);
    return claims ? std::max(due, wrong_tokens_.wait(address, now)) : due;
}

bool Authenticator::guesses_too_much(const std::string& address) const {
    return wrong_tokens_.wait(address, ServerClock::now()).count() > 0;
}

bool Authenticator::comes_too_late(const PlayerId& player) const {
    return drain_.draining && !plays_(player);
}

bool Authenticator::is_here(const PlayerId& player) const {
    const auto sessions = sessions_.of(player);
    return std::any_of(sessions.begin(), sessions.end(),
                       [](const auto& session) { return session->connected(); });
}

void Authenticator::sweep(ServerTime now) {
    hellos_.sweep(now);
    wrong_tokens_.sweep(now);
}

}  // namespace pentad::server
