#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "clients/terminal/model/command.hpp"
#include "protocol/replies.hpp"
#include "protocol/shapes.hpp"
#include "protocol/time_limits.hpp"

/// The questions that lead to a new table, one after another; every one can be gone back on.
namespace pentad::terminal {

class CreateForm {
  public:
    struct Setting {
        bool alone = false;            ///< nobody else comes: it is about this keyboard and the computer
        std::string own_name{};        ///< of the person who is asked
        protocol::TimeLimits least{};  ///< clocks that give less are not offered
        std::vector<protocol::AvailableBot> bots{};  ///< programs from outside
    };
    /// REQUIRES: at least one game.
    explicit CreateForm(std::vector<protocol::GameCard> games, Setting setting);
    explicit CreateForm(std::vector<protocol::GameCard> games) : CreateForm(std::move(games), Setting{}) {}

    /// The question now, its answers, and what has been answered so far, for a menu.
    std::string question_text() const;
    std::vector<std::string> answers() const;
    /// What is taken where nothing is said; only questions for a free text have it.
    std::optional<std::string> suggestion() const;
    std::string given_words() const;
    /// The answer before; empty: there was none.
    std::string last_answer() const { return given_.empty() ? "" : given_.back().label; }

    /// The question now, with its numbered answers.
    Text question() const;

    struct Cancelled {};
    /// The next question is there, or the same one again when the answer was none: `complaint` says so.
    struct Asking {
        std::string complaint;
    };
    using Step = std::variant<Asking, command::Create, Cancelled>;

    /// A number or the beginning of an answer, or a free text; empty takes the first one or what is
    /// suggested. `back` returns to the question before, `cancel` ends it.
    Step answer(std::string_view text);
    /// REQUIRES: the index of one of answers().
    Step choose(std::size_t index);

  private:
    enum class Topic {
        game,
        size,
        variant,
        opponent,
        level,
        other_level,
        program,
        first_name,
        second_name,
        first,
        clock,
        own_clock,
        where,
        password,
        rated,
        pace
    };
    struct Choice {
        std::string value;
        std::string label;
    };
    struct Question {
        Topic topic;
        std::string text;
        std::vector<Choice> choices;  ///< none: a free text
        std::string suggestion{};
    };

    const protocol::GameCard& game() const;
    const std::string* chosen(Topic topic) const;
    std::optional<Question> ask() const;
    std::optional<Question> ask_about_game() const;
    std::optional<Question> ask_about_players() const;
    std::vector<Choice> levels() const;
    std::vector<Choice> programs() const;
    std::optional<Question> ask_about_company() const;
    std::optional<Question> ask_for_names() const;
    Question ask_for_clock() const;
    std::string wrong_text(Topic topic, const std::string& text) const;
    Step take(Topic topic, std::string value, std::string label);
    command::Create result() const;

    std::vector<protocol::GameCard> games_;
    Setting setting_;
    struct Given {
        Topic topic;
        std::string value;
        std::string label;
    };
    std::vector<Given> given_;
};

/// The game with this id, number in the list, name or beginning of it. The error is a sentence.
tl::expected<const protocol::GameCard*, std::string> find_game(const std::vector<protocol::GameCard>& games,
                                                               const std::string& text);

}  // namespace pentad::terminal
