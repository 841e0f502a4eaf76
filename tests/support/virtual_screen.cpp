#include "tests/support/virtual_screen.hpp"

#include <vterm.h>

#include <stdexcept>

namespace pentad::testing {
namespace {

void append_utf8(std::string& text, std::uint32_t point) {
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((point >> shift) & 0x3F)); };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0 | (point >> 6));
        tail(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0 | (point >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | (point >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The struct that this version of libvterm takes for what it does not know; its name has changed.
template <class Fallbacks>
Fallbacks fallbacks_of(void (*)(VTermScreen*, const Fallbacks*, void*)) {
    return {};
}

}  // namespace

struct VirtualScreen::Terminal {
    Terminal(int wide, int high) : vterm(vterm_new(high, wide)), columns(wide), rows(high) {
        if (vterm == nullptr) throw std::runtime_error("No virtual terminal.");
        vterm_set_utf8(vterm, 1);
        screen = vterm_obtain_screen(vterm);
        callbacks.settermprop = [](VTermProp property, VTermValue* value, void* self) {
            return static_cast<Terminal*>(self)->set(property, *value);
        };
        callbacks.bell = [](void* self) {
            static_cast<Terminal*>(self)->unknown += '\a';
            return 1;
        };
        vterm_screen_set_callbacks(screen, &callbacks, this);
        fallbacks.control = [](unsigned char control, void* self) {
            static_cast<Terminal*>(self)->unknown += static_cast<char>(control);
            return 1;
        };
        fallbacks.csi = [](const char* leader, const long*, int, const char*, char command, void* self) {
            static_cast<Terminal*>(self)->unknown +=
                std::string("CSI ") + (leader != nullptr ? leader : "") + command;
            return 1;
        };
        vterm_screen_set_unrecognised_fallbacks(screen, &fallbacks, this);
        vterm_screen_enable_altscreen(screen, 1);
        vterm_screen_reset(screen, 1);
    }
    ~Terminal() { vterm_free(vterm); }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    int set(VTermProp property, const VTermValue& value) {
        switch (property) {
            case VTERM_PROP_CURSORVISIBLE:
                cursor = value.boolean != 0;
                break;
            case VTERM_PROP_ALTSCREEN:
                alternate = value.boolean != 0;
                break;
            case VTERM_PROP_MOUSE:
                mouse = value.number != VTERM_PROP_MOUSE_NONE;
                break;
            case VTERM_PROP_TITLE:
            case VTERM_PROP_ICONNAME:
                unknown += "title";
                break;
            default:
                break;
        }
        return 1;
    }

    VTerm* vterm;
    VTermScreen* screen = nullptr;
    VTermScreenCallbacks callbacks{};
    decltype(fallbacks_of(&vterm_screen_set_unrecognised_fallbacks)) fallbacks{};
    int columns;
    int rows;
    bool alternate = false;
    bool cursor = true;
    bool mouse = false;
    std::string unknown;
};

VirtualScreen::VirtualScreen(int columns, int rows) : terminal_(std::make_unique<Terminal>(columns, rows)) {}
VirtualScreen::~VirtualScreen() = default;

void VirtualScreen::feed(std::string_view bytes) {
    vterm_input_write(terminal_->vterm, bytes.data(), bytes.size());
}

void VirtualScreen::resize(int columns, int rows) {
    terminal_->columns = columns;
    terminal_->rows = rows;
    vterm_set_size(terminal_->vterm, rows, columns);
}

std::string VirtualScreen::text() const {
    std::string result;
    for (int row = 0; row < terminal_->rows; ++row) {
        std::string line;
        for (int column = 0; column < terminal_->columns; ++column) {
            VTermScreenCell cell{};
            vterm_screen_get_cell(terminal_->screen, {row, column}, &cell);
            // The right half of a wide character.
            if (cell.chars[0] == static_cast<std::uint32_t>(-1)) continue;
            if (cell.chars[0] == 0) line += ' ';
            for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; ++i)
                append_utf8(line, cell.chars[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + "\n";
    }
    return result;
}

bool VirtualScreen::shows(const std::string& wanted) const {
    return text().find(wanted) != std::string::npos;
}
bool VirtualScreen::is_alternate() const { return terminal_->alternate; }
bool VirtualScreen::has_cursor() const { return terminal_->cursor; }
bool VirtualScreen::reports_mouse() const { return terminal_->mouse; }
const std::string& VirtualScreen::unknown() const { return terminal_->unknown; }

}  // namespace pentad::testing
