#include "server/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

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

}  // namespace

void set_up_log(const std::string& level, const std::string& format) {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<EscapedMessage>('*');
    formatter->set_pattern(format == "json"
                               ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":"%*"})"
                               : "%Y-%m-%d %H:%M:%S.%e %^%-5l%$ %*");
    auto logger = spdlog::stderr_color_mt("pentad");
    logger->set_formatter(std::move(formatter));
    logger->set_level(spdlog::level::from_str(level));
    spdlog::set_default_logger(std::move(logger));
}

void set_log_level(const std::string& level) {
    spdlog::default_logger()->set_level(spdlog::level::from_str(level));
}

}  // namespace pentad::server
