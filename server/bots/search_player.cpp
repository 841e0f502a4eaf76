#include "server/bots/search_player.hpp"

#include "server/bots/search_time.hpp"
#include "server/match/seats.hpp"

namespace pentad::server {

void SearchPlayer::ask(const Turn& turn) {
    BotJob job{match_, turn.match.turn(), turn.match.position(), {level_, seed_, 0}};
    job.budget = search_time(turn.match, job.budget);
    job.rank = only_bots(turn.match.setup()) ? BotRank::bots : BotRank::person;
    job.payer = turn.payer;
    scheduler_.think(std::move(job), answers_());
}

}  // namespace pentad::server
