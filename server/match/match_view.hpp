#pragma once

#include "protocol/messages.hpp"
#include "server/match/match.hpp"

/// A match as clients see it. Pure.
namespace pentad::server {

/// Complete except for the seats' presence, the offers and the number of spectators. `with_legal`: the
/// receiver is to move.
protocol::MatchSnapshot view_match(const Match& match, bool with_legal, bool with_history);

/// The event of the match's last move, without the legal moves. REQUIRES: match.ply() > 0.
protocol::MatchMoved view_last_move(const Match& match);

/// The event of the takeback that was just applied, without the legal moves.
protocol::MatchTakenBack view_taken_back(const Match& match, const TakenBack& event);

/// What announces an event that was just applied, without the legal moves.
protocol::EventBody view_event(const Match& match, const MatchEvent& event);

protocol::Clock view_clock(const Match& match);
protocol::Result view_result(const MatchResult& result);
protocol::Player view_player(const MatchSeat& seat);

}  // namespace pentad::server
