#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pentad::server {

/// One thing that somebody does, or time that passes. What exactly follows from the dice and from what there
/// is at that moment, so that a step means something wherever the steps before it are left out.
struct Step {
    std::size_t actor = 0;
    std::size_t verb = 0;
    std::uint64_t dice = 0;
    /// Everything that it causes happens before the next step begins; or else they cross.
    bool settles = true;
};

/// So many steps, always the same for a seed.
std::vector<Step> plan_walk(std::uint64_t seed, std::size_t steps);

/// Takes the steps in this game; what went wrong, if something did. The same seed gives the same walk.
std::optional<std::string> walk(const std::string& game, std::uint64_t seed, const std::vector<Step>& steps,
                                const std::function<void(const std::string&)>& log = {});

/// The shortest list of these steps that still goes wrong, told line by line, and why.
std::string shortest_story(const std::string& game, std::uint64_t seed, const std::vector<Step>& steps);

}  // namespace pentad::server
