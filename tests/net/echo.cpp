// pentad-echo [PORT]: an echo on the server's own WebSocket connections, for conformance suites. SIGTERM ends
// it.

#include "tests/net/echo.hpp"

#include <boost/asio/signal_set.hpp>
#include <charconv>
#include <csignal>
#include <cstring>
#include <iostream>

namespace asio = boost::asio;

int main(int count, char** arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    pentad::server::WebServerSettings settings;
    settings.bind = "127.0.0.1";
    if (count > 1) {
        const char* end = arguments[1] + std::strlen(arguments[1]);
        if (std::from_chars(arguments[1], end, settings.port).ptr != end) {
            std::cerr << "usage: pentad-echo [PORT]\n";
            return 2;
        }
    }
    try {
        asio::io_context context{1};
        pentad::testing::Echo echo;
        pentad::testing::NoSite site;
        pentad::server::WebServer server(context, settings, echo, site);
        asio::signal_set signals(context, SIGTERM, SIGINT);
        signals.async_wait([&](auto, int) { context.stop(); });
        std::cout << "echo at ws://127.0.0.1:" << server.port() << "/ws" << std::endl;
        context.run();
    } catch (const std::exception& reason) {
        std::cerr << "pentad-echo: " << reason.what() << '\n';
        return 1;
    }
}
