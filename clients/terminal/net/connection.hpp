#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/net/server_address.hpp"
#include "clients/terminal/net/streams.hpp"
#include "protocol/codec.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::terminal {

/// Why a request was not done. Without a code the link was lost before the answer: whether it was done is not
/// known.
struct Problem {
    std::optional<protocol::ErrorCode> code;
    std::string message;  ///< for people
    protocol::ErrorDetail detail;
};

template <class Body>
using Answer = tl::expected<Body, Problem>;

/// What a Connection tells. All calls come from the io_context's thread.
class ConnectionListener {
  public:
    virtual ~ConnectionListener() = default;

    /// How to sign in when there is no session to resume.
    virtual protocol::Auth sign_in() = 0;
    /// Signing in was refused. True: try again at once with what sign_in() says now.
    virtual bool sign_in_refused(const Problem& problem) = 0;
    /// `resumed`: the session goes on; the streams that hello calls gone must be asked for anew.
    /// Otherwise everything must.
    virtual void online(const protocol::HelloOk& hello, bool resumed) = 0;
    /// The link is lost or cannot be made; it will be tried again. `attempt` counts from 1.
    virtual void offline(const std::string& why, int attempt) = 0;
    /// The server wants this client not to come back by itself, or refused it.
    virtual void closed(const std::string& why) = 0;
    virtual void event(const protocol::Event& event) = 0;
    /// An event of this stream was lost: ask for a snapshot.
    virtual void gap(const std::string& stream) = 0;
};

/// One session with the server over as many sockets as it takes. Matches replies to requests, checks that
/// streams have no gap, and comes back by itself after a lost link: it resumes the session and, where that
/// is refused, signs in anew. On the io_context's one thread.
class Connection {
  public:
    /// The listener must outlive the connection.
    Connection(boost::asio::io_context& io, ServerAddress address, ConnectionListener& listener);
    ~Connection();

    void start();
    /// Forgets the session and signs in with what sign_in() says now.
    void restart();
    /// Says goodbye, closes, and calls `done`, within a second or two.
    void stop(std::function<void()> done);

    bool is_online() const;
    /// Until when the next attempt is waited for; meaningful while not online.
    std::chrono::steady_clock::time_point next_attempt() const;
    Streams& streams();

    /// Calls `done` exactly once, unless the connection is destroyed first, and before any later frame is
    /// looked at.
    template <class Body>
    void request(protocol::ClientMessage message, std::function<void(Answer<Body>)> done,
                 std::string match = "", std::string room = "") {
        send({0, std::move(room), std::move(match), std::move(message)}, [done = std::move(done)](
                                                                             tl::expected<std::string,
                                                                                          Problem>
                                                                                 reply) {
            if (!reply) return done(tl::unexpected(std::move(reply.error())));
            auto body = protocol::read_ok<Body>(*reply);
            if (!body)
                return done(tl::unexpected(Problem{protocol::ErrorCode::internal_error, body.error(), {}}));
            done(std::move(*body));
        });
    }

    using Reply = std::function<void(tl::expected<std::string, Problem>)>;
    /// As request(), with the answer as the JSON of its body. The request's own id is not used.
    void send(protocol::Request request, Reply reply);

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace pentad::terminal
