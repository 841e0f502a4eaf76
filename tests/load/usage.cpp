#include "tests/load/usage.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace pentad::load {

std::optional<Usage> usage_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    // proc(5): the name in brackets may hold anything; behind it come the state (field 3) and numbers.
    std::istringstream fields(line.substr(line.rfind(')') + 2));
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    long long user = 0, system = 0, pages = 0;
    fields >> user >> system;
    for (int field = 16; field < 24; ++field) fields >> skipped;
    fields >> pages;
    if (!fields) return std::nullopt;
    const long long ticks_a_second = sysconf(_SC_CLK_TCK);
    return Usage{std::chrono::nanoseconds((user + system) * (1'000'000'000LL / ticks_a_second)),
                 static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))};
}

}  // namespace pentad::load
