// The whole server with all its threads in this process, over real sockets: short, for ThreadSanitizer.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "server/app/server.hpp"
#include "tests/support/raw_socket.hpp"

namespace pentad::testing {
namespace {

using nlohmann::json;

/// Plays a match against a bot with the first legal move each time; returns the number of plies.
int play_a_match(std::uint16_t port, const std::string& game, const std::string& size, int level) {
    RawSocket socket(port);
    if (socket.upgrade().status != 101) throw std::runtime_error("no link");
    int id = 0;
    const auto ask = [&](const char* type, json data, json more = json::object()) {
        json request{{"type", type}, {"id", ++id}, {"data", std::move(data)}};
        request.update(more);
        socket.send_text(request.dump());
    };
    ask("hello",
        {{"protocol", {1}}, {"client", {{"name", "test"}, {"version", "1"}}}, {"auth", {{"kind", "guest"}}}});
    ask("lobby.subscribe", json::object());
    ask("room.create", {{"game", game},
                        {"options", {{"size", size}}},
                        {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"level", level}}}}});
    std::string match;
    int seat = 0, plies = 0;
    const auto move = [&](const json& now) {
        if (now["toMove"] != seat || !now.contains("legal") || now["legal"].empty()) return;
        const int turn = now["turn"];
        ask("move.play", {{"turn", turn}, {"move", now["legal"][0]}, {"moveId", "m" + std::to_string(turn)}},
            {{"match", match}});
    };
    for (;;) {
        const Frame frame = socket.read_frame();
        if (frame.opcode == RawSocket::ping) socket.send_frame(RawSocket::pong, frame.payload);
        if (frame.opcode == RawSocket::closing) throw std::runtime_error("closed");
        if (frame.opcode != RawSocket::text) continue;
        const json heard = json::parse(frame.payload);
        const std::string type = heard["type"];
        if (type == "error") throw std::runtime_error(frame.payload);
        if (type == "ok" && heard["data"].contains("invite"))
            ask("room.ready", json::object(), {{"room", heard["data"]["room"]}});
        if (type == "match.started") {
            match = heard["data"]["match"];
            seat = heard["data"]["seat"];
            move(heard["data"]["snapshot"]);
        }
        if (type == "match.moved") {
            plies = heard["data"]["ply"];
            move(heard["data"]);
        }
        if (type == "match.ended") return plies;
    }
}

TEST(EmbeddedServer, PlaysManyMatchesAgainstBotsAtOnce) {
    server::Config config;
    config.port = 0;
    config.data = ":memory:";
    config.log_level = "off";
    config.bot_workers = 2;
    const server::EmbeddedServer server(config);
    struct Wish {
        const char* game;
        const char* size;
        int level;
    };
    const std::vector<Wish> wishes{{"sight", "3x3", 3},    {"sight", "5x5", 2},
                                   {"replica", "8x8", 1},  {"bounce", "4x4", 2},
                                   {"claustro", "5x5", 2}, {"murus_gallicus", "8x7", 1}};
    std::vector<int> plies(wishes.size());
    std::vector<std::thread> people;
    for (std::size_t i = 0; i < wishes.size(); ++i)
        people.emplace_back([&, i] {
            try {
                plies[i] = play_a_match(server.port(), wishes[i].game, wishes[i].size, wishes[i].level);
            } catch (const std::exception& reason) {
                ADD_FAILURE() << wishes[i].game << ": " << reason.what();
            }
        });
    for (std::thread& one : people) one.join();
    for (std::size_t i = 0; i < wishes.size(); ++i) EXPECT_GT(plies[i], 3) << wishes[i].game;
}

TEST(EmbeddedServer, CanBeStartedAgainInTheSameProgram) {
    server::Config config;
    config.port = 0;
    config.data = ":memory:";
    config.log_level = "error";
    for (int i = 0; i < 2; ++i) {
        const server::EmbeddedServer server(config);
        EXPECT_EQ(RawSocket(server.port()).request("GET", "/version").status, 200);
    }
}

}  // namespace
}  // namespace pentad::testing
