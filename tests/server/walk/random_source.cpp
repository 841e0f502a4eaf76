#include "tests/server/walk/random_source.hpp"

#include <sodium.h>

#include <atomic>
#include <mutex>

namespace pentad::server {
namespace {

std::mutex mutex;
std::uint64_t state = 0;

std::uint32_t random_word() {
    const std::lock_guard lock(mutex);
    return static_cast<std::uint32_t>(next_number(state));
}

void random_bytes(void* const buffer, const std::size_t size) {
    auto* bytes = static_cast<unsigned char*>(buffer);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(random_word());
}

std::atomic<ServerTime::rep> clock_ms{0};

const char* source_name() { return "repeating"; }

}  // namespace

std::uint64_t next_number(std::uint64_t& from) {
    from += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = from;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

void set_server_clock(ServerTime now) { clock_ms = to_wire(now); }

/// Linked in place of the server's own: whatever asks for the time gets that of the walk.
ServerClock::time_point ServerClock::now() { return from_wire(clock_ms); }

void make_chance_repeat(std::uint64_t seed) {
    static randombytes_implementation source{source_name, random_word,  nullptr,
                                             nullptr,     random_bytes, nullptr};
    static const bool once = randombytes_set_implementation(&source) == 0;
    static_cast<void>(once);
    const std::lock_guard lock(mutex);
    state = seed;
}

}  // namespace pentad::server
