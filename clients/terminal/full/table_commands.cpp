#include <algorithm>
#include <utility>

#include "clients/terminal/full/people_menu.hpp"
#include "clients/terminal/full/table_view.hpp"
#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

void TableView::run_line(const std::string& text) {
    const auto command = read_command(text);
    if (!command) return actions_.tell(command.error());
    std::visit([this](const auto& it) { run(it); }, *command);
}

void TableView::run(const command::Rules& rules) {
    if (!rules.game.empty()) return commands_.run(rules);
    const std::string game = session_.table().match      ? session_.table().match->now().game
                             : session_.table().snapshot ? session_.table().snapshot->summary.game
                                                         : "";
    if (const GameCard* card = session_.card(game))
        stack_.push(std::make_unique<TextView>(stack_, card->name, rules_text(*card)));
}

void TableView::run(const command::Move& move) {
    const Table& table = session_.table();
    if (!table.match) return actions_.tell(tr("\"{}\" is no command. F1 lists them.", move.text));
    if (table.match->over()) return actions_.tell(tr("The game is over."));
    if (session_.my_seats().empty()) return actions_.tell(tr("You are watching."));
    if (!session_.my_turn() || session_.move_on_its_way()) return actions_.tell(tr("It is not your turn."));
    apply(pick(table.match->legal(), picked_, move.text));
}

void TableView::run(const command::Resign&) {
    if (!plays()) return actions_.tell(tr("You play no game here."));
    ask_before(stack_, tr("Give up this game?"), tr("Give up"), [this] { session_.resign(); });
}

void TableView::run(const command::Offer& offer) {
    if (offer.kind != OfferKind::abort || !plays()) return session_.offer(offer.kind, offer.plies);
    ask_before(stack_, tr("Call this game off? Nobody wins."), tr("Ask to call it off"),
               [this, offer] { session_.offer(offer.kind); });
}

/// A draw and a game that is called off are the end.
void TableView::run(const command::Answer& answer) {
    const auto kind = session_.offer_to_answer();
    const bool ends = kind == OfferKind::draw || kind == OfferKind::abort;
    if (!answer.accept || !ends) return session_.answer_offer(answer.accept);
    ask_before(stack_,
               kind == OfferKind::draw ? tr("Agree on a draw?") : tr("Call this game off? Nobody wins."),
               tr("Agree"), [this] { session_.answer_offer(true); });
}

void TableView::run(const command::Claim&) {
    ask_before(stack_, tr("Claim the win? The game is over then."), tr("Claim it"),
               [this] { session_.claim(); });
}

void TableView::run(const command::ShowBoard& board) {
    if (!session_.table().match) return;
    if (board.ply)
        look_at(*board.ply);
    else
        back_to_now();
}

void TableView::run(const command::Quit&) {
    if (!plays()) return actions_.quit();
    ask_before(stack_, tr("Quit in the middle of the game?"), tr("Quit"), actions_.quit);
}

void TableView::run(const command::Hint&) {
    if (!session_.my_turn()) return actions_.tell(tr("It is not your turn."));
    actions_.tell(tr("The computer looks for a hint."));
    session_.hint([&actions = actions_](const Hint& hint) { actions.tell(hint_words(hint)); });
}

void TableView::run(const command::Position&) {
    if (!session_.table().match) return actions_.tell(tr("The game has not begun."));
    const MatchSnapshot& now = session_.table().match->now();
    stack_.push(std::make_unique<TextView>(
        stack_, tr("Position after {}", counted(static_cast<std::size_t>(now.ply), "move")),
        Text{line(now.pos)}));
}

void TableView::run(const command::Evaluate&) {
    if (!session_.table().match) return actions_.tell(tr("The game has not begun."));
    const MatchSnapshot& now = session_.table().match->now();
    if (own_server_ == nullptr && !session_.table().match->over())
        return actions_.tell(tr("Evaluations are shown in local games and after the end."));
    const auto value = evaluate(now, now.to_move);
    if (!value) return actions_.tell(tr("This program cannot evaluate the position."));
    actions_.tell(tr("Evaluation for {}: {}",
                     session_.sides()[static_cast<std::size_t>(engine::index(now.to_move))],
                     number_words(*value)));
}

void TableView::run(const command::Export& to) {
    if (!session_.table().match) return;
    export_record(io_, session_.server(), session_.table().match->match(), to.what,
                  [&actions = actions_](const tl::expected<std::string, std::string>& file) {
                      actions.tell(file ? tr("The record is in {}.", *file) : file.error());
                  });
}

void TableView::run(const command::Replay& replay) {
    const Table& table = session_.table();
    if (!replay.what.empty()) return session_.open_record(replay.what);
    if (!table.match || !table.match->over())
        return actions_.tell(tr("Say /replay and the id of a finished match."));
    session_.open_record(table.match->match());
}

void TableView::run(const command::Leave&) {
    const auto leave = [this] {
        session_.leave([&actions = actions_] { actions.tell(tr("You have left the table.")); });
    };
    if (!plays()) return leave();
    ask_before(stack_, tr("Leave in the middle of the game?"), tr("Leave"), leave);
}

