#pragma once

#include "server/bots/external_bots.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/matchmaker.hpp"
#include "server/room/room_registry.hpp"
#include "server/session/handover_codes.hpp"
#include "server/session/session_registry.hpp"

namespace pentad::server {

/// Tells the services in which a session takes part that its connection has changed or that it is over. On
/// the I/O thread.
class SessionEvents final : public SessionListener {
  public:
    /// REQUIRES: all of them outlive this.
    SessionEvents(RoomRegistry& rooms, Lobby& lobby, Matchmaker& matchmaker, ExternalBots& external_bots,
                  HandoverCodes& handovers)
        : rooms_(rooms),
          lobby_(lobby),
          matchmaker_(matchmaker),
          external_bots_(external_bots),
          handovers_(handovers) {}

    void connection_changed(const std::shared_ptr<Session>& session) override;
    void session_over(const std::shared_ptr<Session>& session) override;
    void people_changed(int people) override { lobby_.set_players(people); }

  private:
    RoomRegistry& rooms_;
    Lobby& lobby_;
    Matchmaker& matchmaker_;
    ExternalBots& external_bots_;
    HandoverCodes& handovers_;
};

}  // namespace pentad::server
