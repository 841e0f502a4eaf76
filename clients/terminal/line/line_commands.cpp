#include <algorithm>
#include <utility>

#include "clients/terminal/line/line_client.hpp"
#include "clients/terminal/text/lists.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

// What a person or a script says when it is not about the position.
namespace pentad::terminal {

using namespace protocol;

namespace {

/// What has this number in the list that was shown last; empty: nothing.
std::string numbered(const std::vector<std::string>& list, const std::string& text) {
    std::string digits = text;
    if (digits.starts_with('#')) digits.erase(0, 1);
    const bool number =
        !digits.empty() && digits.size() <= 4 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t index = number ? std::stoul(digits) : 0;
    return index >= 1 && index <= list.size() ? list[index - 1] : "";
}

}  // namespace

void LineClient::answer_line(const std::string& text) {
    if (asked_) {
        const auto yes = std::exchange(asked_, nullptr);
        if (text == "y" || text == "Y" || text == "yes" || text == tr("y") || text == tr("yes")) return yes();
        return said(line(tr("Nothing has changed.")));
    }
    if (form_) {
        auto step = form_->answer(text);
        if (auto* asking = std::get_if<CreateForm::Asking>(&step)) {
            if (!asking->complaint.empty()) complained(asking->complaint);
            return screen_.print(form_->question());
        }
        form_.reset();
        if (const auto* create = std::get_if<command::Create>(&step)) return run(*create);
        return said(line(tr("No new table.")));
    }
    const auto command = read_command(text);
    if (!command) return complained(command.error());
    std::visit([this](const auto& it) { run(it); }, *command);
}

/// Asks a person; a script has said what it wants.
void LineClient::ask_before(const std::string& question, std::function<void()> yes) {
    if (!screen_.interactive()) return yes();
    asked_ = std::move(yes);
    said(line(question + " y/n"));
}

void LineClient::run(const command::Help& wanted) {
    screen_.print(help(session_.place(own_server_ != nullptr), wanted.all));
}

void LineClient::run(const command::Games&) { screen_.print(games_text(session_.games())); }

void LineClient::run(const command::List& list) {
    session_.list_rooms(list.count, [this](const LobbyState& lobby) {
        listed_rooms_.clear();
        Text text;
        for (const RoomSummary& room : lobby.rooms) {
            listed_rooms_.push_back(room.room);
            const GameCard* game = session_.card(room.game);
            text.push_back({{std::to_string(listed_rooms_.size()) + "  "},
                            {game ? game->name : room.game, Tone::strong},
                            {" " + room.options.size + " " + room.options.variant + ": " +
                             chair_words(room.seats[0]) + " / " + chair_words(room.seats[1]) + ", " +
                             time_control_words(room.tc) + ", " + state_words(room.state) +
                             (room.rated ? tr(", rated") : "") + (room.locked ? tr(", password") : "")}});
        }
        if (text.empty()) text.push_back(line(tr("No table is open. \"create\" makes one.")));
        if (const int left = lobby.unlisted(); left > 0) {
            const bool longer = lobby.limit < session_.most_lobby_rooms();
            text.push_back(line(tr("{} more{}", std::to_string(left),
                                   (longer ? tr("; \"list {}\" shows them.", std::to_string(2 * lobby.limit))
                                           : tr(" are not listed.")))));
        }
        text.push_back(line(tr("{} online.", std::to_string(lobby.players)), Tone::faint));
        screen_.print(text);
    });
}

void LineClient::run(const command::Create& create) {
    if (session_.games().empty()) return complained(tr("This server has no games."));
    if (create.game.empty()) {
        const auto ask = [this](const BotList& bots) {
            form_.emplace(session_.games(), CreateForm::Setting{own_server_ != nullptr, session_.me().name,
                                                                session_.time_limits(), bots.bots});
            screen_.print(form_->question());
        };
        return own_server_ != nullptr ? ask({}) : session_.external_bots(ask);
    }
    if (create.pace && own_server_ != nullptr) own_server_->set_pace(*create.pace);
    session_.create(create);
}

void LineClient::run(const command::Quick& quick) {
    if (quick.game.empty()) return complained(tr("Say quick and the name of a game."));
    session_.seek(quick);
}

std::string LineClient::room_in_list(const std::string& text) const { return numbered(listed_rooms_, text); }

/// The match with this number in the list, or what the text says itself.
std::string LineClient::match_in_list(const std::string& text) const {
    const std::string listed = numbered(listed_matches_, text);
    return listed.empty() ? text : listed;
}

void LineClient::run(const command::Join& join) {
    if (!session_.leave_finished_table()) return;
    const std::string listed = room_in_list(join.what);
    if (listed.empty()) return session_.join(join.what, join.password);
    RoomJoin by_room;
    by_room.password = join.password;
    by_room.room = listed;
    session_.join({by_room}, "");
}

void LineClient::run(const command::Watch& watch) {
    if (!session_.leave_finished_table()) return;
    const std::string listed = room_in_list(watch.what);
    if (listed.empty()) return session_.watch(watch.what, watch.password);
    RoomJoin by_room;
    by_room.password = watch.password;
    by_room.room = listed;
    by_room.seat = JoinSeat::watch;
    session_.join({by_room}, "");
}

void LineClient::run(const command::Rules& rules) {
    const Table& table = session_.table();
    const std::string here = table.snapshot ? table.snapshot->summary.game
                             : table.match  ? table.match->now().game
                                            : "";
    if (rules.game.empty() && here.empty()) return complained(tr("Say rules and the name of a game."));
    const auto game = find_game(session_.games(), rules.game.empty() ? here : rules.game);
    if (!game) return complained(game.error());
    const Text text = rules_text(**game);
    if (text.empty()) return complained(tr("The server has sent no rules for this game."));
    screen_.print(text);
}

void LineClient::run(const command::Say& say) { session_.chat(say.text); }

void LineClient::run(const command::Block& block) {
    const auto find = [this, block](const std::vector<Player>& among) {
        const auto found = find_addressed(among, block.name);
        if (found && found->rest.empty()) return session_.block(found->player, block.on);
        complained(block.on ? tr("Nobody of this name is here.")
                            : tr("You have blocked nobody of this name."));
    };
    if (block.on) return find(session_.people());
    session_.blocks(find);
}

void LineClient::run(const command::Blocks&) {
    session_.blocks([this](const std::vector<Player>& blocked) {
        Text text;
        for (const Player& player : blocked) text.push_back(line(player.name));
        if (text.empty()) text.push_back(line(tr("You have blocked nobody.")));
        screen_.print(text);
    });
}

void LineClient::run(const command::Report& report) {
    const auto found = find_addressed(session_.people(), report.text);
    if (!found) return complained(tr("Nobody of this name is here."));
    session_.report(found->player, read_complaint(found->rest));
}

void LineClient::run(const command::Matches& wanted) {
    if (wanted.more && !older_matches_)
        return complained(tr("There are no more; \"matches\" lists the latest."));
    session_.my_matches(wanted.more ? older_matches_ : std::nullopt, [this](const MyMatches& mine) {
        older_matches_ = mine.before;
        listed_matches_.clear();
        if (mine.matches.empty()) return said(line(tr("You have played no matches here.")));
        Text text;
        for (const MatchSummary& match : mine.matches) {
            listed_matches_.push_back(match.match);
            text.push_back({{std::to_string(listed_matches_.size()) + "  "},
                            {match.match + "  ", Tone::strong},
                            {match_words(match, session_.card(match.game))}});
        }
        text.push_back(line(std::string(tr("\"replay\" and the number goes through one that is over, "
                                           "\"watch\" and the id opens one that goes on.")) +
                                (mine.before ? tr(" \"matches more\" lists older ones.") : ""),
                            Tone::faint));
        screen_.print(text);
    });
}

void LineClient::run(const command::Replay& replay) {
    const Table& table = session_.table();
    if (!replay.what.empty()) return session_.open_record(match_in_list(replay.what));
    if (!table.match || !table.match->over())
        return complained(tr("Say replay and the id of a finished match; \"matches\" lists yours."));
    session_.open_record(table.match->match());
}

void LineClient::run(const command::Leave&) {
    if (session_.table().empty()) return complained(tr("You are at no table."));
    const auto leave = [this] {
        session_.leave([this] {
            picked_.clear();
            said(line(tr("You have left the table.")));
        });
    };
    if (!session_.table().playing() || session_.my_seats().empty()) return leave();
    ask_before(tr("Leave in the middle of the game?"), leave);
}

void LineClient::run(const command::Ratings& ratings) {
    if (ratings.game.empty()) return screen_.print(ratings_text(session_.games(), session_.ratings()));
    session_.leaders(ratings.game,
                     [this](const Leaderboard& leaders) { screen_.print(leaders_text(leaders)); });
}

void LineClient::run(const command::Bots&) {
    session_.external_bots([this](const BotList& bots) { screen_.print(bots_text(bots, session_.games())); });
}

void LineClient::run(const command::Theme& wanted) {
    if (wanted.name.empty()) {
        for (const std::string& name : theme_names(theme_folder())) said(line(name));
        return;
    }
    auto theme = find_theme(wanted.name, theme_folder());
    if (!theme) return complained(theme.error());
    screen_.set_theme(std::move(*theme));
    said({{tr("The colours are those of {} now.", wanted.name), Tone::good}});
}

void LineClient::run(const command::Name& name) {
    if (name.name.empty()) return said({{tr("You are ")}, {session_.me().name, Tone::strong}, {"."}});
    if (!session_.table().empty())
        return complained(tr("Leave the table first: with a new name you are a new guest."));
    session_.rename(name.name);
}

void LineClient::run(const command::Quit&) {
    stop(command_failed_ && !screen_.interactive() ? ExitCode::command_failed : ExitCode::done);
}

}  // namespace pentad::terminal
