#include <algorithm>

#include "server/room/room.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/send_unsequenced.hpp"

// The room's part for its host: what is played, who sits where, who stays.
namespace pentad::server {

using protocol::ChairKind;
using protocol::ErrorCode;
using protocol::RoomState;

bool Room::may_change(const RoomRequest& from) const {
    if (from.session->player_id() != settings_.host)
        from.refuse(ErrorCode::not_host);
    else if (state() != RoomState::open)
        from.refuse(ErrorCode::already_started);
    else
        return true;
    return false;
}

Room::Done Room::on(const protocol::RoomStart&, RoomRequest& from) {
    if (!may_change(from)) co_return;
    if (!ready_to_start()) {
        from.refuse(ErrorCode::not_ready);
        co_return;
    }
    const auto failure = co_await start_if_ready();
    if (failure)
        from.refuse(*failure);
    else
        from.reply(protocol::Empty{});
}

Room::Done Room::on(const protocol::RoomSeat& message, RoomRequest& from) {
    if (!may_change(from)) co_return;
    const PlayerId host = from.session->player_id();
    const std::size_t i = index(message.seat);
    // A program that fills the chair is not asked.
    const bool of_person = settings_.chairs[i].kind == ChairKind::human;
    const PlayerId sitter = of_person ? settings_.chairs[i].player : PlayerId{};
    const bool frees = message.chair.kind == ChairKind::open || message.chair.kind == ChairKind::closed;
    // Somebody else's chair can be taken from them, but not given away in the same breath.
    if (!sitter.empty() && sitter != host && !frees) {
        from.refuse(ErrorCode::seat_taken);
        co_return;
    }
    if (settings_.rated && message.chair.kind == ChairKind::bot) {
        from.refuse(ErrorCode::bad_options, "A rated room needs two chairs for two people.");
        co_return;
    }
    if (message.chair.name) {
        from.refuse(ErrorCode::bad_options,
                    "Names of people at one keyboard are given when the room is made.");
        co_return;
    }
    // A program needs no place for the chair that it fills already, and any seed will do, also the old one.
    const StoredChair& old = settings_.chairs[i];
    const bool same_bot = old.kind == ChairKind::bot && message.chair.kind == ChairKind::bot &&
                          old.player.text == message.chair.bot.value_or("");
    auto chair = plan_chair(message.chair, settings_.game, services_.external_bots, same_bot ? 0 : 1);
    if (!chair) {
        from.refuse(chair.error().code, chair.error().text);
        co_return;
    }
    if (same_bot && !message.chair.seed) chair->seed = old.seed;
    StoredRoom changed = settings_;
    changed.chairs[i] = std::move(*chair);
    const bool host_sits_elsewhere = changed.chairs[1 - i].player == host;
    if (message.chair.kind == ChairKind::human && (!host_sits_elsewhere || settings_.hotseat))
        changed.chairs[i] = chair_of_person(from.session->player());
    if (changed == settings_) {
        from.reply(protocol::Empty{});
        co_return;
    }
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    ready_[i] = settings_.chairs[i].kind == ChairKind::bot;
    // Who lost the chair may go on watching where that is allowed.
    if (!sitter.empty() && sitter != host && !settings_.spectators)
        send_away({sitter}, "unseated");
    else
        tell_changed();
    const auto failure = co_await start_if_ready();
    if (failure)
        from.refuse(*failure);
    else
        from.reply(protocol::Empty{});
}

Room::Done Room::on(const protocol::RoomUpdate& message, RoomRequest& from) {
    if (!may_change(from)) co_return;
    auto planned = plan_update(settings_, message, services_.time_limits);
    if (!planned) {
        from.refuse(planned.error().code, planned.error().text);
        co_return;
    }
    const StoredRoom changed = std::move(*planned);
    if (changed == settings_) {
        from.reply(protocol::Empty{});
        co_return;
    }
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    // The others have agreed to something else.
    for (std::size_t i = 0; i < 2; ++i) {
        const StoredChair& chair = settings_.chairs[i];
        if (chair.kind != ChairKind::bot && chair.player != settings_.host) ready_[i] = false;
    }
    std::set<PlayerId> watchers;
    for (const auto& one : members_) {
        const PlayerId player = one->player_id();
        if (!settings_.spectators && !chair_of(player) && player != settings_.host) watchers.insert(player);
    }
    if (watchers.empty())
        tell_changed();
    else
        send_away(watchers, "spectators_forbidden");
    from.reply(protocol::Empty{});
}

Room::Done Room::on(const protocol::RoomKick& message, RoomRequest& from) {
    const PlayerId player{message.player};
    if (from.session->player_id() != settings_.host) {
        from.refuse(ErrorCode::not_host);
        co_return;
    }
    if (player == settings_.host) {
        from.refuse(ErrorCode::bad_request, "Leave the room instead.");
        co_return;
    }
    if (!has_member(player) && !chair_of(player)) {
        from.refuse(ErrorCode::player_not_found);
        co_return;
    }
    if (state() == RoomState::playing && live_match_->seat_of(player)) {
        from.refuse(ErrorCode::already_started);
        co_return;
    }
    const Left left = co_await take_leave(player);
    if (left == Left::not_stored) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    const ServerTime now = services_.now();
    std::erase_if(kicked_, [&](const auto& one) { return one.second <= now; });
    if (kicked_.size() >= max_kicked)
        kicked_.erase(std::min_element(kicked_.begin(), kicked_.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; }));
    kicked_[player] = now + kicked_for;
    send_away({player}, "kicked");
    from.reply(protocol::Empty{});
}

