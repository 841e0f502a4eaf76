#include "clients/terminal/model/room_plan.hpp"

#include <algorithm>

#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/text/words.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

bool has(const engine::OptionChoices& choices, const std::string& id) {
    return id.empty() || std::any_of(choices.values.begin(), choices.values.end(),
                                     [&](const auto& value) { return value.id == id; });
}

}  // namespace

tl::expected<RoomCreate, std::string> plan_room(const std::vector<GameCard>& games, const TimeLimits& least,
                                                const command::Create& create) {
    const auto game = find_game(games, create.game);
    if (!game) return tl::unexpected(game.error());
    const GameCard& chosen = **game;
    if (!has(chosen.sizes, create.options.size))
        return tl::unexpected("The sizes of " + chosen.name + ": " + choices_words(chosen.sizes) + ".");
    if (!has(chosen.variants, create.options.variant))
        return tl::unexpected("The variants of " + chosen.name + ": " + choices_words(chosen.variants) + ".");
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
    const auto opponent = create.opponent.value_or(command::Opponent::person);
    request.hotseat = opponent == command::Opponent::hotseat;
    for (std::size_t i = 0; request.hotseat && i < 2; ++i)
        if (!create.names[i].empty()) request.seats[i].name = create.names[i];
    if (opponent == command::Opponent::bot) request.seats[1] = bot(0);
    if (opponent == command::Opponent::bots) request.seats = {bot(0), bot(1)};
    request.first_seat = create.first == command::First::me     ? FirstSeat::chair0
                         : create.first == command::First::them ? FirstSeat::chair1
                                                                : FirstSeat::random;
    // Two people at one keyboard, and two computers, sit down as they were named.
    if (request.hotseat || opponent == command::Opponent::bots) request.first_seat = FirstSeat::chair0;
    return request;
}

}  // namespace pentad::terminal
