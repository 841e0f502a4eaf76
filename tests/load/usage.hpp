#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstdint>
#include <optional>

namespace pentad::load {

/// What a process has used so far, as Linux says in /proc.
struct Usage {
    std::chrono::nanoseconds cpu{};  ///< user and system time of all its threads, in steps of 10 ms
    std::uint64_t resident_bytes = 0;
};

/// Nothing when there is no such process.
std::optional<Usage> usage_of(pid_t process);

}  // namespace pentad::load
