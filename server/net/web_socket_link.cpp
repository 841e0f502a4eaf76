#include "server/net/web_socket_link.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <vector>

#include "protocol/utf8.hpp"
#include "server/net/gathering_socket.hpp"

namespace pentad::server {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

/// All writes, pings and the closing of one WebSocket go through here, one at a time. Thousands of links are
/// idle at a time, so that each is no more than this object: no coroutine, one timer, no compression.
class WebSocketLink final : public Link, public std::enable_shared_from_this<WebSocketLink> {
  public:
    WebSocketLink(Socket socket, beast::flat_buffer early, std::string address, LinkOwner& owner,
                  LinkSettings settings, std::shared_ptr<const void> place)
        : socket_(std::move(socket)),
          timer_(socket_.get_executor()),
          owner_(owner),
          place_(std::move(place)),
          settings_(settings),
          address_(std::move(address)) {
        socket_.next_layer().buffer() = std::move(early);
    }

    Awaitable<bool> accept(const UpgradeRequest& request) {
        socket_.next_layer().set_owner(weak_from_this());
        // Before the handshake, or they do not cover it. Beast's own pings would not say how long they took.
        socket_.set_option(
            websocket::stream_base::timeout{std::chrono::seconds(10), websocket::stream_base::none(), false});
        socket_.control_callback(
            [this](websocket::frame_type kind, beast::string_view payload) { heard_control(kind, payload); });
        socket_.set_option(websocket::stream_base::decorator([&](websocket::response_type& response) {
            response.set(beast::http::field::server, "pentad");
            if (!request[beast::http::field::sec_websocket_protocol].empty())
                response.set(beast::http::field::sec_websocket_protocol, "pentad.v1.json");
        }));
        socket_.read_message_max(max_message_bytes);
        socket_.auto_fragment(false);
        socket_.text(true);
        const auto [error] = co_await socket_.async_accept(request, as_result);
        // It refers to the request.
        socket_.set_option(websocket::stream_base::decorator([](websocket::response_type&) {}));
        co_return !error;
    }

    void start() {
        heard_ = Steady::now();
        owner_.opened(shared_from_this());
        watch();
        read_next();
    }

    void send(Bytes message) override {
        if (close_code_ != 0) return;
        // However large one message is, it is what waits before it that tells of a slow reader.
        if (waiting_.size() >= max_waiting_messages || waiting_bytes_ > max_waiting_bytes) {
            spdlog::debug("slow_consumer: {} does not read what it is sent", address_);
            drop_waiting();
            close(4006, "slow_consumer");
            return;
        }
        waiting_bytes_ += message->size();
        waiting_.push_back(std::move(message));
        if (!writing_) write_next();
    }

