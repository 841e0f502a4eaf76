#include "server/net/frame_count.hpp"

#include <algorithm>

namespace pentad::server {

std::size_t FrameCount::take(std::string_view bytes) {
    std::size_t count = 0;
    while (!bytes.empty()) {
        if (payload_left_ > 0) {
            const auto part = std::min<std::uint64_t>(payload_left_, bytes.size());
            payload_left_ -= part;
            bytes.remove_prefix(static_cast<std::size_t>(part));
            continue;
        }
        header_[header_size_++] = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        if (header_size_ < 2) continue;
        const unsigned length = header_[1] & 0x7fU;
        const std::size_t length_bytes = length == 126 ? 2 : length == 127 ? 8 : 0;
        const std::size_t mask_bytes = (header_[1] & 0x80U) != 0 ? 4 : 0;
        if (header_size_ < 2 + length_bytes + mask_bytes) continue;
        payload_left_ = length_bytes == 0 ? length : 0;
        for (std::size_t i = 0; i < length_bytes; ++i) payload_left_ = payload_left_ << 8U | header_[2 + i];
        const bool final = (header_[0] & 0x80U) != 0, control = (header_[0] & 0x08U) != 0;
        if (control || !final) ++count;
        header_size_ = 0;
    }
    return count;
}

}  // namespace pentad::server
