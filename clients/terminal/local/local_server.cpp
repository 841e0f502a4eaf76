#include "clients/terminal/local/local_server.hpp"

#include <cstdlib>
#include <exception>
#include <utility>

#include "server/app/server.hpp"

namespace pentad::terminal {
namespace {

server::Config config_for(const std::filesystem::path& folder, int pace_ms) {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.data = folder.string();
    // One's own machine: a game may lose its last move when the power fails, and is faster for it.
    config.durability = server::Durability::normal;
    config.log_level = "off";
    config.bot_pace_ms = pace_ms;
    config.stop_timeout_ms = 2000;
    return config;
}

std::filesystem::path variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

struct LocalServer::Impl {
    explicit Impl(const server::Config& config) : server(config) {
        controls.set_pace = [this](std::chrono::milliseconds pace) { server.set_bot_pace(pace); };
    }
    server::EmbeddedServer server;
    OwnServer controls;
};

LocalServer::LocalServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LocalServer::LocalServer(LocalServer&&) noexcept = default;
LocalServer& LocalServer::operator=(LocalServer&&) noexcept = default;
LocalServer::~LocalServer() = default;

tl::expected<LocalServer, std::string> LocalServer::start(const std::filesystem::path& folder, int pace_ms) {
    if (folder.empty()) return tl::unexpected<std::string>("There is no home folder: say --data FOLDER.");
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return tl::unexpected(folder.string() + " cannot be made: " + error.message() + ".");
    try {
        return LocalServer(std::make_unique<Impl>(config_for(folder, pace_ms)));
    } catch (const std::exception& reason) {
        return tl::unexpected<std::string>(reason.what());
    }
}

std::filesystem::path LocalServer::default_folder() {
    if (const auto data = variable("XDG_DATA_HOME"); data.is_absolute()) return data / "pentad" / "local";
    if (const auto home = variable("HOME"); home.is_absolute())
        return home / ".local" / "share" / "pentad" / "local";
    return {};
}

ServerAddress LocalServer::address() const {
    return {"127.0.0.1", std::to_string(impl_->server.port()), "/ws"};
}

const OwnServer& LocalServer::controls() const { return impl_->controls; }

}  // namespace pentad::terminal
