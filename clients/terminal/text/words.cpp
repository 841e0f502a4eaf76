#include "clients/terminal/text/words.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "clients/terminal/texts/language.hpp"
#include "protocol/game_card.hpp"

namespace pentad::terminal {
namespace {

using protocol::milliseconds;

std::string reason_words(const std::string& reason, const protocol::GameCard* game) {
    if (game != nullptr)
        if (const auto own = protocol::reason_text(game->texts, reason, language())) return *own;
    const std::map<std::string, std::string> words{
        {"repetition", tr("the position was repeated")},
        {"resign", tr("by resignation")},
        {"timeout", tr("time ran out")},
        {"agreement", tr("by agreement")},
        {"claim", tr("the opponent left the game")},
        {"abandoned", tr("the game was abandoned")},
        {"aborted", tr("the game was called off")},
        {"bot_failed", tr("the computer failed to move")},
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
    if (level) return tr("computer, level {}", std::to_string(*level));
    return player.name;
}

}  // namespace

std::string time_words(milliseconds time) {
    const auto seconds = std::max<std::int64_t>(time.count(), 0) / 1000;
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    if (seconds < 3600) return std::to_string(seconds / 60) + ":" + two(seconds % 60);
    return std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

std::string result_words(const protocol::Result& result, const protocol::GameCard* game) {
    const bool drawn = result.reason == "repetition" || result.reason == "agreement";
    std::string text = tr("Nobody won");
    if (result.winner)
        text = tr("{} won", side_words(game)[static_cast<std::size_t>(engine::index(*result.winner))]);
    else if (drawn)
        text = tr("A draw");
    return text + ": " + reason_words(result.reason, game) + ".";
}

std::string time_control_words(const protocol::TimeControl& tc) {
    using Kind = protocol::TimeControlKind;
    switch (tc.kind) {
        case Kind::none:
            return tr("no clock");
        case Kind::fischer: {
            const auto seconds = tc.initial.count() / 1000;
            const std::string budget =
                seconds % 60 == 0 ? tr("{} min", std::to_string(seconds / 60)) : time_words(tc.initial);
            return budget + " + " + seconds_words(tc.increment);
        }
        case Kind::permove:
            return tr("{} a move", seconds_words(tc.per_move));
        case Kind::correspondence: {
            const auto days = tc.per_move / std::chrono::hours(24);
            const bool whole = tc.per_move % std::chrono::hours(24) == milliseconds(0);
            return tr("{} a move",
                      (whole ? counted(static_cast<std::size_t>(days), "day") : time_words(tc.per_move)));
        }
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
    if (chair.kind == protocol::ChairKind::closed) return tr("closed");
    return tr("free");
}

std::string seat_words(const protocol::Seat& seat) { return player_words(seat.player, seat.level); }

std::string match_words(const protocol::MatchSummary& match, const protocol::GameCard* game) {
    return (game ? game->name : match.game) + ": " + seat_words(match.seats[0]) + " / " +
           seat_words(match.seats[1]) + ", " + counted(static_cast<std::size_t>(match.ply), "move") + ". " +
           (match.result ? result_words(*match.result, game) : tr("It goes on."));
}

std::string offer_words(protocol::OfferKind kind) {
    using protocol::OfferKind;
    switch (kind) {
        case OfferKind::draw:
            return tr("a draw");
        case OfferKind::takeback:
            return tr("to take a move back");
        case OfferKind::rematch:
            return tr("a rematch");
        case OfferKind::pause:
            return tr("a pause");
        case OfferKind::abort:
            return tr("to call the game off");
    }
    return "";
}

std::string counted(std::size_t count, const std::string& what) {
    return tr_count("{} " + what, "{} " + what + "s", count);
}

std::string state_words(protocol::RoomState state) {
    switch (state) {
        case protocol::RoomState::open:
            return tr("open");
        case protocol::RoomState::playing:
            return tr("playing");
        case protocol::RoomState::over:
            return tr("over");
    }
    return "";
}

std::string hint_words(const protocol::Hint& hint) {
    std::string text = tr("Hint: {}.", hint.move);
    for (std::size_t i = 1; i < hint.line.size(); ++i)
        text += (i == 1 ? tr(" It may go on: ") : ", ") + hint.line[i];
    if (hint.line.size() > 1) text += ".";
    if (hint.forced_end)
        text += (*hint.forced_end > 0 ? tr(" You can force a win in ") : tr(" You lose by force in ")) +
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

std::array<std::string, 2> side_words(const protocol::GameCard* game) {
    if (game != nullptr) return game->sides;
    return {tr("First"), tr("Second")};
}

std::string choices_words(const engine::OptionChoices& choices) {
    std::string text;
    for (const auto& value : choices.values) {
        text += (text.empty() ? "" : ", ") + value.id;
        if (value.id == choices.default_id && choices.values.size() > 1) text += tr(" (default)");
    }
    return text;
}

Text rules_text(const protocol::GameCard& game) {
    const auto own = game.rules_text.find(language());
    const auto english = own != game.rules_text.end() ? own : game.rules_text.find("en");
    const auto& text = english != game.rules_text.end() ? english : game.rules_text.begin();
    if (text == game.rules_text.end()) return {};
    const protocol::GameCard& card = game;
    Text result{
        {{card.name, Tone::strong},
         {tr(", by {}{}", card.credit.designer, (card.credit.year.empty() ? "" : ", " + card.credit.year))}}};
    if (!card.credit.note.empty()) result.push_back(line(card.credit.note, Tone::faint));
    // Drawings of positions are drawings here too; only the marks around them go.
    for (Line& one : lines(text->second))
        if (one.empty() || !one.front().text.starts_with("```")) result.push_back(std::move(one));
    return result;
}

}  // namespace pentad::terminal
