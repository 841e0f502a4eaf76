// What people call themselves and say: names and lines of chat.

#include "protocol/utf8.hpp"
#include "server/lobby/look_alikes.hpp"
#include "server/lobby/names.hpp"
#include "server/lobby/plain_text.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace pentad;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (!protocol::is_utf8(text)) return 0;
    fuzz::hold(protocol::is_utf8(server::skeleton(text)), "a skeleton is text");
    for (const auto acceptable : {server::acceptable_name, server::acceptable_line}) {
        const auto shown = acceptable(text);
        if (!shown) continue;
        fuzz::hold(protocol::is_utf8(*shown), "what is shown is text");
        fuzz::hold(acceptable(*shown) == shown, "what may be shown may be shown as it is");
    }
    return 0;
}
