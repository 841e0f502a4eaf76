#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pentad::testing {

/// What a server must never do to a client; thrown with what happened.
struct BrokenPromise : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void promise(bool kept, const std::string& broken) {
    if (!kept) throw BrokenPromise(broken);
}

/// FNV-1a as any client would write it, not the server's own.
inline void promise_hash(std::string_view pos, std::uint64_t said) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : pos) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    promise(hash == said, "The hash is not that of the position " + std::string(pos));
}

}  // namespace pentad::testing
