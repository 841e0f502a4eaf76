#include "server/gateway/hello_service.hpp"

#include <algorithm>

#include "server/base/log/log_line.hpp"
#include "server/base/text/plain_text.hpp"

namespace pentad::server {

using protocol::ErrorCode;

namespace {

constexpr int protocol_version = 1;

HelloService::Outcome refuse(const protocol::RequestId& id, ErrorCode code, std::uint16_t close = 0) {
    return tl::unexpected(HelloService::Refusal{{id, code, {}, {}}, close});
}

protocol::ErrorReply reply_of(const protocol::RequestId& id, Authenticator::Refusal refusal) {
    const auto* text = std::get_if<protocol::RefusedText>(&refusal.detail);
    std::string sentence;
    if (text != nullptr) sentence = sentence_of(*text);
    return {id, refusal.code, std::move(sentence), std::move(refusal.detail)};
}

}  // namespace

HelloService::HelloService(Authenticator& authenticator, SessionRegistry& sessions, PlayerRecords& records,
                           ResumeService& resume, const Welcome& welcome, const Sanctions& sanctions,
                           std::function<ServerTime()> now)
    : authenticator_(authenticator),
      sessions_(sessions),
      records_(records),
      resume_(resume),
      welcome_(welcome),
      sanctions_(sanctions),
      now_(std::move(now)) {}

Awaitable<HelloService::Outcome> HelloService::answer(std::shared_ptr<Connection> connection,
                                                      protocol::Request request) {
    const auto& hello = std::get<protocol::Hello>(request.message);
    if (std::find(hello.protocol.begin(), hello.protocol.end(), protocol_version) == hello.protocol.end())
        co_return refuse(request.id, ErrorCode::protocol_unsupported, 4000);
    auto asked = authenticator_.authenticate(hello.auth, connection->address());
    Authenticator::Outcome admitted = co_await std::move(asked);
    if (!admitted) co_return tl::unexpected(Refusal{reply_of(request.id, std::move(admitted.error())), 0});
    const std::shared_ptr<Session> session = std::move(admitted->session);
    auto ratings_asked = records_.ratings_of(session->player_id(), now_());
    Ratings ratings = co_await std::move(ratings_asked);
    const auto* back = std::get_if<protocol::ResumeAuth>(&hello.auth);
    std::string token = session->tokens().rotate(back == nullptr ? std::string_view() : back->token);
    // A token that was handed out is valid after the server was killed, too.
    Awaitable<void> saved = records_.save(session);
    co_await std::move(saved);
    if (auto ended = ended_meanwhile(*connection, request, session)) co_return std::move(*ended);
    protocol::HelloOk ok = welcome_.for_session(*session, std::move(token));
    ok.player.ratings = std::move(ratings);
    if (!admitted->player_token.empty()) ok.player_token = std::move(admitted->player_token);
    attach(connection, request, session, std::move(ok));
    co_return session;
}

std::optional<HelloService::Outcome> HelloService::ended_meanwhile(const Connection& connection,
                                                                   const protocol::Request& request,
                                                                   const std::shared_ptr<Session>& session) {
    const bool is_over = !sessions_.find(session->id());
    if (!connection.is_open()) {
        // Nobody has the token of a new session, so that nobody comes back to it.
        const bool is_new = !comes_back(std::get<protocol::Hello>(request.message).auth);
        if (is_new && !is_over) sessions_.end(session);
        return Outcome(nullptr);
    }
    if (is_over) return refuse(request.id, ErrorCode::resume_expired);
    if (!sanctions_.bans(session->player_id(), now_())) return std::nullopt;
    if (!session->connected()) sessions_.end(session);
    return refuse(request.id, ErrorCode::banned, 4005);
}

void HelloService::attach(const std::shared_ptr<Connection>& connection, const protocol::Request& request,
                          const std::shared_ptr<Session>& session, protocol::HelloOk ok) {
    const protocol::Auth& auth = std::get<protocol::Hello>(request.message).auth;
    sessions_.attach(*session, connection);
    const auto* back = std::get_if<protocol::ResumeAuth>(&auth);
    ResumeService::Resumption resumption;
    if (back != nullptr)
        resumption = resume_.resume(session, back->streams);
    else if (std::holds_alternative<protocol::HandoverAuth>(auth))
        resumption = resume_.resume_anew(session);
    ok.resumed = std::move(resumption.streams);
    session->send(to_bytes(protocol::encode(protocol::Ok{request.id, std::move(ok)})));
    for (const Bytes& event : resumption.pushed) session->send(event);
    sessions_.connection_changed(session);
    log_debug({.session = session->id(), .player = session->player_id()},
              "session {} of player {} {} from {}", session->id().text, session->player_id().text,
              back == nullptr ? "begins" : "is back", connection->address());
}

}  // namespace pentad::server
