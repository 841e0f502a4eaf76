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
    /// `before`: the answer that was given when it was asked before.
    void ask(const std::string& before = "");
    void take(CreateForm::Step step);

    ViewStack& stack_;
    CreateForm form_;
    std::function<void(const command::Create&)> done_;
    Menu menu_;
    std::string text_;       ///< where a free text is asked for
    std::string complaint_;  ///< about that text
};

}  // namespace pentad::terminal
