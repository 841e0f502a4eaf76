#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace pentad::testing {

/// Delta debugging: a short list of the same parts, in the same order, that `fails` is still true for. Parts
/// are left out in ever smaller pieces until no single one can be. Calls `fails` no more than `most` times.
/// REQUIRES: fails(parts).
template <class Part>
std::vector<Part> shrink(std::vector<Part> parts, const std::function<bool(const std::vector<Part>&)>& fails,
                         int most) {
    std::size_t piece = std::max<std::size_t>(parts.size() / 2, 1);
    for (;;) {
        bool shorter = false;
        for (std::size_t from = 0; from < parts.size();) {
            if (most-- <= 0) return parts;
            const std::size_t to = std::min(from + piece, parts.size());
            std::vector<Part> rest(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(from));
            rest.insert(rest.end(), parts.begin() + static_cast<std::ptrdiff_t>(to), parts.end());
            if (fails(rest)) {
                parts = std::move(rest);
                shorter = true;
            } else {
                from = to;
            }
        }
        if (piece == 1 && !shorter) return parts;
        piece = std::max<std::size_t>(piece / 2, 1);
    }
}

}  // namespace pentad::testing
