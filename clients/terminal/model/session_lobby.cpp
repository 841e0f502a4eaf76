#include <algorithm>
#include <utility>

#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/model/room_plan.hpp"
#include "clients/terminal/model/session.hpp"
#include "clients/terminal/net/http_get.hpp"
#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"
#include "protocol/limits.hpp"

namespace pentad::terminal {

using namespace protocol;

void Session::create(const command::Create& create) {
    const auto make = [this, create](const std::vector<AvailableBot>& bots) {
        auto request = plan_room(games_, time_limits_, create, bots);
        if (!request) return face_.complained(request.error());
        if (!leave_finished_table()) return;
        ask<RoomEntered>(std::move(*request),
                         [this](RoomEntered entered) { enter(std::move(entered), false); });
    };
    if (create.opponent != command::Opponent::program) return make({});
    external_bots([make](const BotList& list) { make(list.bots); });
}

void Session::seek(const command::Quick& quick) {
    const auto game = find_game(games_, quick.game);
    if (!game) return face_.complained(game.error());
    if (const auto problem = too_little_time(quick.tc, time_limits_)) return face_.complained(*problem);
    if (!leave_finished_table()) return;
    seeking_ = QueueJoin{(*game)->game, quick.tc, quick.bot_after, quick.level};
    send_wish();
}

void Session::send_wish() {
    // An opponent may be found before the answer comes.
    const GameCard* game = card(seeking_->game);
    face_.said(line(tr("Looking for an opponent: {}, {}.", (game ? game->name : seeking_->game),
                       time_control_words(seeking_->tc))));
    ++waiting_;
    connection_.request<Empty>(*seeking_, [this](const Answer<Empty>& answer) {
        --waiting_;
        // Without a code the link was lost: the wish is sent again when it is back.
        if (!answer && answer.error().code) {
            seeking_.reset();
            complain(answer.error());
        }
        face_.changed();
    });
}

void Session::stop_seeking() {
    if (!std::exchange(seeking_, std::nullopt))
        return face_.complained(tr("You are not waiting for an opponent."));
    ask<Empty>(QueueLeave{}, [this](Empty) { face_.said(line(tr("You no longer wait for an opponent."))); });
}

void Session::found_opponent(const std::string& room, const RoomSnapshot& snapshot) {
    seeking_.reset();
    table_ = {};
    table_.room = room;
    for (const Side side : {Side::first, Side::second}) {
        const Chair& chair = snapshot.summary.seats[static_cast<std::size_t>(engine::index(side))];
        if (chair.player && chair.player->id == me_.id) table_.chair = side;
    }
    take_room(snapshot, /*tell=*/false);
}

void Session::external_bots(std::function<void(const BotList&)> done) {
    ask<BotList>(BotsList{}, std::move(done));
}

void Session::leaders(const std::string& game, std::function<void(const Leaderboard&)> done) {
    const auto found = find_game(games_, game);
    if (!found) return face_.complained(found.error());
    ++waiting_;
    const std::string folder = server().path.substr(0, server().path.rfind('/') + 1);
    http_get(io_, server(), folder + "api/v1/leaderboard?limit=20&game=" + (*found)->game,
             [this, done = std::move(done)](const HttpBody& body) {
                 --waiting_;
                 const auto leaders =
                     body ? read_ok<Leaderboard>(*body)
                          : tl::expected<Leaderboard, std::string>(tl::unexpected(body.error().text));
                 if (leaders)
                     done(*leaders);
                 else
                     face_.complained(tr("The ratings cannot be read: {}.", as_clause(leaders.error())));
                 face_.changed();
             });
}

void Session::position_after(int ply, std::function<void(const EnginePosition&)> done) {
    const MatchView& match = *table_.match;
    const auto count = static_cast<std::size_t>(std::max(ply, 0));
    if (count > match.history().size())
        return face_.complained(tr("There are only {}.", counted(match.history().size(), "move")));
    if (count > static_cast<std::size_t>(limits::moves))
        return face_.complained(
            tr("The game is too long to look at its moves here. Export its record and replay that."));
    if (count == 0) return ask<EnginePosition>(EngineLegal{match.now().game, match.now().options, {}}, done);
    EngineApply request{match.now().game, match.now().options, {}, {}};
    for (std::size_t i = 0; i < count; ++i) request.moves.push_back(match.history()[i].move);
    ask<EnginePosition>(std::move(request), std::move(done));
}

Place Session::place(bool local) const {
    Place at;
    at.local = local;
    at.seeking = seeking_.has_value();
    at.table = !table_.empty();
    at.match = table_.match.has_value();
    at.over = at.match && table_.match->over();
    at.seated = !my_seats().empty();
    at.offered = at.match && at.seated && !table_.match->now().offers.empty();
    return at;
}

}  // namespace pentad::terminal
