#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/search/random.hpp"
#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"
#include "engine/tools/player.hpp"
#include "engine/tools/rating.hpp"
#include "engine/tools/sprt.hpp"

namespace pentad::engine::tools {
namespace {

constexpr int usual_games = 20;
constexpr int most_games = 1'000'000;

/// Two games from one opening; each player moves first once.
struct Pair {
    std::size_t match;
    std::uint64_t opening;
    std::array<std::uint64_t, 2> seeds;
};

/// Games that a player lost by a failure, by Failure::Kind.
using Failures = std::array<int, 3>;
constexpr std::array failure_names{"time", "crash", "illegalMove"};
constexpr std::array failure_texts{"on time", "by a crash", "by an illegal move"};

struct Match {
    std::array<std::size_t, 2> players;  ///< in a ladder the stronger first
    Score score{};
    std::array<Failures, 2> failures{};
};

/// Random moves, as many of them as wanted unless the game would be over.
std::vector<std::string> opening(const Position& start, int plies, std::uint64_t seed) {
    Random random(seed);
    for (;;) {
        Position position = start;
        std::vector<std::string> played;
        for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
            const auto moves = position.legal_moves();
            played.push_back(moves[random.below(moves.size())]);
            position = position.after(played.back()).value();
        }
        if (!position.outcome()) return played;
    }
}

/// `1.Level=5` is an option of the first program.
void set_options(std::vector<PlayerPlan>& plans, const Tournament& wanted) {
    for (const std::string& word : wanted.engine_options) {
        const auto dot = word.find('.'), equals = word.find('=');
        std::size_t number = 0;
        for (std::size_t i = 0; i < dot && i < word.size(); ++i)
            number = word[i] >= '0' && word[i] <= '9' && number < 1000
                         ? 10 * number + static_cast<std::size_t>(word[i] - '0')
                         : most_games;
        if (dot == std::string::npos || equals == std::string::npos || equals < dot || number == 0 ||
            number > wanted.engines.size())
            throw WrongUsage(
                "--engine-option: \"" + word +
                "\" is not NUMBER.NAME=VALUE with the number of an --engine, such as 1.Level=5.");
        plans[number - 1].options.push_back(
            {word.substr(dot + 1, equals - dot - 1), word.substr(equals + 1)});
    }
}

/// Programs first, then levels.
std::vector<PlayerPlan> plans_of(const Tournament& wanted) {
    std::vector<PlayerPlan> plans;
    for (std::size_t i = 0; i < wanted.engines.size(); ++i) {
        const std::string& command = wanted.engines[i];
        const auto same = std::count(wanted.engines.begin(), wanted.engines.end(), command);
        const std::string name = same > 1 ? command + " (" + std::to_string(i + 1) + ")" : command;
        plans.push_back({name, 0, command, {}});
    }
    set_options(plans, wanted);
    for (const int level : wanted.levels) {
        check_level(level);
        plans.push_back({"level " + std::to_string(level), level, "", {}});
    }
    if (plans.size() >= 2) return plans;
    throw WrongUsage(wanted.engines.empty() ? "--levels: name two levels at least."
                                            : "--engine: name another program, or a level by --levels.");
}

Json json(const Rating& elo) {
    if (elo.only_bound) return {{elo.difference > 0 ? "atLeast" : "atMost", elo.difference}};
    return {{"difference", elo.difference}, {"low", elo.low}, {"high", elo.high}};
}

class Games {
  public:
    explicit Games(const Tournament& wanted)
        : wanted_(wanted),
          plans_(plans_of(wanted)),
          start_(reach(wanted.line)),
          clock_(read_clock(wanted.time)) {
        if (!wanted.sprt.empty()) sprt_ = read_sprt(wanted.sprt);
        if (sprt_ && plans_.size() != 2) throw WrongUsage("--sprt: name two players, neither more nor less.");
        if (start_.outcome()) throw WrongUsage("The game is over at the start that is given.");
        games_ = wanted.games > 0 ? wanted.games : sprt_ ? most_games : usual_games;
        make_matches();
        const bool strongest = std::ranges::any_of(
            plans_, [](const PlayerPlan& plan) { return plan.level == levels().back().number; });
        if (strongest) prepare_table(wanted.line, wanted.tables);
        check_programs();
        thinking_.resize(plans_.size());
    }

    void play(Format format) {
        const int pairs = games_ / 2 + games_ % 2;
        if (2 * pairs != games_)
            std::cerr << "Games come in pairs: " << 2 * pairs << " of each match are played, not " << games_
                      << ".\n";
        all_pairs_ = static_cast<std::size_t>(pairs) * matches_.size();
        {
            std::vector<std::jthread> threads;
            for (int job = 0; job < wanted_.jobs; ++job) threads.emplace_back([this] { work(); });
        }
        if (error_) std::rethrow_exception(error_);
        report(format);
    }

