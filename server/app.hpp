#pragma once

#include "server/config.hpp"

namespace pentad::server {

/// Opens the store, brings back what was going on, serves until SIGTERM or SIGINT, then lets everything that
/// was received be stored and answered. Prints the address on stdout. Throws std::runtime_error, with a
/// sentence that says what to do, when it cannot start.
void run_server(const Config& config);

}  // namespace pentad::server
