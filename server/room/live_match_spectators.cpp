#include <algorithm>

#include "server/match/match_view.hpp"
#include "server/room/live_match.hpp"
#include "server/room/room.hpp"

// The table's part for who watches: at once, or later where the room says so; and what is said around it.
namespace pentad::server {

using engine::index;
using protocol::ErrorCode;

void LiveMatch::open_for_spectators() {
    if (over() || room_.settings().spectators_delay.count() == 0) return;
    later_.emplace(match_, room_.settings().spectators_delay,
                   SpectatorDelay::Presences{presence_event(Side::first), presence_event(Side::second)},
                   services_.blocks);
}

void LiveMatch::show_later(Match shown, const std::vector<MatchEvent>& not_yet) {
    if (!later_) return;
    later_.emplace(std::move(shown), room_.settings().spectators_delay,
                   SpectatorDelay::Presences{presence_event(Side::first), presence_event(Side::second)},
                   services_.blocks);
    for (const MatchEvent& happened : not_yet) {
        later_->happen(happened, std::visit([](const auto& what) { return what.at; }, happened));
        // The numbers of both streams are the same.
        stream_.publish(event(protocol::Skip{}));
    }
}

EventStream& LiveMatch::stream_for(const Session& session) {
    return later_ && !seat_of(session.player_id()) ? later_->stream() : stream_;
}

std::size_t LiveMatch::subscriptions() const {
    return stream_.subscribers().size() + (later_ ? later_->stream().subscribers().size() : 0);
}

const EventStream& LiveMatch::stream_for(const Session& session) const {
    return later_ && !seat_of(session.player_id()) ? later_->stream() : stream_;
}

void LiveMatch::publish(protocol::EventBody body) {
    if (later_) later_->say(body, now());
    stream_.publish(event(std::move(body)));
}

void LiveMatch::forget(const PlayerId& player) {
    match_.give_seats(player, {std::string(forgotten_id)}, forgotten_name);
    said_by_players_.forget(player);
    said_by_watchers_.forget(player);
    if (later_) later_->forget(player);
}

int LiveMatch::count_spectators() const {
    const auto& all = later_ ? later_->stream().subscribers() : stream_.subscribers();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [this](const auto& one) {
        return one->connected() && !seat_of(one->player_id());
    }));
}

protocol::MatchSnapshot LiveMatch::snapshot(const Session& receiver, bool with_history) const {
    const bool plays = seat_of(receiver.player_id()).has_value();
    protocol::MatchSnapshot view;
    if (is_shown_later() && !plays) {
        view = later_->snapshot(receiver.player_id(), with_history);
    } else {
        view = view_match(match_, is_to_move(receiver), with_history);
        show_presence(view);
        view.offers = offers_.standing();
        if (with_history)
            view.chat = (plays ? said_by_players_ : said_by_watchers_)
                            .shown_to(receiver.player_id(), services_.blocks);
    }
    view.spectators = count_spectators();
    say_why_unrated(view);
    return view;
}

protocol::MatchSnapshot LiveMatch::public_snapshot() const {
    protocol::MatchSnapshot view =
        is_shown_later() ? later_->snapshot({}, true) : view_match(match_, false, true);
    say_why_unrated(view);
    return view;
}

/// There is no other reason: a rated room has two people on its chairs (room_plan.cpp).
void LiveMatch::say_why_unrated(protocol::MatchSnapshot& view) const {
    if (room_.settings().rated && !view.rated) view.unrated = protocol::Unrated::same_network;
}

void LiveMatch::say(const protocol::ChatSend& message, RoomRequest& from) {
    const bool to_players = message.channel == protocol::ChatChannel::match;
    const bool plays = seat_of(from.session->player_id()).has_value();
    if (to_players && !plays) {
        from.refuse(ErrorCode::not_seated);
        return;
    }
    if (!to_players && (plays || !stream_for(*from.session).has(*from.session))) {
        from.refuse(ErrorCode::forbidden,
                    plays ? "Players do not read what watchers write." : "Watch first.");
        return;
    }
    if (!to_players && !room_.settings().spectators_chat) {
        from.refuse(ErrorCode::forbidden, "Spectators do not write here.");
        return;
    }
    const protocol::ChatLine line{message.channel, from.session->player(), message.text};
    (to_players ? said_by_players_ : said_by_watchers_).add(line, to_wire(now()));
    if (later_) {
        // Nobody on their stream plays, nobody on the players' stream watches.
        later_->say(to_players ? protocol::EventBody(protocol::Skip{}) : line, now());
        if (to_players)
            stream_.publish_line(event(line), services_.blocks, [](const Session&) { return true; });
        else
            stream_.publish(event(protocol::Skip{}));
    } else {
        stream_.publish_line(event(line), services_.blocks, [&](const Session& one) {
            return seat_of(one.player_id()).has_value() == to_players;
        });
    }
    from.reply(protocol::Empty{});
}

}  // namespace pentad::server
