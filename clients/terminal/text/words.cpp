#include "clients/terminal/text/words.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

std::string player_words(const protocol::Player& player, std::optional<int> level) {
    if (level) return "computer, level " + std::to_string(*level);
    return player.name;
}

}  // namespace

std::string time_words(milliseconds time) {
    const auto seconds = std::max<std::int64_t>(time.count(), 0) / 1000;
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    if (seconds < 3600) return std::to_string(seconds / 60) + ":" + two(seconds % 60);
    return std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

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
                seconds % 60 == 0 ? std::to_string(seconds / 60) + " min" : time_words(tc.initial);
            return budget + " + " + seconds_words(tc.increment);
        }
        case Kind::permove:
            return seconds_words(tc.per_move) + " a move";
        case Kind::correspondence:
            return time_words(tc.per_move) + " a move, correspondence";
    }
    return "";
}

std::string clock_words(const protocol::Clock& clock) {
    if (!clock.remaining) return "";
    return time_words((*clock.remaining)[0]) + " / " + time_words((*clock.remaining)[1]);
}

std::string chair_words(const protocol::Chair& chair) {
    if (chair.player) return player_words(*chair.player, chair.level);
    if (chair.kind == protocol::ChairKind::bot) return player_words({}, chair.level.value_or(1));
    if (chair.kind == protocol::ChairKind::closed) return "closed";
    return "free";
}

std::string seat_words(const protocol::Seat& seat) { return player_words(seat.player, seat.level); }

std::string match_words(const protocol::MatchSummary& match, const protocol::GameCard* game) {
    const std::array<std::string, 2> sides =
        game ? game->sides : std::array<std::string, 2>{"First", "Second"};
    return (game ? game->name : match.game) + ": " + seat_words(match.seats[0]) + " / " +
           seat_words(match.seats[1]) + ", " + counted(static_cast<std::size_t>(match.ply), "move") + ". " +
           (match.result ? result_words(*match.result, sides) : "It goes on.");
}

std::string offer_words(protocol::OfferKind kind) {
    using protocol::OfferKind;
    switch (kind) {
        case OfferKind::draw:
            return "a draw";
        case OfferKind::takeback:
            return "to take a move back";
        case OfferKind::rematch:
            return "a rematch";
        case OfferKind::pause:
            return "a pause";
        case OfferKind::abort:
            return "to call the game off";
    }
    return "";
}

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string state_words(protocol::RoomState state) {
    switch (state) {
        case protocol::RoomState::open:
            return "open";
        case protocol::RoomState::playing:
            return "playing";
        case protocol::RoomState::over:
            return "over";
    }
    return "";
}

std::string hint_words(const protocol::Hint& hint) {
    std::string text = "Hint: " + hint.move + ".";
    for (std::size_t i = 1; i < hint.line.size(); ++i)
        text += (i == 1 ? " It may go on: " : ", ") + hint.line[i];
    if (hint.line.size() > 1) text += ".";
    if (hint.forced_end)
        text += (*hint.forced_end > 0 ? " You can force a win in " : " You lose by force in ") +
                counted(static_cast<std::size_t>(std::abs(*hint.forced_end)), "move") + ".";
    return text;
}

std::string number_words(double number) {
    char text[64];
    std::snprintf(text, sizeof text, "%.2f", number);
    std::string shown(text);
    while (shown.ends_with('0')) shown.pop_back();
    if (shown.ends_with('.')) shown.pop_back();
    return shown;
}

std::string choices_words(const engine::OptionChoices& choices) {
    std::string text;
    for (const auto& value : choices.values) {
        text += (text.empty() ? "" : ", ") + value.id;
        if (value.id == choices.default_id && choices.values.size() > 1) text += " (default)";
    }
    return text;
}

Text rules_text(const protocol::GameCard& game) {
    const auto english = game.rules_text.find("en");
    const auto& text = english != game.rules_text.end() ? english : game.rules_text.begin();
    if (text == game.rules_text.end()) return {};
    const protocol::GameCard& card = game;
    Text result{
        {{card.name, Tone::strong},
         {", by " + card.credit.designer + (card.credit.year.empty() ? "" : ", " + card.credit.year)}}};
    if (!card.credit.note.empty()) result.push_back(line(card.credit.note, Tone::faint));
    // Drawings of positions are drawings here too; only the marks around them go.
    for (Line& one : lines(text->second))
        if (one.empty() || !one.front().text.starts_with("```")) result.push_back(std::move(one));
    return result;
}

}  // namespace pentad::terminal
