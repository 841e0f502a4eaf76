#include <algorithm>
#include <random>
#include <utility>

#include "clients/terminal/client.hpp"
#include "clients/terminal/words.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

constexpr std::size_t screen_width = 76;

/// Texts one after another on indented lines.
Text in_columns(const std::vector<std::string>& texts) {
    Text result;
    std::string row;
    for (const std::string& text : texts) {
        if (!row.empty() && row.size() + text.size() + 4 > screen_width) {
            result.push_back(line("  " + row));
            row.clear();
        }
        row += (row.empty() ? "" : "  ") + text;
    }
    if (!row.empty()) result.push_back(line("  " + row));
    return result;
}

std::string joined(const Squares& squares) {
    std::string text;
    for (const std::string& square : squares) text += (text.empty() ? "" : " ") + square;
    return text;
}

std::string choices_words(const engine::OptionChoices& choices) {
    std::string text;
    for (const auto& value : choices.values) {
        text += (text.empty() ? "" : ", ") + value.id;
        if (value.id == choices.default_id && choices.values.size() > 1) text += " (default)";
    }
    return text;
}

bool has(const engine::OptionChoices& choices, const std::string& id) {
    return id.empty() || std::any_of(choices.values.begin(), choices.values.end(),
                                     [&](const auto& value) { return value.id == id; });
}

std::string new_move_id() {
    static std::mt19937_64 random{(std::uint64_t{std::random_device{}()} << 32) ^ std::random_device{}()};
    static constexpr char digits[] = "0123456789abcdef";
    std::string id;
    for (int i = 0; i < 24; ++i) id += digits[random() & 15];
    return id;
}

}  // namespace

void Client::answer_line(const std::string& text) {
    if (asked_to_resign_) {
        asked_to_resign_ = false;
        if (text == "y" || text == "Y" || text == "yes") return resign();
        return say(line("You play on."));
    }
    if (form_) {
        auto step = form_->answer(text);
        if (auto* asking = std::get_if<CreateForm::Asking>(&step)) {
            if (!asking->complaint.empty()) complain(asking->complaint);
            return screen_.print(form_->question());
        }
        form_.reset();
        if (const auto* create = std::get_if<command::Create>(&step)) return run(*create);
        return say(line("No new table."));
    }
    const auto command = read_command(text);
    if (!command) return complain(command.error());
    run(*command);
}

void Client::run(const Command& command) {
    std::visit([this](const auto& it) { run(it); }, command);
}

void Client::run(const command::Help&) { screen_.print(help()); }

void Client::run(const command::Games&) {
    Text text;
    for (const GameCard& game : games_) {
        text.push_back({{game.name, Tone::strong},
                        {"  (" + game.game + ")  by " + game.credit.designer +
                         (game.credit.year.empty() ? "" : ", " + game.credit.year)}});
        text.push_back(line("    size: " + choices_words(game.sizes)));
        text.push_back(line("    variant: " + choices_words(game.variants)));
    }
    screen_.print(text);
}

void Client::run(const command::List&) {
    ask<LobbySubscribed>(LobbySubscribe{}, [this](const LobbySubscribed& lobby) {
        listed_rooms_.clear();
        Text text;
        for (const RoomSummary& room : lobby.snapshot.rooms) {
            listed_rooms_.push_back(room.room);
            const GameCard* game = card(room.game);
            const char* state = room.state == RoomState::open      ? "open"
                                : room.state == RoomState::playing ? "playing"
                                                                   : "over";
            text.push_back({{std::to_string(listed_rooms_.size()) + "  "},
                            {game ? game->name : room.game, Tone::strong},
                            {" " + room.options.size + " " + room.options.variant + ": " +
                             chair_words(room.seats[0]) + " / " + chair_words(room.seats[1]) + ", " +
                             time_control_words(room.tc) + ", " + state + (room.locked ? ", locked" : "")}});
        }
        if (text.empty()) text.push_back(line("No table is open. \"create\" makes one."));
        text.push_back(line(std::to_string(lobby.snapshot.players) + " online.", Tone::faint));
        screen_.print(text);
        // The list is shown once, so there is no need for what changes in it.
        connection_.request<Empty>(LobbyUnsubscribe{}, [](const tl::expected<Empty, Problem>&) {});
    });
}

/// False, with a complaint, while a game is going on here.
bool Client::leave_finished_table() {
    const bool playing = table_.match && !table_.match->over() && !my_seats().empty();
    if (playing) {
        complain("You are in the middle of a game. \"leave\" or \"resign\" first.");
        return false;
    }
    if (!table_.room.empty()) {
        connection_.request<Empty>(
            RoomLeave{}, [](const tl::expected<Empty, Problem>&) {}, "", table_.room);
        connection_.streams().forget("room:" + table_.room);
    }
    if (table_.match) connection_.streams().forget("match:" + table_.match->match());
    table_ = {};
    picked_.clear();
    return true;
}

