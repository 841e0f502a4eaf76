#include "clients/terminal/full/setup_view.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/texts/language.hpp"

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
    if (const auto* asking = std::get_if<CreateForm::Asking>(&step)) {
        complaint_ = asking->complaint;
        return ask();
    }
    stack_.pop();
    if (const auto* create = std::get_if<command::Create>(&step)) done_(*create);
}

void SetupView::draw(Canvas& canvas) {
    const bool writes = form_.suggestion().has_value();
    const Area inside = draw_frame(
        canvas, tr("New table"), "",
        writes ? tr("Enter takes it   Esc goes back") : tr("Arrows choose   Enter takes it   Esc goes back"));
    canvas.put(inside.x + 1, inside.y, form_.given_words(), Tone::faint, inside.width - 2);
    canvas.put(inside.x + 1, inside.y + 1, form_.question_text(), Tone::strong, inside.width - 2);
    if (!writes) return menu_.draw(canvas, {inside.x + 1, inside.y + 3, inside.width - 2, inside.height - 3});
    draw_typed(canvas, inside.x + 1, inside.y + 3, inside.width - 2, text_);
    int y = inside.y + 5;
    for (const std::string& row : wrapped(complaint_, inside.width - 2))
        canvas.put(inside.x + 1, y++, row, Tone::bad);
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
        const bool slash = key.kind == Key::Kind::character && key.text == "/";
        if (slash) return stack_.type(key);
        menu_.key(key);
        return;
    }
    complaint_.clear();
    if (key.kind == Key::Kind::enter) return take(form_.answer(text_));
    edit(text_, key);
}

}  // namespace pentad::terminal
