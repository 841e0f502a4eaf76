#include "clients/terminal/full/matches_menu.hpp"

#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

/// The page that `before` names; none: the latest.
void ask_for_page(ViewStack& stack, Session& session, const FullActions& actions,
                  std::optional<std::string> before) {
    View* const below = stack.top();
    session.my_matches(std::move(before), [&stack, &session, &actions, below](const MyMatches& mine) {
        // The person may have gone elsewhere meanwhile.
        if (stack.top() != below) return;
        std::vector<Menu::Item> items;
        for (const MatchSummary& match : mine.matches) {
            const std::string id = match.match;
            const bool over = match.result.has_value();
            items.push_back({{{id + "  ", Tone::faint}, {match_words(match, session.card(match.game))}},
                             [&stack, &session, &actions, below, id, over] {
                                 if (over) return session.open_record(id);
                                 stack.pop_to(*below);
                                 const auto& here = session.table().match;
                                 if (here && here->match() == id) return actions.open_table();
                                 session.open_match(id);
                             }});
        }
        if (mine.before)
            items.push_back(
                {line(tr("Show older matches")), [&stack, &session, &actions, below, next = mine.before] {
                     stack.pop_to(*below);
                     ask_for_page(stack, session, actions, next);
                 }});
        if (items.empty()) return actions.tell(tr("You have played no matches here."));
        stack.push(std::make_unique<MenuView>(stack, tr("My matches"), std::move(items)));
    });
}

}  // namespace

void show_matches(ViewStack& stack, Session& session, const FullActions& actions) {
    ask_for_page(stack, session, actions, std::nullopt);
}

}  // namespace pentad::terminal
