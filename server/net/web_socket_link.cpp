#include "server/net/web_socket_link.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <vector>

#include "protocol/utf8.hpp"
#include "server/net/web_socket_frames.hpp"

namespace pentad::server {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

/// One WebSocket after its handshake. Beast's own stream would cost several times the memory, and a write
/// for each frame; here all that is sent in one turn of the I/O thread goes out together, and all links are
/// read into one buffer, for between two frames there is rarely anything to keep.
///
/// A read is always pending until the socket is closed; its end is the end of the link.
class WebSocketLink final : public Link, public std::enable_shared_from_this<WebSocketLink> {
  public:
    WebSocketLink(Socket socket, std::string address, LinkOwner& owner, LinkSettings settings,
                  std::shared_ptr<const void> place)
        : socket_(std::move(socket)),
          timer_(socket_.get_executor()),
          owner_(owner),
          place_(std::move(place)),
          settings_(settings),
          address_(std::move(address)),
          frames_(max_message_bytes) {}

    void start(std::string early) {
        boost::system::error_code ignored;
        socket_.non_blocking(true, ignored);
        heard_ = Steady::now();
        owner_.opened(shared_from_this());
        watch();
        if (!early.empty()) take(early, ServerClock::now());
        read_on();
    }

    void send(Bytes message) override {
        if (close_code_ == 0) queue(Opcode::text, std::move(message));
    }

