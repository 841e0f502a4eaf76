// How many bytes each message of the golden traffic takes on the wire.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

namespace {

namespace fs = std::filesystem;

/// `event/match.moved` -> bytes, without the blanks that make the files readable.
std::map<std::string, std::size_t> golden_sizes() {
    const fs::path folder = fs::path(PENTAD_TESTS_DIR) / "protocol/golden";
    std::map<std::string, std::size_t> sizes;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".json") continue;
        std::ifstream file(entry.path());
        sizes[fs::relative(entry.path(), folder).replace_extension().string()] =
            nlohmann::json::parse(file).dump().size();
    }
    return sizes;
}

TEST(MessageSizes, StaySmallForFrequentMessages) {
    const auto sizes = golden_sizes();
    for (const auto& [name, bytes] : sizes) std::cout << std::setw(6) << bytes << "  " << name << '\n';
    // A move costs a request, an answer, and an event for everybody who looks on.
    const std::map<std::string, std::size_t> most = {
        {"request/move.play", 100}, {"ok/move", 100},
        {"event/match.moved", 430}, {"event/skip", 50},
        {"request/ping", 50},       {"ok/pong", 130},
        {"event/match.clock", 250}, {"event/seat.presence", 130},
        {"event/bot.status", 130},
    };
    for (const auto& [name, bytes] : most) {
        ASSERT_TRUE(sizes.contains(name)) << name;
        EXPECT_LE(sizes.at(name), bytes) << name;
    }
}

}  // namespace
