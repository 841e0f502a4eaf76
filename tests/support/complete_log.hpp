#pragma once

#include <string>

#include "tests/support/server_process.hpp"

namespace pentad::testing {

/// All that the server has logged of what it did until now. The log is written behind the server's back; this
/// has the settings read again, which is told behind all else. REQUIRES: the log is not `off`, and the
/// settings are those of the start.
std::string complete_log(const ServerProcess& server);

/// The port on which it serves metrics. REQUIRES: `--metrics-port 0`.
std::uint16_t metrics_port(const ServerProcess& server);

}  // namespace pentad::testing
