#include "server/room/room_audience.hpp"

#include "server/session/send_unsequenced.hpp"

namespace pentad::server {

RoomStatus RoomAudience::as_told(RoomStatus status) const {
    status.watchers = told_.watchers;
    return status;
}

protocol::RoomSummary RoomAudience::summary(RoomStatus status) const {
    return view_summary(room_, as_told(std::move(status)), members_);
}

protocol::RoomSnapshot RoomAudience::snapshot_for(const PlayerId& reader, RoomStatus status) const {
    protocol::RoomSnapshot view = view_room(room_, as_told(std::move(status)), members_);
    if (reader == room_.host) view.invite = invite_;
    view.chat = chat_.shown_to(reader, blocks_);
    return view;
}

protocol::RoomEntered RoomAudience::entered(const Session& session, RoomStatus status) const {
    const PlayerId player = session.player_id();
    protocol::RoomEntered view;
    view.room = room_.id.text;
    view.code = room_.code;
    if (player == room_.host) view.invite = invite_;
    view.seat = seat_in(room_, player);
    view.seq = stream_.seq();
    view.snapshot = snapshot_for(player, std::move(status));
    return view;
}

void RoomAudience::send_snapshot(Session& session, RoomStatus status) const {
    protocol::Event snapshot = event(snapshot_for(session.player_id(), std::move(status)));
    snapshot.seq = stream_.seq();
    snapshot.ts = to_wire(now_());
    session.send(to_bytes(protocol::encode(snapshot)));
}

protocol::Event RoomAudience::event(protocol::EventBody body) const {
    protocol::Event made;
    made.room = room_.id.text;
    made.body = std::move(body);
    return made;
}

/// Without the chat: it would be said again and again.
protocol::Event RoomAudience::changed_event(const RoomStatus& status, bool for_host) const {
    protocol::RoomChanged changed{view_room(room_, as_told(status), members_)};
    if (for_host) changed.snapshot.invite = invite_;
    return event(std::move(changed));
}

void RoomAudience::tell_changed(const RoomStatus& status) {
    told_ = members_.present(room_);
    watchers_due_.reset();
    stream_.publish_by(
        [this](const Session& one) { return static_cast<int>(one.player_id() == room_.host); },
        [&](const Session& one) { return changed_event(status, one.player_id() == room_.host); });
    list_or_hide(status);
}

void RoomAudience::tell_who_is_here(const RoomStatus& status) {
    const ServerTime now = now_();
    if (watchers_due_ && *watchers_due_ <= now) watchers_due_.reset();
    const RoomMembers::Present present = members_.present(room_);
    if (present == told_) return;
    if (present.seats == told_.seats) {
        const ServerTime due = watchers_told_ + watchers_gathered_for;
        if (now < due) {
            watchers_due_ = due;
            return;
        }
        watchers_told_ = now;
    }
    tell_changed(status);
}

void RoomAudience::tell_removed(const std::set<PlayerId>& players,
                                const std::vector<std::shared_ptr<Session>>& sent, std::string_view reason,
                                const RoomStatus& status) {
    told_ = members_.present(room_);
    watchers_due_.reset();
    protocol::Event closed = event(protocol::RoomClosed{std::string(reason)});
    for (const auto& one : sent)
        if (!stream_.has(*one)) send_unsequenced(*one, closed, now_());
    enum class Reader { other, host, removed };
    const auto reader = [&](const Session& one) {
        return players.contains(one.player_id()) ? Reader::removed
               : one.player_id() == room_.host   ? Reader::host
                                                 : Reader::other;
    };
    stream_.publish_by([&](const Session& one) { return static_cast<int>(reader(one)); },
                       [&](const Session& one) {
                           if (reader(one) == Reader::removed) return closed;
                           return changed_event(status, reader(one) == Reader::host);
                       });
    list_or_hide(status);
}

void RoomAudience::tell_closed(std::string_view reason) {
    stream_.publish(event(protocol::RoomClosed{std::string(reason)}));
    list_.remove(room_.id.text);
}

void RoomAudience::list_or_hide(const RoomStatus& status) {
    if (room_.visibility == protocol::Visibility::public_)
        list_.upsert(summary(status));
    else
        list_.remove(room_.id.text);
}

void RoomAudience::say(const protocol::ChatLine& line) {
    chat_.add(line, to_wire(now_()));
    stream_.publish_line(event(line), blocks_, [](const Session&) { return true; });
}

}  // namespace pentad::server
