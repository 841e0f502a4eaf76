#include "server/match/match_view.hpp"

namespace pentad::server {
namespace {

protocol::PlayedMove played(const Match& match, std::size_t index) {
    const Moved& move = match.line()[index];
    return {static_cast<int>(index) + 1, move.seat, move.move, move.automatic};
}

}  // namespace

protocol::Player view_player(const MatchSeat& seat) {
    const bool bot = seat.kind == MatchSeat::Kind::bot;
    return {seat.player.text, seat.name, bot ? protocol::PlayerKind::bot : protocol::PlayerKind::human};
}

protocol::Result view_result(const MatchResult& result) { return {result.winner, result.reason}; }

protocol::Clock view_clock(const Match& match) {
    protocol::Clock clock;
    clock.tc = match.setup().tc;
    clock.remaining = match.remaining();
    clock.running = match.running();
    clock.at = to_wire(match.clock_at());
    if (match.paused_until() && !match.result()) clock.paused_until = to_wire(*match.paused_until());
    return clock;
}

protocol::MatchSnapshot view_match(const Match& match, bool with_legal, bool with_history) {
    const MatchSetup& setup = match.setup();
    protocol::MatchSnapshot view;
    view.game = setup.game;
    view.rules_version = setup.rules_version;
    view.options = setup.options;
    view.board = match.game().board(setup.options);
    for (std::size_t i = 0; i < 2; ++i) {
        const MatchSeat& seat = setup.seats[i];
        view.seats[i].player = view_player(seat);
        if (seat.kind == MatchSeat::Kind::bot && seat.player.empty()) view.seats[i].level = seat.level;
    }
    const engine::Position& position = match.position();
    view.turn = static_cast<int>(match.turn());
    view.ply = static_cast<int>(match.ply());
    view.to_move = match.to_move();
    view.pos = position.encode();
    view.pieces = position.pieces();
    view.hash = engine::fnv1a(view.pos);
    if (with_legal) view.legal = match.result() ? std::vector<std::string>{} : position.legal_moves();
    if (match.ply() > 0) view.last_move = played(match, match.line().size() - 1);
    if (with_history) {
        view.history.emplace();
        view.history->reserve(match.line().size());
        for (std::size_t i = 0; i < match.line().size(); ++i) view.history->push_back(played(match, i));
    }
    view.clock = view_clock(match);
    if (match.result()) view.result = view_result(*match.result());
    view.room = setup.room.text;
    view.rated = setup.rated;
    return view;
}

protocol::MatchMoved view_last_move(const Match& match) {
    const Moved& last = match.line().back();
    protocol::MatchMoved view;
    view.turn = static_cast<int>(match.turn());
    view.ply = static_cast<int>(match.ply());
    view.seat = last.seat;
    view.move = last.move;
    view.pos = match.position().encode();
    view.pieces = match.position().pieces();
    view.hash = engine::fnv1a(view.pos);
    view.to_move = match.to_move();
    view.clock = view_clock(match);
    view.automatic = last.automatic;
    return view;
}

protocol::EventBody view_event(const Match& match, const MatchEvent& event) {
    if (std::holds_alternative<Moved>(event)) return view_last_move(match);
    if (const auto* back = std::get_if<TakenBack>(&event)) return view_taken_back(match, *back);
    if (!std::holds_alternative<Ended>(event)) return protocol::MatchClock{view_clock(match)};
    protocol::MatchEnded ended;
    ended.result = view_result(*match.result());
    ended.turn = static_cast<int>(match.turn());
    ended.ply = static_cast<int>(match.ply());
    ended.clock = view_clock(match);
    return ended;
}

protocol::MatchTakenBack view_taken_back(const Match& match, const TakenBack& event) {
    protocol::MatchTakenBack view;
    view.plies = static_cast<int>(event.plies);
    view.turn = static_cast<int>(match.turn());
    view.ply = static_cast<int>(match.ply());
    view.seat = event.by;
    view.pos = match.position().encode();
    view.pieces = match.position().pieces();
    view.hash = engine::fnv1a(view.pos);
    view.to_move = match.to_move();
    if (match.ply() > 0) view.last_move = played(match, match.line().size() - 1);
    view.clock = view_clock(match);
    return view;
}

}  // namespace pentad::server
