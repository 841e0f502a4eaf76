#include "clients/terminal/replay/game_line.hpp"

#include <algorithm>

#include "clients/terminal/model/picker.hpp"
#include "clients/terminal/replay/move_list.hpp"
#include "clients/terminal/texts/language.hpp"
#include "protocol/game_card.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

std::size_t at(Side side) { return static_cast<std::size_t>(engine::index(side)); }

tl::unexpected<std::string> wrong(std::string text) { return tl::unexpected(std::move(text)); }

/// Adds what an event leads to. The error is a sentence.
struct Player {
    GameLine& line;
    std::vector<Frame> played;  ///< the line that counts: what was taken back is not in it

    std::string operator()(const RecordedMove& event) {
        auto next = played.back().position.after(event.move);
        if (!next) return tr("The move {} of the record is not legal: {}", event.move, next.error().reason);
        const std::string told =
            std::to_string(played.size()) + ". " + line.sides[at(event.seat)] + " " + event.move;
        played.push_back({told, path_of(event.move), std::move(*next)});
        line.frames.push_back(played.back());
        return "";
    }
    std::string operator()(const RecordedTakeback& event) {
        const auto plies =
            std::min<std::size_t>(static_cast<std::size_t>(std::max(event.plies, 0)), played.size() - 1);
        played.resize(played.size() - plies, played.front());
        Frame back = played.back();
        back.told = tr("{} took back {}", line.sides[at(event.by)], std::to_string(plies));
        line.frames.push_back(std::move(back));
        return "";
    }
    template <class Other>
    std::string operator()(const Other&) {
        return "";
    }
};

}  // namespace

tl::expected<GameLine, std::string> read_game_line(const std::string& text) {
    const bool list = is_move_list(text);
    auto record = list ? read_move_list(text) : decode_record(text);
    if (!record) return wrong((list ? "" : tr("This is not a record: ")) + record.error());
    const engine::Game* game = engine::find_game(record->game);
    if (game == nullptr) return wrong(tr("This program does not have the game {}.", record->game));
    if (game->info().rules_version != record->rules_version)
        return wrong(tr("The record was made with other rules of {}.", game->info().name));
    const auto options = game->complete(record->options);
    if (!options) return wrong(options.error());
    const GameCard card = in_language(game_card(game->info()), language());
    GameLine line{std::move(*record),
                  game->board(*options),
                  card.kinds,
                  card.sides,
                  game->info().name,
                  game->info().layouts,
                  {{tr("Start"), {}, game->initial(*options)}},
                  card};
    Player player{line, line.frames};
    for (const RecordedEvent& event : line.record.events)
        if (const std::string error = std::visit(player, event); !error.empty()) return wrong(error);
    // A record is verified by its hashes; of a list nothing but the rules can be checked.
    line.is_list = list;
    const auto outcome = player.played.back().position.outcome();
    if (list && outcome && (outcome->winner != line.record.result.winner))
        return wrong(tr("The list of moves names another winner than its last position has."));
    return line;
}

}  // namespace pentad::terminal
