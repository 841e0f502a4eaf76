#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pentad::testing {

/// What a new guest says first; its id is 0.
inline const std::string guest_hello =
    R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},)"
    R"("auth":{"kind":"guest"}}})";

struct HttpReply {
    int status = 0;
    std::map<std::string, std::string> headers;  ///< by lower-case name
    std::string body;

    std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? "" : found->second;
    }
};

/// A WebSocket frame as it came. A peer that is gone without one reads as a close with 1006.
struct Frame {
    int opcode = 0;
    std::string payload;

    /// 0 when it does not close.
    int close_code() const;
};

/// A TCP connection to a server on this machine that may send anything at all, byte for byte. Reads end after
/// 20 seconds with std::runtime_error.
class RawSocket {
  public:
    static constexpr int text = 1, binary = 2, closing = 8, ping = 9, pong = 10;

    /// `from` is an address of this machine that the connection comes from: 127.0.0.0/8 has many.
    explicit RawSocket(std::uint16_t port, const std::string& from = "127.0.0.1");
    ~RawSocket();
    RawSocket(RawSocket&& other) noexcept;

    /// Ends the connection by a reset: whatever is on the way is lost.
    void reset();

    /// False when the peer has closed.
    bool send(std::string_view bytes);
    /// The next HTTP response; nothing when the peer closes instead. A HEAD's has no body.
    std::optional<HttpReply> reply(bool to_head = false);
    /// Sends a request with a Host header and reads the response.
    HttpReply request(const std::string& method, const std::string& target,
                      const std::string& more_headers = "");
    /// Everything until the peer closes.
    std::string rest();

    /// Asks for a WebSocket; the response, 101 when there is one now.
    HttpReply upgrade(const std::string& more_headers = "", const std::string& target = "/ws");
    bool send_frame(int opcode, std::string_view payload, bool final = true, bool masked = true);
    bool send_text(std::string_view payload) { return send_frame(text, payload); }
    Frame read_frame();
    /// The same if something comes before then.
    std::optional<Frame> read_frame_before(std::chrono::steady_clock::time_point end);
    /// The next text that contains this. Throws std::runtime_error when the link ends first.
    std::string wait_for_text(std::string_view part);
    /// Reads on until the peer closes; the code.
    int until_closed();

  private:
    bool read_more();
    bool has(std::size_t bytes);

    std::uint16_t port_;
    int descriptor_ = -1;
    std::string buffer_;
};

}  // namespace pentad::testing
