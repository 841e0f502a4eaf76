#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pentad::server {

/// Counts WebSocket frames in what a peer sends, however it is cut into pieces: the library that reads them
/// tells of whole messages only, and a peer may send any number of frames without one.
class FrameCount {
  public:
    /// The frames in these bytes that end no message: control frames, and fragments but the last. A frame
    /// counts where its header ends.
    std::size_t take(std::string_view bytes);

  private:
    std::uint64_t payload_left_ = 0;  ///< of the frame under way
    std::array<unsigned char, 14> header_{};
    std::size_t header_size_ = 0;
};

}  // namespace pentad::server
