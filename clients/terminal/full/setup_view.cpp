#include "clients/terminal/full/setup_view.hpp"

#include <algorithm>
#include <utility>

namespace pentad::terminal {

SetupView::SetupView(ViewStack& stack, CreateForm form, std::function<void(const command::Create&)> done)
    : stack_(stack), form_(std::move(form)), done_(std::move(done)) {
    ask();
}

void SetupView::ask(const std::string& before) {
    text_.clear();
    std::vector<Menu::Item> items;
    const auto answers = form_.answers();
    for (std::size_t i = 0; i < answers.size(); ++i)
        items.push_back({line(answers[i]), [this, i] { take(form_.choose(i)); }});
    menu_ = Menu();
    menu_.set(std::move(items));
    const auto again = std::find(answers.begin(), answers.end(), before);
    if (again != answers.end()) menu_.select(again - answers.begin());
    if (form_.suggestion()) text_ = before;
}

void SetupView::take(CreateForm::Step step) {
    if (std::holds_alternative<CreateForm::Asking>(step)) return ask();
    stack_.pop();
    if (const auto* create = std::get_if<command::Create>(&step)) done_(*create);
}

void SetupView::draw(Canvas& canvas) {
    const bool writes = form_.suggestion().has_value();
    const Area inside = draw_frame(
        canvas, "New table", "",
        writes ? "Enter takes it   Esc goes back" : "Arrows choose   Enter takes it   Esc goes back");
    canvas.put(inside.x + 1, inside.y, form_.given_words(), Tone::faint, inside.width - 2);
    canvas.put(inside.x + 1, inside.y + 1, form_.question_text(), Tone::strong, inside.width - 2);
    if (!writes) return menu_.draw(canvas, {inside.x + 1, inside.y + 3, inside.width - 2, inside.height - 3});
    draw_typed(canvas, inside.x + 1, inside.y + 3, inside.width - 2, text_);
    if (text_.empty())
        canvas.put(inside.x + 5, inside.y + 3, *form_.suggestion(), Tone::faint, inside.width - 6);
}

void SetupView::key(const Key& key) {
    if (key.kind == Key::Kind::escape) {
        const std::string before = form_.last_answer();
        take(form_.answer("back"));
        return ask(before);
    }
    if (!form_.suggestion()) {
        menu_.key(key);
        return;
    }
    if (key.kind == Key::Kind::enter) return take(form_.answer(text_));
    edit(text_, key);
}

}  // namespace pentad::terminal