  private:
    struct Thinking {
        double seconds = 0;
        std::uint64_t moves = 0;
    };
    using Players = std::vector<std::unique_ptr<Player>>;

    /// Levels alone are a ladder, and the last plays the first too; with programs everyone plays everyone.
    void make_matches() {
        const std::size_t all = plans_.size();
        if (!wanted_.engines.empty()) {
            for (std::size_t one = 0; one < all; ++one)
                for (std::size_t other = one + 1; other < all; ++other) matches_.push_back({{one, other}});
            return;
        }
        for (std::size_t i = 1; i < all; ++i) matches_.push_back({{i, i - 1}});
        if (all > 2) matches_.push_back({{all - 1, 0}});
    }

    /// A command that cannot be run is a mistake and not a lost game.
    void check_programs() {
        if (wanted_.engines.empty()) return;
        const ThinkingTime& time = wanted_.time;
        if (time.nodes == 0 && time.depth == 0 && time.move_seconds <= 0 && time.clock.empty())
            throw WrongUsage(
                "--engine: say how long a program may think: --tc, --move-time, --nodes or --depth.");
        for (const PlayerPlan& plan : plans_) {
            if (plan.level > 0) continue;
            try {
                make_player(plan, time)->begin_game({wanted_.line, clock_});
            } catch (const Failure& failure) {
                throw WrongUsage("--engine: " + plan.command +
                                 " does not speak the protocol: " + failure.what() + ".");
            }
        }
    }

    void work() {
        try {
            Players players(plans_.size());
            for (std::size_t i = 0; i < plans_.size(); ++i) players[i] = make_player(plans_[i], wanted_.time);
            while (const auto pair = next_pair()) play_pair(*pair, players);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
            over_ = true;
        }
    }

    /// Every match has the same openings; every pair has its seeds whatever the number of threads.
    std::optional<Pair> next_pair() {
        const std::lock_guard lock(mutex_);
        if (over_ || taken_ == all_pairs_) return std::nullopt;
        const std::size_t of_match = all_pairs_ / matches_.size();
        if (taken_ % of_match == 0) random_ = Random(wanted_.seed);
        const std::uint64_t of_opening = random_.next();
        const std::array<std::uint64_t, 2> seeds{random_.next(), random_.next()};
        return Pair{taken_++ / of_match, of_opening, seeds};
    }

    void play_pair(const Pair& pair, Players& players) {
        const auto moves = opening(start_, wanted_.opening_plies, pair.opening);
        int half_points = 0;
        for (const bool first_begins : {true, false}) {
            const auto winner = play_game(pair, moves, first_begins, players);
            half_points += !winner ? 1 : *winner == 0 ? 2 : 0;
            const std::lock_guard lock(mutex_);
            Score& score = matches_[pair.match].score;
            ++(!winner ? score.draws : *winner == 0 ? score.wins : score.losses);
            tell_progress();
        }
        const std::lock_guard lock(mutex_);
        Score& score = matches_[pair.match].score;
        ++score.pairs[static_cast<std::size_t>(half_points)];
        if (sprt_ && decided(log_likelihood_ratio(*sprt_, score.pairs))) over_ = true;
    }

    /// Which of the match's two players wins; nothing for a draw.
    std::optional<std::size_t> play_game(const Pair& pair, const std::vector<std::string>& moves,
                                         bool first_begins, Players& players) {
        const Match& match = matches_[pair.match];
        GameSoFar game{wanted_.line, clock_};
        game.line.moves.insert(game.line.moves.end(), moves.begin(), moves.end());
        Position position = reach(game.line);
        const auto seat = [&](Side side) { return (side == Side::first) == first_begins ? 0U : 1U; };
        for (const std::size_t each : {0U, 1U})
            if (!attempt(pair.match, each, [&] { players[match.players[each]]->begin_game(game); }))
                return 1 - each;
        while (!position.outcome()) {
            const Side side = position.to_move();
            const std::size_t who = match.players[seat(side)];
            const auto before = std::chrono::steady_clock::now();
            const bool moved = attempt(pair.match, seat(side), [&] {
                const auto seed = pair.seeds[static_cast<std::size_t>(index(side))];
                game.line.moves.push_back(players[who]->choose(position, game, seed));
            });
            if (!moved) return 1 - seat(side);
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
            position = position.after(game.line.moves.back()).value();
            const std::lock_guard lock(mutex_);
            thinking_[who].seconds += took.count();
            ++thinking_[who].moves;
        }
        const auto winner = position.outcome()->winner;
        return winner ? std::optional<std::size_t>(seat(*winner)) : std::nullopt;
    }

    /// False when the player fails, which loses the game.
    template <class Action>
    bool attempt(std::size_t match, std::size_t each, Action action) {
        try {
            action();
            return true;
        } catch (const Failure& failure) {
            const std::lock_guard lock(mutex_);
            Match& of = matches_[match];
            ++of.failures[each][static_cast<std::size_t>(failure.kind)];
            std::cerr << plans_[of.players[each]].name << " loses a game against "
                      << plans_[of.players[1 - each]].name << ": " << failure.what() << '\n';
            return false;
        }
    }