void Client::run(const command::Create& create) {
    if (games_.empty()) return complain("This server has no games.");
    if (create.game.empty()) {
        form_.emplace(games_);
        return screen_.print(form_->question());
    }
    const auto game = find_game(games_, create.game);
    if (!game) return complain(game.error());
    const GameCard& chosen = **game;
    if (!has(chosen.sizes, create.options.size))
        return complain("The sizes of " + chosen.name + ": " + choices_words(chosen.sizes) + ".");
    if (!has(chosen.variants, create.options.variant))
        return complain("The variants of " + chosen.name + ": " + choices_words(chosen.variants) + ".");
    if (!leave_finished_table()) return;
    RoomCreate request;
    request.game = chosen.game;
    request.options = create.options;
    request.tc = create.tc;
    request.visibility = create.is_private ? Visibility::private_ : Visibility::public_;
    const auto bot = [&](std::size_t i) {
        ChairRequest chair;
        chair.kind = ChairKind::bot;
        chair.level = i < create.levels.size() ? create.levels[i] : 1;
        return chair;
    };
    const auto opponent = create.opponent.value_or(command::Opponent::person);
    request.hotseat = opponent == command::Opponent::hotseat;
    if (opponent == command::Opponent::bot) request.seats[1] = bot(0);
    if (opponent == command::Opponent::bots) request.seats = {bot(0), bot(1)};
    // The first chair is ours.
    request.first_seat = create.first == command::First::me     ? FirstSeat::chair0
                         : create.first == command::First::them ? FirstSeat::chair1
                                                                : FirstSeat::random;
    ask<RoomEntered>(std::move(request), [this](RoomEntered entered) { enter(std::move(entered), false); });
}

/// The room with this number in the list that was shown last; empty: none.
std::string Client::room_in_list(const std::string& text) const {
    std::string digits = text;
    if (digits.starts_with('#')) digits.erase(0, 1);
    const bool number =
        !digits.empty() && digits.size() <= 4 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t index = number ? std::stoul(digits) : 0;
    return index >= 1 && index <= listed_rooms_.size() ? listed_rooms_[index - 1] : "";
}

void Client::run(const command::Join& command) {
    if (!leave_finished_table()) return;
    RoomJoin by_room, by_code, by_invite;
    const std::string listed = room_in_list(command.what);
    by_room.room = listed.empty() ? command.what : listed;
    if (!listed.empty()) return join({by_room}, "");
    by_code.code = by_invite.invite = command.what;
    join({by_code, by_room, by_invite}, "");
}

void Client::run(const command::Watch& command) {
    if (!leave_finished_table()) return;
    RoomJoin by_room, by_code;
    by_room.seat = by_code.seat = JoinSeat::watch;
    const std::string listed = room_in_list(command.what);
    by_room.room = listed.empty() ? command.what : listed;
    if (!listed.empty()) return join({by_room}, "");
    by_code.code = command.what;
    join({by_code, by_room}, command.what);
}

/// Ids, codes and invitations are opaque, so what the person means is found by trying.
void Client::join(std::vector<RoomJoin> ways, std::string match) {
    if (ways.empty()) {
        if (match.empty()) return complain("There is no such table.");
        return fetch_match(match);
    }
    RoomJoin first = ways.front();
    ways.erase(ways.begin());
    ++waiting_;
    connection_.request<RoomEntered>(
        std::move(first),
        [this, ways = std::move(ways), match = std::move(match)](tl::expected<RoomEntered, Problem> answer) {
            --waiting_;
            const auto unknown = [](const std::optional<ErrorCode>& code) {
                return code == ErrorCode::room_not_found || code == ErrorCode::invite_invalid ||
                       code == ErrorCode::bad_request;
            };
            if (answer)
                enter(std::move(*answer), false);
            else if (unknown(answer.error().code))
                join(ways, match);
            else
                complain(answer.error());
            run_lines();
        });
}

void Client::run(const command::Rules& rules) {
    const std::string here = table_.snapshot ? table_.snapshot->summary.game
                             : table_.match  ? table_.match->now().game
                                             : "";
    if (rules.game.empty() && here.empty()) return complain("Say rules and the name of a game.");
    const auto game = find_game(games_, rules.game.empty() ? here : rules.game);
    if (!game) return complain(game.error());
    const GameCard& card = **game;
    say({{card.name, Tone::strong},
         {", by " + card.credit.designer + (card.credit.year.empty() ? "" : ", " + card.credit.year)}});
    if (!card.credit.note.empty()) say(line(card.credit.note, Tone::faint));
    const auto english = card.rules_text.find("en");
    const auto& text = english != card.rules_text.end() ? english : card.rules_text.begin();
    if (text == card.rules_text.end()) return complain("The server has sent no rules for this game.");
    screen_.print(lines(text->second));
}

/// False, with a complaint, when no game goes on here.
bool Client::needs_match() {
    if (table_.match) return true;
    complain(
        "There is no game here yet. \"create\", \"join\" or \"watch\" one; \"help\" lists all commands.");
    return false;
}

