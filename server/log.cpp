#include "server/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace pentad::server {
namespace {

/// The message with everything escaped that could end a line or a JSON text. spdlog's own `%v` escapes
/// nothing.
class EscapedMessage final : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
        for (unsigned char c : message.payload) {
            if (c == '"' || c == '\\') {
                out.push_back('\\');
                out.push_back(static_cast<char>(c));
            } else if (c < 0x20 || c == 0x7f) {
                fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
            } else {
                out.push_back(static_cast<char>(c));
            }
        }
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<EscapedMessage>();
    }
};

/// `,"match":"m_..."` and the like for the first id of each kind that the message names, so that whoever
/// looks for one finds it without reading sentences.
class IdsOfTheMessage final : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
        const std::string_view text(message.payload.data(), message.payload.size());
        for (const auto& [prefix, key] : kinds)
            if (const std::string_view id = first_id(text, prefix); !id.empty())
                fmt::format_to(std::back_inserter(out), R"(,"{}":"{}")", key, id);
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<IdsOfTheMessage>();
    }

  private:
    static constexpr std::pair<std::string_view, std::string_view> kinds[] = {
        {"m_", "match"}, {"r_", "room"}, {"s_", "session"}, {"p_", "player"}};

    static bool is_of_an_id(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }
    static std::string_view first_id(std::string_view text, std::string_view prefix) {
        for (std::size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at + 1)) {
            if (at > 0 && is_of_an_id(text[at - 1])) continue;
            const auto end =
                std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_an_id);
            const auto size = static_cast<std::size_t>(end - text.begin()) - at;
            if (size > prefix.size()) return text.substr(at, size);
        }
        return {};
    }
};

}  // namespace

void set_up_log(const std::string& level, const std::string& format) {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<EscapedMessage>('*').add_flag<IdsOfTheMessage>('&');
    formatter->set_pattern(format == "json"
                               ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":"%*"%&})"
                               : "%Y-%m-%d %H:%M:%S.%e %^%-5l%$ %*");
    // Takes the place of an older one: a program may start a server more than once.
    auto logger =
        std::make_shared<spdlog::logger>("pentad", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    logger->set_formatter(std::move(formatter));
    logger->set_level(spdlog::level::from_str(level));
    spdlog::set_default_logger(std::move(logger));
}

void set_log_level(const std::string& level) {
    spdlog::default_logger()->set_level(spdlog::level::from_str(level));
}

}  // namespace pentad::server
