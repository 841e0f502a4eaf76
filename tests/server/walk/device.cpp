#include "tests/server/walk/device.hpp"

#include "tests/support/promise.hpp"

namespace pentad::server {

using namespace protocol;
using testing::promise;

void Device::connect(Auth auth) {
    if (connection_) old_connections_.push_back(std::move(connection_));
    if (!std::holds_alternative<ResumeAuth>(auth)) {
        model_ = {};
        hello_.reset();
    }
    connection_ = std::make_shared<RecordingConnection>();
    read_ = 0;
    silent_ = false;
    unreadable_ = 0;
    model_.new_connection();
    gateway_.opened(connection_);
    send(said_hello(std::move(auth)));
}

void Device::come_back() {
    if (hello_)
        connect(ResumeAuth{hello_->session, hello_->resume_token, model_.seen()});
    else if (!token_.empty())
        connect(TokenAuth{token_});
    else
        connect(newcomer);
}

void Device::cut() {
    if (connection_) old_connections_.push_back(std::move(connection_));
    connection_ = nullptr;
    close_old_connections();
}

void Device::close_old_connections() {
    for (const auto& connection : old_connections_) {
        gateway_.closing(*connection);
        gateway_.closed(*connection);
    }
    old_connections_.clear();
}

RequestId Device::send(ClientMessage message, const std::string& room, const std::string& match) {
    Request request{next_id_++, room, match, std::move(message)};
    send_again(request);
    if (std::holds_alternative<MovePlay>(request.message)) {
        moves_.push_back(request);
        if (moves_.size() > 8) moves_.pop_front();
    }
    return request.id;
}

void Device::send_again(const Request& request) {
    last_answer_.clear();
    model_.sent(request);
    const std::string text = protocol::encode(request);
    if (log) log("-> " + text);
    gateway_.received(*connection_, text, now_());
}

void Device::send_text(const std::string& text) {
    ++unreadable_;
    if (log) log("-> " + text);
    gateway_.received(*connection_, text, now_());
}

void Device::read() {
    if (!connection_ || silent_) return;
    // The connection may be replaced by what is read.
    const auto connection = connection_;
    for (; connection == connection_ && read_ < connection->sent.size(); ++read_) {
        const std::string& text = *connection->sent[read_];
        if (log) log("<- " + text.substr(0, 600));
        auto message = decode_server_message(text);
        promise(message.has_value(), "Not a message: " + text);
        if (const auto* event = std::get_if<Event>(&*message)) {
            heard(*event);
            continue;
        }
        const auto* refused = std::get_if<ErrorReply>(&*message);
        if (refused != nullptr && !refused->re && unreadable_-- > 0) continue;
        answered(model_.answered(std::move(*message)));
    }
    if (connection->closed && connection == connection_) {
        if (log) log("closed " + std::to_string(*connection->closed));
        cut();
    }
}

void Device::heard(const Event& event) {
    model_.heard(event);
    if (std::holds_alternative<TurnRequest>(event.body)) asked_ = event;
    if (std::holds_alternative<TurnCancel>(event.body)) asked_.reset();
}

void Device::answered(const testing::ClientModel::Answer& answer) {
    const ClientMessage& message = answer.request.message;
    last_answer_ = answer.data ? "ok" : std::string(name(answer.data.error().code));
    if (std::holds_alternative<Hello>(message) && !hello_ && !answer.data) {
        cut();
        token_.clear();
        return;
    }
    if (const auto* hello = std::get_if<Hello>(&message)) {
        const bool resumes = std::holds_alternative<ResumeAuth>(hello->auth);
        if (!answer.data) {
            // A second hello on a connection is refused and changes nothing.
            if (!resumes) return;
            hello_.reset();
            model_ = {};
            cut();
            return;
        }
        hello_ = *read_ok<HelloOk>(*answer.data);
        if (hello_->player_token) token_ = *hello_->player_token;
        model_.is_player(hello_->player.id);
        model_.resumed(hello_->resumed);
        asked_.reset();
    }
    if (!answer.data) return;
    if (std::holds_alternative<HandoverCreate>(message))
        handover_code_ = read_ok<HandoverCode>(*answer.data)->code;
    if (std::holds_alternative<Ping>(message)) last_seqs_ = read_ok<Pong>(*answer.data)->seqs;
    if (std::holds_alternative<protocol::BotMove>(message)) asked_.reset();
}

}  // namespace pentad::server
