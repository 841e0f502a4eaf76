#include "clients/terminal/full/menu.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {
namespace {

using Kind = Key::Kind;

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string lowered_text(const Line& line) {
    std::string text;
    for (const Span& span : line) text += span.text;
    return lowered(std::move(text));
}

bool is_typed(const Key& key) { return key.kind == Kind::character || key.kind == Kind::paste; }

}  // namespace

void Menu::set(std::vector<Item> items) {
    items_ = std::move(items);
    selected_ = std::min(selected_, items_.empty() ? 0 : items_.size() - 1);
}

void Menu::draw(Canvas& canvas, const Area& area) {
    area_ = area;
    const auto height = static_cast<std::size_t>(std::max(area.height, 1));
    top_ = std::min(top_, items_.size() > height ? items_.size() - height : 0);
    if (selected_ < top_) top_ = selected_;
    if (selected_ >= top_ + height) top_ = selected_ + 1 - height;
    for (std::size_t i = top_; i < items_.size() && i < top_ + height; ++i) {
        const int y = area.y + static_cast<int>(i - top_);
        const bool here = i == selected_;
        canvas.put(area.x, y, here ? "> " : "  ", here ? Tone::cursor : Tone::normal, area.width);
        Line text = items_[i].text;
        if (here)
            for (Span& span : text) span.tone = Tone::cursor;
        canvas.put(area.x + 2, y, text, area.width - 2);
    }
    // That there is more than can be seen.
    const int right = area.x + area.width - 1;
    if (top_ > 0) canvas.put(right, area.y, "^", Tone::strong);
    if (top_ + height < items_.size()) canvas.put(right, area.y + area.height - 1, "v", Tone::strong);
}

void Menu::select(std::ptrdiff_t index) {
    const auto last = static_cast<std::ptrdiff_t>(items_.size()) - 1;
    selected_ =
        static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, std::max<std::ptrdiff_t>(last, 0)));
}

/// Goes to the item that begins so; what no item begins with is forgotten.
void Menu::find(const std::string& typed) {
    const std::string wanted = typed_ + lowered(typed);
    const auto begins = [&](const Item& item) { return lowered_text(item.text).starts_with(wanted); };
    const auto found = std::find_if(items_.begin(), items_.end(), begins);
    if (found == items_.end()) return;
    typed_ = wanted;
    select(found - items_.begin());
}

bool Menu::key(const Key& key) {
    if (items_.empty()) return false;
    if (key.kind != Kind::character) typed_.clear();
    const auto now = static_cast<std::ptrdiff_t>(selected_);
    const auto last = static_cast<std::ptrdiff_t>(items_.size()) - 1;
    const auto choose = [this] {
        // A copy: what is chosen may change the menu.
        const auto chosen = items_[selected_].chosen;
        if (chosen) chosen();
        return true;
    };
    switch (key.kind) {
        // Arrows go round, the wheel has an end.
        case Kind::up:
            select(now == 0 ? last : now - 1);
            return true;
        case Kind::down:
            select(now == last ? 0 : now + 1);
            return true;
        case Kind::wheel_up:
            select(now - 1);
            return true;
        case Kind::wheel_down:
            select(now + 1);
            return true;
        case Kind::page_up:
            select(now - area_.height);
            return true;
        case Kind::page_down:
            select(now + area_.height);
            return true;
        case Kind::home:
            select(0);
            return true;
        case Kind::end:
            select(static_cast<std::ptrdiff_t>(items_.size()));
            return true;
        case Kind::enter:
            return choose();
        case Kind::click: {
            if (!area_.holds(key.x, key.y)) return false;
            const std::size_t index = top_ + static_cast<std::size_t>(key.y - area_.y);
            if (index >= items_.size()) return false;
            selected_ = index;
            return choose();
        }
        case Kind::character:
            find(key.text);
            return true;
        default:
            return false;
    }
}

MenuView::MenuView(ViewStack& stack, std::string title, std::vector<Menu::Item> items, Letters letters)
    : stack_(stack), title_(std::move(title)), letters_(letters) {
    menu_.set(std::move(items));
}

void MenuView::draw(Canvas& canvas) {
    const Area inside = draw_frame(canvas, title_, "", tr("Arrows choose   Enter takes it   Esc goes back"));
    menu_.draw(canvas, {inside.x + 1, inside.y + 1, inside.width - 2, inside.height - 1});
}

