#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pentad::testing {

/// A terminal's screen, for what `pentad` sends. libvterm judges it: what xterm would show stands in text(),
/// and what it does not know is noted in unknown(), so that a test can insist that there was nothing.
class VirtualScreen {
  public:
    explicit VirtualScreen(int columns = 80, int rows = 24);
    ~VirtualScreen();
    VirtualScreen(const VirtualScreen&) = delete;
    VirtualScreen& operator=(const VirtualScreen&) = delete;

    void feed(std::string_view bytes);
    void resize(int columns, int rows);

    /// The rows without blanks at their ends, each with a line feed.
    std::string text() const;
    bool shows(const std::string& text) const;
    bool is_alternate() const;
    bool has_cursor() const;
    bool reports_mouse() const;
    const std::string& unknown() const;

  private:
    struct Terminal;
    std::unique_ptr<Terminal> terminal_;
};

}  // namespace pentad::testing
