// How long a server takes to be ready with many matches behind it: fills a data folder, starts the program,
// waits until it answers, and says what that took.
//   start_bench [FINISHED [OPEN]]

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "engine/game.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/support/server_process.hpp"

namespace {

using namespace pentad;
using namespace std::chrono_literals;

constexpr int plies = 30;

std::string id(const char* kind, int number) { return kind + std::to_string(1'000'000 + number); }

/// A match of `plies` legal moves, over or going on in a room of its own.
void add(std::vector<server::Record>& records, int number, bool over, const std::vector<std::string>& moves,
         const engine::Options& options) {
    const server::ServerTime start{std::chrono::hours(24) * 365 * 55 + std::chrono::minutes(number)};
    const std::string first = id("p_", number % 5'000), second = id("p_", 5'000 + number % 4'999);
    server::MatchSetup setup;
    setup.id = {id("m_", number)};
    setup.room = {id("r_", number)};
    setup.game = "sight";
    setup.options = options;
    setup.seats[0].player = {first};
    setup.seats[0].name = "Ann";
    setup.seats[1].player = {second};
    setup.seats[1].name = "Bob";
    setup.tc.kind = protocol::TimeControlKind::fischer;
    setup.tc.initial = 600s;
    setup.started = start;
    if (!over) {
        server::StoredRoom room;
        room.id = setup.room;
        room.code = "C" + std::to_string(number);
        room.invite_hash = id("i_", number);
        room.host = {first};
        room.game = setup.game;
        room.options = options;
        room.chairs[0].player = {first};
        room.chairs[1].player = {second};
        room.tc = setup.tc;
        room.match = setup.id;
        room.created = start;
        records.emplace_back(room);
    }
    records.emplace_back(setup);
    const std::size_t count = std::min<std::size_t>(plies, moves.size() - (over ? 0 : 1));
    for (std::size_t i = 0; i < count; ++i) {
        server::Moved moved;
        moved.turn = static_cast<int>(i) + 1;
        moved.seat = i % 2 == 0 ? server::Side::first : server::Side::second;
        moved.move = moves[i];
        moved.move_id = "id" + std::to_string(i);
        moved.remaining = {600s, 600s};
        moved.at = start + std::chrono::seconds(i);
        records.emplace_back(server::AppendedEvent{setup.id, static_cast<std::int64_t>(i), moved});
    }
    if (over)
        records.emplace_back(
            server::AppendedEvent{setup.id, static_cast<std::int64_t>(count),
                                  server::Ended{{server::Side::first, "resign"}, start + 60s}});
}

std::vector<std::string> a_game(const engine::Options& options) {
    std::vector<std::string> moves;
    engine::Position position = engine::find_game("sight")->initial(options);
    while (static_cast<int>(moves.size()) < plies && !position.outcome()) {
        const auto legal = position.legal_moves();
        moves.push_back(legal[legal.size() / 2]);
        position = position.after(moves.back()).value();
    }
    return moves;
}

}  // namespace

int main(int argc, char** argv) {
    const int finished = argc > 1 ? std::atoi(argv[1]) : 100'000;
    const int open = argc > 2 ? std::atoi(argv[2]) : 1'000;
    const engine::Options options = engine::find_game("sight")->complete({}).value();
    const auto moves = a_game(options);
    testing::ServerProcess server;
    server.terminate();
    const auto folder = server.folder() / "data";
    {
        auto store = server::open_sqlite_store(folder, server::Durability::normal).value();
        std::vector<server::Record> records;
        for (int i = 0; i < finished + open; ++i) {
            add(records, i, i < finished, moves, options);
            if (records.size() < 5'000 && i + 1 < finished + open) continue;
            if (const auto kept = store->write(records); !kept) {
                std::fprintf(stderr, "%s\n", kept.error().text.c_str());
                return 1;
            }
            records.clear();
        }
    }
    std::printf("%d finished and %d open matches of %zu moves, %ju MiB\n", finished, open, moves.size(),
                std::filesystem::file_size(folder / "pentad.db") >> 20);
    for (int run = 0; run < 3; ++run) {
        const auto start = std::chrono::steady_clock::now();
        server.start();
        const bool ready = server.get("/readyz") == "ready\n";
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        std::printf("%s after %.2f s, %.2f s of processor time\n", ready ? "ready" : "not ready",
                    took.count(), std::chrono::duration<double>(server.processor_time()).count());
        server.terminate(std::chrono::seconds(30));
    }
    const std::string log = server.log();
    const std::string want =
        "restored " + std::to_string(open) + " rooms, " + std::to_string(open) + " matches continue";
    if (log.find(want) == std::string::npos) {
        std::fprintf(stderr, "not all were restored:\n%s", log.substr(0, 4'000).c_str());
        return 1;
    }
}
