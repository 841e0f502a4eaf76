#pragma once

#include <spdlog/pattern_formatter.h>

#include <memory>
#include <string>

namespace pentad::server {

/// How a line of the log is written, `text` or `json`. Whatever the message carries, it is one line in UTF-8
/// and nothing in it can be taken for another one.
std::unique_ptr<spdlog::formatter> log_formatter(const std::string& format);

}  // namespace pentad::server
