#include "clients/terminal/words.hpp"

#include <algorithm>
#include <map>

namespace pentad::terminal {
namespace {

using protocol::milliseconds;

std::string reason_words(const std::string& reason) {
    static const std::map<std::string, std::string> words{
        {"king_captured", "a king was captured"},
        {"king_in_corner", "a king reached the far corner"},
        {"home_row", "a stone reached the far row"},
        {"no_moves", "the other side has no move left"},
        {"repetition", "the position was repeated"},
        {"one_group", "all pieces form one group"},
        {"goal", "a piece reached its goal"},
        {"cannot_act", "the side to move was left without a move"},
        {"resign", "by resignation"},
        {"timeout", "time ran out"},
        {"agreement", "by agreement"},
        {"claim", "the opponent left the game"},
        {"abandoned", "the game was abandoned"},
        {"aborted", "the game was called off"},
        {"bot_failed", "the computer failed to move"},
    };
    if (const auto found = words.find(reason); found != words.end()) return found->second;
    std::string shown = reason;
    std::replace(shown.begin(), shown.end(), '_', ' ');
    return shown;
}

std::string seconds_words(milliseconds time) {
    const auto count = time.count();
    std::string text = std::to_string(count / 1000);
    if (count % 1000 >= 100) text += "." + std::to_string(count % 1000 / 100);
    return text + " s";
}

std::string face(milliseconds time) {
    const auto seconds = std::max<std::int64_t>(time.count(), 0) / 1000;
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    if (seconds < 3600) return std::to_string(seconds / 60) + ":" + two(seconds % 60);
    return std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

std::string player_words(const protocol::Player& player, std::optional<int> level) {
    if (level) return "computer, level " + std::to_string(*level);
    return player.name;
}

}  // namespace

std::string result_words(const protocol::Result& result, const std::array<std::string, 2>& sides) {
    const bool drawn = result.reason == "repetition" || result.reason == "agreement";
    std::string text = "Nobody wins";
    if (result.winner)
        text = sides[static_cast<std::size_t>(engine::index(*result.winner))] + " wins";
    else if (drawn)
        text = "A draw";
    return text + ": " + reason_words(result.reason) + ".";
}

std::string time_control_words(const protocol::TimeControl& tc) {
    using Kind = protocol::TimeControlKind;
    switch (tc.kind) {
        case Kind::none:
            return "no clock";
        case Kind::fischer: {
            const auto seconds = tc.initial.count() / 1000;
            const std::string budget =
                seconds % 60 == 0 ? std::to_string(seconds / 60) + " min" : face(tc.initial);
            return budget + " + " + seconds_words(tc.increment);
        }
        case Kind::permove:
            return seconds_words(tc.per_move) + " a move";
        case Kind::correspondence:
            return face(tc.per_move) + " a move, correspondence";
    }
    return "";
}

std::string clock_words(const protocol::Clock& clock) {
    if (!clock.remaining) return "";
    return face((*clock.remaining)[0]) + " / " + face((*clock.remaining)[1]);
}

std::string chair_words(const protocol::Chair& chair) {
    if (chair.player) return player_words(*chair.player, chair.level);
    if (chair.kind == protocol::ChairKind::bot) return player_words({}, chair.level.value_or(1));
    if (chair.kind == protocol::ChairKind::closed) return "closed";
    return "free";
}

std::string seat_words(const protocol::Seat& seat) { return player_words(seat.player, seat.level); }

}  // namespace pentad::terminal
