#include <algorithm>

#include "tests/support/client_model.hpp"

// The model's part that follows a match from event to event.
namespace pentad::testing {

using namespace protocol;

namespace {

/// What a move and a takeback have in common.
template <class Change>
void take_position(MatchSnapshot& now, const Change& change, const std::string& player) {
    promise_hash(change.pos, change.hash);
    promise(change.turn == now.turn + 1, "A turn does not follow the one before.");
    now.turn = change.turn;
    now.ply = change.ply;
    now.to_move = change.to_move;
    now.pos = change.pos;
    now.pieces = change.pieces;
    now.hash = change.hash;
    now.legal = change.legal;
    now.clock = change.clock;
    const Seat& mover = now.seats[engine::index(now.to_move)];
    const bool ours = mover.player.kind == PlayerKind::human && mover.player.id == player;
    promise(player.empty() || change.legal.has_value() == ours,
            ours ? "The legal moves are missing." : "Legal moves for who is not to move.");
}

}  // namespace

void ClientModel::change(const std::string& id, const EventBody& body) {
    const auto known = matches_.find(id);
    promise(known != matches_.end(), std::string(type_name(body)) + " in a match that nobody has shown.");
    MatchSnapshot& now = known->second.now;
    const bool offers = std::holds_alternative<OfferMade>(body) || std::holds_alternative<OfferClosed>(body);
    promise(!now.result || offers, std::string(type_name(body)) + " after the end of the match.");
    if (const auto* moved = std::get_if<MatchMoved>(&body)) {
        promise(moved->seat == now.to_move, "A move out of turn.");
        promise(moved->ply == now.ply + 1, "A move is not one ply.");
        take_position(now, *moved, player_);
        now.last_move = PlayedMove{moved->ply, moved->seat, moved->move, moved->automatic};
        if (now.history) now.history->push_back(*now.last_move);
        known->second.moves.push_back(moved->move);
    } else if (const auto* back = std::get_if<MatchTakenBack>(&body)) {
        promise(back->plies > 0 && back->ply == now.ply - back->plies,
                "A takeback takes something else back.");
        take_position(now, *back, player_);
        now.last_move = back->last_move;
        if (now.history) now.history->resize(static_cast<std::size_t>(back->ply));
        auto& moves = known->second.moves;
        moves.resize(moves.size() - std::min(moves.size(), static_cast<std::size_t>(back->plies)));
    } else if (const auto* clock = std::get_if<MatchClock>(&body)) {
        now.clock = clock->clock;
    } else if (const auto* ended = std::get_if<MatchEnded>(&body)) {
        promise(ended->turn == now.turn && ended->ply == now.ply, "A match ends elsewhere than it stands.");
        now.result = ended->result;
        now.clock = ended->clock;
        now.legal.reset();
    } else if (const auto* presence = std::get_if<SeatPresence>(&body)) {
        Seat& seat = now.seats[engine::index(presence->seat)];
        seat.presence = presence->state;
        seat.claimable_at = presence->claimable_at;
    } else if (const auto* made = std::get_if<OfferMade>(&body)) {
        promise(!now.result || made->offer.kind == OfferKind::rematch, "An offer after the end.");
        now.offers.push_back(made->offer);
    } else if (const auto* closed = std::get_if<OfferClosed>(&body)) {
        const auto removed =
            std::erase_if(now.offers, [&](const Offer& one) { return one.offer == closed->offer; });
        promise(removed == 1, "An offer is closed that does not stand.");
    }
}

}  // namespace pentad::testing
