#include "clients/terminal/screen.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace pentad::terminal {
namespace {

std::string_view colour_of(Tone tone) {
    switch (tone) {
        case Tone::normal:
            return "";
        case Tone::strong:
            return "\x1b[1m";
        case Tone::faint:
            return "\x1b[2m";
        case Tone::first:
            return "\x1b[1;33m";
        case Tone::second:
            return "\x1b[1;36m";
        case Tone::last:
            return "\x1b[1;32m";
        case Tone::good:
            return "\x1b[32m";
        case Tone::bad:
            return "\x1b[31m";
    }
    return "";
}

bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

}  // namespace

Screen::Traits Screen::traits_of(int input, int output, bool plain) {
    const bool tty = isatty(output) == 1;
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || *term == '\0' || std::string_view(term) == "dumb";
    Traits traits;
    traits.interactive = tty && isatty(input) == 1;
    traits.erase = tty && !dumb && !plain;
    traits.colour = traits.erase && !is_set("NO_COLOR");
    return traits;
}

void Screen::print(const Line& line) { print(Text{line}); }

void Screen::print(const Text& text) {
    if (text.empty()) return;
    make_room();
    std::string bytes;
    for (const Line& line : text) {
        for (const Span& span : line) {
            const std::string_view colour = traits_.colour ? colour_of(span.tone) : "";
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
