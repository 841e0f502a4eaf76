#include "server/room/spectator_feed.hpp"

#include "server/match/match_view.hpp"

namespace pentad::server {

void SpectatorFeed::say(protocol::EventBody body, ServerTime now) {
    waiting_.push_back({now + delay_, std::move(body)});
    if (delay_.count() == 0) show_all();
}

void SpectatorFeed::show_due(ServerTime now) {
    while (!waiting_.empty() && waiting_.front().due <= now) {
        const auto what = std::move(waiting_.front().what);
        waiting_.pop_front();
        show(what);
    }
}

void SpectatorFeed::show_all() {
    delay_ = milliseconds(0);
    show_due(ServerTime::max());
}

std::optional<ServerTime> SpectatorFeed::next() const {
    if (waiting_.empty()) return std::nullopt;
    return waiting_.front().due;
}

void SpectatorFeed::show(const std::variant<MatchEvent, protocol::EventBody>& what) {
    protocol::Event event;
    event.match = shown_.setup().id.text;
    if (const auto* happened = std::get_if<MatchEvent>(&what)) {
        shown_.apply(*happened);
        event.body = view_event(shown_, *happened);
    } else {
        event.body = std::get<protocol::EventBody>(what);
        note(event.body);
    }
    if (std::holds_alternative<protocol::ChatLine>(event.body))
        stream_.publish_line(std::move(event), blocks_, [](const Session&) { return true; });
    else
        stream_.publish(std::move(event));
}

/// What a snapshot needs to know of it.
void SpectatorFeed::note(const protocol::EventBody& body) {
    if (const auto* made = std::get_if<protocol::OfferMade>(&body)) {
        offers_.push_back(made->offer);
    } else if (const auto* closed = std::get_if<protocol::OfferClosed>(&body)) {
        std::erase_if(offers_, [&](const protocol::Offer& one) { return one.offer == closed->offer; });
    } else if (const auto* presence = std::get_if<protocol::SeatPresence>(&body)) {
        presences_[engine::index(presence->seat)] = *presence;
    } else if (const auto* line = std::get_if<protocol::ChatLine>(&body)) {
        said_.add(*line, to_wire(ServerClock::now()));
    }
}

protocol::MatchSnapshot SpectatorFeed::snapshot(const PlayerId& reader, bool with_history) const {
    protocol::MatchSnapshot view = view_match(shown_, false, with_history);
    for (const Side side : {Side::first, Side::second}) {
        protocol::Seat& seat = view.seats[engine::index(side)];
        seat.presence = presences_[engine::index(side)].state;
        seat.claimable_at = presences_[engine::index(side)].claimable_at;
    }
    view.offers = offers_;
    view.delay = delay_;
    if (with_history) view.chat = said_.shown_to(reader, blocks_);
    return view;
}

}  // namespace pentad::server
