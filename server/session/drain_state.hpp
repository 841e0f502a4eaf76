#pragma once

namespace pentad::server {

/// Whether the server is draining: it begins no new rooms and matches, and lets in only players whose match
/// goes on. On the I/O thread.
struct DrainState {
    bool draining = false;
};

}  // namespace pentad::server
