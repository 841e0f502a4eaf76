#include "clients/terminal/model/command.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>

#include "clients/terminal/model/command_options.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using namespace command;
using Words = std::vector<std::string>;
using Read = tl::expected<Command, std::string>;

using At = bool (*)(const Place&);

bool anywhere(const Place&) { return true; }
bool online(const Place& at) { return !at.local; }
bool local(const Place& at) { return at.local; }
bool waits(const Place& at) { return at.seeking; }
bool at_table(const Place& at) { return at.table; }
bool at_match(const Place& at) { return at.match; }
bool in_game(const Place& at) { return at.match && !at.over && at.seated; }
bool after_game(const Place& at) { return at.match && at.over; }
bool after_own_game(const Place& at) { return after_game(at) && at.seated; }
bool has_offer(const Place& at) { return at.offered; }
bool may_evaluate(const Place& at) { return at.match && (at.over || at.local); }

struct Entry {
    std::string_view name;
    std::string_view arguments;
    std::string_view purpose;
    At at;  ///< where it can be used
};

constexpr std::array entries{
    Entry{"games", "", "the games on this server", anywhere},
    Entry{"rules", "[GAME]", "how a game is played, and who designed it", anywhere},
    Entry{"list", "[COUNT]", "the tables in the lobby; of each kind the newest, or this many", anywhere},
    Entry{"create", "[GAME] [OPTIONS]", "a new table; without a game you are asked", anywhere},
    Entry{"quick", "[GAME] [OPTIONS]", "play the next person who wants the same game and clock", online},
    Entry{"stop", "", "do not wait for an opponent any more", waits},
    Entry{"join", "CODE [--password P]",
          "sit down at a table (its code, id, invitation or number in the list)", online},
    Entry{"watch", "CODE [--password P]", "look on", online},
    Entry{"move", "TEXT", "play a move; the text or the squares alone do as well", in_game},
    Entry{"moves", "", "the moves you may play", in_game},
    Entry{"board", "[MOVE]", "show the board again, or as it was after a move", at_match},
    Entry{"history", "", "the moves played so far", at_match},
    Entry{"flip", "", "turn the board round", at_match},
    Entry{"resign", "", "give up the game", in_game},
    Entry{"rematch", "", "another game with seats swapped (or agree to one)", after_own_game},
    Entry{"draw", "", "offer a draw", in_game},
    Entry{"takeback", "[MOVES]", "ask to take your last move back, or this many", in_game},
    Entry{"pause", "", "ask to stop the clocks for a while", in_game},
    Entry{"abort", "", "ask to call the game off", in_game},
    Entry{"accept", "", "say yes to an offer", has_offer},
    Entry{"decline", "", "say no to an offer", has_offer},
    Entry{"claim", "", "win, because the other side is gone", in_game},
    Entry{"hint", "", "a move that a strong computer would play", in_game},
    Entry{"position", "", "the position as one line of text", at_match},
    Entry{"evaluate", "", "what the position is worth (local games, or after the end)", may_evaluate},
    Entry{"speed", "MILLISECONDS", "the pause between the moves of two computers (local games)", local},
    Entry{"say", "TEXT", "write to those who are here", online},
    Entry{"block", "NAME", "read nothing of this player any more, and do not meet", online},
    Entry{"unblock", "NAME", "the other way round", online},
    Entry{"blocks", "", "whom you have blocked", online},
    Entry{"report", "NAME [REASON] [TEXT]",
          "tell those who run the server; a reason is chat, cheating, stalling or name", online},
    Entry{"matches", "[more]", "the matches that you have played", anywhere},
    Entry{"replay", "[MATCH]", "go through a finished match (its id, link or number in the list of matches)",
          anywhere},
    Entry{"export", "[MATCH] [FILE]", "the record of a finished match as a file (.txt: a list of moves)",
          anywhere},
    Entry{"ratings", "[GAME]", "your ratings, or the strongest in a game", online},
    Entry{"bots", "", "programs from outside that play here", online},
    Entry{"theme", "[NAME]", "other colours, or which there are", anywhere},
    Entry{"leave", "", "leave the table", at_table},
    Entry{"name", "[NAME]", "your name; with one you become a player you were before, or a new guest",
          anywhere},
    Entry{"wait", "", "until it is your turn or the game is over (for scripts)", anywhere},
    Entry{"help", "[all]", "what can be done here, or all commands", anywhere},
    Entry{"quit", "", "end the program", anywhere},
};

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
    std::string text = tr("\"{}\" could be", word);
    for (std::size_t i = 0; i < found.size(); ++i)
        text += (i == 0 ? " " : i + 1 == found.size() ? tr(" or ") : ", ") + std::string(found[i]);
    return tl::unexpected(text + ".");
}

