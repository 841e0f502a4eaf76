#include "server/app/client_side.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pentad::server {

ClientSide::ClientSide(RoomServices& services, ExternalBots& external_bots, const Config& config)
    : services_(services),
      config_(config),
      room_streams_(services.rooms),
      match_streams_(services.rooms),
      lobby_streams_(services.lobby),
      // Rooms before their matches: a client learns there of a match that began meanwhile.
      resume_({&room_streams_, &match_streams_, &lobby_streams_}, services.metrics),
      records_(services.io, services.store, [this](const PlayerId& player) { return sessions.of(player); }),
      sessions(config, records_, names_, services.metrics),
      authenticator_(config, sessions, records_, names_, handovers_, drain_,
                     [this](const PlayerId& player) { return !services_.rooms.playing(player).empty(); }),
      welcome_(config, services.rooms, drain_, services.time_limits),
      hello_(authenticator_, sessions, records_, resume_, welcome_, sanctions, services.now),
      moderation_(
          services.io, services.store, config, services.blocks, services.metrics,
          [this](PlayerId player) { return records_.player(std::move(player)); }, services.now),
      room_service_(
          {services.io, config, services.rooms, sessions, records_, names_, external_bots,
           services.early_exits, drain_},
          services.time_limits,
          [this](StoredRoom room) {
              return std::make_shared<Room>(services_, std::move(room), std::nullopt, 0);
          },
          services.now),
      history_(services.io, services.store),
      matchmaker_(services.io, room_service_, services.blocks, services.early_exits, services.time_limits,
                  services.now),
      chat_(config, sanctions, services.lobby, services.rooms, services.now),
      session_events_(services.rooms, services.lobby, matchmaker_, external_bots, handovers_),
      handlers_({services.io, resume_, handovers_, moderation_, external_bots, services.rooms, room_service_,
                 history_, services.lobby, matchmaker_, chat_}),
      gateway(services.io, config, services.metrics, sessions, records_, hello_, handlers_, sanctions, drain_,
              services.now),
      sweep_timer_(services.io.get_executor()) {
    sessions.listen(session_events_);
    sweep();
}

void ClientSide::restore(const std::vector<StoredSessionOf>& stored) {
    for (const auto& [session, player] : stored)
        sessions.create(player, session.id)->restore({session.token_hash, session.previous_token_hash});
    // Their chairs are kept for them as long as their sessions are.
    for (const auto& [id, room] : services_.rooms.all()) {
        const auto admit = [this, &room = *room](const PlayerId& player) {
            for (const auto& session : sessions.of(player)) room.admit(session);
        };
        admit(room->settings().host);
        for (const StoredChair& chair : room->settings().chairs) admit(chair.player);
        if (!room->match()) continue;
        for (const MatchSeat& seat : room->match()->setup().seats) admit(seat.player);
    }
}

void ClientSide::drain() {
    if (std::exchange(drain_.draining, true)) return;
    notify(sessions.all(), protocol::NoticeKind::draining, "The server restarts; come back in a moment.");
}

void ClientSide::store_connected_guests() {
    for (const auto& session : sessions.all())
        if (session->connected() && records_.guests().has_nothing_to_keep(session->player_id()))
            records_.write(*session);
}

void ClientSide::forget(const PlayerId& player) {
    services_.blocks.forget(player);
    services_.lobby.forget(player);
    services_.early_exits.forget(player);
    services_.first_seats.forget(player);
    for (const auto& [id, room] : services_.rooms.all()) room->forget(player);
}

void ClientSide::sweep() {
    const ServerTime now = ServerClock::now();
    const ServerTime services_now = services_.now();
    gateway.sweep(now);
    sessions.sweep(now);
    hello_.sweep(now);
    handovers_.sweep(now);
    moderation_.sweep(now);
    chat_.sweep(services_now);
    services_.rooms.wrong_guesses().sweep(services_now);
    services_.early_exits.sweep(services_now);
    const milliseconds least_wait(std::min(config_.hello_timeout_ms, config_.session_kept_ms));
    sweep_timer_.expires_after(
        std::clamp<milliseconds>(least_wait / 4, milliseconds(20), milliseconds(1000)));
    sweep_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) sweep();
    });
}

}  // namespace pentad::server
