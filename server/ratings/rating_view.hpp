#pragma once

#include <cmath>

#include "protocol/shapes.hpp"
#include "server/ratings/rating.hpp"

namespace pentad::server {

/// A rating as clients see it.
inline protocol::Rating view_rating(const Rating& rating) {
    return {static_cast<int>(std::lround(rating.rating)), static_cast<int>(std::lround(rating.deviation)),
            rating.games, rating.provisional()};
}

}  // namespace pentad::server
