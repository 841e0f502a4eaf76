#include "server/base/log/log_line.hpp"

#include <algorithm>

namespace pentad::server {
namespace {

/// The source location of lines with fields. spdlog carries a payload and a location through its queue, so
/// the fields follow the sentence in the payload, and the location's "line" is the length of the sentence. No
/// text can forge that.
constexpr char with_fields[] = "";

bool is_id(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// Ids may come from clients: anything that is not an id is left out.
void append(std::string& line, std::string_view key, const std::string& id) {
    if (is_id(id)) line.append(",\"").append(key).append("\":\"").append(id).append("\"");
}

}  // namespace

void log_line(spdlog::level::level_enum level, const LogIds& ids, std::string sentence) {
    const std::size_t size = sentence.size();
    append(sentence, "match", ids.match.text);
    append(sentence, "room", ids.room.text);
    append(sentence, "session", ids.session.text);
    append(sentence, "player", ids.player.text);
    spdlog::default_logger_raw()->log(spdlog::source_loc{with_fields, static_cast<int>(size), ""}, level,
                                      spdlog::string_view_t(sentence));
}

LogLineParts parts_of(const spdlog::details::log_msg& message) {
    const std::string_view payload(message.payload.data(), message.payload.size());
    if (message.source.filename != with_fields) return {payload, {}};
    const auto size = static_cast<std::size_t>(message.source.line);
    return {payload.substr(0, size), payload.substr(size)};
}

}  // namespace pentad::server
