#pragma once

#include <functional>

#include "clients/terminal/full/menu.hpp"
#include "clients/terminal/model/create_form.hpp"

namespace pentad::terminal {

/// The questions that lead to a new table, drawn from what the server says there is to choose. Escape goes
/// back by one question, and from the first one to where one came from.
class SetupView : public View {
  public:
    SetupView(ViewStack& stack, CreateForm form, std::function<void(const command::Create&)> done);

    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    void ask();
    void take(CreateForm::Step step);

    ViewStack& stack_;
    CreateForm form_;
    std::function<void(const command::Create&)> done_;
    Menu menu_;
};

}  // namespace pentad::terminal
