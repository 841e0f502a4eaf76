#pragma once

#include <spdlog/pattern_formatter.h>

#include <memory>
#include <string>

namespace pentad::server {

/// Formats log lines as `text` or `json`. Whatever a message contains, it becomes one line of UTF-8 that
/// cannot be mistaken for another one.
std::unique_ptr<spdlog::formatter> log_formatter(const std::string& format);

}  // namespace pentad::server
