#include "clients/terminal/model/time_text.hpp"

#include <charconv>
#include <optional>

#include "protocol/limits.hpp"

#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using protocol::TimeControl;
using Kind = protocol::TimeControlKind;

/// A number of units of so many seconds; none: it is no number, or longer than clocks may be.
std::optional<protocol::milliseconds> time(std::string_view text, double unit) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    constexpr double most = static_cast<double>(protocol::limits::time_control_ms) / 1000;
    if (!(value >= 0 && value * unit <= most)) return std::nullopt;
    return protocol::milliseconds(static_cast<std::int64_t>(value * unit * 1000 + 0.5));
}

}  // namespace

tl::expected<TimeControl, std::string> read_time_control(std::string_view text) {
    if (text == "none") return TimeControl{};
    const auto wrong = tl::unexpected(tr("This is no clock. {}", time_control_usage()));
    if (text.empty()) return wrong;
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        const auto initial = time(text.substr(0, plus), 60);
        const auto increment = time(text.substr(plus + 1), 1);
        if (!initial || !increment) return wrong;
        return TimeControl{Kind::fischer, *initial, *increment, {}};
    }
    const char unit = text.back();
    if (unit != 's' && unit != 'd') return wrong;
    const auto per_move = time(text.substr(0, text.size() - 1), unit == 's' ? 1 : 24 * 60 * 60);
    if (!per_move) return wrong;
    return TimeControl{unit == 's' ? Kind::permove : Kind::correspondence, {}, {}, *per_move};
}

std::string time_control_usage() {
    return tr(
        "Say 5+3 for 5 minutes each and 3 seconds a move, 30s for 30 seconds a move, 2d for 2 days a move, "
        "or none.");
}

const std::vector<std::string>& usual_clocks() {
    static const std::vector<std::string> clocks{"none", "5+3", "10+5", "30+15", "1d"};
    return clocks;
}

}  // namespace pentad::terminal
