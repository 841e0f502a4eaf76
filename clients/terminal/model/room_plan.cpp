#include "clients/terminal/model/room_plan.hpp"

#include <algorithm>

#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

bool has(const engine::OptionChoices& choices, const std::string& id) {
    return id.empty() || std::any_of(choices.values.begin(), choices.values.end(),
                                     [&](const auto& value) { return value.id == id; });
}

const AvailableBot* find_program(const std::vector<AvailableBot>& bots, const std::string& game,
                                 const std::string& name) {
    const auto found = std::find_if(bots.begin(), bots.end(), [&](const AvailableBot& bot) {
        return bot.player.name == name && bot.free > 0 &&
               std::find(bot.games.begin(), bot.games.end(), game) != bot.games.end();
    });
    return found == bots.end() ? nullptr : &*found;
}

std::string levels_words(const GameCard& game) {
    std::string text;
    for (const auto& level : game.levels)
        text += (text.empty() ? "" : ", ") + std::to_string(level.level) + " " + level.name;
    return text;
}

}  // namespace

tl::expected<RoomCreate, std::string> plan_room(const std::vector<GameCard>& games, const TimeLimits& least,
                                                const command::Create& create,
                                                const std::vector<AvailableBot>& bots) {
    const auto game = find_game(games, create.game);
    if (!game) return tl::unexpected(game.error());
    const GameCard& chosen = **game;
    if (!has(chosen.sizes, create.options.size))
        return tl::unexpected(tr("The sizes of {}: {}.", chosen.name, choices_words(chosen.sizes)));
    if (!has(chosen.variants, create.options.variant))
        return tl::unexpected(tr("The variants of {}: {}.", chosen.name, choices_words(chosen.variants)));
    if (auto problem = too_little_time(create.tc, least)) return tl::unexpected(std::move(*problem));
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
    for (const int level : create.levels)
        if (std::none_of(chosen.levels.begin(), chosen.levels.end(),
                         [&](const auto& it) { return it.level == level; }))
            return tl::unexpected(tr("The levels of {}: {}.", chosen.name, levels_words(chosen)));
    const auto opponent = create.opponent.value_or(command::Opponent::person);
    if (create.rated && opponent != command::Opponent::person)
        return tl::unexpected<std::string>(tr("Only games between two people are rated."));
    request.rated = create.rated;
    request.password = create.password;
    request.hotseat = opponent == command::Opponent::hotseat;
    for (std::size_t i = 0; request.hotseat && i < 2; ++i)
        if (!create.names[i].empty()) request.seats[i].name = create.names[i];
    if (opponent == command::Opponent::bot) request.seats[1] = bot(0);
    if (opponent == command::Opponent::bots) request.seats = {bot(0), bot(1)};
    if (opponent == command::Opponent::program) {
        const AvailableBot* found = find_program(bots, chosen.game, create.program);
        if (found == nullptr)
            return tl::unexpected(tr("No program {} that plays {} is free. \"bots\" lists the programs.",
                                     create.program, chosen.name));
        request.seats[1].kind = ChairKind::bot;
        request.seats[1].bot = found->player.id;
    }
    request.first_seat = create.first == command::First::me     ? FirstSeat::chair0
                         : create.first == command::First::them ? FirstSeat::chair1
                                                                : FirstSeat::random;
    // Two people at one keyboard, and two computers, sit down as they were named.
    if (request.hotseat || opponent == command::Opponent::bots) request.first_seat = FirstSeat::chair0;
    return request;
}

}  // namespace pentad::terminal
