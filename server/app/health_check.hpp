#pragma once

#include "server/config/config.hpp"

namespace pentad::server {

/// Requests /healthz from the server that runs with these settings, for a container's health check. Throws
/// std::runtime_error with the reason unless it answers 200 within three seconds.
void check_health(const Config& config);

}  // namespace pentad::server