Room::Done Room::on(const protocol::RoomHost& message, RoomRequest& from) {
    const PlayerId player{message.player};
    if (from.session->player_id() != settings_.host) {
        from.refuse(ErrorCode::not_host);
        co_return;
    }
    if (!has_member(player)) {
        from.refuse(ErrorCode::player_not_found);
        co_return;
    }
    if (player == settings_.host) {
        from.reply(protocol::Empty{});
        co_return;
    }
    StoredRoom changed = settings_;
    changed.host = player;
    const bool kept = co_await save_settings(changed);
    if (!kept) {
        from.refuse(ErrorCode::storage);
        co_return;
    }
    tell_changed();
    look_for(player);
    from.reply(protocol::Empty{});
}

bool Room::is_kicked(const PlayerId& player) const {
    const auto found = kicked_.find(player);
    return found != kicked_.end() && services_.now() < found->second;
}

void Room::send_away(const std::set<PlayerId>& players, std::string_view reason) {
    const auto goes = [&](const auto& one) { return players.contains(one->player_id()); };
    std::vector<std::shared_ptr<Session>> sent;
    std::copy_if(members_.begin(), members_.end(), std::back_inserter(sent), goes);
    // What the others are shown is the room without them.
    std::erase_if(members_, goes);
    told_present_ = present();
    watchers_due_.reset();
    protocol::Event closed;
    closed.room = settings_.id.text;
    closed.body = protocol::RoomClosed{std::string(reason)};
    for (const auto& one : sent)
        if (!room_stream_.has(*one)) send_unsequenced(*one, closed, services_.now());
    enum class Reader { other, host, removed };
    const auto reader = [&](const Session& one) {
        return players.contains(one.player_id())   ? Reader::removed
               : one.player_id() == settings_.host ? Reader::host
                                                   : Reader::other;
    };
    room_stream_.publish_by([&](const Session& one) { return static_cast<int>(reader(one)); },
                            [&](const Session& one) {
                                if (reader(one) == Reader::removed) return closed;
                                protocol::Event changed;
                                changed.room = settings_.id.text;
                                changed.body = protocol::RoomChanged{
                                    reader(one) == Reader::host ? snapshot_for_host() : snapshot()};
                                return changed;
                            });
    for (const auto& one : sent) {
        one->rooms().erase(settings_.id);
        forget(*one);
    }
    for (const PlayerId& player : players) look_for(player);
    list_or_hide();
}

}  // namespace pentad::server
