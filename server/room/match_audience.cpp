#include "server/room/match_audience.hpp"

#include <algorithm>

#include "server/match/seats.hpp"

namespace pentad::server {

namespace {

/// A client whose view is out of date is not sent the whole match more often than this.
constexpr milliseconds between_snapshots = std::chrono::seconds(1);

}  // namespace

bool MatchAudience::plays(const Session& session) const {
    return seat_of(match_.setup(), session.player_id()).has_value();
}

bool MatchAudience::is_to_move(const Session& session) const {
    return !match_.result() && is_seat_of_person(match_.setup(), session.player_id(), match_.to_move());
}

milliseconds MatchAudience::lag_of(const Session& session) {
    if (!session.connection()) return milliseconds(0);
    return session.connection()->round_trip().value_or(milliseconds(0));
}

milliseconds MatchAudience::lag_of_mover() const {
    milliseconds lag{};
    for (const auto& session : stream_.subscribers())
        if (is_to_move(*session)) lag = std::max(lag, lag_of(*session));
    return lag;
}

EventStream& MatchAudience::stream_for(const Session& session) {
    return feed_ && !plays(session) ? feed_->stream() : stream_;
}

const EventStream& MatchAudience::stream_for(const Session& session) const {
    return feed_ && !plays(session) ? feed_->stream() : stream_;
}

std::size_t MatchAudience::subscriptions() const {
    return stream_.subscribers().size() + (feed_ ? feed_->stream().subscribers().size() : 0);
}

int MatchAudience::count_spectators() const {
    const auto& all = feed_ ? feed_->stream().subscribers() : stream_.subscribers();
    return static_cast<int>(std::count_if(
        all.begin(), all.end(), [this](const auto& one) { return one->connected() && !plays(*one); }));
}

void MatchAudience::delay_spectators(Match shown, SpectatorFeed::Presences presences) {
    if (match_.result() || terms_.spectators_delay.count() == 0) return;
    feed_.emplace(std::move(shown), terms_.spectators_delay, presences, blocks_);
}

void MatchAudience::catch_up(Match shown, SpectatorFeed::Presences presences,
                             const std::vector<MatchEvent>& not_yet) {
    if (!feed_) return;
    delay_spectators(std::move(shown), presences);
    for (const MatchEvent& one : not_yet) {
        feed_->happen(one, std::visit([](const auto& what) { return what.at; }, one));
        // The numbers of both streams are the same.
        stream_.publish(event(protocol::Skip{}));
    }
}

void MatchAudience::show_due(ServerTime now) {
    if (feed_) feed_->show_due(now);
}

void MatchAudience::happened(const MatchEvent& event) {
    if (feed_) feed_->happen(event, now_());
}

void MatchAudience::publish_position(protocol::EventBody body) {
    stream_.publish_position(
        event(std::move(body)), [this] { return match_.position().legal_moves(); },
        [this](const Session& one) { return is_to_move(one); });
}

void MatchAudience::publish_end(protocol::EventBody body) {
    // The players have nothing to gain any more from what spectators know.
    if (feed_) feed_->show_all();
    publish_change(std::move(body));
}

void MatchAudience::publish(protocol::EventBody body) {
    if (feed_) feed_->say(body, now_());
    publish_change(std::move(body));
}

void MatchAudience::send_to_seat(Side seat, protocol::EventBody body) const {
    protocol::Event sent = event(std::move(body));
    sent.ts = to_wire(now_());
    const Bytes bytes = to_bytes(protocol::encode(sent));
    for (const auto& session : stream_.subscribers())
        if (is_seat_of_person(match_.setup(), session->player_id(), seat)) session->send(bytes);
}

bool MatchAudience::wants_snapshot(const Session& session) const {
    const auto last = snapshot_pushed_.find(session.id());
    const bool just_now = last != snapshot_pushed_.end() && now_() - last->second < between_snapshots;
    return stream_.has(session) && !just_now;
}

void MatchAudience::push_snapshot(Session& session, protocol::MatchSnapshot snapshot) {
    snapshot_pushed_[session.id()] = now_();
    protocol::Event pushed = event(std::move(snapshot));
    pushed.seq = stream_.seq();
    pushed.ts = to_wire(now_());
    session.send(to_bytes(protocol::encode(pushed)));
}

void MatchAudience::say(const protocol::ChatSend& message, const RoomRequest& from) {
    const bool to_players = message.channel == protocol::ChatChannel::match;
    const bool follows = stream_for(*from.session).has(*from.session);
    if (auto refused =
            MatchChat::refusal(message.channel, plays(*from.session), follows, terms_.spectators_chat)) {
        from.refuse(refused->code, std::move(refused->text));
        return;
    }
    const protocol::ChatLine line{message.channel, from.session->player(), message.text};
    chat_.add(line, to_wire(now_()));
    if (feed_) {
        // Nobody on their stream plays, and nobody on the players' stream watches.
        feed_->say(to_players ? protocol::EventBody(protocol::Skip{}) : line, now_());
        if (to_players)
            stream_.publish_line(event(line), blocks_, [](const Session&) { return true; });
        else
            stream_.publish(event(protocol::Skip{}));
    } else {
        stream_.publish_line(event(line), blocks_,
                             [&](const Session& one) { return plays(one) == to_players; });
    }
    from.reply(protocol::Empty{});
}

std::vector<protocol::PastLine> MatchAudience::chat_for(const PlayerId& reader) const {
    return chat_.shown_to(reader, seat_of(match_.setup(), reader).has_value(), blocks_);
}

void MatchAudience::forget(const PlayerId& player) {
    chat_.forget(player);
    if (feed_) feed_->forget(player);
}

protocol::Event MatchAudience::event(protocol::EventBody body) const {
    protocol::Event made;
    made.match = match_.setup().id.text;
    made.body = std::move(body);
    return made;
}

}  // namespace pentad::server
