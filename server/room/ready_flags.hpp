#pragma once

#include <array>

#include "server/room/room_settings.hpp"

namespace pentad::server {

/// Which seats of a room are ready for the first match. Bots always are. Pure.
class ReadyFlags {
  public:
    explicit ReadyFlags(const StoredRoom& room) { reset(room); }

    const std::array<bool, 2>& by_seat() const { return ready_; }
    /// Does somebody who is ready sit on each seat?
    bool all(const StoredRoom& room) const {
        for (std::size_t i = 0; i < 2; ++i)
            if (!is_filled(room.chairs[i]) || !ready_[i]) return false;
        return true;
    }

    /// True when that is news.
    bool set(const StoredRoom& room, const PlayerId& player, bool ready) {
        const auto before = ready_;
        for (std::size_t i = 0; i < 2; ++i)
            if (room.chairs[i].player == player) ready_[i] = ready;
        return ready_ != before;
    }
    void set_all() { ready_.fill(true); }
    /// Somebody else sits there.
    void reset(const StoredRoom& room, std::size_t seat) {
        ready_[seat] = room.chairs[seat].kind == protocol::ChairKind::bot;
    }
    /// True when that is news.
    bool reset(const StoredRoom& room) {
        const auto before = ready_;
        for (std::size_t i = 0; i < 2; ++i) reset(room, i);
        return ready_ != before;
    }
    /// The seats of people but this one, and empty seats: they have to agree again.
    void reset_all_but(const StoredRoom& room, const PlayerId& player) {
        for (std::size_t i = 0; i < 2; ++i)
            if (room.chairs[i].kind != protocol::ChairKind::bot && room.chairs[i].player != player)
                ready_[i] = false;
    }
    void reset_empty(const StoredRoom& room) {
        for (std::size_t i = 0; i < 2; ++i)
            if (room.chairs[i].kind != protocol::ChairKind::bot && room.chairs[i].player.empty())
                ready_[i] = false;
    }

  private:
    std::array<bool, 2> ready_{};
};

}  // namespace pentad::server
