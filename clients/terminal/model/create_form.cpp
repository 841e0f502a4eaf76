#include "clients/terminal/model/create_form.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

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

/// `300+3` is a Fischer clock in seconds; anything else is none.
protocol::TimeControl clock_of(const std::string& answer) {
    const std::size_t plus = answer.find('+');
    if (plus == std::string::npos) return {};
    return {protocol::TimeControlKind::fischer,
            std::chrono::seconds(std::stoi(answer.substr(0, plus))),
            std::chrono::seconds(std::stoi(answer.substr(plus + 1))),
            {}};
}

}  // namespace

tl::expected<const protocol::GameCard*, std::string> find_game(const std::vector<protocol::GameCard>& games,
                                                               const std::string& text) {
    std::vector<std::vector<std::string>> names;
    for (const auto& game : games) names.push_back({game.game, game.name});
    if (const auto found = find_answer(names, text)) return &games[*found];
    std::string list;
    for (const auto& game : games) list += (list.empty() ? "" : ", ") + game.name;
    return tl::unexpected("There is no one game \"" + text + "\" here. The games: " + list + ".");
}

CreateForm::CreateForm(std::vector<protocol::GameCard> games, bool alone, std::string own_name,
                       protocol::TimeLimits least)
    : games_(std::move(games)), alone_(alone), own_name_(std::move(own_name)), least_time_(least) {}

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
        choices.push_back({number, number + " " + level.name});
    }
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
        Question question{Topic::game, "Which game?", {}};
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
        return option(Topic::size, "Which board?", game().sizes);
    if (unasked(Topic::variant) && game().variants.values.size() > 1)
        return option(Topic::variant, "Which rules?", game().variants);
    return std::nullopt;
}

std::optional<CreateForm::Question> CreateForm::ask_about_players() const {
    const auto unasked = [&](Topic topic) { return chosen(topic) == nullptr; };
    if (unasked(Topic::opponent)) {
        Question question{Topic::opponent,
                          "Against whom?",
                          {{"bot", "computer"},
                           {"person", "a person"},
                           {"hotseat", "two people at this keyboard"},
                           {"bots", "watch two computers"}}};
        if (alone_) question.choices.erase(question.choices.begin() + 1);
        return question;
    }
    const std::string& opponent = *chosen(Topic::opponent);
    const bool bots = opponent == "bots";
    if (unasked(Topic::level) && (bots || opponent == "bot"))
        return Question{Topic::level, bots ? "How strong is the first?" : "How strong?", levels()};
    if (unasked(Topic::other_level) && bots)
        return Question{Topic::other_level, "How strong is the second?", levels()};
    if (unasked(Topic::pace) && bots && alone_)
        return Question{Topic::pace,
                        "How fast do they move?",
                        {{"600", "so that one can follow"}, {"2000", "slowly"}, {"0", "at once"}}};
    if (opponent == "hotseat")
        if (auto question = ask_for_names()) return question;
    if (unasked(Topic::first) && (opponent == "bot" || opponent == "person"))
        return Question{Topic::first,
                        "Who begins?",
                        {{"random", "as it happens"}, {"me", "I do"}, {"them", "the other side"}}};
    if (unasked(Topic::clock) && !bots) return ask_for_clock();
    if (unasked(Topic::where) && opponent == "person")
        return Question{Topic::where,
                        "Who may come?",
                        {{"public", "everybody, from the lobby"}, {"private", "whom I give the invitation"}}};
    return std::nullopt;
}

CreateForm::Question CreateForm::ask_for_clock() const {
    Question question{Topic::clock,
                      "Which clock?",
                      {{"none", "no clock"},
                       {"300+3", "5 minutes each, and 3 seconds a move"},
                       {"600+5", "10 minutes each, and 5 seconds a move"},
                       {"1800+15", "30 minutes each, and 15 seconds a move"}}};
    std::erase_if(question.choices, [this](const Choice& choice) {
        return protocol::too_little_time(clock_of(choice.value), least_time_).has_value();
    });
    return question;
}

std::optional<CreateForm::Question> CreateForm::ask_for_names() const {
    const auto& sides = game().sides;
    if (chosen(Topic::first_name) == nullptr)
        return Question{Topic::first_name, "Who plays " + sides[0] + " and begins?", {}, own_name_};
    if (chosen(Topic::second_name) == nullptr) {
        const std::string guest = "Guest of " + own_name_;
        // Names have an end.
        const bool short_enough = !own_name_.empty() && guest.size() <= 32;
        return Question{
            Topic::second_name, "Who plays " + sides[1] + "?", {}, short_enough ? guest : "Guest"};
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
    const std::string enter = question->choices.empty() ? question->suggestion : "the first";
    Text text{{{question->text, Tone::strong},
               {"  (" + (enter.empty() ? "" : "Enter: " + enter + "; ") + "back; cancel)", Tone::faint}}};
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
        return take(question->topic, said, said);
    }
    std::optional<std::size_t> index = 0;
    if (!word.empty()) {
        std::vector<std::vector<std::string>> answers;
        for (const auto& choice : question->choices) answers.push_back({choice.value, choice.label});
        index = find_answer(answers, text);
    }
    if (!index || *index >= question->choices.size())
        return Asking{"Say a number from 1 to " + std::to_string(question->choices.size()) +
                      ", back or cancel."};
    return choose(*index);
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
                                              : Opponent::bots;
    for (const Topic topic : {Topic::level, Topic::other_level})
        if (const std::string* level = chosen(topic)) create.levels.push_back(std::stoi(*level));
    create.names = {value(Topic::first_name), value(Topic::second_name)};
    const std::string first = value(Topic::first);
    create.first = first == "me"     ? command::First::me
                   : first == "them" ? command::First::them
                                     : command::First::random;
    create.tc = clock_of(value(Topic::clock));
    create.is_private = value(Topic::where) == "private";
    if (const std::string* pace = chosen(Topic::pace))
        create.pace = std::chrono::milliseconds(std::stoi(*pace));
    return create;
}

}  // namespace pentad::terminal
