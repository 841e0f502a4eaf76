#include "server/app/component_settings.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace pentad::server {

namespace {

ConnectionLimits connection_limits(const Config& config) {
    return {config.max_connections, config.max_links_per_address, config.trusted_proxies};
}

}  // namespace

WebServerSettings web_settings(const Config& config) {
    WebServerSettings settings;
    settings.bind = config.bind;
    settings.port = config.port;
    settings.allowed_origins = config.allowed_origins;
    settings.allowed_hosts = config.allowed_hosts;
    settings.own_hosts = config.allowed_hosts.empty();
    settings.limits = connection_limits(config);
    settings.idle_timeout = milliseconds(config.idle_timeout_ms);
    settings.request_timeout = milliseconds(config.hello_timeout_ms);
    settings.requests_per_minute = config.requests_per_minute;
    settings.base_path = config.base_path;
    return settings;
}

WebServerSettings metrics_settings(const Config& config) {
    WebServerSettings settings;
    settings.bind = config.metrics_bind;
    settings.port = static_cast<std::uint16_t>(config.metrics_port);
    // Metrics are fetched by an address, or by a name that players need not know.
    settings.allowed_hosts = config.allowed_hosts;
    settings.bearer_token = config.metrics_token;
    settings.wrong_tokens_per_minute = config.wrong_tokens_per_minute;
    return settings;
}

TlsSettings tls_settings(const Config& config) {
    TlsSettings settings;
    settings.bind = config.tls_bind;
    settings.port = static_cast<std::uint16_t>(config.tls_port);
    settings.certificate = config.tls_certificate;
    settings.key = config.tls_key;
    return settings;
}

DisconnectPolicy disconnect_policy(const Config& config) {
    DisconnectPolicy made;
    made.least = std::chrono::seconds(config.gone_after_least_s);
    made.most = std::chrono::seconds(config.gone_after_most_s);
    made.after_bye = std::chrono::seconds(config.gone_after_bye_s);
    made.abandoned = std::chrono::minutes(config.abandoned_after_min);
    return made;
}

protocol::TimeLimits time_limits(const Config& config) {
    protocol::TimeLimits made = default_time_limits;
    made.turn = milliseconds(config.least_turn_ms);
    made.game = milliseconds(config.least_game_ms);
    return made;
}

int bot_workers(const Config& config) {
    if (config.bot_workers > 0) return config.bot_workers;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

StaticFiles web_files(const Config& config) {
    StaticFiles files;
    if (config.web.empty()) return files;
    auto loaded = StaticFiles::load(config.web);
    if (!loaded) throw std::runtime_error(loaded.error());
    std::swap(files, *loaded);
    return files;
}

std::filesystem::path tablebase_folder(const Config& config) {
    return config.data == ":memory:" ? std::filesystem::path()
                                     : std::filesystem::path(config.data) / "tables";
}

}  // namespace pentad::server
