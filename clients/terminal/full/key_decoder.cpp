#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "clients/terminal/full/key.hpp"
#include "protocol/utf8.hpp"

namespace pentad::terminal {
namespace {

using Kind = Key::Kind;

constexpr std::size_t longest_sequence = 64;
constexpr std::size_t longest_paste = 4096;
constexpr std::string_view paste_end = "\x1b[201~";

std::vector<int> numbers(std::string_view text) {
    std::vector<int> result;
    std::string digits;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            digits += c;
        } else if (c == ';') {
            result.push_back(std::atoi(digits.substr(0, 6).c_str()));
            digits.clear();
        }
    }
    result.push_back(std::atoi(digits.substr(0, 6).c_str()));
    return result;
}

/// By the last letter of `CSI ... letter` and `SS3 letter`.
std::optional<Key> by_letter(char letter) {
    switch (letter) {
        case 'A':
            return Key{Kind::up};
        case 'B':
            return Key{Kind::down};
        case 'C':
            return Key{Kind::right};
        case 'D':
            return Key{Kind::left};
        case 'H':
            return Key{Kind::home};
        case 'F':
            return Key{Kind::end};
        case 'P':
        case 'Q':
        case 'R':
        case 'S':
            return Key{Kind::function, "", letter - 'P' + 1};
        case 'M':
            return Key{Kind::enter};  // of the number block
        default:
            return std::nullopt;
    }
}

/// By the number of `CSI number ~`.
std::optional<Key> by_number(int number) {
    static const std::map<int, Key> keys{{1, {Kind::home}},
                                         {7, {Kind::home}},
                                         {4, {Kind::end}},
                                         {8, {Kind::end}},
                                         {3, {Kind::remove}},
                                         {5, {Kind::page_up}},
                                         {6, {Kind::page_down}},
                                         {11, {Kind::function, "", 1}},
                                         {12, {Kind::function, "", 2}},
                                         {13, {Kind::function, "", 3}},
                                         {14, {Kind::function, "", 4}},
                                         {15, {Kind::function, "", 5}},
                                         {17, {Kind::function, "", 6}},
                                         {18, {Kind::function, "", 7}},
                                         {19, {Kind::function, "", 8}},
                                         {20, {Kind::function, "", 9}},
                                         {21, {Kind::function, "", 10}},
                                         {23, {Kind::function, "", 11}},
                                         {24, {Kind::function, "", 12}}};
    const auto found = keys.find(number);
    if (found == keys.end()) return std::nullopt;
    return found->second;
}

/// `CSI < button ; column ; row M` (pressed) or `m` (let go).
std::optional<Key> mouse(std::string_view parameters, char last) {
    const auto values = numbers(parameters);
    if (values.size() != 3 || last != 'M') return std::nullopt;
    const int button = values[0] & ~(4 | 8 | 16);  // whatever is held down besides
    Key key{Kind::click, "", 0, values[1] - 1, values[2] - 1};
    if (button == 64)
        key.kind = Kind::wheel_up;
    else if (button == 65)
        key.kind = Kind::wheel_down;
    else if (button != 0)
        return std::nullopt;
    return key;
}

std::optional<Key> control(char byte) {
    if (byte == '\r' || byte == '\n') return Key{Kind::enter};
    if (byte == '\t') return Key{Kind::tab};
    if (byte == '\x7f' || byte == '\b') return Key{Kind::backspace};
    if (byte >= 1 && byte <= 26) return Key{Kind::control, std::string(1, static_cast<char>('a' + byte - 1))};
    return std::nullopt;
}

}  // namespace

std::vector<Key> KeyDecoder::feed(std::string_view bytes) {
    std::vector<Key> keys;
    buffer_ += bytes;
    while (!buffer_.empty() && (pasting_ ? take_paste(keys) : take(keys))) {
    }
    return keys;
}

std::vector<Key> KeyDecoder::flush() {
    std::vector<Key> keys;
    if (buffer_ == "\x1b") keys.push_back({Kind::escape});
    if (!pasting_) buffer_.clear();
    return keys;
}

/// False when more bytes are needed.
bool KeyDecoder::take(std::vector<Key>& keys) {
    if (buffer_.front() == '\x1b') return take_escape(keys);
    const auto byte = static_cast<unsigned char>(buffer_.front());
    if (byte < 0x20 || byte == 0x7f) {
        if (const auto key = control(buffer_.front())) keys.push_back(*key);
        buffer_.erase(0, 1);
        return true;
    }
    const std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    if (buffer_.size() < length) return false;
    const protocol::CodePoint point = protocol::first_code_point(buffer_);
    if (point.bytes > 0) keys.push_back({Kind::character, buffer_.substr(0, point.bytes)});
    buffer_.erase(0, std::max<std::size_t>(point.bytes, 1));
    return true;
}

bool KeyDecoder::take_escape(std::vector<Key>& keys) {
    if (buffer_.size() < 2) return false;
    if (buffer_[1] == '[') return take_sequence(keys);
    if (buffer_[1] == 'O') {
        if (buffer_.size() < 3) return false;
        if (const auto key = by_letter(buffer_[2])) keys.push_back(*key);
        buffer_.erase(0, 3);
        return true;
    }
    // Escape, and then something else (or a key with Alt, which means nothing here).
    keys.push_back({Kind::escape});
    buffer_.erase(0, 1);
    return true;
}

bool KeyDecoder::take_sequence(std::vector<Key>& keys) {
    std::size_t end = 2;
    while (end < buffer_.size() && !(buffer_[end] >= '@' && buffer_[end] <= '~')) ++end;
    if (end == buffer_.size()) {
        if (end > longest_sequence) buffer_.clear();
        return false;
    }
    const std::string parameters = buffer_.substr(2, end - 2);
    const char last = buffer_[end];
    buffer_.erase(0, end + 1);
    std::optional<Key> key;
    if (parameters.starts_with('<'))
        key = mouse(std::string_view(parameters).substr(1), last);
    else if (last == '~' && parameters == "200")
        pasting_ = true;
    else if (last == '~')
        key = by_number(numbers(parameters).front());
    else
        key = by_letter(last);
    if (key) keys.push_back(*key);
    return true;
}

/// A paste is one line of text: its line feeds are blanks, and never the Enter key.
bool KeyDecoder::take_paste(std::vector<Key>& keys) {
    const std::size_t end = buffer_.find(paste_end);
    if (end == std::string::npos && buffer_.size() < longest_paste) return false;
    std::string text = buffer_.substr(0, std::min(end, longest_paste));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    keys.push_back({Kind::paste, std::move(text)});
    if (end == std::string::npos) {
        buffer_.clear();
    } else {
        buffer_.erase(0, end + paste_end.size());
    }
    pasting_ = false;
    return true;
}

}  // namespace pentad::terminal
