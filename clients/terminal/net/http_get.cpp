#include "clients/terminal/net/http_get.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "clients/terminal/net/dial.hpp"
#include "clients/terminal/net/refusal_words.hpp"

namespace pentad::terminal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::size_t largest_body = 16 * 1024 * 1024;

template <class Stream>
asio::awaitable<HttpBody> get(Stream& stream, const ServerAddress& address, const std::string& target) {
    std::string why = co_await dial(stream, address);
    if (!why.empty()) co_return tl::unexpected(HttpRefusal{0, std::move(why)});
    beast::get_lowest_layer(stream).expires_after(opening_time);
    http::request<http::empty_body> request{http::verb::get, target, 11};
    request.set(http::field::host, address.host + ":" + address.port);
    request.set(http::field::user_agent, "pentad-terminal");
    request.set(http::field::connection, "close");
    error_code error;
    co_await http::async_write(stream, request, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return tl::unexpected(HttpRefusal{0, error.message()});
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(largest_body);
    co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return tl::unexpected(HttpRefusal{0, error.message()});
    auto response = parser.release();
    if (response.result() == http::status::ok) co_return std::move(response.body());
    const int status = static_cast<int>(response.result_int());
    std::string words = refusal_words(response.body());
    if (words.empty()) words = "The server answers with HTTP status " + std::to_string(status) + ".";
    co_return tl::unexpected(HttpRefusal{status, std::move(words)});
}

}  // namespace

void http_get(asio::io_context& io, ServerAddress address, std::string target,
              std::function<void(HttpBody)> done) {
    auto fetch = [](asio::io_context& context, ServerAddress where, std::string what,
                    std::function<void(HttpBody)> tell) -> asio::awaitable<void> {
        if (where.secure) {
            TlsStream stream = make_tls_stream(context, where);
            HttpBody body = co_await get(stream, where, what);
            tell(std::move(body));
        } else {
            PlainStream stream(context);
            HttpBody body = co_await get(stream, where, what);
            tell(std::move(body));
        }
    };
    asio::co_spawn(io, fetch(io, std::move(address), std::move(target), std::move(done)), asio::detached);
}

}  // namespace pentad::terminal
