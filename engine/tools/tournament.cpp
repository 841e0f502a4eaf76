#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/search/random.hpp"
#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"
#include "engine/tools/rating.hpp"

namespace pentad::engine::tools {
namespace {

/// Two games from one opening, each player having the first move once.
struct Pair {
    std::size_t match;
    Position opening;
    std::array<std::uint64_t, 2> seeds;
};

struct Match {
    std::array<int, 2> levels;  ///< the stronger first
    Score score;
};

/// Random moves, as many of them as wanted unless the game would be over.
Position opening(const Position& start, int plies, std::uint64_t seed) {
    Random random(seed);
    for (;;) {
        Position position = start;
        for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
            const auto moves = position.legal_moves();
            position = position.after(moves[random.below(moves.size())]).value();
        }
        if (!position.outcome()) return position;
    }
}

Json json(const Match& match) {
    const Score& score = match.score;
    const Rating elo = rating(score);
    Json rated = {{"difference", elo.difference}, {"low", elo.low}, {"high", elo.high}};
    if (elo.only_bound) rated = {{elo.difference > 0 ? "atLeast" : "atMost", elo.difference}};
    return {
        {"level", match.levels[0]}, {"against", match.levels[1]}, {"won", score.wins}, {"drawn", score.draws},
        {"lost", score.losses},     {"share", score.share()},     {"elo", rated}};
}

class Ladder {
  public:
    explicit Ladder(const Tournament& wanted) : wanted_(wanted), start_(reach(wanted.line)) {
        for (const int level : wanted.levels) check_level(level);
        if (wanted.levels.size() < 2) throw WrongUsage("--levels: name two levels at least.");
        for (std::size_t i = 1; i < wanted.levels.size(); ++i)
            matches_.push_back({{wanted.levels[i], wanted.levels[i - 1]}, {}});
        if (wanted.levels.size() > 2) matches_.push_back({{wanted.levels.back(), wanted.levels.front()}, {}});
        if (std::ranges::find(wanted.levels, levels().back().number) != wanted.levels.end())
            prepare_table(wanted.line, wanted.tables);
        thinking_.resize(1 + static_cast<std::size_t>(levels().back().number));
    }

    void play(Format format) {
        if (const int games = 2 * (wanted_.games / 2 + wanted_.games % 2); games != wanted_.games)
            std::cerr << "Games come in pairs: " << games << " of each match are played, not "
                      << wanted_.games << ".\n";
        // Every match has the same openings; every pair has its seeds whatever the number of threads.
        for (std::size_t match = 0; match < matches_.size(); ++match) {
            Random random(wanted_.seed);
            for (int game = 0; game < wanted_.games; game += 2)
                pairs_.push_back({match,
                                  opening(start_, wanted_.opening_plies, random.next()),
                                  {random.next(), random.next()}});
        }
        for (Match& match : matches_) match.score.pairs.resize(pairs_.size() / matches_.size());
        std::vector<std::jthread> threads;
        for (int job = 0; job < wanted_.jobs; ++job) threads.emplace_back([this] { work(); });
        threads.clear();
        report(format);
    }

  private:
    struct Thinking {
        double seconds = 0;
        std::uint64_t moves = 0;
    };

    void work() {
        for (std::size_t next = taken_++; next < pairs_.size(); next = taken_++) {
            const Pair& pair = pairs_[next];
            const auto levels = matches_[pair.match].levels;
            for (const bool stronger_first : {true, false}) {
                const std::array<int, 2> sides{levels[stronger_first ? 0 : 1],
                                               levels[stronger_first ? 1 : 0]};
                const auto winner = play_game(pair, sides);
                const std::lock_guard lock(mutex_);
                Score& score = matches_[pair.match].score;
                double points = 0.5;
                if (!winner) {
                    ++score.draws;
                } else if ((*winner == Side::first) == stronger_first) {
                    ++score.wins;
                    points = 1;
                } else {
                    ++score.losses;
                    points = 0;
                }
                score.pairs[next % score.pairs.size()] += points;
                tell_progress();
            }
        }
    }

    std::optional<Side> play_game(const Pair& pair, const std::array<int, 2>& sides) {
        Position position = pair.opening;
        while (!position.outcome()) {
            const auto side = static_cast<std::size_t>(index(position.to_move()));
            const auto before = std::chrono::steady_clock::now();
            const std::string move = position.choose({sides[side], pair.seeds[side]}).move;
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
            position = position.after(move).value();
            const std::lock_guard lock(mutex_);
            Thinking& thinking = thinking_[static_cast<std::size_t>(sides[side])];
            thinking.seconds += took.count();
            ++thinking.moves;
        }
        return position.outcome()->winner;
    }

    void tell_progress() {
        ++played_;
        const auto now = std::chrono::steady_clock::now();
        if (now - told_ < std::chrono::seconds(5)) return;
        told_ = now;
        std::cerr << played_ << " of " << 2 * pairs_.size() << " games\n";
    }

    void report(Format format) const {
        for (const Match& match : matches_) {
            const Score& score = match.score;
            if (format == Format::json) {
                print(json(match));
                continue;
            }
            std::cout << "level " << match.levels[0] << " against " << match.levels[1] << ": " << score.wins
                      << " won, " << score.draws << " drawn, " << score.losses << " lost, " << std::fixed
                      << std::setprecision(1) << 100 * score.share() << " %, Elo " << text(rating(score))
                      << '\n';
        }
        for (const int level : wanted_.levels) {
            const Thinking& thinking = thinking_[static_cast<std::size_t>(level)];
            if (thinking.moves == 0) continue;
            std::cerr << "level " << level << ": " << std::fixed << std::setprecision(1)
                      << 1000 * thinking.seconds / static_cast<double>(thinking.moves) << " ms a move\n";
        }
    }

    const Tournament wanted_;
    const Position start_;
    std::vector<Pair> pairs_;
    std::atomic<std::size_t> taken_ = 0;

    std::mutex mutex_;  // guards the rest
    std::vector<Match> matches_;
    std::vector<Thinking> thinking_;
    std::size_t played_ = 0;
    std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

}  // namespace

void play_tournament(const Tournament& wanted, Format format) { Ladder(wanted).play(format); }

}  // namespace pentad::engine::tools
