#include "server/bots/external_player.hpp"

#include <cassert>

#include "server/match/match_view.hpp"
#include "server/session/send_unsequenced.hpp"

namespace pentad::server {

void ExternalPlayer::ask(const Turn& turn) {
    assert(turn.due);
    const Match& match = turn.match;
    if (turn_ != match.turn()) forget();
    turn_ = match.turn();
    const auto session = bots_ ? bots_->connected(bot_) : nullptr;
    if (!session || session->connection() == asked_on_.lock()) return;
    asked_on_ = session->connection();
    const MatchSetup& setup = match.setup();
    protocol::TurnRequest request;
    request.game = setup.game;
    request.options = setup.options;
    request.seat = match.to_move();
    request.turn = static_cast<int>(match.turn());
    request.pos = match.position().encode();
    request.legal = match.position().legal_moves();
    request.clock = view_clock(match);
    request.budget = std::chrono::duration_cast<milliseconds>(*turn.due - turn.now);
    send(*session, std::move(request), turn.now);
}

void ExternalPlayer::cancel(ServerTime now) {
    const auto session = bots_ ? bots_->connected(bot_) : nullptr;
    if (session && session->connection() == asked_on_.lock())
        send(*session, protocol::TurnCancel{static_cast<int>(turn_)}, now);
    forget();
}

void ExternalPlayer::send(Session& session, protocol::EventBody body, ServerTime now) const {
    protocol::Event event;
    event.match = match_.text;
    event.body = std::move(body);
    send_unsequenced(session, std::move(event), now);
}

}  // namespace pentad::server
