#include "clients/terminal/line/screen.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace pentad::terminal {

Screen::Traits Screen::traits_of(int input, int output, bool plain) {
    const bool tty = isatty(output) == 1;
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || *term == '\0' || std::string_view(term) == "dumb";
    Traits traits;
    traits.interactive = tty && isatty(input) == 1;
    traits.erase = tty && !dumb && !plain;
    if (traits.erase) traits.depth = colour_depth();
    return traits;
}

void Screen::print(const Line& line) { print(Text{line}); }

void Screen::print(const Text& text) {
    if (text.empty()) return;
    make_room();
    std::string bytes;
    for (const Line& line : text) {
        for (const Span& span : line) {
            // Without the right to erase, no control sequence at all.
            const std::string colour =
                traits_.erase ? sequence(traits_.theme.of(span.tone), traits_.depth) : "";
            bytes += colour;
            bytes += printable(span.text);
            if (!colour.empty()) bytes += "\x1b[0m";
        }
        bytes += '\n';
    }
    write(bytes);
}

void Screen::prompt(const std::string& text) {
    if (!traits_.interactive || prompt_shown_) return;
    write(printable(text) + "> ");
    prompt_shown_ = true;
}

void Screen::finish() {
    if (prompt_shown_) write("\n");
    prompt_shown_ = false;
}

void Screen::make_room() {
    if (!prompt_shown_) return;
    write(traits_.erase ? "\r\x1b[K" : "\n");
    prompt_shown_ = false;
}

void Screen::write(std::string_view bytes) {
    while (!bytes.empty() && !broken_) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            // Somebody else may have made the terminal non-blocking.
            pollfd ready{descriptor_, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            broken_ = true;
        }
    }
}

}  // namespace pentad::terminal
