#pragma once

#include <spdlog/spdlog.h>

#include <string>
#include <string_view>
#include <utility>

#include "server/base/log/log_ids.hpp"

/// Log lines that are about a match, room, session or player. Thread-safe.
namespace pentad::server {

/// Logs a line with these ids.
void log_line(spdlog::level::level_enum level, const LogIds& ids, std::string sentence);

template <class... Args>
void log_line(spdlog::level::level_enum level, const LogIds& ids, fmt::format_string<Args...> sentence,
              Args&&... args) {
    if (spdlog::should_log(level)) log_line(level, ids, fmt::format(sentence, std::forward<Args>(args)...));
}

template <class... Args>
void log_debug(const LogIds& ids, fmt::format_string<Args...> sentence, Args&&... args) {
    log_line(spdlog::level::debug, ids, sentence, std::forward<Args>(args)...);
}
template <class... Args>
void log_info(const LogIds& ids, fmt::format_string<Args...> sentence, Args&&... args) {
    log_line(spdlog::level::info, ids, sentence, std::forward<Args>(args)...);
}
template <class... Args>
void log_warning(const LogIds& ids, fmt::format_string<Args...> sentence, Args&&... args) {
    log_line(spdlog::level::warn, ids, sentence, std::forward<Args>(args)...);
}
template <class... Args>
void log_error(const LogIds& ids, fmt::format_string<Args...> sentence, Args&&... args) {
    log_line(spdlog::level::err, ids, sentence, std::forward<Args>(args)...);
}

/// A line's sentence and its fields as JSON, such as `,"match":"m_..."`.
struct LogLineParts {
    std::string_view sentence;
    std::string_view fields;
};
LogLineParts parts_of(const spdlog::details::log_msg& message);

}  // namespace pentad::server
