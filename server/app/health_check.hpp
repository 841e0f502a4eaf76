#pragma once

#include "server/config/config.hpp"

namespace pentad::server {

/// Asks the server that runs with these settings for /healthz, as a container's health check does. Throws
/// std::runtime_error, which says what is wrong, unless it answers 200 within three seconds.
void check_health(const Config& config);

}  // namespace pentad::server
