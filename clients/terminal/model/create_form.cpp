#include "clients/terminal/model/create_form.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "clients/terminal/model/time_text.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

std::string folded(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isspace(byte) || c == '_' || c == '-') continue;
        result += static_cast<char>(std::tolower(byte));
    }
    return result;
}

/// The index that a text means among answers: its number from 1, or the one answer that starts so.
std::optional<std::size_t> find_answer(const std::vector<std::vector<std::string>>& answers,
                                       std::string_view text) {
    const std::string wanted = folded(text);
    if (wanted.empty()) return std::nullopt;
    std::optional<std::size_t> starts;
    bool several = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        for (const std::string& name : answers[i]) {
            if (folded(name) == wanted) return i;
            if (!folded(name).starts_with(wanted)) continue;
            several = several || (starts && *starts != i);
            starts = i;
        }
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    if (error == std::errc{} && end == wanted.data() + wanted.size() && number >= 1 &&
        number <= answers.size())
        return number - 1;
    return several ? std::nullopt : starts;
}

/// What an answer says that was checked before.
protocol::TimeControl clock_of(const std::string& answer) {
    return read_time_control(answer).value_or(protocol::TimeControl{});
}

std::string clock_label(const protocol::TimeControl& tc) {
    using Kind = protocol::TimeControlKind;
    if (tc.kind != Kind::fischer) return time_control_words(tc);
    return tr("{} minutes each, and {} seconds a move", std::to_string(tc.initial / std::chrono::minutes(1)),
              std::to_string(tc.increment / std::chrono::seconds(1)));
}

}  // namespace

tl::expected<const protocol::GameCard*, std::string> find_game(const std::vector<protocol::GameCard>& games,
                                                               const std::string& text) {
    std::vector<std::vector<std::string>> names;
    for (const auto& game : games) names.push_back({game.game, game.name});
    if (const auto found = find_answer(names, text)) return &games[*found];
    std::string list;
    for (const auto& game : games) list += (list.empty() ? "" : ", ") + game.name;
    return tl::unexpected(tr("There is no one game \"{}\" here. The games: {}.", text, list));
}

CreateForm::CreateForm(std::vector<protocol::GameCard> games, Setting setting)
    : games_(std::move(games)), setting_(std::move(setting)) {}

const std::string* CreateForm::chosen(Topic topic) const {
    const auto found =
        std::find_if(given_.begin(), given_.end(), [&](const Given& it) { return it.topic == topic; });
    return found == given_.end() ? nullptr : &found->value;
}

const protocol::GameCard& CreateForm::game() const {
    const std::string& id = *chosen(Topic::game);
    return *std::find_if(games_.begin(), games_.end(), [&](const auto& it) { return it.game == id; });
}

std::vector<CreateForm::Choice> CreateForm::levels() const {
    std::vector<Choice> choices;
    for (const auto& level : game().levels) {
        const std::string number = std::to_string(level.level);
        choices.push_back({number, number + " " + tr(level.name)});
    }
    return choices;
}

/// Those that play the game and have a seat free.
std::vector<CreateForm::Choice> CreateForm::programs() const {
    std::vector<Choice> choices;
    for (const auto& bot : setting_.bots)
        if (bot.free > 0 && std::find(bot.games.begin(), bot.games.end(), game().game) != bot.games.end())
            choices.push_back({bot.player.name, bot.player.name});
    return choices;
}

/// The first question without an answer; none: all are answered.
std::optional<CreateForm::Question> CreateForm::ask() const {
    if (auto question = ask_about_game()) return question;
    return ask_about_players();
}

std::optional<CreateForm::Question> CreateForm::ask_about_game() const {
    const auto unasked = [&](Topic topic) { return chosen(topic) == nullptr; };
    if (unasked(Topic::game)) {
        Question question{Topic::game, tr("Which game?"), {}};
        for (const auto& game : games_) question.choices.push_back({game.game, game.name});
        return question;
    }
    // The default first, so that Enter takes it.
    const auto option = [](Topic topic, std::string text, const engine::OptionChoices& from) {
        Question question{topic, std::move(text), {}};
        for (const auto& value : from.values) {
            const auto at = value.id == from.default_id ? question.choices.begin() : question.choices.end();
            question.choices.insert(at, {value.id, value.label.empty() ? value.id : value.label});
        }
        return question;
    };
    if (unasked(Topic::size) && game().sizes.values.size() > 1)
        return option(Topic::size, tr("Which board?"), game().sizes);
    if (unasked(Topic::variant) && game().variants.values.size() > 1)
        return option(Topic::variant, tr("Which rules?"), game().variants);
    return std::nullopt;
}

