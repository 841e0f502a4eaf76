#pragma once

#include "server/bots/external_bots.hpp"
#include "server/gateway/client_context.hpp"
#include "server/lobby/chat_service.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/matchmaker.hpp"
#include "server/moderation/moderation_service.hpp"
#include "server/room/match_history.hpp"
#include "server/room/room_service.hpp"
#include "server/session/handover_codes.hpp"
#include "server/session/resume_service.hpp"

namespace pentad::server {

/// Takes each request to the service that handles it. On the I/O thread.
class RequestHandlers {
  public:
    /// Where requests go; all of it outlives this.
    struct Services {
        asio::io_context& io;
        ResumeService& resume;
        HandoverCodes& handovers;
        ModerationService& moderation;
        ExternalBots& external_bots;
        RoomRegistry& rooms;
        RoomService& room_service;
        MatchHistory& history;
        Lobby& lobby;
        Matchmaker& matchmaker;
        ChatService& chat;
    };
    explicit RequestHandlers(const Services& services) : services_(services) {}

    /// Each request is answered once, now or later. REQUIRES: the session has a connection.
    void handle(ClientContext& from, protocol::Request request);

  private:
    void on(const protocol::Ping& message, ClientContext& from);
    void on(const protocol::Bye& message, ClientContext& from);
    void on(const protocol::LobbySubscribe& message, ClientContext& from);
    void on(const protocol::BotRegister& message, ClientContext& from);
    void on(const protocol::HandoverCreate& message, ClientContext& from);
    void on(const protocol::PlayerBlock& message, ClientContext& from);
    void report(const ClientContext& from, protocol::Request request);

    const Services services_;
};

}  // namespace pentad::server
