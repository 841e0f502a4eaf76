#include "server/base/log/log_format.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "protocol/utf8.hpp"
#include "server/base/log/log_line.hpp"
#include "server/base/text/plain_text.hpp"

namespace pentad::server {
namespace {

/// The sentence, with everything escaped that could end the line or a JSON string, or mislead a reader on a
/// terminal. spdlog's own `%v` escapes nothing.
class EscapedSentence final : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
        std::string_view rest = parts_of(message).sentence;
        while (!rest.empty()) {
            const auto [code, bytes] = protocol::first_code_point(rest);
            const std::string_view spelled = rest.substr(0, std::max<std::size_t>(bytes, 1));
            rest.remove_prefix(spelled.size());
            if (bytes == 0) {
                escape(static_cast<unsigned char>(spelled[0]), out);
            } else if (code > 0xffff && is_hidden(code)) {
                escape(0xd800 + ((code - 0x10000) >> 10), out);
                escape(0xdc00 + ((code - 0x10000) & 0x3ff), out);
            } else if (is_hidden(code)) {
                escape(code, out);
            } else {
                if (code == '"' || code == '\\') out.push_back('\\');
                out.append(spelled);
            }
        }
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<EscapedSentence>();
    }

  private:
    static void escape(char32_t unit, spdlog::memory_buf_t& out) {
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
    }
};

/// The ids that the line is about, as JSON fields.
class Fields final : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
        const std::string_view fields = parts_of(message).fields;
        out.append(fields.data(), fields.data() + fields.size());
    }
    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<Fields>(); }
};

}  // namespace

std::unique_ptr<spdlog::formatter> log_formatter(const std::string& format) {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<EscapedSentence>('*').add_flag<Fields>('&');
    formatter->set_pattern(format == "json"
                               ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":"%*"%&})"
                               : "%Y-%m-%d %H:%M:%S.%e %^%-5l%$ %*");
    return formatter;
}

}  // namespace pentad::server
