#pragma once

#include <string>
#include <utility>

#include "clients/terminal/text/text.hpp"
#include "clients/terminal/theme/theme.hpp"

/// The only place that writes to the terminal.
///
/// Every span goes through printable(), so no text, whoever wrote it, can command the terminal; the control
/// sequences that do go out (colours, and erasing the prompt) are made here alone. On one thread.
namespace pentad::terminal {

class Screen {
  public:
    struct Traits {
        bool interactive = false;  ///< a person types: show prompts
        ColourDepth depth = ColourDepth::none;
        Theme theme{};
        bool erase = false;  ///< may the prompt be erased with control sequences?
    };

    /// Writes to the descriptor, which stays the caller's.
    Screen(int descriptor, Traits traits) : descriptor_(descriptor), traits_(std::move(traits)) {}

    /// What a terminal on this descriptor can do, by the environment (NO_COLOR, TERM); `plain`: as little as
    /// possible.
    static Traits traits_of(int input, int output, bool plain);

    void print(const Line& line);
    void print(const Text& text);

    /// Shows the prompt unless it stands there already. Nothing when nobody types.
    void prompt(const std::string& text);

    /// The person has pressed Enter: the prompt is used up.
    void entered() { prompt_shown_ = false; }

    void set_theme(Theme theme) { traits_.theme = std::move(theme); }

    /// Leaves the cursor at the start of a line.
    void finish();

    bool interactive() const { return traits_.interactive; }
    bool broken() const { return broken_; }  ///< nobody reads the output any more

  private:
    void make_room();
    void write(std::string_view bytes);

    const int descriptor_;
    Traits traits_;
    bool prompt_shown_ = false;
    bool broken_ = false;
};

}  // namespace pentad::terminal
