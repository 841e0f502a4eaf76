#include "server/app/config_reload.hpp"

#include <spdlog/spdlog.h>

#include <csignal>
#include <stdexcept>
#include <utility>
#include <variant>

#include "server/app/check_config.hpp"
#include "server/base/log/log.hpp"

namespace pentad::server {

ConfigReload::ConfigReload(asio::io_context& io, Config& current, Steps steps)
    : current_(current), steps_(std::move(steps)), signal_(io, SIGHUP) {
    wait();
}

void ConfigReload::wait() {
    signal_.async_wait([this](boost::system::error_code error, int) {
        if (error) return;
        reload_now();
        wait();
    });
}

void ConfigReload::reload_now() {
    Config next = current_;
    Reload changes;
    try {
        const Invocation wanted = steps_.read();
        if (const auto* mistake = std::get_if<ExitNow>(&wanted)) throw std::runtime_error(mistake->text);
        const auto& config = std::get<Config>(wanted);
        check_config(config);
        changes = reload(next, config);
        steps_.prepare(next);
    } catch (const std::exception& reason) {
        spdlog::error("the settings stay as they are: {}", reason.what());
        return;
    }
    current_ = std::move(next);
    // Whoever sent the signal wants to know, whatever the log level.
    if (current_.log_level != "off") set_log_level("info");
    for (const std::string& change : changes.changed) spdlog::info("setting {}", change);
    for (const std::string& name : changes.after_restart)
        spdlog::warn("setting {} differs; it changes with a restart only", name);
    if (changes.changed.empty()) spdlog::info("no setting has changed that can change while the server runs");
    set_log_level(current_.log_level);
    steps_.apply();
}

}  // namespace pentad::server
