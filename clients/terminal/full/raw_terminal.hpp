#pragma once

#include <string_view>

namespace pentad::terminal {

/// The terminal while it belongs to the full screen: raw, on its alternate screen, with mouse reports and
/// bracketed paste. It is given back as it was found by the destructor, at exit(), and in a signal handler
/// when the program crashes. One at a time.
class RawTerminal {
  public:
    RawTerminal();
    ~RawTerminal();
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

    struct Size {
        int columns = 80;
        int rows = 24;
    };
    static Size size();

    /// All of it, to stdout. False when nobody reads any more.
    static bool write(std::string_view bytes);

    /// Gives it to the shell, stops this process as Ctrl-Z does, and takes it again.
    static void suspend();
};

}  // namespace pentad::terminal
