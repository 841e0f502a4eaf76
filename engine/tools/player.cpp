#include "engine/tools/player.hpp"

#include <charconv>
#include <cmath>
#include <sstream>

namespace pentad::engine::tools {
namespace {

using std::chrono::milliseconds;
using Clock = UciProgram::Clock;

milliseconds in_milliseconds(double seconds) { return milliseconds(std::llround(1000 * seconds)); }

class LevelPlayer : public Player {
  public:
    explicit LevelPlayer(int level) : level_(level) {}
    void begin_game(const GameSoFar&) override {}
    std::string choose(const Position& position, GameSoFar&, std::uint64_t seed) override {
        return position.choose({level_, seed}).move;
    }

  private:
    const int level_;
};

/// A program is started for the first game and again after a failure.
class ProgramPlayer : public Player {
  public:
    ProgramPlayer(PlayerPlan plan, const ThinkingTime& time)
        : plan_(std::move(plan)), time_(time), timeout_(in_milliseconds(time.timeout_seconds)) {}

    void begin_game(const GameSoFar& game) override {
        guarded([&] {
            if (!program_) start(game.line);
            say("ucinewgame");
            say("isready");
            program_->wait_for("readyok", Clock::now() + timeout_);
        });
    }

    std::string choose(const Position& position, GameSoFar& game, std::uint64_t) override {
        return guarded([&] {
            say(position_command(game.line));
            const auto side = static_cast<std::size_t>(index(position.to_move()));
            const auto before = Clock::now();
            const milliseconds allowed = allowed_for(game, side);
            say(go_command(game));
            const std::string answer = program_->wait_for("bestmove", before + allowed);
            if (game.clock) {
                const auto took = std::chrono::duration_cast<milliseconds>(Clock::now() - before);
                milliseconds& left = game.clock->left[side];
                left = std::max(milliseconds(0), left - took) + game.clock->increment;
            }
            return legal(position, answer);
        });
    }

  private:
    /// After a failure nothing more is expected of the process.
    template <class Action>
    auto guarded(Action action) -> decltype(action()) {
        try {
            return action();
        } catch (const Failure&) {
            program_.reset();
            throw;
        }
    }

    void start(const Line& line) {
        program_ = std::make_unique<UciProgram>(plan_.command);
        say("uci");
        program_->wait_for("uciok", Clock::now() + timeout_);
        const Options options = options_of(line);
        say("setoption name Game value " + line.game);
        say("setoption name Size value " + options.size);
        say("setoption name Variant value " + options.variant);
        for (const auto& [name, value] : plan_.options) say("setoption name " + name + " value " + value);
    }

    void say(const std::string& line) { program_->say(line, Clock::now() + timeout_); }

    static std::string position_command(const Line& line) {
        std::string text = line.position.empty() ? "position startpos" : "position fen " + line.position;
        if (!line.moves.empty()) text += " moves";
        for (const std::string& move : line.moves) text += " " + move;
        return text;
    }

    std::string go_command(const GameSoFar& game) const {
        std::string text = "go";
        const auto add = [&](const char* name, auto number) {
            text += std::string(" ") + name + " " + std::to_string(number);
        };
        if (game.clock) {
            add("wtime", game.clock->left[0].count());
            add("btime", game.clock->left[1].count());
            add("winc", game.clock->increment.count());
            add("binc", game.clock->increment.count());
        }
        if (time_.move_seconds > 0) add("movetime", in_milliseconds(time_.move_seconds).count());
        if (time_.nodes > 0) add("nodes", time_.nodes);
        if (time_.depth > 0) add("depth", time_.depth);
        return text;
    }

    /// Until the move is late.
    milliseconds allowed_for(const GameSoFar& game, std::size_t side) const {
        const milliseconds margin = in_milliseconds(time_.margin_seconds);
        if (game.clock) return game.clock->left[side] + margin;
        return time_.move_seconds > 0 ? in_milliseconds(time_.move_seconds) + margin : timeout_;
    }

    static std::string legal(const Position& position, const std::string& answer) {
        std::istringstream words(answer);
        std::string word, move;
        words >> word >> move;
        const auto next = position.after(move);
        if (!next)
            throw Failure(Failure::Kind::illegal_move, "it played \"" + move + "\": " + next.error().reason);
        return move;
    }

    const PlayerPlan plan_;
    const ThinkingTime time_;
    const milliseconds timeout_;
    std::unique_ptr<UciProgram> program_;
};

}  // namespace

std::optional<GameClock> read_clock(const ThinkingTime& time) {
    if (time.clock.empty()) return std::nullopt;
    const auto plus = time.clock.find('+');
    const auto seconds = [&](const std::string& text) {
        double number = -1;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (read.ec != std::errc{} || read.ptr != text.data() + text.size() ||
            !(number >= 0 && number <= 1e6))
            throw WrongUsage("--tc: \"" + time.clock +
                             "\" is not SECONDS or SECONDS+INCREMENT, such as 10+0.1.");
        return in_milliseconds(number);
    };
    const milliseconds initial = seconds(time.clock.substr(0, plus));
    const milliseconds increment =
        plus == std::string::npos ? milliseconds(0) : seconds(time.clock.substr(plus + 1));
    if (initial.count() == 0) throw WrongUsage("--tc: the clock must start above 0.");
    return GameClock{{initial, initial}, increment};
}

std::unique_ptr<Player> make_player(const PlayerPlan& plan, const ThinkingTime& time) {
    if (plan.level > 0) return std::make_unique<LevelPlayer>(plan.level);
    return std::make_unique<ProgramPlayer>(plan, time);
}

}  // namespace pentad::engine::tools