    bool decided(double ratio) const {
        return ratio <= sprt_->lower_bound() || ratio >= sprt_->upper_bound();
    }

    /// REQUIRES: mutex_ is held.
    void tell_progress() {
        ++played_;
        const auto now = std::chrono::steady_clock::now();
        if (now - told_ < std::chrono::seconds(5)) return;
        told_ = now;
        std::cerr << played_ << " of " << (sprt_ ? "at most " : "") << 2 * all_pairs_ << " games\n";
    }

    void report(Format format) const {
        for (const Match& match : matches_) {
            if (format == Format::json)
                print(json(match));
            else
                print_text(match);
        }
        for (std::size_t i = 0; i < plans_.size(); ++i) {
            const Thinking& thinking = thinking_[i];
            if (thinking.moves == 0) continue;
            std::cerr << plans_[i].name << ": " << std::fixed << std::setprecision(1)
                      << 1000 * thinking.seconds / static_cast<double>(thinking.moves) << " ms a move\n";
        }
    }

    void print_text(const Match& match) const {
        const Score& score = match.score;
        const PlayerPlan &one = plans_[match.players[0]], &other = plans_[match.players[1]];
        const std::string against =
            other.level > 0 && one.level > 0 ? std::to_string(other.level) : other.name;
        std::cout << one.name << " against " << against << ": " << score.wins << " won, " << score.draws
                  << " drawn, " << score.losses << " lost, " << std::fixed << std::setprecision(1)
                  << 100 * score.share() << " %, Elo " << text(rating(score)) << '\n';
        for (const std::size_t each : {0U, 1U})
            for (std::size_t kind = 0; kind < failure_texts.size(); ++kind)
                if (const int count = match.failures[each][kind]; count > 0)
                    std::cout << plans_[match.players[each]].name << " lost " << count << ' '
                              << failure_texts[kind] << '\n';
        if (sprt_) print_sprt(score);
    }

    void print_sprt(const Score& score) const {
        const double ratio = log_likelihood_ratio(*sprt_, score.pairs);
        std::cout << "SPRT elo0 " << std::defaultfloat << std::setprecision(6) << sprt_->elo0 << ", elo1 "
                  << sprt_->elo1 << ": LLR " << std::fixed << std::setprecision(2) << ratio << " ("
                  << sprt_->lower_bound() << " to " << sprt_->upper_bound() << "), " << verdict(ratio)
                  << '\n';
    }

    const char* verdict(double ratio) const {
        if (!decided(ratio)) return "undecided";
        return ratio > 0 ? "H1 accepted" : "H0 accepted";
    }

    Json json(const Match& match) const {
        const Score& score = match.score;
        const PlayerPlan &one = plans_[match.players[0]], &other = plans_[match.players[1]];
        const auto called = [](const PlayerPlan& plan) {
            return plan.level > 0 ? Json(plan.level) : Json(plan.name);
        };
        Json all = {{one.level > 0 ? "level" : "engine", called(one)},
                    {"against", called(other)},
                    {"won", score.wins},
                    {"drawn", score.draws},
                    {"lost", score.losses},
                    {"share", score.share()},
                    {"elo", tools::json(rating(score))}};
        all["pairs"] = score.pairs;
        if (!wanted_.engines.empty()) {
            all["failures"] = json(match.failures[0]);
            all["failuresOfOther"] = json(match.failures[1]);
        }
        if (sprt_) all["sprt"] = sprt_json(score);
        return all;
    }

    static Json json(const Failures& failures) {
        Json all = Json::object();
        for (std::size_t kind = 0; kind < failure_names.size(); ++kind)
            all[failure_names[kind]] = failures[kind];
        return all;
    }

    Json sprt_json(const Score& score) const {
        const double ratio = log_likelihood_ratio(*sprt_, score.pairs);
        return {{"elo0", sprt_->elo0},
                {"elo1", sprt_->elo1},
                {"llr", ratio},
                {"lower", sprt_->lower_bound()},
                {"upper", sprt_->upper_bound()},
                {"accepted", decided(ratio) ? Json(ratio > 0 ? "H1" : "H0") : Json()}};
    }

    const Tournament wanted_;
    const std::vector<PlayerPlan> plans_;
    const Position start_;
    const std::optional<GameClock> clock_;
    std::optional<Sprt> sprt_;
    int games_ = 0;
    std::size_t all_pairs_ = 0;

    std::mutex mutex_;  // guards the rest while threads play
    std::vector<Match> matches_;
    std::vector<Thinking> thinking_;
    std::size_t taken_ = 0;
    Random random_{0};
    bool over_ = false;
    std::exception_ptr error_;
    std::size_t played_ = 0;
    std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

}  // namespace

void play_tournament(const Tournament& wanted, Format format) { Games(wanted).play(format); }

}  // namespace pentad::engine::tools
