// What a client sends over a WebSocket, cut into messages.

#include <string>
#include <vector>

#include "server/net/web_socket_frames.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace pentad;

namespace {

constexpr std::size_t most = 16 * 1024;

/// The messages as text, and at the end the code to close with, if there is one. The bytes come in pieces.
std::vector<std::string> read(std::string_view bytes, std::size_t piece) {
    std::vector<std::string> messages;
    server::FrameReader reader(most);
    std::string waiting;
    while (!bytes.empty()) {
        waiting += bytes.substr(0, piece);
        bytes.remove_prefix(std::min(piece, bytes.size()));
        std::span<char> left(waiting);
        for (;;) {
            const std::size_t before = left.size();
            const auto message = reader.next(left);
            if (!message) {
                fuzz::hold(message.error() >= 1000 && message.error() < 1012, "a close has a code");
                messages.push_back(std::to_string(message.error()));
                return messages;
            }
            if (!*message) break;
            fuzz::hold(left.size() < before, "a message takes bytes");
            fuzz::hold((*message)->kind != server::Opcode::continuation, "a message is whole");
            fuzz::hold((*message)->payload.size() <= most, "a message is no longer than it may be");
            messages.push_back(std::to_string(static_cast<int>((*message)->kind)) + ":" +
                               std::string((*message)->payload));
        }
        waiting = std::string(left.begin(), left.end());
    }
    return messages;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = fuzz::text_of(data, size);
    const auto at_once = read(bytes, bytes.size());
    fuzz::hold(read(bytes, 1) == at_once, "it does not matter how the bytes come");
    fuzz::hold(read(bytes, 7) == at_once, "it does not matter how the bytes come");
    return 0;
}
