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
    says("bytes queued for a slow reader", Connection::max_waiting_bytes);
    says("messages queued for a slow reader", Connection::max_waiting_messages);
    says("bytes read from a connection that is closing", Connection::max_bytes_after_close);
    says("chat lines in a burst (then one per second)", ChatLimiter::burst);
    says("queued writes to the store", StoreThread::max_writes_waiting);
    says("queued reads from the store", StoreThread::max_reads_waiting);
    says("buffered log lines", Log::most_waiting);
    says("requests queued for a room", Room::max_waiting);
    says("room events per second about spectators only",
         std::chrono::seconds(1) / Room::watchers_gathered_for);
    says("rooms that a session watches", Session::max_watched);
    says("rooms of each state in a lobby subscription", limits::lobby_rooms);
    says("own rooms in it, in addition", RoomIndex::max_own);
    says("rooms per page over HTTP", Api::most_rooms);
    says("events of a match after which only moves are accepted", Match::most_before_only_moves);
    says("events of a match", Match::most_events);
    says("matches analysed at a time", Analyses::most_open);
    says("addresses tracked by each rate limiter", RateLimiter::max_addresses);
}

}  // namespace
}  // namespace pentad::server
