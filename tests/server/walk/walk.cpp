#include "tests/server/walk/walk.hpp"

#include <numeric>

#include "tests/server/walk/random_source.hpp"
#include "tests/server/walk/walker.hpp"
#include "tests/support/promise.hpp"
#include "tests/support/shrink.hpp"

namespace pentad::server {
namespace {

constexpr int most_runs_to_shrink = 400;

bool is_refusal(const std::string& answer) { return !answer.empty() && answer != "ok"; }

void take(WalkWorld& world, const Step& step) {
    Dice dice(step.dice);
    auto& devices = world.devices(step.actor);
    Device& device = *devices[dice.below(devices.size())];
    device.forget_answer();
    const Verb& verb = verbs()[step.verb];
    if (world.log)
        world.log("* " + std::to_string(step.actor) + " " + std::string(verb.name) +
                  (step.settles ? "" : " (does not wait)"));
    if (!device.connected()) {
        // Most come back soon.
        if (dice.in(1, 2)) device.come_back();
        return;
    }
    Walker walker{world, step.actor, device, dice};
    verb.deed(walker);
}

}  // namespace

std::vector<Step> plan_walk(std::uint64_t seed, std::size_t count) {
    std::size_t weights = 0;
    for (const Verb& verb : verbs()) weights += verb.weight;
    std::vector<Step> steps(count);
    for (Step& step : steps) {
        step.actor = next_number(seed) % (WalkWorld::people + 1);
        std::size_t left = next_number(seed) % weights;
        while (left >= verbs()[step.verb].weight) left -= verbs()[step.verb++].weight;
        step.dice = next_number(seed);
        step.settles = next_number(seed) % 4 != 0;
    }
    return steps;
}

std::optional<std::string> walk(const std::string& game, std::uint64_t seed, const std::vector<Step>& steps,
                                const std::function<void(const std::string&)>& log) {
    try {
        WalkWorld world(game, seed);
        world.log = log;
        bool settled = true;
        for (const Step& step : steps) {
            const std::string before = settled ? world.fingerprint() : "";
            const bool alone = settled && step.settles;
            take(world, step);
            settled = step.settles;
            if (!settled) continue;
            world.settle();
            auto& devices = world.devices(step.actor);
            const bool refused = devices.size() == 1 && is_refusal(devices.front()->last_answer());
            // A flag that has fallen is found out by whoever comes first.
            if (alone && refused && devices.front()->last_answer() != "match_over")
                testing::promise(before == world.fingerprint(),
                                 "A refusal has changed a match: " + devices.front()->last_answer());
            world.check();
        }
        world.settle();
        world.finish();
    } catch (const std::exception& broken) {
        return broken.what();
    }
    return std::nullopt;
}

std::string shortest_story(const std::string& game, std::uint64_t seed, const std::vector<Step>& steps) {
    const auto why = walk(game, seed, steps);
    if (!why) return "It does not happen again.";
    // Any other fault that turns up on the way would be another story.
    const std::string kind = why->substr(0, 24);
    const auto fails = [&](const std::vector<Step>& fewer) {
        const auto failure = walk(game, seed, fewer);
        return failure && failure->substr(0, 24) == kind;
    };
    const auto shortest = testing::shrink<Step>(steps, fails, most_runs_to_shrink);
    std::string story;
    const auto last = walk(game, seed, shortest, [&](const std::string& line) { story += line + "\n"; });
    return std::to_string(shortest.size()) + " steps of " + std::to_string(steps.size()) + " of seed " +
           std::to_string(seed) + ":\n" + story + "=> " + last.value_or("nothing, this time");
}

}  // namespace pentad::server
