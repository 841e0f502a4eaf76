#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "engine/tablebase.hpp"
#include "engine/tools/commands.hpp"
#include "engine/tools/uci_search.hpp"

namespace pentad::engine::tools {
namespace {

using Words = std::vector<std::string>;
using std::chrono::milliseconds;

constexpr std::uint64_t most_seed = (std::uint64_t{1} << 53) - 1;
constexpr std::int64_t moves_to_go = 30;        ///< of a game whose clock says nothing else
constexpr std::int64_t longest_time = 1 << 30;  ///< milliseconds

/// The whole word, or nothing.
template <class Number>
std::optional<Number> number(const std::string& word) {
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string joined(Words::const_iterator begin, Words::const_iterator end) {
    std::string text;
    for (; begin != end; ++begin) text += (text.empty() ? "" : " ") + *begin;
    return text;
}

/// What was said cannot be done; the text becomes an `info string`.
struct Unusable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// `wtime` and `winc` are of the first side, `btime` and `binc` of the second.
std::optional<milliseconds> time_of(const std::map<std::string, std::int64_t>& numbers, Side side) {
    const auto given = [&](const std::string& name) -> std::optional<std::int64_t> {
        const auto found = numbers.find(name);
        if (found == numbers.end()) return std::nullopt;
        return std::clamp<std::int64_t>(found->second, 0, longest_time);
    };
    if (const auto time = given("movetime")) return milliseconds(*time);
    const std::string letter = side == Side::first ? "w" : "b";
    const auto left = given(letter + "time");
    if (!left) return std::nullopt;
    const std::int64_t moves = std::max<std::int64_t>(1, given("movestogo").value_or(moves_to_go));
    const std::int64_t share = *left / moves + given(letter + "inc").value_or(0) * 3 / 4;
    return milliseconds(std::max<std::int64_t>(1, std::min(share, *left / 2)));
}

GoLimits limits_of(const Words& words, Side side) {
    static const Words known{"depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo"};
    GoLimits limits;
    std::map<std::string, std::int64_t> numbers;
    for (std::size_t n = 1; n < words.size(); ++n) {
        const std::string& name = words[n];
        if (name == "infinite" || name == "ponder") {
            (name == "infinite" ? limits.infinite : limits.ponder) = true;
            continue;
        }
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Unusable("go: there is no " + name);
        const auto value = ++n < words.size() ? number<std::int64_t>(words[n]) : std::nullopt;
        if (!value) throw Unusable("go " + name + ": a number is missing");
        numbers[name] = *value;
    }
    const auto counted = [&](const char* name, std::int64_t most) -> std::int64_t {
        const auto found = numbers.find(name);
        return found == numbers.end() ? 0 : std::clamp<std::int64_t>(found->second, 1, most);
    };
    limits.nodes = static_cast<std::uint64_t>(counted("nodes", any_number_of_nodes));
    limits.depth = static_cast<int>(counted("depth", 1000));
    limits.time = time_of(numbers, side);
    return limits;
}

class Uci {
  public:
    void run() {
        for (std::string line; !quit_ && !unwritten_ && std::getline(std::cin, line);) obey(line);
        // A search that ends by itself is not cut short by the end of a script.
        if (search_ && !quit_ && !endless_) search_->wait();
        search_.reset();
        if (unwritten_) throw std::ios::failure("the output");
    }

  private:
    void say(const std::string& line) {
        const std::lock_guard lock(mutex_);
        try {
            if (!unwritten_) std::cout << line << std::endl;
        } catch (const std::ios::failure&) {
            unwritten_ = true;
        }
    }

    void obey(const std::string& line) {
        std::istringstream in(line);
        Words words;
        for (std::string word; in >> word;) words.push_back(word);
        if (words.empty()) return;
        try {
            const std::string command = words.front();
            if (command == "uci")
                introduce();
            else if (command == "isready")
                say("readyok");
            else if (command == "stop")
                search_.reset();
            else if (command == "ponderhit" && search_)
                search_->ponderhit(), endless_ = infinite_;
            else if (command == "quit")
                quit_ = true;
            else if (command == "d")
                draw();
            else if (command == "setoption" || command == "ucinewgame" || command == "position" ||
                     command == "go")
                obey_when_idle(words);
            else if (command != "debug" && command != "register" && command != "ponderhit")
                throw Unusable("Unknown command: " + command);
        } catch (const std::runtime_error& error) {
            say(std::string("info string ") + error.what());
            // Whoever says it waits for a move.
            if (words.front() == "go") say("bestmove 0000");
        }
    }

    /// What may not be said while a search goes on ends it.
    void obey_when_idle(const Words& words) {
        search_.reset();
        if (words.front() == "setoption") set_option(words);
        if (words.front() == "ucinewgame") line_.position.clear(), line_.moves.clear(), refused_.clear();
        if (words.front() == "position") set_position(words);
        if (words.front() == "go") go(words);
    }

    void introduce() {
        say("id name Pentad " PENTAD_VERSION);
        say("id author the Pentad developers");
        std::string all = "option name Game type combo default " + line_.game;
        for (const Game* game : games()) all += " var " + game->info().id;
        say(all);
        say("option name Size type string default <empty>");
        say("option name Variant type string default <empty>");
        say("option name Level type spin default " + std::to_string(levels().back().number) + " min " +
            std::to_string(levels().front().number) + " max " + std::to_string(levels().back().number));
        say("option name Seed type spin default 0 min 0 max " + std::to_string(most_seed));
        say("option name TablesDir type string default " + usual_tables);
        say("option name Ponder type check default false");
        say("uciok");
    }

    /// A drawing and the encoded position, for people.
    void draw() {
        if (!refused_.empty()) throw Unusable("There is no position: " + refused_);
        const Position position = reach(line_);
        say(drawing(position, options_of(line_)) + position.encode());
    }

    /// `setoption name NAME [value VALUE]`, each of any number of words.
    void set_option(const Words& words) {
        const auto value_at = std::find(words.begin(), words.end(), "value");
        if (words.size() < 3 || words[1] != "name") throw Unusable("setoption name NAME value VALUE");
        const std::string name = lower(joined(words.begin() + 2, value_at));
        std::string value = value_at == words.end() ? "" : joined(value_at + 1, words.end());
        if (value == "<empty>") value.clear();
        Line changed = line_;
        if (name == "game")
            changed = Line{value, {}, {}, {}};
        else if (name == "size")
            changed.options.size = value;
        else if (name == "variant")
            changed.options.variant = value;
        else
            return set_player(name, value);
        (void)options_of(changed);
        changed.position.clear();
        changed.moves.clear();
        line_ = changed;
        refused_.clear();
    }

    void set_player(const std::string& name, const std::string& value) {
        if (name == "level") {
            const int level = number<int>(value).value_or(0);
            check_level(level);
            player_.level = level;
        } else if (name == "seed") {
            const auto seed = number<std::uint64_t>(value);
            if (!seed || *seed > most_seed)
                throw Unusable("Seed is a number up to " + std::to_string(most_seed));
            player_.seed = *seed;
        } else if (name == "tablesdir") {
            tables_ = value;
        } else if (name != "ponder") {
            throw Unusable("There is no option " + name);
        }
    }

    /// `position startpos|fen POSITION [moves MOVE...]`. After one that is refused there is none.
    void set_position(const Words& words) {
        refused_ = "position startpos|fen POSITION [moves MOVE...]";
        const auto moves_at = std::find(words.begin(), words.end(), "moves");
        const std::string kind = words.size() > 1 ? words[1] : "";
        Line line = line_;
        line.position = kind == "fen" ? joined(words.begin() + 2, moves_at) : "";
        if (kind != "startpos" && line.position.empty()) throw Unusable(refused_);
        line.moves.assign(moves_at == words.end() ? moves_at : moves_at + 1, words.end());
        try {
            (void)reach(line);
        } catch (const std::runtime_error& error) {
            refused_ = error.what();
            throw;
        }
        line_ = line;
        refused_.clear();
    }

    void go(const Words& words) {
        if (!refused_.empty()) throw Unusable("There is no position: " + refused_);
        const Position position = reach(line_);
        if (position.outcome()) throw Unusable("The game is over: " + outcome_text(position));
        const GoLimits limits = limits_of(words, position.to_move());
        if (Tablebase* table = tablebase_of(game_of(line_), options_of(line_))) table->open(tables_);
        infinite_ = limits.infinite;
        endless_ = limits.infinite || limits.ponder;
        search_.emplace(position, player_, limits, [this](const std::string& line) { say(line); });
    }

    std::atomic<bool> unwritten_ = false;
    std::mutex mutex_;  ///< guards the output

    bool quit_ = false;
    Line line_{games().front()->info().id, {}, {}, {}};
    std::string refused_;  ///< why there is no position
    SearchLimits player_{levels().back().number, 0, 0};
    std::string tables_ = usual_tables;
    bool infinite_ = false;
    bool endless_ = false;             ///< the last search goes on until it is told otherwise
    std::optional<UciSearch> search_;  ///< the last; ended or not
};

}  // namespace

void run_uci() { Uci().run(); }

}  // namespace pentad::engine::tools
