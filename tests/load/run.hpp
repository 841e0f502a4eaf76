#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "tests/load/plan.hpp"
#include "tests/load/table.hpp"
#include "tests/load/usage.hpp"

namespace pentad::load {

/// What came of a plan. Nothing where it was not asked for.
struct Findings {
    Tally tally;
    /// The same before there was noise, and what came of it.
    struct Quiet {
        Tally tally;
        std::uint64_t noises = 0;     ///< messages sent
        std::uint64_t sent_away = 0;  ///< how often the noisy guest was
    };
    std::optional<Quiet> quiet;
    double seconds = 0;        ///< that counted
    double set_up_s = 0;       ///< until every match had begun
    double own_cpu_share = 0;  ///< of one core, while it counted; near 1 the generator is the bottleneck
    std::optional<double> server_cpu_us_a_move;
    std::optional<double> server_cpu_share;
    std::optional<double> bytes_a_room;  ///< of the server's memory, without the links
    std::optional<double> bytes_an_idle_link;
    std::optional<std::uint64_t> server_bytes;
    std::optional<double> storm_s;  ///< until the last of `storm_links` was back
    std::size_t storm_links = 0;
};

/// Does it, with a line of progress on standard error each second. The error says what went wrong and what to
/// do about it.
tl::expected<Findings, std::string> run(const Plan& plan);

}  // namespace pentad::load
