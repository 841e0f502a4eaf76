#include "clients/terminal/model/match_view.hpp"

#include <algorithm>

namespace pentad::terminal {
namespace {

/// What moves and takebacks change alike.
template <class Event>
void take_position(protocol::MatchSnapshot& now, const Event& event) {
    now.turn = event.turn;
    now.ply = event.ply;
    now.to_move = event.to_move;
    now.pos = event.pos;
    now.pieces = event.pieces;
    now.hash = event.hash;
    now.legal = event.legal;
    now.clock = event.clock;
}

}  // namespace

MatchView::MatchView(std::string match, protocol::MatchSnapshot snapshot) : match_(std::move(match)) {
    reset(std::move(snapshot));
}

void MatchView::reset(protocol::MatchSnapshot snapshot) {
    now_ = std::move(snapshot);
    if (now_.history)
        history_ = std::move(*now_.history);
    else if (history_.size() > static_cast<std::size_t>(now_.ply))
        history_.resize(static_cast<std::size_t>(now_.ply));
    now_.history.reset();
}

void MatchView::apply(const protocol::MatchMoved& event) {
    take_position(now_, event);
    now_.last_move = protocol::PlayedMove{event.ply, event.seat, event.move, event.automatic};
    history_.push_back(*now_.last_move);
    // Offers of a draw or a takeback die with the position they were made in.
    std::erase_if(now_.offers, [](const protocol::Offer& offer) {
        return offer.kind == protocol::OfferKind::draw || offer.kind == protocol::OfferKind::takeback;
    });
}

void MatchView::apply(const protocol::MatchTakenBack& event) {
    take_position(now_, event);
    now_.last_move = event.last_move;
    while (!history_.empty() && history_.back().ply > event.ply) history_.pop_back();
    now_.offers.clear();
}

void MatchView::apply(const protocol::MatchEnded& event) {
    now_.result = event.result;
    now_.clock = event.clock;
    now_.legal.reset();
    now_.offers.clear();
}

void MatchView::apply(const protocol::SeatPresence& event) {
    now_.seats[static_cast<std::size_t>(engine::index(event.seat))].presence = event.state;
}

void MatchView::apply(const protocol::OfferMade& event) { now_.offers.push_back(event.offer); }

void MatchView::apply(const protocol::OfferClosed& event) {
    std::erase_if(now_.offers, [&](const protocol::Offer& offer) { return offer.offer == event.offer; });
}

const std::vector<std::string>& MatchView::legal() const {
    static const std::vector<std::string> none;
    return now_.legal && !over() ? *now_.legal : none;
}

std::vector<protocol::Side> MatchView::seats_of(const std::string& player) const {
    std::vector<protocol::Side> seats;
    for (const protocol::Side side : {protocol::Side::first, protocol::Side::second})
        if (now_.seats[static_cast<std::size_t>(engine::index(side))].player.id == player)
            seats.push_back(side);
    return seats;
}

}  // namespace pentad::terminal
