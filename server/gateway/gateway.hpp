#pragma once

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "protocol/request_traits.hpp"
#include "server/config/config.hpp"
#include "server/gateway/frame_rate.hpp"
#include "server/gateway/hello_service.hpp"
#include "server/gateway/request_handlers.hpp"
#include "server/metrics/metrics.hpp"
#include "server/net/connection.hpp"

namespace pentad::server {

/// What comes in over the connections: decodes frames, refuses those that come too fast or make no sense, has
/// hello answered, and hands each request of a session to its handler. On the I/O thread.
class Gateway final : public ConnectionHandler {
  public:
    /// REQUIRES: all of them outlive this. Settings that change while the server runs take effect at once.
    Gateway(asio::io_context& io, const Config& config, Metrics& metrics, SessionRegistry& sessions,
            PlayerRecords& records, HelloService& hello, RequestHandlers& handlers,
            const Sanctions& sanctions, const DrainState& drain, std::function<ServerTime()> now);

    void opened(const std::shared_ptr<Connection>& connection) override;
    void received(Connection& connection, std::string_view text, ServerTime at) override;
    void received_frames(Connection& connection, std::size_t count, ServerTime at) override;
    void closing(Connection& connection) override;
    void closed(Connection& connection) override;

    std::size_t connections() const { return peers_.size(); }
    /// Closes every connection with this code.
    void close_all(std::uint16_t code, std::string_view reason);
    /// Closes those that have no session and come from a banned address.
    void close_banned();
    /// Closes those that have not said hello in time.
    void sweep(ServerTime now);

  private:
    /// One connection and what is known of who is behind it.
    struct Peer {
        std::shared_ptr<Connection> connection;
        ServerTime opened{};
        FrameRate rate;
        std::shared_ptr<Session> session{};  ///< once it has said hello
        bool hello_open = false;             ///< hello is being answered; `early` waits for that
        std::list<std::pair<std::string, ServerTime>> early{};
        int refused_hellos = 0;
    };
    using PeerPtr = std::shared_ptr<Peer>;

    void take(const PeerPtr& peer, std::string_view text, ServerTime at);
    bool within_rate(Peer& peer, const std::optional<protocol::RequestId>& id, ServerTime at);
    void refuse_frame(Peer& peer, const protocol::DecodeError& error, ServerTime at);
    Awaitable<void> answer_hello(PeerPtr peer, protocol::Request request);
    void take_early(const PeerPtr& peer);
    void dispatch(const PeerPtr& peer, protocol::Request request, ServerTime at);
    /// What speaks against it, whatever it says.
    std::optional<protocol::ErrorReply> refusal_of(const Session& session,
                                                   const protocol::RequestTraits& traits) const;
    /// Before there is a session, or beside it.
    void send_error(Connection& connection, const protocol::ErrorReply& error) const;

    asio::io_context& io_;
    const Config& config_;
    Metrics& metrics_;
    SessionRegistry& sessions_;
    PlayerRecords& records_;
    HelloService& hello_;
    RequestHandlers& handlers_;
    const Sanctions& sanctions_;
    const DrainState& drain_;
    const std::function<ServerTime()> now_;
    std::unordered_map<const Connection*, PeerPtr> peers_;
};

}  // namespace pentad::server
