#pragma once

#include <memory>
#include <string>

#include "clients/terminal/full/canvas.hpp"
#include "clients/terminal/full/key.hpp"

namespace pentad::terminal {

/// One thing that fills the screen. On the io_context's one thread.
class View {
  public:
    virtual ~View() = default;
    virtual void draw(Canvas& canvas) = 0;
    virtual void key(const Key& key) = 0;
    /// May commands be typed here? Then key() takes their characters.
    virtual bool takes_commands() const { return false; }
    /// Something of the session is new.
    virtual void changed() {}
    /// It shows something that changes by itself, such as a clock.
    virtual bool ticks() const { return false; }
};

/// What a view may do with the others. A view that is popped lives until it returns.
class ViewStack {
  public:
    virtual ~ViewStack() = default;
    virtual void push(std::unique_ptr<View> view) = 0;
    virtual void pop() = 0;
    /// Pops what is above the view.
    virtual void pop_to(const View& view) = 0;
    /// Gives what is typed to the nearest view that takes commands, and pops what is above it.
    virtual void type(const Key& key) = 0;
    virtual View* top() = 0;
    virtual void redraw() = 0;
    virtual bool unicode() const = 0;
};

/// The frame that all views share: a title above and what the keys do below. Returns what is between.
Area draw_frame(Canvas& canvas, const std::string& title, const std::string& right, const std::string& keys);

}  // namespace pentad::terminal
