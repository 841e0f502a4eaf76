#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/gateway/gateway.hpp"
#include "tests/server/support/room_world.hpp"
#include "tests/support/client_model.hpp"

namespace pentad::server {

/// One tab or program of somebody: a session as its client knows it, over connections that come and go. What
/// comes is read when read() is called, so that it can be lost with its connection.
class Device {
  public:
    using Now = std::function<ServerTime()>;
    Device(Gateway& gateway, Now now) : gateway_(gateway), now_(std::move(now)) {}

    static protocol::Hello said_hello(protocol::Auth auth) { return {{1}, "walk", "1", std::move(auth), ""}; }

    /// A new connection whose first frame is this hello. An older connection is left to be closed later.
    void connect(protocol::Auth auth);
    /// Comes back to its session, or to its player if that is over.
    void come_back();
    /// The connection breaks; what was not read is lost.
    void cut();
    /// Does not read any more, until another connection.
    void fall_silent() { silent_ = true; }
    /// The server hears of the end of connections that this device has left.
    void close_old_connections();

    bool connected() const { return connection_ != nullptr; }
    bool silent() const { return silent_; }
    /// Has a session that was not refused.
    bool welcome() const { return hello_.has_value(); }
    const protocol::HelloOk& hello() const { return *hello_; }
    const std::string& token() const { return token_; }
    void keep_token(std::string token) { token_ = std::move(token); }
    const std::string& handover_code() const { return handover_code_; }

    protocol::RequestId send(protocol::ClientMessage message, const std::string& room = {},
                             const std::string& match = {});
    /// A request whose id is still open, or was answered.
    void send_again(const protocol::Request& request);
    void send_text(const std::string& text);

    /// Hears everything that has come and lets the model judge it.
    void read();

    testing::ClientModel& model() { return model_; }
    const testing::ClientModel& model() const { return model_; }
    /// The moves that it sent, newest last; their moveIds may come again.
    const std::deque<protocol::Request>& moves() const { return moves_; }
    /// A turn that a program was asked for and has not moved yet.
    const std::optional<protocol::Event>& asked() const { return asked_; }
    /// What the answer to the last request was: empty while there is none, else `ok` or the code.
    const std::string& last_answer() const { return last_answer_; }
    void forget_answer() { last_answer_.clear(); }
    const std::map<std::string, std::int64_t>& last_seqs() const { return last_seqs_; }

    /// Who it is when it comes without a token.
    protocol::Auth newcomer = protocol::GuestAuth{};
    /// Everything said and heard, for who has to find out why.
    std::function<void(const std::string&)> log;

  private:
    void answered(const testing::ClientModel::Answer& answer);
    void heard(const protocol::Event& event);

    Gateway& gateway_;
    Now now_;
    std::shared_ptr<RecordingConnection> connection_;
    std::vector<std::shared_ptr<RecordingConnection>> old_connections_;
    std::size_t read_ = 0;
    bool silent_ = false;
    int unreadable_ = 0;  ///< frames sent that are no requests
    std::int64_t next_id_ = 1;
    testing::ClientModel model_;
    std::optional<protocol::HelloOk> hello_;
    std::string token_;
    std::string handover_code_;
    std::deque<protocol::Request> moves_;
    std::optional<protocol::Event> asked_;
    std::string last_answer_;
    std::map<std::string, std::int64_t> last_seqs_;
};

}  // namespace pentad::server
