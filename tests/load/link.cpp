#include "tests/load/link.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>

namespace pentad::load {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using Socket = asio::basic_stream_socket<asio::ip::tcp, asio::io_context::executor_type>;

class WebSocket final : public Link, public std::enable_shared_from_this<WebSocket> {
  public:
    WebSocket(asio::io_context& io, LinkOwner& owner) : socket_(io.get_executor()), owner_(&owner) {}

    void connect(const Target& target) {
        socket_.next_layer().async_connect(
            target.endpoint, [self = shared_from_this(), target](beast::error_code error) {
                if (error) return self->fail("cannot connect: " + error.message());
                beast::error_code ignored;
                self->socket_.next_layer().set_option(asio::ip::tcp::no_delay(true), ignored);
                self->shake_hands(target);
            });
    }

    void send(std::string text) override {
        waiting_.push_back(std::move(text));
        if (open_ && !writing_) write_next();
    }

    std::size_t waiting() const override { return waiting_.size(); }
    void stop_reading() override { reading_ = false; }

    void cut() override {
        owner_ = nullptr;
        beast::error_code ignored;
        // A reset, so that thousands of cut links do not keep their ports.
        socket_.next_layer().set_option(asio::socket_base::linger(true, 0), ignored);
        socket_.next_layer().close(ignored);
    }

  private:
    void shake_hands(const Target& target) {
        socket_.text(true);
        socket_.auto_fragment(false);
        socket_.read_message_max(1 << 22);
        socket_.async_handshake(target.host, target.path,
                                [self = shared_from_this()](beast::error_code error) {
                                    if (error) return self->fail("no WebSocket there: " + error.message());
                                    self->open_ = true;
                                    if (self->owner_ != nullptr) self->owner_->opened();
                                    if (!self->writing_ && !self->waiting_.empty()) self->write_next();
                                    self->read_next();
                                });
    }

    void read_next() {
        socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (error == websocket::error::closed)
                return self->fail("closed with " + std::to_string(self->socket_.reason().code) + " " +
                                  self->socket_.reason().reason.c_str());
            if (error) return self->fail("the link broke: " + error.message());
            const auto data = self->buffer_.data();
            if (self->owner_ != nullptr)
                self->owner_->received({static_cast<const char*>(data.data()), data.size()});
            self->buffer_.consume(self->buffer_.size());
            if (self->owner_ != nullptr && self->reading_) self->read_next();
        });
    }

    void write_next() {
        writing_ = true;
        in_flight_ = std::move(waiting_.front());
        waiting_.pop_front();
        socket_.async_write(asio::buffer(in_flight_),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->writing_ = false;
                                if (error) return self->fail("cannot write: " + error.message());
                                if (!self->waiting_.empty()) self->write_next();
                            });
    }

    void fail(const std::string& why) {
        LinkOwner* const owner = std::exchange(owner_, nullptr);
        if (owner != nullptr) owner->closed(why);
    }

    websocket::stream<Socket> socket_;
    LinkOwner* owner_;  ///< nullptr: it hears no more
    beast::flat_buffer buffer_;
    std::deque<std::string> waiting_;
    std::string in_flight_;
    bool open_ = false;
    bool writing_ = false;
    bool reading_ = true;
};

}  // namespace

std::shared_ptr<Link> Link::open(asio::io_context& io, const Target& target, LinkOwner& owner) {
    auto link = std::make_shared<WebSocket>(io, owner);
    link->connect(target);
    return link;
}

}  // namespace pentad::load