void MenuView::key(const Key& key) {
    if (key.kind == Kind::escape) return stack_.pop();
    const bool slash = is_typed(key) && key.text.starts_with('/');
    if (slash || (is_typed(key) && letters_ == Letters::command)) return stack_.type(key);
    if (!is_typed(key) || letters_ == Letters::find) menu_.key(key);
}

void ask_before(ViewStack& stack, const std::string& question, const std::string& yes,
                std::function<void()> done) {
    const View* below = stack.top();
    std::vector<Menu::Item> items{{line(tr("No")), [&stack] { stack.pop(); }},
                                  {line(yes), [&stack, below, done = std::move(done)] {
                                       stack.pop_to(*below);
                                       done();
                                   }}};
    stack.push(std::make_unique<MenuView>(stack, question, std::move(items), MenuView::Letters::none));
}

InputView::InputView(ViewStack& stack, std::string title, std::string hint,
                     std::function<void(const std::string&)> done)
    : stack_(stack), title_(std::move(title)), hint_(std::move(hint)), done_(std::move(done)) {}

void InputView::draw(Canvas& canvas) {
    const Area inside = draw_frame(canvas, title_, "", tr("Enter takes it   Esc goes back"));
    int y = inside.y + 1;
    for (const std::string& row : wrapped(hint_, inside.width - 2))
        canvas.put(inside.x + 1, y++, row, Tone::faint);
    draw_typed(canvas, inside.x + 1, y + 1, inside.width - 2, text_);
}

void InputView::key(const Key& key) {
    if (key.kind == Kind::escape) return stack_.pop();
    if (edit(text_, key)) return;
    if (key.kind != Kind::enter || text_.empty()) return;
    stack_.pop();
    done_(text_);
}

TextView::TextView(ViewStack& stack, std::string title, Text text)
    : stack_(stack), title_(std::move(title)), text_(std::move(text)) {}

void TextView::draw(Canvas& canvas) {
    const Area inside = draw_frame(canvas, title_, "", tr("Arrows scroll   Esc goes back"));
    std::vector<std::pair<std::string, Tone>> rows;
    for (const Line& one : text_) {
        std::string text;
        for (const Span& span : one) text += span.text;
        const Tone tone = one.empty() ? Tone::normal : one.front().tone;
        const bool heading = text.starts_with('#');
        for (std::string& row : wrapped(text, inside.width - 2))
            rows.emplace_back(std::move(row), heading ? Tone::strong : tone);
    }
    rows_ = static_cast<int>(rows.size());
    height_ = inside.height;
    top_ = std::clamp(top_, 0, std::max(rows_ - height_, 0));
    for (int y = 0; y < height_ && top_ + y < rows_; ++y) {
        const auto& [row, tone] = rows[static_cast<std::size_t>(top_ + y)];
        canvas.put(inside.x + 1, inside.y + y, row, tone);
    }
    if (top_ + height_ < rows_)
        canvas.put(inside.x + inside.width - 1, inside.y + height_ - 1, "v", Tone::strong);
}

void TextView::key(const Key& key) {
    switch (key.kind) {
        case Kind::escape:
            return stack_.pop();
        case Kind::up:
        case Kind::wheel_up:
            top_ -= 1;
            break;
        case Kind::down:
        case Kind::wheel_down:
        case Kind::enter:
            top_ += 1;
            break;
        case Kind::page_up:
            top_ -= height_;
            break;
        case Kind::page_down:
            top_ += height_;
            break;
        case Kind::home:
            top_ = 0;
            break;
        case Kind::end:
            top_ = rows_;
            break;
        case Kind::character:
            if (key.text == "/") return stack_.type(key);
            if (key.text == " ") top_ += height_;
            if (key.text == "q") return stack_.pop();
            break;
        default:
            break;
    }
    top_ = std::max(top_, 0);
}

void draw_typed(Canvas& canvas, int x, int y, int width, const std::string& text) {
    std::string shown = text;
    while (!shown.empty() && columns(shown) > width - 4) erase_first(shown);
    canvas.put(canvas.put(x, y, "> " + shown), y, " ", Tone::cursor);
}

bool edit(std::string& text, const Key& key) {
    if (key.kind == Kind::backspace)
        erase_last(text);
    else if (key.kind == Kind::control && key.text == "u")
        text.clear();
    else if (key.kind != Kind::character && key.kind != Kind::paste)
        return false;
    else if (text.size() < 2000)
        text += key.text;
    return true;
}

void erase_first(std::string& text) {
    do text.erase(0, 1);
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80);
}

void erase_last(std::string& text) {
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.back());
        text.pop_back();
        if ((byte & 0xC0) != 0x80) break;
    }
}

}  // namespace pentad::terminal
