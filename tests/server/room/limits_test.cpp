// Everything that waits or is followed has a bound, and exceeding it is answered.

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "server/http/site.hpp"
#include "tests/server/support/forwarding_store.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;

RoomCreate new_room() {
    RoomCreate create;
    create.game = "pile";
    return create;
}

RoomJoin watch(const std::string& room) { return {room, "", "", JoinSeat::watch, ""}; }

/// Stands still for as long as it is told to.
struct Hold {
    std::atomic<bool> wanted = false;
    std::atomic<bool> stands = false;  ///< there is a write that waits

    void release() {
        wanted = false;
        wanted.notify_all();
    }
};

/// A store in memory that does.
class HeldStore final : public ForwardingStore {
  public:
    explicit HeldStore(std::shared_ptr<Hold> hold) : hold_(std::move(hold)) {}

    Result<void> write(const std::vector<Record>& records) override {
        if (hold_->wanted) {
            hold_->stands = true;
            hold_->wanted.wait(true);
        }
        return ForwardingStore::write(records);
    }

  private:
    const std::shared_ptr<Hold> hold_;
};

TEST(WaitingWrites, BeyondTheBoundAreRefused) {
    const auto hold = std::make_shared<Hold>();
    GatewayWorld world({}, std::make_unique<HeldStore>(hold));
    // A test that fails must not wait for it.
    const std::shared_ptr<void> released(nullptr, [hold](void*) { hold->release(); });
    RoomServices& services = world.rooms.services;
    Site site(services, StaticFiles{});
    Caller ann(world), late(world, nullptr);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const auto in_time = [&] { return std::chrono::steady_clock::now() < deadline; };
    hold->wanted = true;
    services.store.write({}, [](const auto&) {});
    while (!hold->stands && in_time()) std::this_thread::yield();
    ASSERT_TRUE(hold->stands);
    bool full = false;
    while (!full && in_time()) {
        services.store.write({}, [&](const auto& stored) {
            if (!stored) full = true;
        });
        services.io.restart();
        services.io.poll();
    }
    ASSERT_TRUE(full);
    while (services.store.read([](Store&) {})) ASSERT_TRUE(in_time());
    const RequestId made = ann.send(new_room());
    const RequestId listed = ann.send(MatchesMine{});
    // Who it is has to be looked up.
    const RequestId greeted = late.send(Caller::said_hello(TokenAuth{"pt_of_somebody"}));
    int status = 0;
    site.answer("/api/v1/leaderboard?game=pile", [&](const HttpResponse& answer) { status = answer.status; });
    services.io.restart();
    services.io.poll();
    EXPECT_EQ(ann.answer_so_far<RoomEntered>(made).error().code, ErrorCode::storage);
    EXPECT_EQ(ann.answer_so_far<MyMatches>(listed).error().code, ErrorCode::storage);
    EXPECT_EQ(late.answer_so_far<HelloOk>(greeted).error().code, ErrorCode::storage);
    EXPECT_EQ(status, 503);
    EXPECT_TRUE(services.rooms.all().empty());
    hold->release();
    // Whatever becomes of this test, the store's thread may still tell it.
    const auto empty = std::make_shared<std::promise<void>>();
    while (!services.store.read([empty](Store&) { empty->set_value(); }) && in_time())
        std::this_thread::yield();
    ASSERT_EQ(empty->get_future().wait_until(deadline), std::future_status::ready);
    EXPECT_EQ(ann.refusal<RoomEntered>(new_room()), "accepted");
    EXPECT_EQ(late.refusal<HelloOk>(Caller::said_hello(GuestAuth{})), "accepted");
}

TEST(RequestsToARoom, BeyondTheBoundAreRefused) {
    RoomWorld world;
    auto [first, second] = world.two();
    std::vector<RequestId> taken;
    for (std::size_t i = 0; i < Room::max_waiting; ++i) taken.push_back(first.send(MatchWatch{false}));
    const RequestId beyond = first.send(MatchWatch{false});
    const RequestId of_another = second.send(MatchResign{});
    EXPECT_TRUE(first.was_refused(beyond, "rate_limited"));
    EXPECT_TRUE(second.was_refused(of_another, "rate_limited"));
    // What the server itself has to say is never dropped.
    second.cut();
    world.settle();
    for (const RequestId& id : taken) EXPECT_TRUE(first.was_accepted(id));
    EXPECT_EQ(first.heard<SeatPresence>().size(), 1U);
    EXPECT_FALSE(world.match().result());
    first.request(MatchResign{});
}

