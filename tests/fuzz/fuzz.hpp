#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

/// A fuzz target: takes any bytes, and ends the program when a promise is broken. libFuzzer calls it in the
/// preset `fuzz`; in all others replay.cpp does, with the seeds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace pentad::fuzz {

inline void hold(bool kept, const char* promise) {
    if (kept) return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// What stands before the first `end`, and what stands behind it.
inline std::pair<std::string_view, std::string_view> cut(std::string_view text, char end) {
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace pentad::fuzz
