#pragma once

#include <algorithm>
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/position.hpp"
#include "server/base/ids.hpp"

/// What the bots' pool is asked for, and its answers. Values.
namespace pentad::server {

/// Who waits for a search. Earlier ranks go first.
enum class BotRank {
    person,   ///< a move in a match with a person on the other seat
    hint,     ///< a hint that a person asked for
    bots,     ///< a move in a match in which only bots play
    analysis  ///< of a match that is over
};

/// Identifies a job: a new job with the same key replaces and stops the older one.
struct BotJobKey {
    MatchId match;
    std::string asker;  ///< empty for the bot to move; otherwise who else asks about the match

    BotJobKey(MatchId of, std::string by = {}) : match(std::move(of)), asker(std::move(by)) {}

    friend auto operator<=>(const BotJobKey&, const BotJobKey&) = default;
};

/// A search to do.
struct BotJob {
    MatchId match;
    std::int64_t turn = 0;
    engine::Position position;
    engine::SearchLimits limits;
    /// The search is stopped after this time and its best move so far is taken. Strength comes from the
    /// limits' counts of positions; this is only a cap for a machine that is too slow.
    std::chrono::milliseconds budget = std::chrono::seconds(10);
    BotRank rank = BotRank::person;
    /// Whose share of the pool this uses: jobs of the same rank are taken from each payer in turn.
    std::string payer{};
    std::string asker{};

    BotJobKey key() const { return {match, asker}; }
};

struct BotAnswer {
    MatchId match;
    std::int64_t turn = 0;
    std::string move;
    std::chrono::milliseconds waited{};   ///< for a free worker
    bool fallback = false;                ///< the search failed and a plain legal move was taken
    bool turned_away = false;             ///< there is no move: too many jobs waited. It may be asked again.
    std::chrono::milliseconds thought{};  ///< by a worker
    std::vector<std::string> line{};      ///< how the search expects the game to go on; may be empty
    int forced_end = 0;                   ///< as engine::Choice::forced_end
    double score = 0;                     ///< as engine::Choice::score
};

/// How far a job is.
struct BotProgress {
    bool thinking = false;               ///< false: still waiting for a worker
    std::chrono::milliseconds waited{};  ///< for a worker, until now if it is still waiting
};

/// What the pool has done since it was made, for monitoring.
struct BotStats {
    struct Times {
        std::uint64_t count = 0;
        std::chrono::milliseconds total{};
        std::chrono::milliseconds longest{};

        void add(std::chrono::milliseconds time) {
            ++count;
            total += time;
            longest = std::max(longest, time);
        }
    };

    std::size_t workers = 0;  ///< that take jobs
    std::size_t hung = 0;     ///< in a search that ignores its stop
    std::size_t waiting = 0;
    std::size_t thinking = 0;
    std::uint64_t found = 0;
    std::uint64_t fallbacks = 0;
    std::uint64_t cancelled = 0;  ///< or replaced
    std::uint64_t turned_away = 0;
    Times waited;   ///< of the jobs that a worker took, for it
    Times thought;  ///< by a worker, of the jobs that were found or fell back
};

}  // namespace pentad::server
