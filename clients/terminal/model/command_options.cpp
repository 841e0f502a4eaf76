#include "clients/terminal/model/command_options.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "clients/terminal/model/time_text.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using namespace command;
using Words = std::vector<std::string>;
using Read = tl::expected<Command, std::string>;

constexpr const char* create_usage =
    "create GAME [--size S] [--variant V] [--vs person|bot N|program NAME|hotseat NAME|bots N M] "
    "[--clock none|MIN+SEC|SECs|DAYSd] [--first me|them|random] [--private] [--password P] [--rated]";
constexpr const char* local_create_usage =
    "create GAME [--size S] [--variant V] [--vs bot N|hotseat NAME|bots N M] [--clock "
    "none|MIN+SEC|SECs|DAYSd] "
    "[--first me|them|random]";
constexpr const char* quick_usage =
    "quick GAME [--clock none|MIN+SEC|SECs|DAYSd] [--bot-after SECONDS [--level N]]";

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
    } else if (kind == "program") {
        create.opponent = Opponent::program;
        create.program = arguments.take_words();
        if (create.program.empty()) return tr("Say --vs program and its name; \"bots\" lists the programs.");
    } else if (kind == "bots") {
        create.opponent = Opponent::bots;
        level();
        level();
    } else {
        return tr(
            "Say --vs person, --vs bot LEVEL, --vs program NAME, --vs hotseat NAME or --vs bots LEVEL "
            "LEVEL.");
    }
    return "";
}

/// The words `fischer` and `permove` may stand before their figures.
std::string read_clock(Arguments& arguments, protocol::TimeControl& tc) {
    const std::string kind = lowered(arguments.take());
    const bool named = kind == "fischer" || kind == "permove";
    std::string text = named ? arguments.take() : kind;
    if (kind == "permove" && !text.ends_with('s')) text += 's';
    const auto read = read_time_control(text);
    const bool fits = read && (kind != "fischer" || read->kind == protocol::TimeControlKind::fischer);
    if (!fits) return tr("This is no clock. {}", time_control_usage());
    tc = *read;
    return "";
}

std::string read_create_option(const std::string& option, Arguments& arguments, Create& create) {
    if (option == "--vs") return read_opponent(arguments, create);
    if (option == "--clock") return read_clock(arguments, create.tc);
    if (option == "--private" || option == "--rated") {
        (option == "--private" ? create.is_private : create.rated) = true;
        return "";
    }
    const std::string value = arguments.take();
    if (value.empty()) return tr("{} needs a value. {}", option, create_usage);
    if (option == "--size") {
        create.options.size = value;
    } else if (option == "--variant") {
        create.options.variant = value;
    } else if (option == "--password") {
        create.password = value;
        const std::string more = arguments.take_words();
        if (!more.empty()) create.password += " " + more;
    } else if (option == "--first") {
        const std::string who = lowered(value);
        if (who != "me" && who != "them" && who != "random") return tr("Say --first me, them or random.");
        create.first = who == "me" ? First::me : who == "them" ? First::them : First::random;
    } else {
        return tr("There is no option {}. {}", option, create_usage);
    }
    return "";
}

std::string read_quick_option(const std::string& option, Arguments& arguments, Quick& quick) {
    if (option == "--clock") return read_clock(arguments, quick.tc);
    if (option != "--bot-after" && option != "--level")
        return tr("There is no option {}. {}", option, quick_usage);
    const auto value = arguments.take_number();
    if (!value || *value > 3600) return tr("{} needs a number. {}", option, quick_usage);
    if (option == "--level")
        quick.level = *value;
    else
        quick.bot_after = std::chrono::seconds(*value);
    return "";
}

/// The game, and options that `read_option` takes; its answer is what is wrong, or empty.
template <class Wanted, class ReadOption>
tl::expected<Wanted, std::string> read_words(Words words, ReadOption read_option) {
    Wanted wanted;
    Arguments arguments(std::move(words));
    while (!arguments.empty()) {
        const std::string word = arguments.take();
        if (!word.starts_with("--")) {
            if (!wanted.game.empty()) wanted.game += ' ';
            wanted.game += word;
            continue;
        }
        const std::string wrong = read_option(lowered(word), arguments, wanted);
        if (!wrong.empty()) return tl::unexpected(wrong);
    }
    return wanted;
}

}  // namespace

Read read_create(Words words) {
    auto create = read_words<Create>(std::move(words), read_create_option);
    if (!create) return tl::unexpected(create.error());
    if (!create->game.empty() && !create->opponent) create->opponent = Opponent::person;
    return Command(std::move(*create));
}

Read read_quick(Words words) {
    auto quick = read_words<Quick>(std::move(words), read_quick_option);
    if (!quick) return tl::unexpected(quick.error());
    return Command(std::move(*quick));
}

std::vector<std::string> options_usage(bool local) {
    if (local) return {local_create_usage};
    return {create_usage, quick_usage};
}

}  // namespace pentad::terminal
