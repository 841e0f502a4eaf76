#pragma once

#include "server/room/room_registry.hpp"
#include "server/session/stream_source.hpp"

namespace pentad::server {

/// The streams of rooms: `room:` and the room's id. On the I/O thread.
class RoomStreams final : public StreamSource {
  public:
    explicit RoomStreams(RoomRegistry& rooms) : rooms_(rooms) {}

    bool has_key(const std::string& key) const override { return key.starts_with("room:"); }
    void add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const override;
    const EventStream* find(const Session& session, const std::string& key) const override;
    protocol::Event snapshot(const Session& session, const std::string& key) override;
    void unsubscribe(const Session& session, const std::string& key) override;
    void resubscribe(const std::shared_ptr<Session>& session, const std::string& key) override;

  private:
    std::shared_ptr<Room> room(const std::string& key) const;

    RoomRegistry& rooms_;
};

/// The streams of the matches in rooms: `match:` and the match's id. On the I/O thread.
class MatchStreams final : public StreamSource {
  public:
    explicit MatchStreams(RoomRegistry& rooms) : rooms_(rooms) {}

    bool has_key(const std::string& key) const override { return key.starts_with("match:"); }
    void add_streams(const Session& session, std::map<std::string, std::int64_t>& seqs) const override;
    const EventStream* find(const Session& session, const std::string& key) const override;
    protocol::Event snapshot(const Session& session, const std::string& key) override;
    void unsubscribe(const Session& session, const std::string& key) override;
    void resubscribe(const std::shared_ptr<Session>& session, const std::string& key) override;

  private:
    std::shared_ptr<Room> room(const std::string& key) const;

    RoomRegistry& rooms_;
};

}  // namespace pentad::server
