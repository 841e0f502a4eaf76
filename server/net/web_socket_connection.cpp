#include "server/net/web_socket_connection.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <utility>
#include <vector>

#include "protocol/utf8.hpp"
#include "server/net/frame_count.hpp"
#include "server/net/gathering_socket.hpp"
#include "server/net/heartbeat.hpp"
#include "server/net/round_trips.hpp"

namespace pentad::server {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

/// A server's close frame (RFC 6455 5.5.1). REQUIRES: the reason has 123 bytes at most.
std::string close_frame(std::uint16_t code, std::string_view reason) {
    std::string frame{static_cast<char>(0x88), static_cast<char>(2 + reason.size()),
                      static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
    return frame.append(reason);
}

/// All writes, pings and the closing of one WebSocket go through here, one at a time. Thousands of
/// connections are idle at a time, so that each is no more than this object: no coroutine, one timer, no
/// compression.
///
/// Its end is one way: it is open, then closing (nothing comes in or goes out any more but the farewell,
/// which has a deadline), then closed, by end() alone, however it came to it. It lives for as long as its
/// timer waits, which is until then, and as something is on its way in its socket. What waits inside the
/// library does not keep it.
class WebSocketConnection final : public Connection,
                                  public SocketOwner,
                                  public std::enable_shared_from_this<WebSocketConnection> {
  public:
    WebSocketConnection(Socket socket, std::string address, ConnectionHandler& owner,
                        ConnectionSettings settings, std::shared_ptr<const void> place)
        : socket_(std::move(socket)),
          timer_(socket_.get_executor()),
          owner_(owner),
          place_(std::move(place)),
          farewell_due_(std::min<milliseconds>(max_farewell, settings.idle_timeout)),
          heartbeat_(settings.idle_timeout),
          address_(std::move(address)) {}

    Awaitable<bool> accept(const UpgradeRequest& request, std::string early) {
        socket_.next_layer().set_owner(weak_from_this());
        socket_.next_layer().put_back(std::move(early));
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
        heartbeat_.start(Steady::now());
        owner_.opened(shared_from_this());
        if (state_ == State::open) watch();
        read_next();
    }

    void send(Bytes message) override {
        if (state_ != State::open) return;
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
        if (state_ != State::open) return;
        close_code_ = code;
        close_reason_ = reason.substr(0, 123);
        leave();
        if (!writing_) write_next();
    }

    bool is_open() const override { return state_ == State::open; }
    std::uint16_t close_code() const override { return close_code_; }

    const std::string& address() const override { return address_; }
    std::optional<milliseconds> round_trip() const override { return round_trips_.least(); }

    void received_bytes(std::string_view bytes) override {
        heartbeat_.heard(Steady::now());
        const std::size_t frames = frames_.take(bytes);
        if (state_ == State::open) {
            if (frames > 0) owner_.received_frames(*this, frames, ServerClock::now());
            return;
        }
        bytes_after_close_ += bytes.size();
        if (bytes_after_close_ > max_bytes_after_close) end();
    }

    /// The peer wants to go, or has broken the rules of WebSockets: the library says the farewell.
    void ending() override {
        if (state_ != State::open) return;
        drop_waiting();
        leave();
    }

  private:
    using Steady = std::chrono::steady_clock;
    enum class State : std::uint8_t { open, closing, closed };
    /// The peer may never read or answer.
    static constexpr std::chrono::seconds max_farewell{5};

    void read_next() {
        socket_.async_read(buffer_, [weak = weak_from_this()](boost::system::error_code error, std::size_t) {
            if (const auto self = weak.lock()) self->read(error);
        });
    }

    void read(boost::system::error_code error) {
        if (state_ == State::closed) return;
        const ServerTime at = ServerClock::now();
        if (error) {
            if (close_code_ == 0 && error == websocket::error::closed) close_code_ = 1000;
            end();
            return;
        }
        take({static_cast<const char*>(buffer_.data().data()), buffer_.size()}, at);
        buffer_.consume(buffer_.size());
        if (buffer_.capacity() > 4096) buffer_ = beast::flat_buffer();
        read_next();
    }

    void take(std::string_view text, ServerTime at) {
        // A peer that is being sent away is not listened to, only read until it is gone.
        if (state_ != State::open) return;
        if (socket_.got_binary())
            close(1003, "text only");
        else if (!protocol::is_utf8(text))
            close(1007, "not UTF-8");
        else
            owner_.received(*this, text, at);
    }

    /// Pings now and again, and gives up a peer that has fallen silent.
    void watch() {
        if (state_ != State::open) return;
        switch (heartbeat_.look(Steady::now())) {
            case Heartbeat::Verdict::give_up:
                close(4007, "idle");
                return;
            case Heartbeat::Verdict::ping:
                if (!pinging_) ping();
                break;
            case Heartbeat::Verdict::nothing:
                break;
        }
        timer_.expires_at(heartbeat_.due());
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->watch();
        });
    }

