#include "tests/server/walk/walk_world.hpp"

#include <algorithm>

#include "server/session/bot_keys.hpp"
#include "tests/server/support/listed.hpp"
#include "tests/server/walk/random_source.hpp"
#include "tests/support/promise.hpp"

namespace pentad::server {

using namespace std::chrono_literals;
using testing::BrokenPromise;

namespace {

Config generous() {
    Config config;
    config.hellos_per_minute = 0;
    config.wrong_tokens_per_minute = 0;
    return config;
}

/// Plays any legal move, the same one in the same position, and now and then fails.
engine::Choice any_move(const engine::Position& position, const engine::SearchLimits&, std::stop_token) {
    std::uint64_t dice = position.hash();
    const std::uint64_t number = next_number(dice);
    if (number % 40 == 0) throw 42;
    const auto legal = position.legal_moves();
    engine::Choice choice;
    choice.move = legal[number % legal.size()];
    return choice;
}

}  // namespace

WalkWorld::WalkWorld(std::string game, std::uint64_t seed) : game_(std::move(game)), config_(generous()) {
    make_chance_repeat(seed);
    set_server_clock(from_wire(1'700'000'000'000));
    auto store = make_memory_store();
    key_ = make_bot_key(*store, "Walker", AuditEntry{from_wire(1), "uid 0", "bot-key add Walker", "done"})
               .value();
    world_ = std::make_unique<GatewayWorld>(config_, std::move(store), any_move);
    hints_ = std::make_unique<Hints>(world_->rooms.services.io, world_->rooms.services.bots);
    world_->rooms.all_rooms = true;
    world_->rooms.services.hints = hints_.get();
    actors_.resize(people + 1);
    for (std::size_t actor = 0; actor < actors_.size(); ++actor) {
        add_device(actor).come_back();
        settle();
    }
}

Device& WalkWorld::add_device(std::size_t actor) {
    auto& devices = actors_[actor];
    devices.push_back(
        std::make_unique<Device>(world_->clients.gateway, [this] { return world_->rooms.now; }));
    if (actor == program) devices.back()->newcomer = protocol::BotAuth{"Walker", key_};
    const std::string who = std::to_string(actor) + "." + std::to_string(devices.size() - 1) + " ";
    devices.back()->log = [this, who](const std::string& line) {
        if (log) log(who + line);
    };
    return *devices.back();
}

std::shared_ptr<Room> WalkWorld::room(const std::string& id) const {
    return world_->rooms.services.rooms.find({id});
}

const Match* WalkWorld::match(const std::string& id) const {
    const auto room = world_->rooms.services.rooms.find_by_match({id});
    return room ? room->match() : nullptr;
}

void WalkWorld::for_each_device(const std::function<void(Device&)>& deed) {
    for (auto& devices : actors_)
        for (auto& device : devices) deed(*device);
}

void WalkWorld::settle() {
    set_server_clock(world_->rooms.now);
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    for (;;) {
        world_->rooms.settle();
        for_each_device([](Device& device) { device.read(); });
        // Hints are found beside everything else.
        bool open = false;
        for_each_device([&](Device& device) {
            open |= device.connected() && !device.silent() && device.model().open_requests() > 0;
        });
        if (!open) break;
        if (std::chrono::steady_clock::now() > deadline) throw BrokenPromise("A request is never answered.");
    }
    world_->rooms.settle();
    for_each_device([](Device& device) { device.read(); });
    learn();
}

void WalkWorld::pass(milliseconds time) {
    // The gateway's own deadlines are coarse.
    const milliseconds most = std::max<milliseconds>(1min, time / 20);
    for (; time > 0ms; time -= std::min(time, most)) {
        world_->rooms.pass(std::min(time, most));
        set_server_clock(world_->rooms.now);
        world_->clients.sweep();
    }
    settle();
}

void WalkWorld::learn() {
    const auto add = [](std::vector<std::string>& known, const std::string& id) {
        if (std::find(known.begin(), known.end(), id) == known.end()) known.push_back(id);
    };
    for_each_device([&](Device& device) {
        for (const auto& [id, room] : device.model().rooms()) add(known_rooms_, id);
        for (const auto& [id, match] : device.model().matches()) add(known_matches_, id);
    });
}

std::string WalkWorld::fingerprint() const {
    std::string text;
    for (const std::string& id : known_matches_) {
        const Match* one = match(id);
        if (one == nullptr) continue;
        text += id + " " + std::to_string(one->turn()) + " " + std::to_string(to_wire(one->clock_at())) +
                (one->result() ? one->result()->reason : "") + (one->paused_until() ? " paused" : "");
        if (const auto left = one->remaining())
            text += " " + std::to_string((*left)[0].count()) + " " + std::to_string((*left)[1].count());
        text += "\n";
    }
    return text;
}

void WalkWorld::finish() {
    check();
    check_lines();
    check_store();
    for_each_device([](Device& device) { device.cut(); });
    // Longer than any clock, any grace and everything that is kept for those who come back.
    pass(80h);
    pass(2h);
    const auto promise = testing::promise;
    const RoomServices& services = world_->rooms.services;
    promise(services.rooms.all().empty(), std::to_string(services.rooms.all().size()) + " rooms are left.");
    promise(world_->clients.sessions.size() == 0,
            std::to_string(world_->clients.sessions.size()) + " sessions are left.");
    promise(world_->clients.gateway.connections() == 0, "Links are left.");
    promise(services.bots.jobs() == 0, "Searches are left.");
    promise(listed(services.lobby).empty(), "The lobby lists what is gone.");
    check_store();
}

}  // namespace pentad::server
