#include "clients/terminal/net/web_socket.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include "clients/terminal/net/dial.hpp"
#include "clients/terminal/net/refusal_words.hpp"

namespace pentad::terminal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr std::size_t largest_frame = 4 * 1024 * 1024;  // a snapshot with a long history is large

template <class Stream>
class Socket final : public WebSocket {
  public:
    Socket(Stream stream, ServerAddress address) : socket_(std::move(stream)), address_(std::move(address)) {}

    asio::awaitable<std::string> open() override {
        std::string why = co_await dial(socket_.next_layer(), address_);
        if (!why.empty()) co_return why;
        socket_.set_option(
            websocket::stream_base::timeout{opening_time, websocket::stream_base::none(), false});
        socket_.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
            request.set(beast::http::field::user_agent, "pentad-terminal");
            request.set(beast::http::field::sec_websocket_protocol, "pentad.v1.json");
        }));
        socket_.read_message_max(largest_frame);
        error_code error;
        const std::string host = address_.host + ":" + address_.port;
        websocket::response_type response;
        co_await socket_.async_handshake(response, host, address_.path,
                                         asio::redirect_error(asio::use_awaitable, error));
        if (error == websocket::error::upgrade_declined) {
            // The server names no host, since somebody else may have written it.
            if (response.result() == beast::http::status::misdirected_request)
                co_return "the server does not answer to the name " + address_.host +
                    "; the operator can add the name to --allowed-hosts";
            std::string words = refusal_words(response.body());
            if (response.result() != beast::http::status::not_found && !words.empty()) co_return words;
            co_return "there is no Pentad server at this address (it answers with HTTP status " +
                std::to_string(response.result_int()) + ")";
        }
        if (error) co_return error.message();
        co_return "";
    }

    asio::awaitable<std::optional<End>> read(std::string_view& frame) override {
        buffer_.consume(buffer_.size());
        error_code error;
        co_await socket_.async_read(buffer_, asio::redirect_error(asio::use_awaitable, error));
        if (error == websocket::error::closed) {
            const auto& reason = socket_.reason();
            co_return End{std::string(reason.reason.c_str()), reason.code};
        }
        if (error) co_return End{error.message(), std::nullopt};
        frame = {static_cast<const char*>(buffer_.cdata().data()), buffer_.size()};
        co_return std::nullopt;
    }

    asio::awaitable<bool> write(const std::string& frame) override {
        error_code error;
        const auto bytes = asio::buffer(frame);
        co_await socket_.async_write(bytes, asio::redirect_error(asio::use_awaitable, error));
        co_return !error;
    }

    asio::awaitable<void> close() override {
        error_code error;
        co_await socket_.async_close(websocket::close_code::normal,
                                     asio::redirect_error(asio::use_awaitable, error));
    }

    void cut() override { beast::get_lowest_layer(socket_).close(); }

  private:
    websocket::stream<Stream> socket_;
    const ServerAddress address_;
    beast::flat_buffer buffer_;
};

}  // namespace

std::unique_ptr<WebSocket> make_web_socket(asio::io_context& io, const ServerAddress& address) {
    if (address.secure) return std::make_unique<Socket<TlsStream>>(make_tls_stream(io, address), address);
    return std::make_unique<Socket<PlainStream>>(PlainStream(io), address);
}

}  // namespace pentad::terminal
