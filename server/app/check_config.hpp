#pragma once

#include "server/config/config.hpp"

namespace pentad::server {

/// Finds what would prevent a start: contradictory settings, an address of another machine, an unusable web
/// client, certificate or key, a data folder without write permission. Throws std::runtime_error with a
/// sentence that says what to do. Changes nothing and may be called while a server runs with these settings,
/// so it does not check whether ports are free, nor the contents of the database.
void check_config(const Config& config);

}  // namespace pentad::server
