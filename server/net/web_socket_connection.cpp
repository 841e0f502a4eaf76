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

/// A server's close frame (RFC 6455 5.5.1). REQUIRES: the reason has at most 123 bytes.
std::string close_frame(std::uint16_t code, std::string_view reason) {
    std::string frame{static_cast<char>(0x88), static_cast<char>(2 + reason.size()),
                      static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
    return frame.append(reason);
}

/// One WebSocket: its writes, pings and close, one at a time. Thousands of connections are idle, so each is
/// just this object: no coroutine, one timer, no compression.
///
/// Its states follow one way: open, then closing (nothing is sent or received but the close frames, with a
/// deadline), then closed, only by end(). Its timer keeps it alive until then, and so do operations of its
/// socket. What waits inside the library does not.
class WebSocketConnection final : public Connection,
                                  public SocketOwner,
                                  public std::enable_shared_from_this<WebSocketConnection> {
  public:
    WebSocketConnection(Transport transport, std::string address, ConnectionHandler& handler,
                        ConnectionSettings settings, std::shared_ptr<const void> place)
        : socket_(std::move(transport)),
          timer_(socket_.get_executor()),
          handler_(handler),
          place_(std::move(place)),
          close_timeout_(std::min<milliseconds>(max_close_time, settings.idle_timeout)),
          heartbeat_(settings.idle_timeout),
          address_(std::move(address)) {}

    Awaitable<bool> accept(const UpgradeRequest& request, std::string early) {
        socket_.next_layer().set_owner(weak_from_this());
        socket_.next_layer().put_back(std::move(early));
        // Set before the handshake to cover it. Beast's own pings do not measure round trips.
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
        // The decorator refers to the request.
        socket_.set_option(websocket::stream_base::decorator([](websocket::response_type&) {}));
        co_return !error;
    }

    void start() {
        heartbeat_.start(Steady::now());
        handler_.opened(shared_from_this());
        if (state_ == State::open) watch();
        read_next();
    }

    void send(Bytes message) override {
        if (state_ != State::open) return;
        // One message may be large; only what waits before it says that the reader is slow.
        if (waiting_.size() >= max_waiting_messages || waiting_bytes_ > max_waiting_bytes) {
            spdlog::debug("slow_consumer: {} reads too slowly", address_);
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
        begin_closing();
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
            if (frames > 0) handler_.received_frames(*this, frames, ServerClock::now());
            return;
        }
        bytes_after_close_ += bytes.size();
        if (bytes_after_close_ > max_bytes_after_close) end();
    }

    /// The peer closes, or violated the protocol: the library sends the close frame.
    void ending() override {
        if (state_ != State::open) return;
        drop_waiting();
        begin_closing();
    }

  private:
    using Steady = std::chrono::steady_clock;
    enum class State : std::uint8_t { open, closing, closed };
    /// The peer may never read or answer.
    static constexpr std::chrono::seconds max_close_time{5};

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
        // Once closing, messages are only read, not handled.
        if (state_ != State::open) return;
        if (socket_.got_binary())
            close(1003, "text only");
        else if (!protocol::is_utf8(text))
            close(1007, "not UTF-8");
        else
            handler_.received(*this, text, at);
    }

    /// Pings regularly, and closes a silent peer.
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
            // From when it is sent: waiting for a slow reader does not count.
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
            if (state_ == State::closing && close_code_ != 0) send_close_frame();
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
        // If closing, the read or the deadline ends it.
        if (state_ == State::open) end();
    }

    /// Starts closing. The handler is told in a later turn, for it may be running.
    void begin_closing() {
        state_ = State::closing;
        timer_.expires_after(close_timeout_);
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->end();
        });
        asio::post(socket_.get_executor(), [self = shared_from_this()] { self->report_closing(); });
    }

    void report_closing() {
        if (!std::exchange(reported_closing_, true)) handler_.closing(*this);
    }

    /// Not with the library's close: when the peer closes at the same time, that and the pending read wait
    /// for each other, or take each other's frames (Beast 1.81). The read goes on until the peer's close
    /// frame or end.
    void send_close_frame() {
        if (std::exchange(close_frame_sent_, true)) return;
        socket_.next_layer().send_last(close_frame(close_code_, close_reason_));
    }

    /// Drops what waits behind the message in flight.
    void drop_waiting() {
        waiting_.clear();
        waiting_bytes_ = 0;
    }

    /// The only way to become closed. Several paths may lead here; the first counts.
    void end() {
        if (state_ == State::closed) return;
        const auto self = shared_from_this();
        state_ = State::closed;
        if (close_code_ == 0) close_code_ = 1006;
        drop_waiting();
        socket_.next_layer().flush();
        boost::system::error_code ignored;
        socket_.next_layer().next_layer().close(ignored);
        timer_.cancel();
        place_.reset();
        report_closing();
        handler_.closed(*this);
    }

    websocket::stream<GatheringSocket, false> socket_;
    beast::flat_buffer buffer_;
    /// For the next ping; once closing, for the deadline.
    Timer timer_;
    ConnectionHandler& handler_;
    std::shared_ptr<const void> place_;
    const milliseconds close_timeout_;
    Heartbeat heartbeat_;
    const std::string address_;
    FrameCount frames_;
    std::optional<Steady::time_point> pinged_;  ///< when the unanswered ping was sent
    RoundTrips round_trips_;
    std::uint64_t pings_ = 0;
    std::vector<Bytes> waiting_;  ///< rarely more than one
    std::size_t waiting_bytes_ = 0;
    std::size_t bytes_after_close_ = 0;
    Bytes in_flight_;
    State state_ = State::open;
    bool pinging_ = false;
    bool writing_ = false;
    bool reported_closing_ = false;
    bool close_frame_sent_ = false;
    std::uint16_t close_code_ = 0;  ///< set before the end: this side closes it
    std::string close_reason_;
};

}  // namespace

Awaitable<void> open_web_socket(Transport transport, beast::flat_buffer early, UpgradeRequest request,
                                std::string address, ConnectionHandler& handler, ConnectionSettings settings,
                                std::shared_ptr<const void> place) {
    const auto connection = std::make_shared<WebSocketConnection>(std::move(transport), std::move(address),
                                                                  handler, settings, std::move(place));
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
