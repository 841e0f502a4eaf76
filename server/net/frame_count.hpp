#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pentad::server {

/// Counts the WebSocket frames in a byte stream: the library reports whole messages only, and a peer may send
/// any number of frames without one.
class FrameCount {
  public:
    /// The frames in these bytes that end no message: control frames, and all but last fragments. A frame
    /// counts where its header ends.
    std::size_t take(std::string_view bytes);

  private:
    std::uint64_t payload_left_ = 0;  ///< of the current frame
    std::array<unsigned char, 14> header_{};
    std::size_t header_size_ = 0;
};

}  // namespace pentad::server
