// SECURITY.md states limits; they are the program's.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "protocol/limits.hpp"
#include "server/base/log/log.hpp"
#include "server/bots/analyses.hpp"
#include "server/config/config.hpp"
#include "server/http/api.hpp"
#include "server/limits/chat_limiter.hpp"
#include "server/limits/rate_limiter.hpp"
#include "server/lobby/room_index.hpp"
#include "server/net/connection.hpp"
#include "server/room/room.hpp"
#include "server/session/session.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {
namespace {

namespace limits = protocol::limits;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// First column -> second, of every row whose second is a number.
std::map<std::string, std::string> numbers_of_the_document() {
    const std::regex row(R"(\| `?([^|`]+?)`? \| (\d+) \|.*)");
    std::map<std::string, std::string> found;
    std::smatch parts;
    for (const std::string& line : lines_of(std::filesystem::path(PENTAD_TESTS_DIR) / ".." / "SECURITY.md"))
        if (std::regex_match(line, parts, row)) found[parts[1]] = parts[2];
    return found;
}

/// Setting -> value, as the program prints its defaults.
std::map<std::string, std::string> defaults_of_the_program() {
    const std::array arguments{"pentad-server", "--print-config"};
    const auto printed = std::get<ExitNow>(read_config(arguments.size(), arguments.data()));
    const std::regex setting(R"(([a-z-]+) = (\d+))");
    std::map<std::string, std::string> found;
    for (std::sregex_iterator it(printed.text.begin(), printed.text.end(), setting), end; it != end; ++it)
        found[(*it)[1]] = (*it)[2];
    return found;
}

TEST(SecurityDocument, StatesTheDefaultsOfTheSettingsThatLimitSomething) {
    const auto program = defaults_of_the_program();
    int limiting = 0;
    for (const auto& [name, number] : numbers_of_the_document())
        if (name.find(' ') == std::string::npos) {
            ASSERT_TRUE(program.contains(name)) << name;
            EXPECT_EQ(number, program.at(name)) << name;
            ++limiting;
        }
    EXPECT_GE(limiting, 14);
}

TEST(SecurityDocument, LeavesOutOnlyNumbersThatLimitNobody) {
    const std::set<std::string> others{"port",
                                       "checkpoint-pages",
                                       "bot-workers",
                                       "bot-pace-ms",
                                       "gone-after-least-s",
                                       "gone-after-most-s",
                                       "gone-after-bye-s",
                                       "abandoned-after-min",
                                       "keep-finished-days",
                                       "keep-guests-days"};
    const auto document = numbers_of_the_document();
    for (const auto& [name, number] : defaults_of_the_program())
        EXPECT_NE(document.contains(name), others.contains(name)) << name;
}

TEST(SecurityDocument, StatesTheFixedLimits) {
    auto document = numbers_of_the_document();
    const auto says = [&](const std::string& what, auto number) {
        EXPECT_EQ(document[what], std::to_string(number)) << what;
    };
    says("bytes of a message", limits::frame_bytes);
    says("bytes of a message", Connection::max_message_bytes);
    says("depth of a message", limits::depth);
    says("code points of a name", limits::name);
    says("code points of a chat line", limits::chat);
    says("code points of a report", limits::report);
    says("bytes that wait for a slow reader", Connection::max_waiting_bytes);
    says("messages that wait for a slow reader", Connection::max_waiting_messages);
    says("bytes of a peer that is being sent away", Connection::max_bytes_after_close);
    says("lines of chat at once (then one a second)", ChatLimiter::burst);
    says("writes that wait for the disk", StoreThread::max_writes_waiting);
    says("reads that wait for the disk", StoreThread::max_reads_waiting);
    says("lines of the log that wait for a reader", Log::most_waiting);
    says("requests that wait for a room", Room::max_waiting);
    says("events of a room in a second about nothing but who watches",
         std::chrono::seconds(1) / Room::watchers_gathered_for);
    says("rooms that a session is in to watch", Session::max_watched);
    says("rooms of each state in a subscription to the lobby", limits::lobby_rooms);
    says("rooms of one's own in it besides", RoomIndex::max_own);
    says("rooms on a page of the list over HTTP", Api::most_rooms);
    says("events of a match before only moves go on", Match::most_before_only_moves);
    says("events of a match", Match::most_events);
    says("matches that are being analysed", Analyses::most_open);
    says("addresses that each rate knows at a time", RateLimiter::max_addresses);
}

}  // namespace
}  // namespace pentad::server
