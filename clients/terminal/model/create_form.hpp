#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clients/terminal/model/command.hpp"
#include "protocol/shapes.hpp"

/// The questions that lead to a new table, one after another; every one can be gone back on.
namespace pentad::terminal {

class CreateForm {
  public:
    /// `alone`: nobody else comes to this server, so it is about this keyboard and the computer.
    /// REQUIRES: at least one game.
    explicit CreateForm(std::vector<protocol::GameCard> games, bool alone = false);

    /// The question now, its answers, and what has been answered so far, for a menu.
    std::string question_text() const;
    std::vector<std::string> answers() const;
    std::string given_words() const;

    /// The question now, with its numbered answers.
    Text question() const;

    struct Cancelled {};
    /// The next question is there, or the same one again when the answer was none: `complaint` says so.
    struct Asking {
        std::string complaint;
    };
    using Step = std::variant<Asking, command::Create, Cancelled>;

    /// A number or the beginning of an answer; empty takes the first. `back` returns to the question before,
    /// `cancel` ends it.
    Step answer(std::string_view text);
    /// REQUIRES: the index of one of answers().
    Step choose(std::size_t index);

  private:
    enum class Topic { game, size, variant, opponent, level, other_level, first, clock, where, pace };
    struct Choice {
        std::string value;
        std::string label;
    };
    struct Question {
        Topic topic;
        std::string text;
        std::vector<Choice> choices;
    };

    const protocol::GameCard& game() const;
    const std::string* chosen(Topic topic) const;
    std::optional<Question> ask() const;
    std::optional<Question> ask_about_game() const;
    std::optional<Question> ask_about_players() const;
    std::vector<Choice> levels() const;
    command::Create result() const;

    std::vector<protocol::GameCard> games_;
    bool alone_;
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
