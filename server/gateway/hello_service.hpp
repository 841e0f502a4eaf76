#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "server/gateway/welcome.hpp"
#include "server/moderation/sanctions.hpp"
#include "server/session/authenticator.hpp"
#include "server/session/resume_service.hpp"

namespace pentad::server {

/// Answers hello: attaches the connection to a session, new or resumed, and brings it up to date. On the I/O
/// thread.
class HelloService {
  public:
    /// REQUIRES: all of them outlive this.
    HelloService(Authenticator& authenticator, SessionRegistry& sessions, PlayerRecords& records,
                 ResumeService& resume, const Welcome& welcome, const Sanctions& sanctions,
                 std::function<ServerTime()> now);

    struct Refusal {
        protocol::ErrorReply error;
        std::uint16_t close = 0;  ///< the code to close the connection with; 0: it may try again
    };
    /// The session that the connection belongs to from now on, which was told so; nullptr when the connection
    /// has closed meanwhile. REQUIRES: a Hello; `connection` has no session.
    using Outcome = tl::expected<std::shared_ptr<Session>, Refusal>;
    Awaitable<Outcome> answer(std::shared_ptr<Connection> connection, protocol::Request request);

    void sweep(ServerTime now) { authenticator_.sweep(now); }

  private:
    using Ratings = std::map<std::string, protocol::Rating>;

    /// What has changed while the session's token was being stored: nothing where it can be attached.
    std::optional<Outcome> ended_meanwhile(const Connection& connection, const protocol::Request& request,
                                           const std::shared_ptr<Session>& session);
    void attach(const std::shared_ptr<Connection>& connection, const protocol::Request& request,
                const std::shared_ptr<Session>& session, protocol::HelloOk ok);

    Authenticator& authenticator_;
    SessionRegistry& sessions_;
    PlayerRecords& records_;
    ResumeService& resume_;
    const Welcome& welcome_;
    const Sanctions& sanctions_;
    const std::function<ServerTime()> now_;
};

}  // namespace pentad::server