    void close(std::uint16_t code, std::string_view reason) override {
        if (close_code_ != 0) return;
        close_code_ = code;
        close_reason_ = reason;
        // The peer may never read or answer: the whole farewell is bounded.
        timer_.expires_after(std::min<milliseconds>(std::chrono::seconds(5), settings_.idle_timeout));
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->cut();
        });
        if (!writing_) write_next();
    }

    std::uint16_t close_code() const override { return close_code_; }

    const std::string& address() const override { return address_; }
    std::optional<milliseconds> round_trip() const override {
        return round_trip_ ? std::optional(std::chrono::duration_cast<milliseconds>(*round_trip_))
                           : std::nullopt;
    }

  private:
    using Steady = std::chrono::steady_clock;

    void read_next() {
        socket_.async_read(buffer_, [self = shared_from_this()](boost::system::error_code error,
                                                                std::size_t) { self->read(error); });
    }

    void read(boost::system::error_code error) {
        const ServerTime at = ServerClock::now();
        if (error) {
            if (close_code_ == 0) close_code_ = error == websocket::error::closed ? 1000 : 1006;
            owner_.closed(*this);
            // A write or a close in flight ends by itself now; a half-open socket is not waited for.
            if (!closing_) cut();
            return;
        }
        heard_ = Steady::now();
        take({static_cast<const char*>(buffer_.data().data()), buffer_.size()}, at);
        buffer_.consume(buffer_.size());
        if (buffer_.capacity() > 4096) buffer_ = beast::flat_buffer();
        read_next();
    }

    void take(std::string_view text, ServerTime at) {
        // A peer that is being sent away is not listened to, only read until it is gone.
        if (close_code_ != 0) return;
        if (socket_.got_binary())
            close(1003, "text only");
        else if (!protocol::is_utf8(text))
            close(1007, "not UTF-8");
        else
            owner_.received(*this, text, at);
    }

    /// Pings now and again, and gives up a peer that has fallen silent.
    void watch() {
        if (close_code_ != 0) return;
        const auto now = Steady::now();
        const Steady::duration interval = settings_.idle_timeout / 3;
        // A process that stood still did not listen: what came meanwhile is still to be read.
        if (watched_ != Steady::time_point() && now - watched_ > 2 * interval) heard_ = now;
        watched_ = now;
        if (now - heard_ > settings_.idle_timeout) {
            close(4007, "idle");
            return;
        }
        if (!pinging_) ping();
        timer_.expires_after(interval);
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->watch();
        });
    }

    void ping() {
        pinging_ = true;
        pinged_.reset();
        websocket::ping_data number(std::to_string(++pings_));
        socket_.async_ping(number, [self = shared_from_this()](boost::system::error_code error) {
            self->pinging_ = false;
            // From when it is on its way: what waited for a slow reader is no part of it.
            if (!error) self->pinged_ = Steady::now();
        });
    }

    void heard_control(websocket::frame_type kind, beast::string_view payload) {
        heard_ = Steady::now();
        if (kind != websocket::frame_type::pong || !pinged_ || payload != std::to_string(pings_)) return;
        const Steady::duration took = heard_ - *pinged_;
        round_trip_ = round_trip_ ? (3 * *round_trip_ + took) / 4 : took;
        pinged_.reset();
    }

    void write_next() {
        if (waiting_.empty()) {
            writing_ = false;
            in_flight_.reset();
            // Most links send little and rarely.
            if (waiting_.capacity() > 16) std::vector<Bytes>().swap(waiting_);
            if (close_code_ != 0) start_closing();
            return;
        }
        writing_ = true;
        in_flight_ = std::move(waiting_.front());
        waiting_.erase(waiting_.begin());
        waiting_bytes_ -= in_flight_->size();
        socket_.async_write(asio::buffer(*in_flight_),
                            [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                                if (error) {
                                    self->writing_ = false;
                                    self->cut();
                                } else {
                                    self->write_next();
                                }
                            });
    }

    void start_closing() {
        if (closing_) return;
        closing_ = true;
        socket_.async_close({static_cast<websocket::close_code>(close_code_), close_reason_},
                            [self = shared_from_this()](boost::system::error_code) { self->cut(); });
    }

    /// What waits behind a message in flight is not sent any more.
    void drop_waiting() {
        waiting_.clear();
        waiting_bytes_ = 0;
    }

    void cut() {
        timer_.cancel();
        if (close_code_ == 0) close_code_ = 1006;
        drop_waiting();
        boost::system::error_code ignored;
        beast::get_lowest_layer(socket_).close(ignored);
    }

    websocket::stream<GatheringSocket, false> socket_;
    beast::flat_buffer buffer_;
    /// For the next look at the peer; once it is being closed, for the end of that.
    Timer timer_;
    LinkOwner& owner_;
    const std::shared_ptr<const void> place_;
    const LinkSettings settings_;
    const std::string address_;
    Steady::time_point heard_{};
    Steady::time_point watched_{};              ///< when it was last looked whether the peer is silent
    std::optional<Steady::time_point> pinged_;  ///< when the ping went out that is not answered yet
    std::optional<Steady::duration> round_trip_;
    std::uint64_t pings_ = 0;
    bool pinging_ = false;
    std::vector<Bytes> waiting_;  ///< rarely more than one
    std::size_t waiting_bytes_ = 0;
    Bytes in_flight_;
    bool writing_ = false;
    bool closing_ = false;
    std::uint16_t close_code_ = 0;  ///< not 0: no more messages in or out
    std::string close_reason_;
};

}  // namespace

Awaitable<void> open_web_socket(TcpStream stream, beast::flat_buffer early, UpgradeRequest request,
                                std::string address, LinkOwner& owner, LinkSettings settings,
                                std::shared_ptr<const void> place) {
    const auto link = std::make_shared<WebSocketLink>(stream.release_socket(), std::move(early),
                                                      std::move(address), owner, settings, std::move(place));
    Awaitable<bool> accepted = link->accept(request);
    if (co_await std::move(accepted)) link->start();
}

bool is_web_socket_key(std::string_view key) {
    if (key.size() != 24 || !key.ends_with("==")) return false;
    for (char c : key.substr(0, 22)) {
        const bool base64 = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                            c == '+' || c == '/';
        if (!base64) return false;
    }
    return true;
}

}  // namespace pentad::server
