#pragma once

#include <cmath>

#include "protocol/shapes.hpp"
#include "server/ratings/rating.hpp"

namespace pentad::server {

/// A rating as clients see it now.
inline protocol::Rating view_rating(const GlickoRating& rating, ServerTime time) {
    const GlickoRating now = current(rating, time);
    return {static_cast<int>(std::lround(now.rating)), static_cast<int>(std::lround(now.deviation)),
            now.games, now.provisional()};
}

}  // namespace pentad::server
