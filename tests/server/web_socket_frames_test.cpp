// WebSocket frames as bytes: what a client may send, cut anywhere, and what it may not.

#include "server/net/web_socket_frames.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace pentad::server {
namespace {

constexpr std::size_t max_message = 16 * 1024;

/// A frame as a client sends it; `first` is its first byte, 0x81 for a whole text.
std::string frame(int first, std::string_view payload, std::string_view mask = "\x0f\x81\x3c\x77") {
    std::string bytes(1, static_cast<char>(first));
    const std::size_t size = payload.size();
    if (size < 126) {
        bytes += static_cast<char>(0x80 | size);
    } else {
        const int length_bytes = size < 65536 ? 2 : 8;
        bytes += static_cast<char>(0x80 | (length_bytes == 2 ? 126 : 127));
        for (int i = length_bytes - 1; i >= 0; --i) bytes += static_cast<char>(size >> 8 * i);
    }
    bytes += mask;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(payload[i] ^ mask[i % 4]);
    return bytes;
}

std::string show(const FrameReader::Message& message) {
    return std::to_string(static_cast<int>(message.kind)) + ":" + std::string(message.payload);
}

/// What comes of these bytes when they arrive cut at these places: the messages, and then the code with which
/// the link is closed.
std::vector<std::string> read(const std::string& bytes, const std::vector<std::size_t>& cuts = {}) {
    FrameReader reader(max_message);
    std::vector<std::string> read;
    std::string kept;
    std::size_t at = 0;
    for (std::size_t part = 0; part <= cuts.size(); ++part) {
        const std::size_t end = part < cuts.size() ? cuts[part] : bytes.size();
        kept += bytes.substr(at, end - at);
        at = end;
        std::span<char> left(kept);
        for (;;) {
            const auto next = reader.next(left);
            if (!next) {
                read.push_back("closed with " + std::to_string(next.error()));
                return read;
            }
            if (!*next) break;
            read.push_back(show(**next));
        }
        kept.assign(left.begin(), left.end());
    }
    return read;
}

using Read = std::vector<std::string>;

TEST(WebSocketFrames, AreReadWhateverTheirLength) {
    for (const std::size_t size : {0, 1, 7, 8, 9, 125, 126, 127, 65535 / 8, 16 * 1024}) {
        const std::string text(size, 'x');
        EXPECT_EQ(read(frame(0x81, text)), Read{"1:" + text}) << size;
    }
}

TEST(WebSocketFrames, MakeTheSameMessagesWhereverTheyAreCut) {
    const std::string bytes = frame(0x81, "one") + frame(0x01, "t") + frame(0x89, "ping") + frame(0x00, "w") +
                              frame(0x80, "o") + frame(0x82, std::string(300, 'b')) + frame(0x8A, "") +
                              frame(0x88, "\x03\xe8");
    const Read whole = read(bytes);
    EXPECT_EQ(whole, (Read{"1:one", "9:ping", "1:two", "2:" + std::string(300, 'b'), "10:", "8:\x03\xe8"}));
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) EXPECT_EQ(read(bytes, {cut}), whole) << cut;
    std::vector<std::size_t> everywhere;
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) everywhere.push_back(cut);
    EXPECT_EQ(read(bytes, everywhere), whole);
}

