#include "server/net/frame_count.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pentad::server {
namespace {

std::string frame(int first, std::size_t size) {
    std::string bytes(1, static_cast<char>(first));
    if (size < 126) {
        bytes += static_cast<char>(0x80 | size);
    } else if (size < 65'536) {
        bytes += std::string{static_cast<char>(0xfe), static_cast<char>(size >> 8U), static_cast<char>(size)};
    } else {
        bytes += static_cast<char>(0xff);
        for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(size >> shift);
    }
    // A payload that looks like a header is none.
    return bytes + "mask" + std::string(size, '\x89');
}

TEST(FrameCount, CountsControlFramesAndFragmentsButNotMessages) {
    const std::string ping = frame(0x89, 3), pong = frame(0x8a, 0), text = frame(0x81, 10);
    const std::string first = frame(0x01, 200), middle = frame(0x00, 0), last = frame(0x80, 70'000);
    EXPECT_EQ(FrameCount().take(text + frame(0x82, 1)), 0U);
    EXPECT_EQ(FrameCount().take(ping + text + pong + frame(0x88, 2)), 3U);
    EXPECT_EQ(FrameCount().take(first + middle + ping + middle + last), 4U);
}

TEST(FrameCount, DoesNotDependOnHowTheBytesAreSplit) {
    const std::string all = frame(0x89, 125) + frame(0x01, 300) + frame(0x00, 65'536) + frame(0x80, 126) +
                            frame(0x8a, 0) + frame(0x81, 5);
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U, 1500U, 70'000U}) {
        FrameCount count;
        std::size_t frames = 0;
        for (std::size_t at = 0; at < all.size(); at += piece)
            frames += count.take(std::string_view(all).substr(at, piece));
        EXPECT_EQ(frames, 4U) << piece;
    }
}

}  // namespace
}  // namespace pentad::server
