#include "clients/terminal/net/dial.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace pentad::terminal {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

TlsStream make_tls_stream(asio::io_context& io, const ServerAddress& address) {
    asio::ssl::context context(asio::ssl::context::tls_client);
    context.set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
    context.set_default_verify_paths();
    if (!address.trusted.empty()) context.load_verify_file(address.trusted);
    context.set_verify_mode(asio::ssl::verify_peer);
    // The stream keeps what it needs of the context.
    TlsStream stream(io, context);
    stream.set_verify_callback(asio::ssl::host_name_verification(address.bare_host()));
    return stream;
}

asio::awaitable<std::string> dial(PlainStream& stream, const ServerAddress& address) {
    error_code error;
    tcp::resolver resolver(stream.get_executor());
    const std::string host = address.bare_host();
    const auto places =
        co_await resolver.async_resolve(host, address.port, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return error.message();
    stream.expires_after(opening_time);
    co_await stream.async_connect(places, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return error.message();
    stream.socket().set_option(tcp::no_delay(true), error);
    stream.expires_never();
    co_return "";
}

asio::awaitable<std::string> dial(TlsStream& stream, const ServerAddress& address) {
    PlainStream& lowest = boost::beast::get_lowest_layer(stream);
    std::string why = co_await dial(lowest, address);
    if (!why.empty()) co_return why;
    // Servers with several names choose their certificate by this one.
    SSL_set_tlsext_host_name(stream.native_handle(), address.bare_host().c_str());
    error_code error;
    lowest.expires_after(opening_time);
    co_await stream.async_handshake(asio::ssl::stream_base::client,
                                    asio::redirect_error(asio::use_awaitable, error));
    lowest.expires_never();
    if (!error) co_return "";
    const long verdict = SSL_get_verify_result(stream.native_handle());
    if (verdict == X509_V_OK && error.message().find("verify") == std::string::npos)
        co_return error.message();
    // The check of the name tells no reason of its own.
    const bool name = verdict == X509_V_OK || verdict == X509_V_ERR_UNSPECIFIED;
    const char* reason = X509_verify_cert_error_string(verdict);
    co_return std::string("its certificate is not trusted: ") + (name ? "it is for another name" : reason);
}

}  // namespace pentad::terminal
