#include "server/base/log/log_format.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "protocol/utf8.hpp"
#include "server/base/text/plain_text.hpp"

namespace pentad::server {
namespace {

/// The message with everything escaped that could end a line or a JSON text, or mislead whoever reads it on
/// a terminal. spdlog's own `%v` escapes nothing.
class EscapedMessage final : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
        std::string_view rest(message.payload.data(), message.payload.size());
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
        return std::make_unique<EscapedMessage>();
    }

  private:
    static void escape(char32_t unit, spdlog::memory_buf_t& out) {
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
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

std::unique_ptr<spdlog::formatter> log_formatter(const std::string& format) {
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<EscapedMessage>('*').add_flag<IdsOfTheMessage>('&');
    formatter->set_pattern(format == "json"
                               ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":"%*"%&})"
                               : "%Y-%m-%d %H:%M:%S.%e %^%-5l%$ %*");
    return formatter;
}

}  // namespace pentad::server
