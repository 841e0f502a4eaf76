#include "clients/terminal/full/people_menu.hpp"

#include <algorithm>

#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

struct Asking {
    ViewStack& stack;
    Session& session;
    View* below;  ///< where to go back to when all is said

    void done() const { stack.pop_to(*below); }
};

void ask_report(const Asking& asking, const Player& player, ReportReason reason) {
    asking.stack.push(std::make_unique<InputView>(asking.stack, tr("Report {}", player.name),
                                                  tr("What those who run the server should know."),
                                                  [asking, player, reason](const std::string& text) {
                                                      asking.done();
                                                      asking.session.report(player, {reason, text});
                                                  }));
}

void choose_reason(const Asking& asking, const Player& player) {
    std::vector<Menu::Item> items;
    for (const auto& [text, reason] : std::vector<std::pair<std::string, ReportReason>>{
             {tr("What they write"), ReportReason::chat},
             {tr("Cheating"), ReportReason::cheating},
             {tr("They let lost games run out of time"), ReportReason::stalling},
             {tr("Their name"), ReportReason::name},
             {tr("Something else"), ReportReason::other}})
        items.push_back(
            {line(text), [asking, player, reason = reason] { ask_report(asking, player, reason); }});
    asking.stack.push(
        std::make_unique<MenuView>(asking.stack, tr("Report {}", player.name), std::move(items)));
}

void choose_what(const Asking& asking, const Player& player, bool blocked) {
    std::vector<Menu::Item> items;
    items.push_back({line(blocked ? tr("Unblock") : tr("Block: read nothing of theirs, and do not meet")),
                     [asking, player, blocked] {
                         asking.done();
                         asking.session.block(player, !blocked);
                     }});
    items.push_back({line(tr("Report to those who run the server")),
                     [asking, player] { choose_reason(asking, player); }});
    asking.stack.push(std::make_unique<MenuView>(asking.stack, player.name, std::move(items)));
}

}  // namespace

void choose_person(ViewStack& stack, Session& session, const FullActions& actions) {
    View* below = stack.top();
    session.blocks([&stack, &session, &actions, below](const std::vector<Player>& blocked) {
        // The person may have gone elsewhere meanwhile.
        if (stack.top() != below) return;
        const Asking asking{stack, session, below};
        std::vector<Menu::Item> items;
        const auto add = [&](const Player& player, bool is_blocked) {
            items.push_back({line(player.name + (is_blocked ? tr(" (blocked)") : "")),
                             [asking, player, is_blocked] { choose_what(asking, player, is_blocked); }});
        };
        for (const Player& player : blocked) add(player, true);
        for (const Player& player : session.people())
            if (std::none_of(blocked.begin(), blocked.end(),
                             [&](const Player& one) { return one.id == player.id; }))
                add(player, false);
        if (items.empty()) return actions.tell(tr("Nobody else is here."));
        stack.push(std::make_unique<MenuView>(stack, tr("Which player?"), std::move(items)));
    });
}

}  // namespace pentad::terminal
