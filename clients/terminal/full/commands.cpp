#include "clients/terminal/full/commands.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/model/time_text.hpp"
#include "clients/terminal/text/lists.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"
#include "clients/terminal/theme/theme.hpp"

namespace pentad::terminal {

using namespace protocol;

void Commands::run_line(const std::string& text) {
    const auto command = read_command(text);
    if (!command) return actions_.tell(command.error());
    if (const auto* other = std::get_if<command::Move>(&*command))
        return actions_.tell(tr("\"{}\" is no command. F1 lists them.", other->text));
    std::visit([this](const auto& it) { run(it); }, *command);
}

void Commands::run(const command::Games&) {
    stack_.push(std::make_unique<TextView>(stack_, tr("Games"), games_text(session_.games())));
}

void Commands::run(const command::Quick& quick) {
    if (quick.game.empty()) return choose_quick_match();
    session_.seek(quick);
}

void Commands::run(const command::Join& join) {
    if (session_.leave_finished_table()) session_.join(join.what, join.password);
}

void Commands::run(const command::Watch& watch) {
    if (session_.leave_finished_table()) session_.watch(watch.what, watch.password);
}

void Commands::run(const command::Rules& rules) {
    const auto show = [this](const GameCard& game) {
        stack_.push(std::make_unique<TextView>(stack_, game.name, rules_text(game)));
    };
    if (!rules.game.empty()) {
        const auto game = find_game(session_.games(), rules.game);
        return game ? show(**game) : actions_.tell(game.error());
    }
    std::vector<Menu::Item> items;
    for (const GameCard& game : session_.games())
        items.push_back({{{game.name, Tone::strong}, {tr(", by {}", game.credit.designer)}},
                         [show, game] { show(game); }});
    stack_.push(std::make_unique<MenuView>(stack_, tr("Rules of the games"), std::move(items)));
}

void Commands::run(const command::Ratings& ratings) {
    if (ratings.game.empty())
        return stack_.push(std::make_unique<TextView>(stack_, tr("Your ratings"),
                                                      ratings_text(session_.games(), session_.ratings())));
    session_.leaders(ratings.game, [this](const Leaderboard& leaders) {
        const GameCard* game = session_.card(leaders.game);
        stack_.push(std::make_unique<TextView>(
            stack_, tr("The strongest in {}", (game ? game->name : leaders.game)), leaders_text(leaders)));
    });
}

void Commands::run(const command::Bots&) {
    session_.external_bots([this](const BotList& bots) {
        stack_.push(std::make_unique<TextView>(stack_, tr("Programs that play here"),
                                               bots_text(bots, session_.games())));
    });
}

void Commands::run(const command::Block& block) {
    const auto find = [this, block](const std::vector<Player>& among) {
        const auto found = find_addressed(among, block.name);
        if (found && found->rest.empty()) return session_.block(found->player, block.on);
        actions_.tell(block.on ? tr("Nobody of this name is here.")
                               : tr("You have blocked nobody of this name."));
    };
    if (block.on) return find(session_.people());
    session_.blocks(find);
}

void Commands::run(const command::Report& report) {
    const auto found = find_addressed(session_.people(), report.text);
    if (!found) return actions_.tell(tr("Nobody of this name is here."));
    session_.report(found->player, read_complaint(found->rest));
}

void Commands::run(const command::Name& name) {
    if (name.name.empty()) return actions_.tell(tr("You are {}.", session_.me().name));
    if (!session_.table().empty())
        return actions_.tell(tr("Leave the table first: with another name you are another player."));
    session_.rename(name.name);
}

void Commands::run(const command::Replay& replay) {
    if (replay.what.empty()) return actions_.tell(tr("Say /replay and the id of a finished match."));
    session_.open_record(replay.what);
}

void Commands::run(const command::Theme& theme) {
    if (theme.name.empty()) return choose_theme();
    actions_.set_theme(theme.name);
}

void Commands::choose_theme() {
    std::vector<Menu::Item> items;
    for (const std::string& name : theme_names(theme_folder()))
        items.push_back({line(name), [this, name] { actions_.set_theme(name); }});
    stack_.push(std::make_unique<MenuView>(stack_, tr("Colours"), std::move(items)));
}

void Commands::choose_quick_match() {
    const View* below = stack_.top();
    const auto seek = [this, below](const command::Quick& quick) {
        stack_.pop_to(*below);
        session_.seek(quick);
    };
    const auto ask_bot = [this, seek](command::Quick quick) {
        command::Quick with_bot = quick;
        with_bot.bot_after = std::chrono::seconds(30);
        std::vector<Menu::Item> items{
            {line(tr("Play a computer after 30 s")), [seek, with_bot] { seek(with_bot); }},
            {line(tr("Keep waiting")), [seek, quick] { seek(quick); }}};
        stack_.push(std::make_unique<MenuView>(stack_, tr("If nobody comes?"), std::move(items)));
    };
    const auto ask_clock = [this, ask_bot](command::Quick quick) {
        std::vector<Menu::Item> items;
        for (const std::string& text : usual_clocks()) {
            const auto tc = read_time_control(text);
            if (!tc || too_little_time(*tc, session_.time_limits())) continue;
            quick.tc = *tc;
            items.push_back({line(time_control_words(*tc)), [ask_bot, quick] { ask_bot(quick); }});
        }
        items.push_back({line(tr("Another clock")), [this, ask_bot, quick] {
                             stack_.push(
                                 std::make_unique<InputView>(stack_, tr("Which clock?"), time_control_usage(),
                                                             [this, ask_bot, quick](const std::string& text) {
                                                                 const auto tc = read_time_control(text);
                                                                 if (!tc) return actions_.tell(tc.error());
                                                                 command::Quick with = quick;
                                                                 with.tc = *tc;
                                                                 ask_bot(with);
                                                             }));
                         }});
        stack_.push(std::make_unique<MenuView>(stack_, tr("Which clock?"), std::move(items)));
    };
    std::vector<Menu::Item> items;
    for (const GameCard& game : session_.games()) {
        command::Quick quick;
        quick.game = game.game;
        items.push_back({line(game.name), [ask_clock, quick] { ask_clock(quick); }});
    }
    stack_.push(std::make_unique<MenuView>(stack_, tr("Quick match: which game?"), std::move(items)));
}

std::string completed_command(const std::string& text) {
    std::string common;
    int found = 0;
    for (const CommandUsage& usage : command_usages()) {
        if (!usage.name.starts_with(text)) continue;
        if (++found == 1) common = usage.name;
        const auto [end, unused] =
            std::mismatch(common.begin(), common.end(), usage.name.begin(), usage.name.end());
        common.erase(end, common.end());
    }
    if (found == 0) return text;
    return found == 1 ? common + " " : common;
}

}  // namespace pentad::terminal
