#pragma once

#include <cstdlib>

namespace pentad::testing {

/// How often a test repeats what chance decides: `few` times in the usual run, `many` in the long one, which
/// is `./dev test --long` (PENTAD_LONG=1 in the environment).
inline int repeats(int few, int many) {
    const char* is_long = std::getenv("PENTAD_LONG");
    return is_long != nullptr && *is_long == '1' ? many : few;
}

}  // namespace pentad::testing
