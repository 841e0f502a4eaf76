// One frame of a client: the envelope and every message.

#include "protocol/codec.hpp"
#include "protocol/utf8.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace pentad;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto request = protocol::decode_request(fuzz::text_of(data, size));
    if (!request) {
        const auto& why = request.error();
        fuzz::hold(protocol::is_utf8(why.message) && why.message.size() < 200, "a refusal is short text");
        const auto told =
            protocol::decode_server_message(encode(protocol::ErrorReply{why.re, why.code, why.message, {}}));
        fuzz::hold(told.has_value(), "a refusal can be read");
        return 0;
    }
    const std::string written = encode(*request);
    const auto again = protocol::decode_request(written);
    fuzz::hold(again.has_value(), "what was read is written so that it can be read");
    fuzz::hold(encode(*again) == written, "a request is written as it was read");
    return 0;
}
