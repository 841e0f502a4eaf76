#include "tests/support/virtual_screen.hpp"

#include <algorithm>
#include <cstdlib>

namespace pentad::testing {
namespace {

/// Wide enough for what the tests write: the scripts of East Asia and the pictures.
int width_of(const std::string& character) {
    const auto first = static_cast<unsigned char>(character.front());
    if (first >= 0xF0) return 2;
    return character >= "\xE1\x84\x80" && first >= 0xE3 && first <= 0xED ? 2 : 1;
}

}  // namespace

VirtualScreen::VirtualScreen(int columns, int rows) : columns_(columns), rows_(rows) { clear(); }

void VirtualScreen::clear() {
    cells_.assign(static_cast<std::size_t>(rows_),
                  std::vector<std::string>(static_cast<std::size_t>(columns_), " "));
}

void VirtualScreen::resize(int columns, int rows) {
    columns_ = columns;
    rows_ = rows;
    clear();
    x_ = y_ = 0;
}

void VirtualScreen::feed(std::string_view bytes) {
    pending_ += bytes;
    std::size_t at = 0;
    while (at < pending_.size()) {
        const auto byte = static_cast<unsigned char>(pending_[at]);
        if (byte == 0x1b) {
            if (at + 1 >= pending_.size()) break;
            std::size_t end = at + 2;
            if (pending_[at + 1] == '[') {
                while (end < pending_.size() && !(pending_[end] >= '@' && pending_[end] <= '~')) ++end;
                if (end >= pending_.size()) break;
                ++end;
            }
            take_sequence(pending_.substr(at, end - at));
            at = end;
            continue;
        }
        const std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
        if (at + length > pending_.size()) break;
        put(pending_.substr(at, length));
        at += length;
    }
    pending_.erase(0, at);
}

void VirtualScreen::put(const std::string& character) {
    if (character == "\r") {
        x_ = 0;
    } else if (character == "\n") {
        y_ = std::min(y_ + 1, rows_ - 1);
    } else if (static_cast<unsigned char>(character[0]) < 0x20) {
        unknown_ += character;
    } else if (x_ < columns_ && y_ < rows_) {
        cells_[static_cast<std::size_t>(y_)][static_cast<std::size_t>(x_++)] = character;
        if (width_of(character) == 2 && x_ < columns_)
            cells_[static_cast<std::size_t>(y_)][static_cast<std::size_t>(x_++)] = "";
    }
}

void VirtualScreen::take_sequence(const std::string& sequence) {
    const char last = sequence.back();
    const std::string inside = sequence.size() > 2 ? sequence.substr(2, sequence.size() - 3) : "";
    const bool set = last == 'h';
    if (sequence == "\x1b[2J") {
        clear();
    } else if (last == 'H') {
        const std::size_t semicolon = inside.find(';');
        y_ = std::max(std::atoi(inside.c_str()), 1) - 1;
        x_ = semicolon == std::string::npos ? 0 : std::max(std::atoi(inside.c_str() + semicolon + 1), 1) - 1;
    } else if (last == 'm' || inside == "?1006" || inside == "?2004") {
        // Looks, and modes that change nothing here.
    } else if (inside == "?1049") {
        alternate_ = set;
        clear();
    } else if (inside == "?1000") {
        mouse_ = set;
    } else if (inside == "?25") {
        cursor_ = set;
    } else {
        unknown_ += sequence;
    }
}

std::string VirtualScreen::text() const {
    std::string result;
    for (const auto& row : cells_) {
        std::string line;
        for (const std::string& cell : row) line += cell;
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + "\n";
    }
    return result;
}

bool VirtualScreen::shows(const std::string& wanted) const {
    return text().find(wanted) != std::string::npos;
}

}  // namespace pentad::testing
