#include "clients/terminal/full/setup_view.hpp"

#include <utility>

namespace pentad::terminal {

SetupView::SetupView(ViewStack& stack, CreateForm form, std::function<void(const command::Create&)> done)
    : stack_(stack), form_(std::move(form)), done_(std::move(done)) {
    ask();
}

void SetupView::ask() {
    std::vector<Menu::Item> items;
    const auto answers = form_.answers();
    for (std::size_t i = 0; i < answers.size(); ++i)
        items.push_back({line(answers[i]), [this, i] { take(form_.choose(i)); }});
    menu_ = Menu();
    menu_.set(std::move(items));
}

void SetupView::take(CreateForm::Step step) {
    if (std::holds_alternative<CreateForm::Asking>(step)) return ask();
    stack_.pop();
    if (const auto* create = std::get_if<command::Create>(&step)) done_(*create);
}

void SetupView::draw(Canvas& canvas) {
    const Area inside = draw_frame(canvas, "New table", form_.given_words(),
                                   "Arrows choose   Enter takes it   Esc goes back");
    canvas.put(inside.x + 1, inside.y + 1, form_.question_text(), Tone::strong, inside.width - 2);
    menu_.draw(canvas, {inside.x + 1, inside.y + 3, inside.width - 2, inside.height - 3});
}

void SetupView::key(const Key& key) {
    if (key.kind == Key::Kind::escape) return take(form_.answer("back"));
    menu_.key(key);
}

}  // namespace pentad::terminal
