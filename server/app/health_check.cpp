#include "server/app/health_check.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <istream>
#include <stdexcept>

namespace pentad::server {

void check_health(const Config& config) {
    // A wildcard address is reached by the loopback address.
    const std::string address = config.bind == "0.0.0.0" ? "127.0.0.1"
                                : config.bind == "::"    ? "::1"
                                                         : config.bind;
    const std::string host = config.allowed_hosts.empty() ? "localhost" : config.allowed_hosts.front();
    const std::string where = "the server at " + address + " port " + std::to_string(config.port);
    boost::asio::ip::tcp::iostream stream;
    stream.expires_after(std::chrono::seconds(3));
    stream.connect(boost::asio::ip::tcp::endpoint(boost::asio::ip::make_address(address), config.port));
    stream << "GET /healthz HTTP/1.1\r\nHost: " << host << "\r\nConnection: close\r\n\r\n" << std::flush;
    std::string version;
    int status = 0;
    if (!(stream >> version >> status))
        throw std::runtime_error(where + " does not answer: " + stream.error().message());
    if (status != 200) throw std::runtime_error(where + " answered with status " + std::to_string(status));
}

}  // namespace pentad::server
