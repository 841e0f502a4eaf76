#pragma once

#include <string>

#include "protocol/shapes.hpp"

namespace pentad::server {

/// The list of public rooms, as the rooms see it; the lobby keeps it. On the I/O thread.
class RoomList {
  public:
    /// The room is new or has changed.
    virtual void upsert(protocol::RoomSummary room) = 0;
    virtual void remove(const std::string& room) = 0;

  protected:
    ~RoomList() = default;
};

}  // namespace pentad::server
