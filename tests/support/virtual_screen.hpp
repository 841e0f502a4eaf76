#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pentad::testing {

/// A terminal's screen, for what `pentad` sends: text, moves of the cursor, erasing, modes. What it does not
/// know is noted in unknown(), so that a test can insist that there was nothing.
class VirtualScreen {
  public:
    explicit VirtualScreen(int columns = 80, int rows = 24);

    void feed(std::string_view bytes);
    void resize(int columns, int rows);

    /// The rows without blanks at their ends, each with a line feed.
    std::string text() const;
    bool shows(const std::string& text) const;
    bool is_alternate() const { return alternate_; }
    bool has_cursor() const { return cursor_; }
    bool reports_mouse() const { return mouse_; }
    const std::string& unknown() const { return unknown_; }

  private:
    void take_sequence(const std::string& sequence);
    void put(const std::string& character);
    void clear();

    int columns_;
    int rows_;
    int x_ = 0;
    int y_ = 0;
    bool alternate_ = false;
    bool cursor_ = true;
    bool mouse_ = false;
    std::vector<std::vector<std::string>> cells_;
    std::string pending_;
    std::string unknown_;
};

}  // namespace pentad::testing
