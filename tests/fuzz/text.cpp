// What people call themselves and say: names and lines of chat.

#include <functional>

#include "protocol/utf8.hpp"
#include "server/base/text/confusables.hpp"
#include "server/base/text/plain_text.hpp"
#include "server/moderation/name_policy.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace pentad;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (!protocol::is_utf8(text)) return 0;
    fuzz::hold(protocol::is_utf8(server::skeleton(text)), "a skeleton is text");
    using Check = std::function<server::CheckedText(std::string_view)>;
    const Check name = server::acceptable_name;
    const Check line = [](std::string_view one) { return server::acceptable_line(one); };
    for (const Check& acceptable : {name, line}) {
        const server::CheckedText shown = acceptable(text);
        if (!shown) {
            fuzz::hold(!server::sentence_of(shown.error()).empty(), "who is refused is told why");
            continue;
        }
        fuzz::hold(protocol::is_utf8(*shown), "what is shown is text");
        fuzz::hold(acceptable(*shown) == shown, "what may be shown may be shown as it is");
    }
    return 0;
}
