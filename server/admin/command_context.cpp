#include "server/admin/command_context.hpp"

#include <charconv>

namespace pentad::server {

std::string CommandContext::text(std::size_t from) const {
    std::string joined;
    for (std::size_t i = from; i < words.size(); ++i) joined += (joined.empty() ? "" : " ") + words[i];
    return joined;
}

std::optional<std::int64_t> read_number(std::string_view word) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || number < 0 || end != word.data() + word.size()) return std::nullopt;
    return number;
}

std::optional<milliseconds> read_duration(std::string_view word) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || number < 1 || number > 100'000 || end + 1 != word.data() + word.size())
        return std::nullopt;
    switch (*end) {
        case 's':
            return std::chrono::seconds(number);
        case 'm':
            return std::chrono::minutes(number);
        case 'h':
            return std::chrono::hours(number);
        case 'd':
            return std::chrono::hours(24 * number);
        default:
            return std::nullopt;
    }
}

}  // namespace pentad::server
