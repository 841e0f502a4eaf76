#include "server/net/web_socket_frames.hpp"

#include <cstring>

#include "protocol/utf8.hpp"

namespace pentad::server {
namespace {

constexpr std::uint16_t protocol_error = 1002, not_utf8 = 1007, too_big = 1009;
constexpr std::size_t max_control_bytes = 125;
constexpr std::size_t mask_bytes = 4;

std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }

bool is_control(Opcode opcode) { return static_cast<std::uint8_t>(opcode) >= 8; }

bool is_opcode(std::uint8_t number) { return number <= 2 || (number >= 8 && number <= 10); }

/// The most significant byte first, as all numbers of a frame.
std::uint64_t read_number(std::span<const char> bytes) {
    std::uint64_t number = 0;
    for (const char c : bytes) number = number << 8 | byte(c);
    return number;
}

/// May a peer say so (RFC 6455 7.4 and its registry)?
bool is_close_code(std::uint64_t code) {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

void unmask(std::span<char> payload, const char* mask) {
    std::array<char, 8> twice;
    std::memcpy(twice.data(), mask, mask_bytes);
    std::memcpy(twice.data() + mask_bytes, mask, mask_bytes);
    std::uint64_t key = 0;
    std::memcpy(&key, twice.data(), sizeof key);
    std::size_t i = 0;
    for (; i + sizeof key <= payload.size(); i += sizeof key) {
        std::uint64_t word = 0;
        std::memcpy(&word, payload.data() + i, sizeof word);
        word ^= key;
        std::memcpy(payload.data() + i, &word, sizeof word);
    }
    for (; i < payload.size(); ++i) payload[i] = static_cast<char>(payload[i] ^ mask[i % mask_bytes]);
}

}  // namespace

FrameHead::FrameHead(Opcode opcode, std::size_t payload_bytes) {
    constexpr std::uint8_t final = 0x80;
    std::size_t length_bytes = 0;
    bytes_[0] = static_cast<char>(final | static_cast<std::uint8_t>(opcode));
    if (payload_bytes < 126) {
        bytes_[1] = static_cast<char>(payload_bytes);
    } else {
        length_bytes = payload_bytes < 65536 ? 2 : 8;
        bytes_[1] = length_bytes == 2 ? 126 : 127;
    }
    for (std::size_t i = 0; i < length_bytes; ++i)
        bytes_[1 + length_bytes - i] = static_cast<char>(payload_bytes >> 8 * i);
    size_ = static_cast<std::uint8_t>(2 + length_bytes);
}

std::string close_payload(std::uint16_t code, std::string_view reason) {
    std::string payload{static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)};
    payload += reason.substr(0, max_control_bytes - payload.size());
    return payload;
}

std::uint16_t close_code(std::string_view payload) {
    return payload.size() < 2 ? 1005 : static_cast<std::uint16_t>(byte(payload[0]) << 8 | byte(payload[1]));
}

tl::expected<std::optional<FrameReader::Head>, std::uint16_t> FrameReader::read_head(
    std::span<const char> bytes) const {
    if (bytes.size() < 2) return std::nullopt;
    const std::uint8_t first = byte(bytes[0]), second = byte(bytes[1]);
    const bool reserved = (first & 0x70) != 0, masked = (second & 0x80) != 0;
    if (reserved || !masked || !is_opcode(first & 0x0F)) return tl::unexpected(protocol_error);
    Head head{(first & 0x80) != 0, static_cast<Opcode>(first & 0x0F), 2, second & 0x7FU};
    if (is_control(head.opcode)) {
        if (!head.final || head.payload > max_control_bytes) return tl::unexpected(protocol_error);
    } else if ((head.opcode == Opcode::continuation) != unfinished_.has_value()) {
        return tl::unexpected(protocol_error);
    }
    if (head.payload >= 126) {
        const std::size_t length_bytes = head.payload == 126 ? 2 : 8;
        if (bytes.size() < head.size + length_bytes) return std::nullopt;
        const std::uint64_t length = read_number(bytes.subspan(head.size, length_bytes));
        // As short as it can be.
        if (length < (length_bytes == 2 ? 126U : 65536U)) return tl::unexpected(protocol_error);
        if (length > max_message_bytes_) return tl::unexpected(too_big);
        head.size += length_bytes;
        head.payload = static_cast<std::size_t>(length);
    }
    if (!is_control(head.opcode) && fragments_.size() + head.payload > max_message_bytes_)
        return tl::unexpected(too_big);
    head.size += mask_bytes;
    return head;
}

tl::expected<std::optional<FrameReader::Message>, std::uint16_t> FrameReader::next(std::span<char>& bytes) {
    if (!unfinished_ && !fragments_.empty()) fragments_ = {};  // given out with the call before
    for (;;) {
        const auto read = read_head(bytes);
        if (!read) return tl::unexpected(read.error());
        if (!*read || bytes.size() < (*read)->size + (*read)->payload) return std::nullopt;
        const Head head = **read;
        const std::span<char> payload = bytes.subspan(head.size, head.payload);
        unmask(payload, bytes.data() + head.size - mask_bytes);
        bytes = bytes.subspan(head.size + head.payload);
        const std::string_view text(payload.data(), payload.size());
        if (head.opcode == Opcode::close && !text.empty()) {
            if (text.size() == 1 || !is_close_code(close_code(text))) return tl::unexpected(protocol_error);
            if (!protocol::is_utf8(text.substr(2))) return tl::unexpected(not_utf8);
        }
        const bool whole = head.final && head.opcode != Opcode::continuation;
        if (is_control(head.opcode) || whole) return Message{head.opcode, text};
        if (!unfinished_) unfinished_ = head.opcode;
        fragments_ += text;
        if (!head.final) continue;
        const Opcode kind = *unfinished_;
        unfinished_.reset();
        return Message{kind, fragments_};
    }
}

}  // namespace pentad::server
