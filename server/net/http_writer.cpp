#include "server/net/http_writer.hpp"

#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>

namespace pentad::server {

namespace http = boost::beast::http;

Awaitable<bool> write_response(Transport& transport, const http::request<http::empty_body>& request,
                               const HttpResponse& answer, bool alive) {
    // The body is shared: there is one copy, however many slow readers there are.
    http::response<http::span_body<const char>> response;
    response.version(11);
    response.result(static_cast<unsigned>(answer.status));
    response.set(http::field::server, "pentad");
    response.set("X-Content-Type-Options", "nosniff");
    if (!answer.content_type.empty()) response.set(http::field::content_type, answer.content_type);
    for (const auto& [name, value] : answer.headers) response.set(name, value);
    response.keep_alive(alive);
    const std::size_t length = answer.body ? answer.body->size() : 0;
    if (request.method() != http::verb::head && answer.body)
        response.body() = {answer.body->data(), answer.body->size()};
    // These two have no body, and no length.
    if (answer.status != 204 && answer.status != 304) response.content_length(length);
    if (request.method() == http::verb::head) {
        http::response_serializer<http::span_body<const char>> head(response);
        const auto [error, size] = co_await http::async_write_header(transport, head, as_result);
        co_return !error;
    }
    const auto [error, size] = co_await http::async_write(transport, response, as_result);
    co_return !error;
}

}  // namespace pentad::server