std::optional<CreateForm::Question> CreateForm::ask_about_players() const {
    const auto unasked = [&](Topic topic) { return chosen(topic) == nullptr; };
    if (unasked(Topic::opponent)) {
        Question question{Topic::opponent,
                          tr("Against whom?"),
                          {{"bot", tr("computer")},
                           {"person", tr("a person")},
                           {"hotseat", tr("two people at this keyboard")},
                           {"bots", tr("watch two computers")}}};
        if (setting_.alone) question.choices.erase(question.choices.begin() + 1);
        if (!programs().empty()) question.choices.push_back({"program", tr("a program from outside")});
        return question;
    }
    const std::string& opponent = *chosen(Topic::opponent);
    const bool bots = opponent == "bots";
    if (unasked(Topic::level) && (bots || opponent == "bot"))
        return Question{Topic::level, bots ? tr("How strong is the first?") : tr("How strong?"), levels()};
    if (unasked(Topic::other_level) && bots)
        return Question{Topic::other_level, tr("How strong is the second?"), levels()};
    if (unasked(Topic::program) && opponent == "program")
        return Question{Topic::program, tr("Which program?"), programs()};
    if (unasked(Topic::pace) && bots && setting_.alone)
        return Question{
            Topic::pace,
            tr("How fast do they move?"),
            {{"600", tr("so that one can follow")}, {"2000", tr("slowly")}, {"0", tr("at once")}}};
    if (opponent == "hotseat")
        if (auto question = ask_for_names()) return question;
    if (unasked(Topic::first) && opponent != "hotseat" && !bots)
        return Question{
            Topic::first,
            tr("Who begins?"),
            {{"random", tr("as it happens")}, {"me", tr("I do")}, {"them", tr("the other side")}}};
    if (unasked(Topic::clock) && !bots) return ask_for_clock();
    if (!bots && *chosen(Topic::clock) == "other" && unasked(Topic::own_clock))
        return Question{Topic::own_clock,
                        tr("5+3 (minutes each, seconds a move), 30s or 2d (a move): which clock?"),
                        {},
                        "15+10"};
    if (opponent == "person") return ask_about_company();
    return std::nullopt;
}

std::optional<CreateForm::Question> CreateForm::ask_about_company() const {
    if (chosen(Topic::where) == nullptr)
        return Question{Topic::where,
                        tr("Who may come?"),
                        {{"public", tr("everybody, from the lobby")},
                         {"private", tr("whom I give the invitation")},
                         {"password", tr("who knows the password")}}};
    if (*chosen(Topic::where) == "password" && chosen(Topic::password) == nullptr)
        return Question{Topic::password, tr("Which password?"), {}};
    if (chosen(Topic::rated) == nullptr)
        return Question{Topic::rated,
                        tr("Does it count for the ratings?"),
                        {{"no", tr("no")}, {"yes", tr("yes, and nobody takes back a move")}}};
    return std::nullopt;
}

CreateForm::Question CreateForm::ask_for_clock() const {
    Question question{Topic::clock, tr("Which clock?"), {}};
    for (const std::string& text : usual_clocks()) {
        const protocol::TimeControl tc = clock_of(text);
        const bool for_company = tc.kind == protocol::TimeControlKind::correspondence;
        if (for_company && *chosen(Topic::opponent) != "person") continue;
        if (!protocol::too_little_time(tc, setting_.least))
            question.choices.push_back({text, clock_label(tc)});
    }
    question.choices.push_back({"other", tr("another one")});
    return question;
}

std::optional<CreateForm::Question> CreateForm::ask_for_names() const {
    const auto& sides = game().sides;
    if (chosen(Topic::first_name) == nullptr)
        return Question{Topic::first_name, tr("Who plays {} and begins?", sides[0]), {}, setting_.own_name};
    if (chosen(Topic::second_name) == nullptr) {
        const std::string guest = tr("Guest of {}", setting_.own_name);
        // Names have an end.
        const bool short_enough = !setting_.own_name.empty() && guest.size() <= 32;
        return Question{
            Topic::second_name, tr("Who plays {}?", sides[1]), {}, short_enough ? guest : tr("Guest")};
    }
    return std::nullopt;
}

std::string CreateForm::question_text() const {
    const auto question = ask();
    return question ? question->text : "";
}