Read with_target(std::string_view name, const std::string& what) {
    if (what.empty())
        return wrong(tr("Say {} and the table's code, or its number in the list.", std::string(name)));
    const std::size_t option = what.find(" --password ");
    const std::string code = what.substr(0, option);
    const std::string password = option == std::string::npos ? "" : what.substr(option + 12);
    if (name == "join") return Join{code, password};
    return Watch{code, password};
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
    if (name == "quick") return read_quick(std::move(words));
    if (name == "join" || name == "watch") return with_target(name, rest);
    if (name == "rules") return Rules{rest};
    if (name == "name") return Name{rest};
    if (name == "move") {
        if (rest.empty()) return wrong(tr("Say move and the move's text or squares; \"moves\" lists them."));
        return Move{rest};
    }
    if (name == "say") {
        if (rest.empty()) return wrong(tr("Say say and what you want to write."));
        return Say{rest};
    }
    if (name == "block" || name == "unblock") {
        if (rest.empty()) return wrong(tr("Say {} and the player's name.", std::string(name)));
        return Block{rest, name == "block"};
    }
    if (name == "report") {
        if (rest.empty()) return wrong(tr("Say report, the player's name, and what is wrong."));
        return Report{rest};
    }
    if (name == "export") return Export{rest};
    if (name == "replay") return Replay{rest};
    if (name == "matches" && (rest.empty() || lowered(rest) == "more")) return Matches{!rest.empty()};
    if (name == "ratings") return Ratings{rest};
    if (name == "theme") return command::Theme{rest};
    if (name == "help" && (rest.empty() || lowered(rest) == "all")) return Help{!rest.empty()};
    if (name == "board") {
        const auto ply = number(rest);
        if (!rest.empty() && !ply) return wrong(tr("Say board and the number of a move."));
        return ShowBoard{ply};
    }
    if (name == "takeback") {
        const auto plies = number(rest);
        if (!rest.empty() && (!plies || *plies == 0)) return wrong(tr("Say takeback and how many moves."));
        return command::Offer{protocol::OfferKind::takeback, plies};
    }
    if (name == "list") {
        const auto count = number(rest);
        if (!rest.empty() && (!count || *count == 0)) return wrong(tr("Say list and how many tables."));
        return List{count};
    }
    if (name == "speed") {
        const auto pause = number(rest);
        if (!pause || *pause > 60'000) return wrong(tr("Say speed and the pause in milliseconds."));
        return Pace{std::chrono::milliseconds(*pause)};
    }
    if (!rest.empty()) return wrong(tr("\"{}\" stands alone: nothing may follow it.", std::string(name)));
    if (name == "games") return Games{};
    if (name == "moves") return Moves{};
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
    if (name == "bots") return Bots{};
    if (name == "stop") return Stop{};
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
        usages.push_back({std::string(entry.name), std::string(entry.arguments), tr(entry.purpose)});
    return usages;
}

std::vector<CommandUsage> commands_at(const Place& place) {
    std::vector<CommandUsage> usages;
    for (const Entry& entry : entries)
        if (entry.at(place))
            usages.push_back({std::string(entry.name), std::string(entry.arguments), tr(entry.purpose)});
    return usages;
}

Text help(const Place& place, bool all) {
    Text text;
    for (const CommandUsage& entry : all ? command_usages() : commands_at(place)) {
        std::string usage = entry.name + (entry.arguments.empty() ? "" : " ") + entry.arguments;
        usage.resize(std::max<std::size_t>(usage.size() + 1, 25), ' ');
        text.push_back({{"  " + usage, Tone::strong}, {entry.purpose}});
    }
    for (const std::string& usage : options_usage(place.local)) text.push_back(line(usage, Tone::faint));
    text.push_back(line(
        tr("A move is its text, or its squares one after another: a1b1, 1a 1b and a1 - b1 mean the same."),
        Tone::faint));
    if (!all) text.push_back(line(tr("\"help all\" lists what can be done elsewhere, too."), Tone::faint));
    return text;
}

}  // namespace pentad::terminal