TEST(RequestsBehindAHello, WaitUpToABound) {
    GatewayWorld world;
    Caller patient(world, nullptr), hasty(world, nullptr);
    patient.send(Caller::said_hello(GuestAuth{}));
    std::vector<RequestId> waiting;
    for (int i = 0; i < 32; ++i) waiting.push_back(patient.send(Ping{}));
    EXPECT_FALSE(patient.closed());
    for (const RequestId& id : waiting) EXPECT_TRUE(patient.answer<Pong>(id));

    hasty.send(Caller::said_hello(GuestAuth{}));
    for (int i = 0; i < 33; ++i) hasty.send(Ping{});
    EXPECT_EQ(hasty.closed(), 1008);
    world.rooms.settle();
}

TEST(WrongCodes, AreCountedByNetwork) {
    GatewayWorld world;
    Caller host(world);
    const RoomEntered room = host.request<RoomEntered>(new_room());
    const auto join = [](std::string code, std::string invite) {
        return RoomJoin{"", std::move(code), std::move(invite), JoinSeat::watch, ""};
    };
    Caller one = Caller::from(world, "2001:db8:1:2::1"), other = Caller::from(world, "2001:db8:1:2::2");
    for (int i = 0; i < RoomWorld::guesses_per_minute / 2; ++i) {
        EXPECT_EQ(one.refusal<RoomEntered>(join("ZZZZZZ", "")), "room_not_found");
        EXPECT_EQ(other.refusal<RoomEntered>(join("", "nonsense")), "invite_invalid");
    }
    for (Caller* guesser : {&one, &other}) {
        const auto refused = guesser->try_request<RoomEntered>(join(room.code, ""));
        ASSERT_FALSE(refused) << "it does not even learn that it was right";
        EXPECT_EQ(refused.error().code, ErrorCode::rate_limited);
        EXPECT_GT(std::get<RetryAfter>(refused.error().detail).after.count(), 0);
    }
    Caller elsewhere = Caller::from(world, "2001:db8:1:3::1");
    EXPECT_EQ(elsewhere.refusal<RoomEntered>(join(room.code, "")), "accepted");
    EXPECT_EQ(one.refusal<RoomEntered>(watch(room.room)), "accepted") << "what is no guess is not counted";
}

TEST(WatchedRooms, AreLimitedExceptOnesOwn) {
    Config config;
    config.max_rooms_per_player = static_cast<int>(Session::max_watched) + 2;
    GatewayWorld world(config);
    Caller host(world), guest(world);
    std::vector<std::string> rooms;
    for (int i = 0; i < config.max_rooms_per_player; ++i)
        rooms.push_back(host.request<RoomEntered>(new_room()).room);
    const std::string last = rooms.back();
    rooms.pop_back();
    const std::string beyond = rooms.back();
    rooms.pop_back();
    for (const std::string& room : rooms) guest.request<RoomEntered>(watch(room));
    EXPECT_EQ(guest.refusal<RoomEntered>(watch(beyond)), "limit_reached");
    EXPECT_EQ(guest.refusal<RoomEntered>(watch(rooms.front())), "accepted") << "it is in that one";
    EXPECT_EQ(guest.refusal<RoomEntered>(new_room()), "accepted") << "it has fewer rooms of its own";
    // A match is in a room, too; those who play it are not refused.
    Caller other(world);
    other.request<RoomEntered>(RoomJoin{last, "", "", JoinSeat::any, ""});
    other.request(RoomReady{true}, last);
    host.request(RoomReady{true}, last);
    const std::string match = other.heard<MatchStarted>().front().match;
    EXPECT_EQ(guest.refusal<MatchWatched>(MatchWatch{}, "", match), "limit_reached");
    EXPECT_EQ(other.refusal<MatchWatched>(MatchWatch{}, "", match), "accepted");
    guest.request(RoomLeave{}, rooms.front());
    guest.request(RoomLeave{}, rooms.back());
    EXPECT_EQ(guest.refusal<MatchWatched>(MatchWatch{}, "", match), "accepted");
    EXPECT_EQ(host.refusal<RoomEntered>(watch(beyond)), "accepted") << "a host is in more of them";
}

}  // namespace
}  // namespace pentad::server
