#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

/// The frames of a WebSocket (RFC 6455) as a server writes and reads them. No sockets here.
namespace pentad::server {

enum class Opcode : std::uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// What stands before the payload of a frame that is a whole message.
class FrameHead {
  public:
    FrameHead(Opcode opcode, std::size_t payload_bytes);
    std::string_view bytes() const { return {bytes_.data(), size_}; }

  private:
    std::array<char, 10> bytes_;
    std::uint8_t size_;
};

/// What a close frame carries; a reason that does not fit is cut off.
std::string close_payload(std::uint16_t code, std::string_view reason);
/// The code that a peer closed with; 1005 when it named none.
std::uint16_t close_code(std::string_view payload);

/// Cuts what a client sends into messages.
class FrameReader {
  public:
    explicit FrameReader(std::size_t max_message_bytes) : max_message_bytes_(max_message_bytes) {}

    /// A whole message, put together from its fragments, or a control frame.
    struct Message {
        Opcode kind;  ///< never continuation
        std::string_view payload;
    };
    /// Takes the next message off the front of `bytes` and unmasks it there; nothing when more bytes have to
    /// come first. The payload lives until `bytes` change or the next call. An error is the code to close
    /// with: nothing that follows makes sense.
    tl::expected<std::optional<Message>, std::uint16_t> next(std::span<char>& bytes);

  private:
    struct Head {
        bool final;
        Opcode opcode;
        std::size_t size;  ///< its own
        std::size_t payload;
    };
    tl::expected<std::optional<Head>, std::uint16_t> read_head(std::span<const char> bytes) const;

    const std::size_t max_message_bytes_;
    std::optional<Opcode> unfinished_;  ///< of a message of which a fragment has come
    std::string fragments_;
};

}  // namespace pentad::server
