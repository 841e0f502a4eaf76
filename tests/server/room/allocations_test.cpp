// What a move costs the allocator, from the frame that comes in to the frames that go out.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/server/support/gateway_world.hpp"

namespace {

std::atomic<std::int64_t> allocations = 0;

void* counted(std::size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace pentad::server {
namespace {

using namespace protocol;

template <class Action>
std::int64_t count(const Action& action) {
    const std::int64_t before = allocations;
    action();
    return allocations - before;
}

std::int64_t median(std::vector<std::int64_t> values) {
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

/// Two people in a match of the toy game.
struct Players {
    Players() {
        RoomCreate create;
        create.game = "pile";
        create.first_seat = FirstSeat::chair0;
        const auto entered = ann.request<RoomEntered>(create);
        RoomJoin join;
        join.code = entered.code;
        bob.request<RoomEntered>(join);
        ann.request(RoomReady{true}, entered.room);
        bob.request(RoomReady{true}, entered.room);
        match = ann.heard<MatchStarted>().at(0).match;
        legal = *ann.heard<MatchStarted>().at(0).snapshot.legal;
    }

    /// What the server allocates for the next move: all that happens, less what the test itself does.
    std::int64_t cost_of_next() {
        Caller& mover = turn % 2 == 0 ? ann : bob;
        Caller& other = turn % 2 == 0 ? bob : ann;
        const MovePlay move{turn, legal.front(), "move-" + std::to_string(turn), {}};
        const auto settling = count([&] { world.rooms.settle(); });
        const auto asking = count([&] { encode(Request{1, "", match, ClientMessage(move)}); });
        const auto all = count([&] {
            mover.send(move, "", match);
            world.rooms.settle();
        });
        const auto moved = other.heard<MatchMoved>();
        if (moved.size() != 1) throw std::runtime_error("the move was not announced");
        legal = *moved.front().legal;
        mover.forget();
        other.forget();
        ++turn;
        return all - asking - settling;
    }

    GatewayWorld world;
    Caller ann{world}, bob{world};
    std::string match;
    std::vector<std::string> legal;
    int turn = 0;
};

TEST(AMove, AllocatesNoMoreThanItDid) {
    Players players;
    players.cost_of_next();  // the first has buffers to make
    std::vector<std::int64_t> costs;
    for (int i = 0; i < 9; ++i) costs.push_back(players.cost_of_next());
    RecordProperty("allocations", static_cast<int>(median(costs)));
    std::cout << "allocations a move: " << median(costs) << '\n';
    EXPECT_LE(median(costs), 45);
}

}  // namespace
}  // namespace pentad::server