    void ping() {
        pinging_ = true;
        pinged_.reset();
        websocket::ping_data number(std::to_string(++pings_));
        socket_.async_ping(number, [weak = weak_from_this()](boost::system::error_code error) {
            const auto self = weak.lock();
            if (!self) return;
            self->pinging_ = false;
            // From when it is on its way: what waited for a slow reader is no part of it.
            if (!error) self->pinged_ = Steady::now();
        });
    }

    void heard_control(websocket::frame_type kind, beast::string_view payload) {
        if (kind == websocket::frame_type::close) return ending();
        if (kind != websocket::frame_type::pong || !pinged_ || payload != std::to_string(pings_)) return;
        round_trips_.add(Steady::now() - *pinged_);
        pinged_.reset();
    }

    void write_next() {
        if (waiting_.empty()) {
            writing_ = false;
            in_flight_.reset();
            // Most connections send little and rarely.
            if (waiting_.capacity() > 16) std::vector<Bytes>().swap(waiting_);
            if (state_ == State::closing && close_code_ != 0) say_farewell();
            return;
        }
        writing_ = true;
        in_flight_ = std::move(waiting_.front());
        waiting_.erase(waiting_.begin());
        waiting_bytes_ -= in_flight_->size();
        socket_.async_write(asio::buffer(*in_flight_),
                            [weak = weak_from_this()](boost::system::error_code error, std::size_t) {
                                if (const auto self = weak.lock()) self->written(error);
                            });
    }

    void written(boost::system::error_code error) {
        if (!error) return write_next();
        writing_ = false;
        drop_waiting();
        // Of one that is closing the read hears, or the deadline does.
        if (state_ == State::open) end();
    }

    /// From now on there is only the farewell. The owner hears of it in a turn of its own, for it may be at
    /// work.
    void leave() {
        state_ = State::closing;
        timer_.expires_after(farewell_due_);
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->end();
        });
        asio::post(socket_.get_executor(), [self = shared_from_this()] { self->tell_closing(); });
    }

    void tell_closing() {
        if (!std::exchange(told_closing_, true)) owner_.closing(*this);
    }

    /// By itself and not by the library's close: that one and a read that is under way wait for each other,
    /// or take each other's frames, when the peer closes at the same time (Beast 1.81). The read goes on
    /// until the peer's close or its end.
    void say_farewell() {
        if (std::exchange(farewell_said_, true)) return;
        socket_.next_layer().send_last(close_frame(close_code_, close_reason_));
    }

    /// What waits behind a message in flight is not sent any more.
    void drop_waiting() {
        waiting_.clear();
        waiting_bytes_ = 0;
    }

    /// The only way to be closed; more than one may lead here at a time, the first counts.
    void end() {
        if (state_ == State::closed) return;
        const auto self = shared_from_this();
        state_ = State::closed;
        if (close_code_ == 0) close_code_ = 1006;
        drop_waiting();
        socket_.next_layer().flush();
        boost::system::error_code ignored;
        beast::get_lowest_layer(socket_).close(ignored);
        timer_.cancel();
        place_.reset();
        tell_closing();
        owner_.closed(*this);
    }

    websocket::stream<GatheringSocket, false> socket_;
    beast::flat_buffer buffer_;
    /// For the next look at the peer; once it is being closed, for the end of that.
    Timer timer_;
    ConnectionHandler& owner_;
    std::shared_ptr<const void> place_;
    const milliseconds farewell_due_;
    Heartbeat heartbeat_;
    const std::string address_;
    FrameCount frames_;
    std::optional<Steady::time_point> pinged_;  ///< when the ping went out that is not answered yet
    RoundTrips round_trips_;
    std::uint64_t pings_ = 0;
    std::vector<Bytes> waiting_;  ///< rarely more than one
    std::size_t waiting_bytes_ = 0;
    std::size_t bytes_after_close_ = 0;
    Bytes in_flight_;
    State state_ = State::open;
    bool pinging_ = false;
    bool writing_ = false;
    bool told_closing_ = false;
    bool farewell_said_ = false;
    std::uint16_t close_code_ = 0;  ///< not 0 before the end: this side closes it
    std::string close_reason_;
};

}  // namespace

Awaitable<void> open_web_socket(TcpStream stream, beast::flat_buffer early, UpgradeRequest request,
                                std::string address, ConnectionHandler& owner, ConnectionSettings settings,
                                std::shared_ptr<const void> place) {
    const auto connection = std::make_shared<WebSocketConnection>(stream.release_socket(), std::move(address),
                                                                  owner, settings, std::move(place));
    std::string bytes(static_cast<const char*>(early.data().data()), early.size());
    Awaitable<bool> accepted = connection->accept(request, std::move(bytes));
    if (co_await std::move(accepted)) connection->start();
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
