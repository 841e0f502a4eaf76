#include "engine/tools/uci_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/tools/commands.hpp"

namespace pentad::engine::tools {
namespace {

constexpr std::uint64_t first_look = 1024;  ///< positions; each further look has twice as many
constexpr double most_hundredths = 1e9;

/// In hundredths of the game's own units, or in moves to an end that can be forced.
std::string score_text(const Choice& choice) {
    if (choice.forced_end == 0) {
        const double hundredths = std::clamp(100 * choice.score, -most_hundredths, most_hundredths);
        return "cp " + std::to_string(std::llround(hundredths));
    }
    const int moves = (std::abs(choice.forced_end) + 1) / 2;
    return "mate " + std::to_string(choice.forced_end > 0 ? moves : -moves);
}

}  // namespace

UciSearch::UciSearch(Position position, SearchLimits player, const GoLimits& limits, Say say)
    : position_(std::move(position)),
      player_(player),
      limits_(limits),
      say_(std::move(say)),
      pondering_(limits.ponder) {
    if (limits_.time && !pondering_) deadline_ = start_ + *limits_.time;
    if (limits_.time) alarm_ = std::jthread([this](const std::stop_token& over) { ring(over); });
    thinker_ = std::jthread([this] { think(); });
}

UciSearch::~UciSearch() {
    stop();
    wait();
}

void UciSearch::stop() {
    stop_.request_stop();
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
}

void UciSearch::ponderhit() {
    const std::lock_guard lock(mutex_);
    if (!pondering_) return;
    pondering_ = false;
    if (limits_.time)
        deadline_ = Clock::now() + *limits_.time;
    else if (limits_.nodes == 0 && limits_.depth == 0)
        stop_.request_stop();
    changed_.notify_all();
}

void UciSearch::wait() {
    if (thinker_.joinable()) thinker_.join();
}

void UciSearch::think() {
    const bool ends_by_itself = limits_.nodes > 0 || limits_.time;
    const bool in_looks = limits_.depth > 0 || limits_.infinite || (limits_.ponder && !ends_by_itself);
    Choice choice;
    if (in_looks) {
        choice = look_ever_longer();
    } else {
        choice = look(limits_.nodes > 0 ? limits_.nodes : limits_.time ? any_number_of_nodes : 0);
        say_info(choice, start_);
    }
    {
        // Nobody wants to hear of it before.
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopped_ || (!limits_.infinite && !pondering_); });
    }
    say_("bestmove " + choice.move + (choice.pv.size() > 1 ? " ponder " + choice.pv[1] : ""));
}

Choice UciSearch::look(std::uint64_t nodes) {
    return position_.choose({player_.level, player_.seed, nodes}, stop_.get_token());
}

/// Again and again with twice as many positions, so that each look is told; the deepest counts.
Choice UciSearch::look_ever_longer() {
    const std::uint64_t most = limits_.nodes > 0 ? limits_.nodes : any_number_of_nodes;
    Choice best;
    for (std::uint64_t nodes = std::min(first_look, most);; nodes = std::min(2 * nodes, most)) {
        const Clock::time_point since = Clock::now();
        const Choice choice = look(nodes);
        // The last look is cut short by a stop, and may have seen less than the one before.
        const bool deeper = best.move.empty() || choice.depth >= best.depth;
        if (deeper) {
            best = choice;
            say_info(best, since);
        }
        const bool all_seen = choice.forced_end != 0 || choice.nodes < nodes;
        const bool deep_enough = limits_.depth > 0 && choice.depth >= limits_.depth;
        if (stop_.stop_requested() || all_seen || deep_enough || nodes >= most) return best;
    }
}

void UciSearch::say_info(const Choice& choice, Clock::time_point since) {
    const auto now = Clock::now();
    const double seconds = std::max(1e-6, std::chrono::duration<double>(now - since).count());
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(now - start_);
    std::string line = "info depth " + std::to_string(choice.depth) + " score " + score_text(choice) +
                       " nodes " + std::to_string(choice.nodes) + " nps " +
                       std::to_string(std::llround(static_cast<double>(choice.nodes) / seconds)) + " time " +
                       std::to_string(time.count()) + " pv";
    for (const std::string& move : choice.pv) line += " " + move;
    say_(line);
}

/// Stops the search at the deadline, which may come to be known later.
void UciSearch::ring(const std::stop_token& over) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, over, [this] { return stopped_ || deadline_; }) || stopped_) return;
    changed_.wait_until(lock, over, *deadline_, [this] { return stopped_; });
    if (!over.stop_requested()) stop_.request_stop();
}

}  // namespace pentad::engine::tools
