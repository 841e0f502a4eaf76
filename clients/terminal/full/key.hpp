#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pentad::terminal {

/// What a person did at the keyboard or with the mouse.
struct Key {
    enum class Kind {
        character,  ///< `text`
        paste,      ///< `text`
        enter,
        escape,
        tab,
        backspace,
        remove,
        up,
        down,
        left,
        right,
        home,
        end,
        page_up,
        page_down,
        function,  ///< `number` 1 to 12
        control,   ///< `text` is the letter, lower case
        click,     ///< `x`, `y`
        wheel_up,
        wheel_down
    };
    Kind kind = Kind::character;
    std::string text{};
    int number = 0;
    int x = 0;  ///< column from 0
    int y = 0;  ///< row from 0
};

/// Makes keys of what a terminal sends: UTF-8, the control sequences of xterm and its kin, SGR mouse reports
/// and bracketed paste. What it does not know is dropped.
class KeyDecoder {
  public:
    std::vector<Key> feed(std::string_view bytes);

    /// A lone escape byte may be the key or the start of a sequence: flush() decides for the key, when
    /// nothing came for a while.
    bool waits() const { return !buffer_.empty(); }
    std::vector<Key> flush();

  private:
    bool take(std::vector<Key>& keys);
    bool take_escape(std::vector<Key>& keys);
    bool take_sequence(std::vector<Key>& keys);
    bool take_paste(std::vector<Key>& keys);

    std::string buffer_;
    bool pasting_ = false;
};

}  // namespace pentad::terminal
