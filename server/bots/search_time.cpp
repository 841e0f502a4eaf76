#include "server/bots/search_time.hpp"

#include <algorithm>

namespace pentad::server {

milliseconds search_time(const Match& match, milliseconds usual) {
    const auto remaining = match.remaining();
    if (!remaining) return usual;
    const milliseconds left = (*remaining)[engine::index(match.to_move())];
    const auto& tc = match.setup().tc;
    const bool for_many_moves = tc.kind == protocol::TimeControlKind::fischer;
    const milliseconds share = for_many_moves ? left / 20 + tc.increment / 2 : left / 2;
    return std::clamp(std::min(share, left / 2), milliseconds(1), usual);
}

}  // namespace pentad::server