void Client::run(const command::Move& command) {
    if (!table_.match) {
        // Without a game it was more likely meant as a command.
        return complain("\"" + command.text +
                        "\" is no command, and there is no game to move in. \"help\" lists the commands.");
    }
    if (table_.match->over()) return complain("The game is over.");
    if (my_seats().empty())
        return complain("You are watching: \"" + command.text + "\" is no command for that.");
    if (!my_turn() || sent_move_) return complain("It is not your turn.");
    const auto& legal = table_.match->legal();
    const Picked picked = pick(legal, picked_, command.text);
    if (const auto* play = std::get_if<Play>(&picked)) {
        picked_.clear();
        sent_move_ = SentMove{table_.match->now().turn, play->move, new_move_id(), std::nullopt};
        send_move();
    } else if (const auto* more = std::get_if<More>(&picked)) {
        picked_ = more->picked;
        say({{joined(picked_), Tone::strong},
             {more->now ? ": say " + picked_.back() + " again for " + *more->now + ", or go on to"
                        : ": go on to"}});
        screen_.print(in_columns(more->moves));
    } else if (const auto* menu = std::get_if<Menu>(&picked)) {
        picked_ = menu->picked;
        say(line("Which of these? Say its number or its text."));
        for (std::size_t i = 0; i < menu->moves.size(); ++i)
            say(line("  " + std::to_string(i + 1) + "  " + menu->moves[i]));
    } else if (const auto* none = std::get_if<NoSuchMove>(&picked)) {
        picked_.clear();
        if (none->from.empty()) {
            complain("No move starts on " + none->squares.front() + ". \"moves\" lists all of them.");
        } else {
            complain("No move goes " + joined(none->squares) + ". From " + none->squares.front() + ":");
            screen_.print(in_columns(none->from));
        }
    } else {
        complain("\"" + command.text + "\" is neither a command nor a move. Try \"help\" or \"moves\".");
    }
}

void Client::run(const command::Moves&) {
    if (!needs_match()) return;
    if (table_.match->over()) return complain("The game is over.");
    if (!my_turn()) return complain("It is not your turn.");
    const auto& legal = table_.match->legal();
    say(line("Legal moves (" + std::to_string(legal.size()) + "):"));
    screen_.print(in_columns(legal));
}

void Client::run(const command::ShowBoard&) {
    if (needs_match()) tell_position();
}

void Client::run(const command::History&) {
    if (!needs_match()) return;
    std::vector<std::string> texts;
    for (const PlayedMove& played : table_.match->history())
        texts.push_back(std::to_string(played.ply) + ". " + played.move);
    if (texts.empty()) return say(line("No moves yet."));
    screen_.print(in_columns(texts));
}

void Client::run(const command::Flip&) {
    if (!needs_match()) return;
    flipped_by_hand_ = !flipped_by_hand_;
    show_board();
}

void Client::run(const command::Resign&) {
    if (!needs_match()) return;
    if (table_.match->over()) return complain("The game is over.");
    if (my_seats().empty()) return complain("You are watching.");
    // A script has said what it wants.
    if (!screen_.interactive()) return resign();
    asked_to_resign_ = true;
    say(line("Give up this game? y/n"));
}

void Client::resign() {
    if (!table_.match) return;
    MatchResign request;
    if (my_seats().size() == 2) request.seat = table_.match->now().to_move;
    ask<Empty>(
        request, [](Empty) {}, table_.match->match());
}

void Client::run(const command::Rematch&) {
    if (!needs_match()) return;
    if (!table_.match->over()) return complain("The game is not over yet.");
    ask<OfferPlaced>(
        OfferMake{OfferKind::rematch, {}, {}}, [](const OfferPlaced&) {}, table_.match->match());
}

void Client::run(const command::Answer& answer) {
    if (!needs_match()) return;
    const auto mine = my_seats();
    for (const Offer& offer : table_.match->now().offers) {
        if (std::find(mine.begin(), mine.end(), offer.by) != mine.end()) continue;
        return ask<Empty>(
            OfferAnswer{offer.offer, answer.accept}, [](Empty) {}, table_.match->match());
    }
    complain("There is no offer to answer.");
}

void Client::run(const command::Leave&) {
    if (table_.room.empty() && !table_.match) return complain("You are at no table.");
    const auto left = [this](const std::string& match) {
        connection_.streams().forget("room:" + table_.room);
        if (!match.empty()) connection_.streams().forget("match:" + match);
        table_ = {};
        picked_.clear();
        say(line("You have left the table."));
    };
    const std::string match = table_.match ? table_.match->match() : "";
    if (table_.room.empty())
        return ask<Empty>(
            MatchUnwatch{}, [left, match](Empty) { left(match); }, match);
    ask<Empty>(
        RoomLeave{}, [left, match](Empty) { left(match); }, "", table_.room);
}

void Client::run(const command::Name& name) {
    if (name.name.empty()) return say({{"You are "}, {me_.name, Tone::strong}, {"."}});
    if (!table_.room.empty() || table_.match)
        return complain("Leave the table first: with a new name you are a new guest.");
    identity_.reset();
    wanted_name_ = name.name;
    told_identity_ = false;
    was_online_ = false;
    connection_.restart();
}

void Client::run(const command::Wait&) {}

void Client::run(const command::Quit&) {
    stop(command_failed_ && !screen_.interactive() ? ExitCode::command_failed : ExitCode::done);
}

}  // namespace pentad::terminal
