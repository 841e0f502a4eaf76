#include <algorithm>
#include <utility>

#include "clients/terminal/full/table_view.hpp"
#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/text/words.hpp"

namespace pentad::terminal {

using namespace protocol;

void TableView::run_line(const std::string& text) {
    const auto command = read_command(text);
    if (!command) return actions_.tell(command.error());
    std::visit([this](const auto& it) { run(it); }, *command);
}

void TableView::run(const command::Rules&) {
    const std::string game = session_.table().match      ? session_.table().match->now().game
                             : session_.table().snapshot ? session_.table().snapshot->summary.game
                                                         : "";
    if (const GameCard* card = session_.card(game))
        stack_.push(std::make_unique<TextView>(stack_, card->name, rules_text(*card)));
}

void TableView::run(const command::Move& move) {
    const Table& table = session_.table();
    if (!table.match || table.match->over()) return actions_.tell("The game is over.");
    if (session_.my_seats().empty()) return actions_.tell("You are watching.");
    if (!session_.my_turn() || session_.move_on_its_way()) return actions_.tell("It is not your turn.");
    apply(pick(table.match->legal(), picked_, move.text));
}

void TableView::run(const command::Resign&) {
    if (!session_.table().playing() || session_.my_seats().empty()) return;
    confirm("Give up this game?", "Give up", [this] { session_.resign(); });
}

void TableView::run(const command::Offer& offer) { session_.offer(offer.kind, offer.plies); }

void TableView::run(const command::Hint&) {
    if (!session_.my_turn()) return actions_.tell("It is not your turn.");
    actions_.tell("The computer looks for a hint.");
    session_.hint([this](const Hint& hint) { actions_.tell(hint_words(hint)); });
}

void TableView::run(const command::Position&) {
    const MatchSnapshot& now = session_.table().match->now();
    stack_.push(std::make_unique<TextView>(
        stack_, "Position after " + counted(static_cast<std::size_t>(now.ply), "move"), Text{line(now.pos)}));
}

void TableView::run(const command::Evaluate&) {
    const MatchSnapshot& now = session_.table().match->now();
    if (own_server_ == nullptr && !session_.table().match->over())
        return actions_.tell("Evaluations are shown in local games and after the end.");
    const auto value = evaluate(now, now.to_move);
    if (!value) return actions_.tell("This program cannot evaluate the position.");
    actions_.tell("Evaluation for " + session_.sides()[static_cast<std::size_t>(engine::index(now.to_move))] +
                  ": " + number_words(*value));
}

void TableView::run(const command::Pace& pace) {
    if (own_server_ == nullptr) return actions_.tell("The speed is yours to set in local games only.");
    own_server_->set_pace(pace.pause);
    actions_.tell("Computers now pause for " + std::to_string(pace.pause.count()) + " ms between moves.");
}

void TableView::run(const command::Block& block) {
    const auto find = [this, block](const std::vector<Player>& among) {
        const auto found = find_addressed(among, block.name);
        if (found && found->rest.empty()) return session_.block(found->player, block.on);
        actions_.tell(block.on ? "Nobody of this name is here." : "You have blocked nobody of this name.");
    };
    if (block.on) return find(session_.people());
    session_.blocks(find);
}

void TableView::run(const command::Report& report) {
    const auto found = find_addressed(session_.people(), report.text);
    if (!found) return actions_.tell("Nobody of this name is here.");
    session_.report(found->player, read_complaint(found->rest));
}

void TableView::run(const command::Export& to) {
    if (!session_.table().match) return;
    export_record(io_, session_.server(), session_.table().match->match(), to.what,
                  [this](const tl::expected<std::string, std::string>& file) {
                      actions_.tell(file ? "The record is in " + *file + "." : file.error());
                  });
}

void TableView::run(const command::Replay& replay) {
    const Table& table = session_.table();
    if (!replay.what.empty()) return session_.open_record(replay.what);
    if (!table.match || !table.match->over())
        return actions_.tell("Say /replay and the id of a finished match.");
    session_.open_record(table.match->match());
}

void TableView::run(const command::Leave&) {
    const auto leave = [this] { session_.leave([this] { actions_.tell("You have left the table."); }); };
    const bool plays = session_.table().playing() && !session_.my_seats().empty();
    if (!plays) return leave();
    confirm("Leave in the middle of the game?", "Leave", leave);
}

void TableView::choose_pace() {
    std::vector<Menu::Item> items;
    for (const auto& [text, pause] : std::vector<std::pair<std::string, int>>{
             {"At once", 0}, {"So that one can follow", 600}, {"Slowly", 2000}, {"Very slowly", 5000}})
        items.push_back({line(text), [this, pause] {
                             stack_.pop_to(*this);
                             run(command::Pace{std::chrono::milliseconds(pause)});
                         }});
    stack_.push(std::make_unique<MenuView>(stack_, "How fast do the computers move?", std::move(items)));
}

/// What only makes sense where other people may come.
void TableView::add_for_company(std::vector<Menu::Item>& items) {
    items.push_back({line("Write to those here (F5)"), [this] {
                         stack_.push(std::make_unique<InputView>(
                             stack_, "Chat", "What you write is seen by those at the table.",
                             [this](const std::string& text) {
                                 stack_.pop_to(*this);
                                 session_.chat(text);
                             }));
                     }});
    items.push_back({line("Players: block or report"), [this] {
                         stack_.pop_to(*this);
                         choose_person(stack_, session_, actions_);
                     }});
    if (!session_.table().snapshot) return;
    items.push_back({line("How others come to this table"), [this] {
                         stack_.pop_to(*this);
                         const std::string& code = session_.table().snapshot->code;
                         actions_.tell("Its code is " + code +
                                       ": others enter it in the lobby, or say pentad watch " + code + ".");
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
    add("Back", command::Nothing{});
    if (table.match && seated && !table.match->now().offers.empty()) {
        add("Accept the offer", command::Answer{true});
        add("Decline the offer", command::Answer{false});
    }
    if (table.playing() && seated) {
        const auto& seats = table.match->now().seats;
        const bool absent = std::any_of(seats.begin(), seats.end(),
                                        [](const Seat& seat) { return seat.presence != Presence::online; });
        if (card && card->draw) add("Offer a draw", command::Offer{OfferKind::draw, {}});
        if (card && card->takeback)
            add(alone ? "Take back a move" : "Ask to take back a move",
                command::Offer{OfferKind::takeback, {}});
        add("Hint", command::Hint{});
        if (table.match->now().clock.remaining) add("Ask for a pause", command::Offer{OfferKind::pause, {}});
        add("Ask to call the game off", command::Offer{OfferKind::abort, {}});
        if (absent) add("Claim the win: the other side is gone", command::Claim{});
        add("Resign", command::Resign{});
    }
    if (own_server_ != nullptr && table.playing() && !seated)
        items.push_back({line("Speed of the computers"), [this] { choose_pace(); }});
    if (table.match && table.match->over()) {
        if (seated) add("Rematch", command::Offer{OfferKind::rematch, {}});
        add("Replay", command::Replay{});
        add("Export the record", command::Export{});
    }
    if (table.match) {
        add("Evaluation", command::Evaluate{});
        add("Position as text", command::Position{});
        add("Moves so far", command::History{});
        add("Turn the board round (F3)", command::Flip{});
        if (card && card->layouts.size() > 1)
            items.push_back({line("Square or diamond (F4)"), [this] {
                                 layout_ = layout() == "diamond" ? "square" : "diamond";
                                 stack_.pop_to(*this);
                             }});
    }
    if (own_server_ == nullptr) add_for_company(items);
    add("Rules", command::Rules{});
    add("Help (F1)", command::Help{});
    items.push_back({line("To the lobby, and keep the table"), actions_.to_lobby});
    add("Leave the table", command::Leave{});
    add("Quit", command::Quit{});
    return items;
}

}  // namespace pentad::terminal
