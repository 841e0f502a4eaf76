#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/full/view.hpp"

namespace pentad::terminal {

/// A list to choose from with arrows, Enter, the first letter or the mouse.
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
    std::size_t top_ = 0;
    Area area_;
};

/// A menu with a title. Escape goes back.
class MenuView : public View {
  public:
    MenuView(ViewStack& stack, std::string title, std::vector<Menu::Item> items);
    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    ViewStack& stack_;
    const std::string title_;
    Menu menu_;
};

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
