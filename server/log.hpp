#pragma once

#include <string>

namespace pentad::server {

/// Sets up the log on stderr: `text` for people or `json`, one object a line, at this level (`debug`,
/// `info`, `warn`, `error`). Whatever a message carries, it stays one line and forges no other.
void set_up_log(const std::string& level, const std::string& format);

/// Tells whoever started the program, at any level: the address on stdout, or on stderr why it ends. By
/// itself as text, as a line like those of the log in `json`.
void announce(const std::string& address, const std::string& format);
void announce_failure(const std::string& reason, const std::string& format);

/// From now on this is the least that is logged.
void set_log_level(const std::string& level);

}  // namespace pentad::server