TEST(WebSocketFrames, ThatNoClientMaySendCloseTheLink) {
    const Read broken{"closed with 1002"};
    std::string unmasked = frame(0x81, "x");
    unmasked[1] = 1;
    EXPECT_EQ(read(unmasked), broken);
    EXPECT_EQ(read(frame(0xC1, "x")), broken) << "a bit of an extension";
    for (const int opcode : {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
        EXPECT_EQ(read(frame(0x80 | opcode, "x")), broken) << opcode;
    EXPECT_EQ(read(frame(0x09, "x")), broken) << "half a ping";
    EXPECT_EQ(read(frame(0x89, std::string(126, 'x'))), broken) << "a long ping";
    EXPECT_EQ(read(frame(0x80, "x")), broken) << "a continuation of nothing";
    EXPECT_EQ(read(frame(0x01, "x") + frame(0x81, "y")), broken) << "a text within another";
    EXPECT_EQ(read(std::string("\x81\xfe\x00\x05????hello", 13)), broken)
        << "a length longer than it need be";
    EXPECT_EQ(read(std::string("\x81\xff\x00\x00\x00\x00\x00\x00\x00\x05????hello", 19)), broken);
}

TEST(WebSocketFrames, ThatCloseSayWhyOrNothing) {
    EXPECT_EQ(read(frame(0x88, "")), Read{"8:"});
    EXPECT_EQ(read(frame(0x88, "\x0f\xa1gone")), Read{"8:\x0f\xa1gone"});
    EXPECT_EQ(read(frame(0x88, "\x03")), Read{"closed with 1002"}) << "half a code";
    for (const int code : {0, 999, 1004, 1005, 1006, 1015, 2999, 5000})
        EXPECT_EQ(read(frame(0x88, close_payload(static_cast<std::uint16_t>(code), ""))),
                  Read{"closed with 1002"})
            << code;
    for (const int code : {1000, 1003, 1007, 1014, 3000, 4999})
        EXPECT_EQ(read(frame(0x88, close_payload(static_cast<std::uint16_t>(code), ""))).size(), 1U) << code;
    EXPECT_EQ(read(frame(0x88, "\x03\xe8\xff")), Read{"closed with 1007"}) << "a reason that is not UTF-8";
}

TEST(WebSocketFrames, ThatAreTooBigAreRefusedByTheirHeads) {
    const Read too_big{"closed with 1009"};
    EXPECT_EQ(read(frame(0x81, std::string(max_message + 1, 'x')).substr(0, 4)), too_big);
    EXPECT_EQ(read(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 10)), too_big);
    EXPECT_EQ(read(frame(0x01, std::string(max_message, 'x')) + frame(0x80, "y").substr(0, 2)), too_big)
        << "together with the fragments before";
    EXPECT_EQ(read(frame(0x01, std::string(max_message, 'x')) + frame(0x80, "")).size(), 1U);
}

TEST(WebSocketFrames, OfAServerAreWholeAndUnmasked) {
    const auto head = [](std::size_t size) { return std::string(FrameHead(Opcode::text, size).bytes()); };
    EXPECT_EQ(head(0), std::string("\x81\x00", 2));
    EXPECT_EQ(head(125), "\x81\x7d");
    EXPECT_EQ(head(126), std::string("\x81\x7e\x00\x7e", 4));
    EXPECT_EQ(head(65535), "\x81\x7e\xff\xff");
    EXPECT_EQ(head(65536), std::string("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10));
    EXPECT_EQ(FrameHead(Opcode::ping, 1).bytes(), "\x89\x01");
    EXPECT_EQ(close_payload(4006, "slow"), "\x0f\xa6slow");
    EXPECT_EQ(close_payload(1000, std::string(200, 'x')).size(), 125U);
    EXPECT_EQ(close_code(close_payload(4006, "slow")), 4006);
    EXPECT_EQ(close_code(""), 1005);
}

TEST(WebSocketFrames, OfAnyBytesAtAllAreReadToAnEnd) {
    std::mt19937 random(7);
    for (int run = 0; run < 20'000; ++run) {
        std::string bytes;
        for (int i = 0; i < 3; ++i) {
            std::string one = frame(0x80 | static_cast<int>(random() % 11), std::string(random() % 140, 'x'));
            if (random() % 3 == 0) one[random() % one.size()] = static_cast<char>(random());
            if (random() % 7 == 0) one.resize(random() % one.size());
            bytes += one;
        }
        const Read whole = read(bytes);
        EXPECT_EQ(read(bytes, {random() % (bytes.size() + 1)}), whole);
    }
}

}  // namespace
}  // namespace pentad::server
