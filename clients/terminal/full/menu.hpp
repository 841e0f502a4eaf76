#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/full/view.hpp"

namespace pentad::terminal {

/// A list to choose from with arrows, Enter or the mouse. Letters only move to the item that begins with all
/// that were typed; nothing but Enter or a click chooses.
class Menu {
  public:
    struct Item {
        Line text;
        std::function<void()> chosen;
    };

    void set(std::vector<Item> items);
    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    std::size_t selected() const { return selected_; }
    /// The nearest to this index.
    void select(std::ptrdiff_t index);

    void draw(Canvas& canvas, const Area& area);
    /// True when it was a key for the menu. What was chosen is called last.
    bool key(const Key& key);

  private:
    std::vector<Item> items_;
    std::size_t selected_ = 0;
    void find(const std::string& typed);

    std::size_t top_ = 0;
    std::string typed_;  ///< since the last other key
    Area area_;
};

/// A menu with a title. Escape goes back, and a slash to the nearest command line.
class MenuView : public View {
  public:
    /// What else may be typed.
    enum class Letters {
        find,     ///< goes to the item that begins so
        command,  ///< goes to the command line: the menu stands over one
        none      ///< nothing: a question about something that cannot be taken back
    };
    MenuView(ViewStack& stack, std::string title, std::vector<Menu::Item> items,
             Letters letters = Letters::find);
    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    ViewStack& stack_;
    const std::string title_;
    const Letters letters_;
    Menu menu_;
};

/// Asks before something that cannot be taken back; `done` is called for `yes`. The cursor stands on No.
void ask_before(ViewStack& stack, const std::string& question, const std::string& yes,
                std::function<void()> done);

/// Asks for a line of text. Escape goes back.
class InputView : public View {
  public:
    InputView(ViewStack& stack, std::string title, std::string hint,
              std::function<void(const std::string&)> done);
    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    ViewStack& stack_;
    const std::string title_;
    const std::string hint_;
    std::function<void(const std::string&)> done_;
    std::string text_;
};

/// A longer text to scroll through. Escape goes back.
class TextView : public View {
  public:
    TextView(ViewStack& stack, std::string title, Text text);
    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    ViewStack& stack_;
    const std::string title_;
    const Text text_;
    int top_ = 0;
    int height_ = 1;
    int rows_ = 0;
};

/// A line that is being typed, with its cursor. Of a long one the end is shown, where one types.
void draw_typed(Canvas& canvas, int x, int y, int width, const std::string& text);

/// What a key does to a line that is being typed. False: it is no key for it.
bool edit(std::string& text, const Key& key);

/// Takes the first or the last character off.
void erase_first(std::string& text);
void erase_last(std::string& text);

}  // namespace pentad::terminal