std::vector<std::string> CreateForm::answers() const {
    std::vector<std::string> labels;
    if (const auto question = ask())
        for (const Choice& choice : question->choices) labels.push_back(choice.label);
    return labels;
}

std::optional<std::string> CreateForm::suggestion() const {
    const auto question = ask();
    if (!question || !question->choices.empty()) return std::nullopt;
    return question->suggestion;
}

std::string CreateForm::given_words() const {
    std::string words;
    for (const Given& given : given_) words += (words.empty() ? "" : ", ") + given.label;
    return words;
}

Text CreateForm::question() const {
    const auto question = ask();
    if (!question) return {};
    const std::string enter = question->choices.empty() ? question->suggestion : tr("the first");
    Text text{{{question->text, Tone::strong},
               {tr("  ({}back; cancel)", (enter.empty() ? "" : tr("Enter: {}; ", enter))), Tone::faint}}};
    for (std::size_t i = 0; i < question->choices.size(); ++i)
        text.push_back(line("  " + std::to_string(i + 1) + "  " + question->choices[i].label));
    return text;
}

CreateForm::Step CreateForm::answer(std::string_view text) {
    const std::string word = folded(text);
    if (word == "cancel" || word == "quit") return Cancelled{};
    if (word == "back") {
        if (given_.empty()) return Cancelled{};
        given_.pop_back();
        return Asking{};
    }
    const auto question = ask();
    if (question->choices.empty()) {
        const std::string said = word.empty() ? question->suggestion : std::string(text);
        if (std::string complaint = wrong_text(question->topic, said); !complaint.empty())
            return Asking{std::move(complaint)};
        return take(question->topic, said, question->topic == Topic::password ? tr("a password") : said);
    }
    std::optional<std::size_t> index = 0;
    if (!word.empty()) {
        std::vector<std::vector<std::string>> answers;
        for (const auto& choice : question->choices) answers.push_back({choice.value, choice.label});
        index = find_answer(answers, text);
    }
    if (!index || *index >= question->choices.size())
        return Asking{
            tr("Say a number from 1 to {}, back or cancel.", std::to_string(question->choices.size()))};
    return choose(*index);
}

/// What is wrong with a free text; empty: nothing.
std::string CreateForm::wrong_text(Topic topic, const std::string& text) const {
    if (topic == Topic::password && text.empty()) return tr("A password has at least one character.");
    if (topic != Topic::own_clock) return "";
    const auto tc = read_time_control(text);
    if (!tc) return tc.error();
    return protocol::too_little_time(*tc, setting_.least).value_or("");
}

CreateForm::Step CreateForm::choose(std::size_t index) {
    const auto question = ask();
    const Choice& choice = question->choices[index];
    return take(question->topic, choice.value, choice.label);
}

CreateForm::Step CreateForm::take(Topic topic, std::string value, std::string label) {
    given_.push_back({topic, std::move(value), std::move(label)});
    if (ask()) return Asking{};
    return result();
}

command::Create CreateForm::result() const {
    const auto value = [&](Topic topic) {
        const std::string* found = chosen(topic);
        return found == nullptr ? std::string() : *found;
    };
    command::Create create;
    create.game = value(Topic::game);
    create.options = {value(Topic::size), value(Topic::variant)};
    const std::string opponent = value(Topic::opponent);
    using command::Opponent;
    create.opponent = opponent == "bot"       ? Opponent::bot
                      : opponent == "person"  ? Opponent::person
                      : opponent == "hotseat" ? Opponent::hotseat
                      : opponent == "program" ? Opponent::program
                                              : Opponent::bots;
    for (const Topic topic : {Topic::level, Topic::other_level})
        if (const std::string* level = chosen(topic)) create.levels.push_back(std::stoi(*level));
    create.names = {value(Topic::first_name), value(Topic::second_name)};
    const std::string first = value(Topic::first);
    create.first = first == "me"     ? command::First::me
                   : first == "them" ? command::First::them
                                     : command::First::random;
    create.program = value(Topic::program);
    create.tc = clock_of(value(chosen(Topic::own_clock) ? Topic::own_clock : Topic::clock));
    create.is_private = value(Topic::where) == "private";
    create.password = value(Topic::password);
    create.rated = value(Topic::rated) == "yes";
    if (const std::string* pace = chosen(Topic::pace))
        create.pace = std::chrono::milliseconds(std::stoi(*pace));
    return create;
}

}  // namespace pentad::terminal
