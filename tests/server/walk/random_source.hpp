#pragma once

#include <cstdint>

#include "server/base/server_clock.hpp"

namespace pentad::server {

/// From now on ids, codes, tokens and seeds follow from this seed, in the order in which they are made, so
/// that what chance did once it does again. For the whole program; call it before anything is random, and
/// from one thread.
void make_chance_repeat(std::uint64_t seed);

/// The time that ServerClock tells in this program, in place of the real one.
void set_server_clock(ServerTime now);

/// The next number of a sequence that the state stands for (splitmix64).
std::uint64_t next_number(std::uint64_t& state);

}  // namespace pentad::server
