#include "clients/terminal/model/command.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>

#include "protocol/limits.hpp"

namespace pentad::terminal {
namespace {

using namespace command;
using Words = std::vector<std::string>;
using Read = tl::expected<Command, std::string>;

struct Entry {
    std::string_view name;
    std::string_view arguments;
    std::string_view purpose;
};

constexpr std::array entries{
    Entry{"games", "", "the games on this server"},
    Entry{"rules", "[GAME]", "how a game is played, and who designed it"},
    Entry{"list", "[COUNT]", "the tables in the lobby; of each kind the newest, or this many"},
    Entry{"create", "[GAME] [OPTIONS]", "a new table; without a game you are asked"},
    Entry{"join", "CODE", "sit down at a table (its code, id or number in the list)"},
    Entry{"watch", "CODE", "look on"},
    Entry{"move", "TEXT", "play a move; the text or the squares alone do as well"},
    Entry{"moves", "", "the moves you may play"},
    Entry{"board", "", "show the board again"},
    Entry{"history", "", "the moves played so far"},
    Entry{"flip", "", "turn the board round"},
    Entry{"resign", "", "give up the game"},
    Entry{"rematch", "", "another game with seats swapped (or agree to one)"},
    Entry{"draw", "", "offer a draw"},
    Entry{"takeback", "[MOVES]", "ask to take your last move back, or this many"},
    Entry{"pause", "", "ask to stop the clocks for a while"},
    Entry{"abort", "", "ask to call the game off"},
    Entry{"accept", "", "say yes to an offer"},
    Entry{"decline", "", "say no to an offer"},
    Entry{"claim", "", "win, because the other side is gone"},
    Entry{"hint", "", "a move that a strong computer would play"},
    Entry{"position", "", "the position as one line of text"},
    Entry{"evaluate", "", "what the position is worth (local games, or after the end)"},
    Entry{"speed", "MILLISECONDS", "the pause between the moves of two computers (local games)"},
    Entry{"say", "TEXT", "write to those who are here"},
    Entry{"block", "NAME", "read nothing of this player any more, and do not meet"},
    Entry{"unblock", "NAME", "the other way round"},
    Entry{"blocks", "", "whom you have blocked"},
    Entry{"report", "NAME [REASON] [TEXT]",
          "tell those who run the server; a reason is chat, cheating, stalling or name"},
    Entry{"matches", "[more]", "the matches that you have played"},
    Entry{"replay", "[MATCH]", "go through a finished match (its id, link or number in the list of matches)"},
    Entry{"export", "[MATCH] [FILE]", "the record of a finished match as a file (.txt: a list of moves)"},
    Entry{"leave", "", "leave the table"},
    Entry{"name", "[NAME]", "your name; with one you become a player you were before, or a new guest"},
    Entry{"wait", "", "until it is your turn or the game is over (for scripts)"},
    Entry{"help", "", "this list"},
    Entry{"quit", "", "end the program"},
};

constexpr std::string_view create_usage =
    "create GAME [--size S] [--variant V] [--vs person|bot N|hotseat NAME|bots N M] "
    "[--clock none|fischer MIN+SEC|permove SEC] [--first me|them|random] [--private]";

tl::unexpected<std::string> wrong(std::string text) { return tl::unexpected(std::move(text)); }

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::optional<int> number(const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

/// Seconds, perhaps with a decimal point, no more than a day.
std::optional<protocol::milliseconds> seconds(const std::string& text, double unit = 1) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    constexpr double most = static_cast<double>(protocol::limits::time_control_ms) / 1000;
    if (!(value >= 0 && value * unit <= most)) return std::nullopt;
    return protocol::milliseconds(static_cast<std::int64_t>(value * unit * 1000 + 0.5));
}

/// The words behind a command, taken one by one.
class Arguments {
  public:
    explicit Arguments(Words words) : words_(std::move(words)) {}

    bool empty() const { return next_ == words_.size(); }
    std::string take() { return empty() ? "" : words_[next_++]; }
    /// All words up to the next option.
    std::string take_words() {
        std::string text;
        while (!empty() && !words_[next_].starts_with("--")) text += (text.empty() ? "" : " ") + take();
        return text;
    }
    std::optional<int> take_number() {
        if (empty()) return std::nullopt;
        const auto value = number(words_[next_]);
        if (value) ++next_;
        return value;
    }

