#pragma once

#include <filesystem>

#include "server/config/config.hpp"
#include "server/http/static_files.hpp"
#include "server/net/tls_context.hpp"
#include "server/net/web_server.hpp"
#include "server/room/room_services.hpp"

/// The settings of each part of the server.
namespace pentad::server {

WebServerSettings web_settings(const Config& config);
WebServerSettings metrics_settings(const Config& config);
TlsSettings tls_settings(const Config& config);
DisconnectPolicy disconnect_policy(const Config& config);
protocol::TimeLimits time_limits(const Config& config);
int bot_workers(const Config& config);
/// The web client; throws std::runtime_error with a sentence if it cannot be read.
StaticFiles web_files(const Config& config);
/// Empty for a database in memory.
std::filesystem::path tablebase_folder(const Config& config);

}  // namespace pentad::server
