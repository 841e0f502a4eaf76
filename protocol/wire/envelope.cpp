#include "protocol/wire/envelope.hpp"

#include "protocol/limits.hpp"
#include "protocol/utf8.hpp"

namespace pentad::protocol::wire {

std::optional<RequestId> read_request_id(Value json) {
    if (const auto integer = json.integer()) return *integer;
    const auto text = json.text();
    if (!text || text->empty() || count_code_points(*text) > limits::id) return std::nullopt;
    return std::string(*text);
}

}  // namespace pentad::protocol::wire