  private:
    Words words_;
    std::size_t next_ = 0;
};

/// What is wrong with an option of `create`; empty: nothing.
std::string read_opponent(Arguments& arguments, Create& create) {
    const std::string kind = lowered(arguments.take());
    const auto level = [&] { create.levels.push_back(arguments.take_number().value_or(1)); };
    if (kind == "person") {
        create.opponent = Opponent::person;
    } else if (kind == "hotseat") {
        create.opponent = Opponent::hotseat;
        create.names[1] = arguments.take_words();
    } else if (kind == "bot") {
        create.opponent = Opponent::bot;
        level();
    } else if (kind == "bots") {
        create.opponent = Opponent::bots;
        level();
        level();
    } else {
        return "Say --vs person, --vs bot LEVEL, --vs hotseat NAME or --vs bots LEVEL LEVEL.";
    }
    return "";
}

std::string read_clock(Arguments& arguments, Create& create) {
    using Kind = protocol::TimeControlKind;
    const std::string usage = "Say --clock none, --clock fischer MINUTES+SECONDS or --clock permove SECONDS.";
    const std::string kind = lowered(arguments.take());
    create.tc = {};
    if (kind == "none") return "";
    const std::string value = arguments.take();
    if (kind == "permove") {
        const auto per_move = seconds(value);
        if (!per_move) return usage;
        create.tc.kind = Kind::permove;
        create.tc.per_move = *per_move;
        return "";
    }
    const std::size_t plus = value.find('+');
    if (kind != "fischer" || plus == std::string::npos) return usage;
    const auto initial = seconds(value.substr(0, plus), 60);
    const auto increment = seconds(value.substr(plus + 1));
    if (!initial || !increment) return usage;
    create.tc = {Kind::fischer, *initial, *increment, {}};
    return "";
}

std::string read_option(const std::string& option, Arguments& arguments, Create& create) {
    if (option == "--vs") return read_opponent(arguments, create);
    if (option == "--clock") return read_clock(arguments, create);
    if (option == "--private") {
        create.is_private = true;
        return "";
    }
    const std::string value = arguments.take();
    if (value.empty()) return option + " needs a value. " + std::string(create_usage);
    if (option == "--size") {
        create.options.size = value;
    } else if (option == "--variant") {
        create.options.variant = value;
    } else if (option == "--first") {
        const std::string who = lowered(value);
        if (who != "me" && who != "them" && who != "random") return "Say --first me, them or random.";
        create.first = who == "me" ? First::me : who == "them" ? First::them : First::random;
    } else {
        return "There is no option " + option + ". " + std::string(create_usage);
    }
    return "";
}

Read read_create(Words words) {
    Create create;
    Arguments arguments(std::move(words));
    while (!arguments.empty()) {
        const std::string word = arguments.take();
        if (!word.starts_with("--")) {
            if (!create.game.empty()) create.game += ' ';
            create.game += word;
            continue;
        }
        const std::string wrong = read_option(lowered(word), arguments, create);
        if (!wrong.empty()) return tl::unexpected(wrong);
    }
    if (!create.game.empty() && !create.opponent) create.opponent = Opponent::person;
    return create;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The one command with this name or beginning; an empty name: none; an error: several. A single letter may
/// be half of a square.
tl::expected<std::string_view, std::string> find_name(const std::string& word) {
    std::vector<std::string_view> found;
    for (const Entry& entry : entries) {
        if (entry.name == word) return entry.name;
        if (word.size() > 1 && entry.name.starts_with(word)) found.push_back(entry.name);
    }
    if (found.empty()) return std::string_view();
    if (found.size() == 1) return found.front();
    std::string text = "\"" + word + "\" could be";
    for (std::size_t i = 0; i < found.size(); ++i)
        text += (i == 0 ? " " : i + 1 == found.size() ? " or " : ", ") + std::string(found[i]);
    return tl::unexpected(text + ".");
}

Read with_target(std::string_view name, const std::string& what) {
    if (what.empty())
        return wrong("Say " + std::string(name) + " and the table's code, or its number in the list.");
    if (name == "join") return Join{what};
    return Watch{what};
}

}  // namespace

tl::expected<Command, std::string> read_command(std::string_view text) {
    std::istringstream stream{std::string(text)};
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty()) return Nothing{};
    const auto found = find_name(lowered(words.front()));
    if (!found) return tl::unexpected(found.error());
    const std::string_view name = *found;
    if (name.empty()) {
        if (words.front() == "?") return Help{};
        return Move{joined(words)};
    }
    words.erase(words.begin());
    const std::string rest = joined(words);
    if (name == "create") return read_create(std::move(words));
    if (name == "join" || name == "watch") return with_target(name, rest);
    if (name == "rules") return Rules{rest};
    if (name == "name") return Name{rest};
    if (name == "move") {
        if (rest.empty()) return wrong("Say move and the move's text or squares; \"moves\" lists them.");
        return Move{rest};
    }
    if (name == "say") {
        if (rest.empty()) return wrong("Say say and what you want to write.");
        return Say{rest};
    }
    if (name == "block" || name == "unblock") {
        if (rest.empty()) return wrong("Say " + std::string(name) + " and the player's name.");
        return Block{rest, name == "block"};
    }
    if (name == "report") {
        if (rest.empty()) return wrong("Say report, the player's name, and what is wrong.");
        return Report{rest};
    }
    if (name == "export") return Export{rest};
    if (name == "replay") return Replay{rest};
    if (name == "matches" && (rest.empty() || lowered(rest) == "more")) return Matches{!rest.empty()};
    if (name == "takeback") {
        const auto plies = number(rest);
        if (!rest.empty() && (!plies || *plies == 0)) return wrong("Say takeback and how many moves.");
        return command::Offer{protocol::OfferKind::takeback, plies};
    }
    if (name == "list") {
        const auto count = number(rest);
        if (!rest.empty() && (!count || *count == 0)) return wrong("Say list and how many tables.");
        return List{count};
    }
    if (name == "speed") {
        const auto pause = number(rest);
        if (!pause || *pause > 60'000) return wrong("Say speed and the pause in milliseconds.");
        return Pace{std::chrono::milliseconds(*pause)};
    }
    if (!rest.empty()) return wrong("\"" + std::string(name) + "\" stands alone: nothing may follow it.");
    if (name == "games") return Games{};
    if (name == "moves") return Moves{};
    if (name == "board") return ShowBoard{};
    if (name == "history") return History{};
    if (name == "flip") return Flip{};
    if (name == "resign") return Resign{};
    if (name == "rematch") return command::Offer{protocol::OfferKind::rematch, {}};
    if (name == "draw") return command::Offer{protocol::OfferKind::draw, {}};
    if (name == "pause") return command::Offer{protocol::OfferKind::pause, {}};
    if (name == "abort") return command::Offer{protocol::OfferKind::abort, {}};
    if (name == "claim") return Claim{};
    if (name == "hint") return command::Hint{};
    if (name == "position") return command::Position{};
    if (name == "evaluate") return Evaluate{};
    if (name == "blocks") return Blocks{};
    if (name == "accept" || name == "decline") return Answer{name == "accept"};
    if (name == "leave") return Leave{};
    if (name == "wait") return Wait{};
    if (name == "quit") return Quit{};
    return Help{};
}

std::vector<CommandUsage> command_usages() {
    std::vector<CommandUsage> usages;
    for (const Entry& entry : entries)
        usages.push_back({std::string(entry.name), std::string(entry.arguments), std::string(entry.purpose)});
    return usages;
}

Text help() {
    Text text;
    for (const Entry& entry : entries) {
        std::string usage =
            std::string(entry.name) + (entry.arguments.empty() ? "" : " ") + std::string(entry.arguments);
        usage.resize(std::max<std::size_t>(usage.size() + 1, 25), ' ');
        text.push_back({{"  " + usage, Tone::strong}, {std::string(entry.purpose)}});
    }
    text.push_back(line(std::string(create_usage), Tone::faint));
    text.push_back(
        line("A move is its text, or its squares one after another: a1b1, 1a 1b and a1 - b1 mean the same.",
             Tone::faint));
    return text;
}

}  // namespace pentad::terminal