    void close(std::uint16_t code, std::string_view reason) override {
        if (close_code_ != 0) return;
        close_code_ = code;
        queue(Opcode::close, std::make_shared<const std::string>(close_payload(code, reason)));
        // The peer may never read or answer: the whole farewell is bounded.
        timer_.expires_after(std::min<milliseconds>(std::chrono::seconds(5), settings_.idle_timeout));
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->cut();
        });
    }

    const std::string& address() const override { return address_; }
    std::optional<milliseconds> round_trip() const override {
        return round_trip_ ? std::optional(std::chrono::duration_cast<milliseconds>(*round_trip_))
                           : std::nullopt;
    }

  private:
    using Steady = std::chrono::steady_clock;

    struct Outgoing {
        Outgoing(Opcode what, Bytes bytes)
            : opcode(what), head(what, bytes->size()), payload(std::move(bytes)) {}
        std::size_t size() const { return head.bytes().size() + payload->size(); }

        Opcode opcode;
        FrameHead head;
        Bytes payload;
    };

    // Coming in.

    void read_on() {
        socket_.async_wait(Socket::wait_read, [self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->read();
            if (!self->socket_.is_open()) self->tell_closed();
        });
    }

    void read() {
        // Of this thread's links only one reads at a time.
        static constexpr std::size_t at_a_time = 16 * 1024;
        thread_local std::vector<char> buffer(2 * at_a_time);
        static_assert(max_message_bytes <= at_a_time);
        const std::size_t kept = rest_.size();
        if (buffer.size() < kept + at_a_time) buffer.resize(kept + at_a_time);
        std::copy(rest_.begin(), rest_.end(), buffer.begin());
        boost::system::error_code error;
        const std::size_t size = socket_.read_some(asio::buffer(buffer.data() + kept, at_a_time), error);
        const ServerTime at = ServerClock::now();
        if (error && error != asio::error::would_block) {
            cut();
            return;
        }
        if (!error) take({buffer.data(), kept + size}, at);
        if (socket_.is_open()) read_on();
    }

    void take(std::span<char> bytes, ServerTime at) {
        while (!deaf_) {
            const auto next = frames_.next(bytes);
            if (!next) return refuse(next.error());
            if (!*next) break;
            heard_ = Steady::now();
            hear(**next, at);
        }
        rest_.assign(bytes.begin(), bytes.end());
        if (rest_.empty() || deaf_) rest_ = {};
    }

    void hear(const FrameReader::Message& message, ServerTime at) {
        switch (message.kind) {
            case Opcode::ping:
                if (close_code_ == 0)
                    queue(Opcode::pong, std::make_shared<const std::string>(message.payload));
                return;
            case Opcode::pong:
                take_pong(message.payload);
                return;
            case Opcode::close: {
                const std::uint16_t code = close_code(message.payload);
                farewell(code == 1005 ? 1000 : code);
                return;
            }
            default:
                break;
        }
        // A peer that is being sent away is not listened to, only read until it is gone.
        if (close_code_ != 0) return;
        if (message.kind == Opcode::binary)
            close(1003, "text only");
        else if (!protocol::is_utf8(message.payload))
            close(1007, "not UTF-8");
        else
            owner_.received(*this, message.payload, at);
    }

    void take_pong(std::string_view payload) {
        if (!pinged_ || payload != std::to_string(pings_)) return;
        const Steady::duration took = heard_ - *pinged_;
        round_trip_ = round_trip_ ? (3 * *round_trip_ + took) / 4 : took;
        pinged_.reset();
    }

    /// What came is no WebSocket.
    void refuse(std::uint16_t code) {
        rest_ = {};
        farewell(code);
    }

    /// Nothing more is taken from the peer; it is told so if it was not told anything else before.
    void farewell(std::uint16_t code) {
        deaf_ = true;
        if (close_code_ == 0) {
            drop_waiting();
            close(code, "");
        }
        if (waiting_.empty()) shut_down();
        tell_closed();
    }

    // Going out.

    void queue(Opcode opcode, Bytes payload) {
        waiting_.emplace_back(opcode, std::move(payload));
        waiting_bytes_ += waiting_.back().size();
        if (is_too_much()) write();
        if (is_too_much() && close_code_ == 0) {
            spdlog::debug("slow_consumer: {} does not read what it is sent", address_);
            drop_waiting();
            close(4006, "slow_consumer");
        }
        if (std::exchange(write_due_, true)) return;
        // Once all that is ready has been handled: what it sends goes out in one write.
        asio::post(socket_.get_executor(), [self = shared_from_this()] {
            self->write_due_ = false;
            self->write();
        });
    }

    bool is_too_much() const {
        return waiting_.size() > max_waiting_messages || waiting_bytes_ > max_waiting_bytes;
    }

    /// Sends what is waiting, as far as the socket takes it.
    void write() {
        while (!waiting_.empty() && !blocked_ && socket_.is_open()) {
            constexpr std::size_t frames_at_a_time = 32;
            std::array<asio::const_buffer, 2 * frames_at_a_time> parts;
            std::size_t count = 0;
            std::size_t gone = sent_;
            for (std::size_t i = 0; i < std::min(frames_at_a_time, waiting_.size()); ++i)
                for (std::string_view part :
                     {waiting_[i].head.bytes(), std::string_view(*waiting_[i].payload)}) {
                    const std::size_t sent = std::min(gone, part.size());
                    gone -= sent;
                    part.remove_prefix(sent);
                    if (!part.empty()) parts[count++] = asio::buffer(part);
                }
            boost::system::error_code error;
            const std::size_t size = socket_.write_some(std::span(parts.data(), count), error);
            if (error == asio::error::would_block) return write_later();
            if (error) return cut();
            count_sent(size);
        }
        if (waiting_.empty() && deaf_) shut_down();
    }

    void write_later() {
        blocked_ = true;
        socket_.async_wait(Socket::wait_write, [self = shared_from_this()](boost::system::error_code error) {
            self->blocked_ = false;
            if (!error) self->write();
        });
    }

    void count_sent(std::size_t size) {
        sent_ += size;
        std::size_t whole = 0;
        for (; whole < waiting_.size() && sent_ >= waiting_[whole].size(); ++whole) {
            sent_ -= waiting_[whole].size();
            waiting_bytes_ -= waiting_[whole].size();
            // From when it is on its way: what waited for a slow reader is no part of it.
            if (waiting_[whole].opcode == Opcode::ping) pinged_ = Steady::now();
        }
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(whole));
        // Most links send little and rarely.
        if (waiting_.empty()) waiting_ = {};
    }

    /// All but a frame of which a part is on its way.
    void drop_waiting() {
        const std::ptrdiff_t kept = sent_ > 0 ? 1 : 0;
        waiting_.erase(waiting_.begin() + std::min(kept, std::ssize(waiting_)), waiting_.end());
        waiting_bytes_ = waiting_.empty() ? 0 : waiting_.front().size();
    }

    // Its life.

    /// Pings now and again, and gives up a peer that has fallen silent.
    void watch() {
        if (close_code_ != 0) return;
        if (Steady::now() - heard_ > settings_.idle_timeout) {
            close(4007, "idle");
            return;
        }
        pinged_.reset();
        const bool waits = std::any_of(waiting_.begin(), waiting_.end(),
                                       [](const Outgoing& one) { return one.opcode == Opcode::ping; });
        if (!waits) queue(Opcode::ping, std::make_shared<const std::string>(std::to_string(++pings_)));
        timer_.expires_after(settings_.idle_timeout / 3);
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->watch();
        });
    }

    /// Both sides have said what they had to: the peer, seeing the end, closes, or else the timer does.
    void shut_down() {
        boost::system::error_code ignored;
        socket_.shutdown(Socket::shutdown_send, ignored);
    }

    void cut() {
        timer_.cancel();
        if (close_code_ == 0) close_code_ = 1006;
        waiting_ = {};
        boost::system::error_code ignored;
        socket_.close(ignored);
    }

    void tell_closed() {
        if (!std::exchange(told_closed_, true)) owner_.closed(*this);
    }

    Socket socket_;
    /// For the next look at the peer; once it is being closed, for the end of that.
    Timer timer_;
    LinkOwner& owner_;
    const std::shared_ptr<const void> place_;
    const LinkSettings settings_;
    const std::string address_;

    FrameReader frames_;
    std::string rest_;  ///< the beginning of a frame
    Steady::time_point heard_{};
    std::optional<Steady::time_point> pinged_;  ///< when the ping went out that is not answered yet
    std::optional<Steady::duration> round_trip_;
    std::uint64_t pings_ = 0;

    std::vector<Outgoing> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::size_t sent_ = 0;  ///< of the first that waits
    bool write_due_ = false;
    bool blocked_ = false;  ///< the socket does not take more for now
    bool deaf_ = false;     ///< the peer has closed, or sent what is no WebSocket
    bool told_closed_ = false;
    std::uint16_t close_code_ = 0;  ///< not 0: no more messages in or out
};

}  // namespace

Awaitable<void> open_web_socket(TcpStream stream, beast::flat_buffer early, UpgradeRequest request,
                                std::string address, LinkOwner& owner, LinkSettings settings,
                                std::shared_ptr<const void> place) {
    {
        websocket::stream<TcpStream&> handshake(stream);
        // Before it begins, or it is not covered.
        handshake.set_option(
            websocket::stream_base::timeout{std::chrono::seconds(10), websocket::stream_base::none(), false});
        handshake.set_option(websocket::stream_base::decorator([&](websocket::response_type& response) {
            response.set(beast::http::field::server, "pentad");
            if (!request[beast::http::field::sec_websocket_protocol].empty())
                response.set(beast::http::field::sec_websocket_protocol, "pentad.v1.json");
        }));
        stream.expires_never();
        const auto [error] = co_await handshake.async_accept(request, as_result);
        if (error) co_return;
    }
    std::string unread(static_cast<const char*>(early.data().data()), early.size());
    const auto link = std::make_shared<WebSocketLink>(stream.release_socket(), std::move(address), owner,
                                                      settings, std::move(place));
    link->start(std::move(unread));
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