void TableView::choose_pace() {
    std::vector<Menu::Item> items;
    for (const auto& [text, pause] :
         std::vector<std::pair<std::string, int>>{{tr("At once"), 0},
                                                  {tr("So that one can follow"), 600},
                                                  {tr("Slowly"), 2000},
                                                  {tr("Very slowly"), 5000}})
        items.push_back({line(text), [this, pause] {
                             stack_.pop_to(*this);
                             run(command::Pace{std::chrono::milliseconds(pause)});
                         }});
    stack_.push(std::make_unique<MenuView>(stack_, tr("How fast do the computers move?"), std::move(items)));
}

/// What only makes sense where other people may come.
void TableView::add_for_company(std::vector<Menu::Item>& items) {
    items.push_back({line(tr("Write to those here (F5)")), [this] {
                         stack_.push(std::make_unique<InputView>(
                             stack_, tr("Chat"), tr("What you write is seen by those at the table."),
                             [this](const std::string& text) {
                                 stack_.pop_to(*this);
                                 session_.chat(text);
                             }));
                     }});
    items.push_back({line(tr("Players: block or report")), [this] {
                         stack_.pop_to(*this);
                         choose_person(stack_, session_, actions_);
                     }});
    if (!session_.table().snapshot) return;
    items.push_back({line(tr("How others come to this table")), [this] {
                         stack_.pop_to(*this);
                         const RoomSnapshot& room = *session_.table().snapshot;
                         std::string text =
                             tr("Its code is {}: others enter it in the lobby, or run pentad watch {}.",
                                room.code, room.code);
                         if (!room.invite.empty())
                             text += tr(" The invitation {} lets them in without a password.", room.invite);
                         actions_.tell(text);
                     }});
}

std::vector<Menu::Item> TableView::menu_items() {
    std::vector<Menu::Item> items;
    const auto add = [&](const std::string& text, Command command) {
        items.push_back({line(text), [this, command = std::move(command)] {
                             stack_.pop_to(*this);
                             std::visit([this](const auto& it) { run(it); }, command);
                         }});
    };
    const Table& table = session_.table();
    const bool seated = !session_.my_seats().empty();
    const bool alone = session_.my_seats().size() == 2;  // nobody else has to agree
    const GameCard* card = table.match ? session_.card(table.match->now().game) : nullptr;
    add(tr("Back"), command::Nothing{});
    if (table.match && seated && !table.match->now().offers.empty()) {
        add(tr("Accept the offer"), command::Answer{true});
        add(tr("Decline the offer"), command::Answer{false});
    }
    if (table.playing() && seated) {
        const auto& seats = table.match->now().seats;
        const bool absent = std::any_of(seats.begin(), seats.end(),
                                        [](const Seat& seat) { return seat.presence != Presence::online; });
        if (card && card->draw) add(tr("Offer a draw"), command::Offer{OfferKind::draw, {}});
        if (card && card->takeback)
            add(alone ? tr("Take back a move") : tr("Ask to take back a move"),
                command::Offer{OfferKind::takeback, {}});
        add(tr("Hint"), command::Hint{});
        if (table.match->now().clock.remaining)
            add(tr("Ask for a pause"), command::Offer{OfferKind::pause, {}});
        add(tr("Ask to call the game off"), command::Offer{OfferKind::abort, {}});
        if (absent) add(tr("Claim the win: the other side is gone"), command::Claim{});
        add(tr("Resign"), command::Resign{});
    }
    if (own_server_ != nullptr && table.playing() && !seated)
        items.push_back({line(tr("Speed of the computers")), [this] { choose_pace(); }});
    if (table.match && table.match->over()) {
        if (seated) add(tr("Rematch"), command::Offer{OfferKind::rematch, {}});
        add(tr("Replay"), command::Replay{});
        add(tr("Export the record"), command::Export{});
    }
    if (table.match) {
        add(tr("Evaluation"), command::Evaluate{});
        add(tr("Position as text"), command::Position{});
        add(tr("Moves so far"), command::History{});
        if (!table.match->history().empty())
            items.push_back({line(tr("Look back through the game (PgUp, PgDn)")), [this] {
                                 stack_.pop_to(*this);
                                 look_at(static_cast<int>(session_.table().match->history().size()) - 1);
                             }});
        add(tr("Turn the board round (F3)"), command::Flip{});
        if (card && card->layouts.size() > 1)
            items.push_back({line(tr("Square or diamond (F4)")), [this] {
                                 layout_ = layout() == "diamond" ? "square" : "diamond";
                                 stack_.pop_to(*this);
                             }});
    }
    if (own_server_ == nullptr) add_for_company(items);
    add(tr("Rules"), command::Rules{});
    items.push_back({line(tr("Colours")), [this] {
                         stack_.pop_to(*this);
                         commands_.choose_theme();
                     }});
    add(tr("Help (F1)"), command::Help{});
    items.push_back({line(tr("To the lobby, and keep the table")), actions_.to_lobby});
    add(tr("Leave the table"), command::Leave{});
    add(tr("Quit"), command::Quit{});
    return items;
}

}  // namespace pentad::terminal
