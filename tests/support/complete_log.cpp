#include "tests/support/complete_log.hpp"

#include <poll.h>
#include <signal.h>

#include <regex>
#include <stdexcept>

namespace pentad::testing {

std::string complete_log(const ServerProcess& server) {
    const std::string last = "no setting has changed that can change while the server runs";
    const std::size_t before = server.log().size();
    ::kill(server.pid(), SIGHUP);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
        std::string log = server.log();
        if (log.find(last, before) != log.npos) return log;
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("The server does not read its settings again:\n" + log);
        ::poll(nullptr, 0, 5);
    }
}

std::uint16_t metrics_port(const ServerProcess& server) {
    const std::string log = server.log();
    std::smatch found;
    const std::regex line("metrics at http://(?:127\\.0\\.0\\.1|\\[::1\\]):(\\d+)/metrics");
    if (!std::regex_search(log, found, line)) throw std::runtime_error("No metrics: " + log);
    return static_cast<std::uint16_t>(std::stoi(found[1]));
}

}  // namespace pentad::testing
