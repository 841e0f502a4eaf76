#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "clients/terminal/full/key.hpp"
#include "clients/terminal/full/painter.hpp"
#include "clients/terminal/full/raw_terminal.hpp"
#include "clients/terminal/full/view.hpp"

namespace pentad::terminal {

/// The terminal with the views on it, the last one on top: reads keys, draws, follows the window's size.
/// On the io_context's one thread.
class Stage : public ViewStack {
  public:
    struct Look {
        Theme theme;
        ColourDepth depth = ColourDepth::none;
        bool unicode = true;
    };

    /// `ended`: nobody is at the terminal any more.
    Stage(boost::asio::io_context& io, Look look, std::function<void()> ended);
    ~Stage() override;

    /// Takes the terminal.
    void start();

    void set_theme(Theme theme) {
        painter_.set_theme(std::move(theme));
        redraw();
    }

    void push(std::unique_ptr<View> view) override;
    void pop() override;
    void pop_to(const View& view) override;
    void type(const Key& key) override;
    View* top() override { return views_.empty() ? nullptr : views_.back().get(); }
    bool unicode() const override { return unicode_; }
    /// Draws soon, once for all that changes until then.
    void redraw() override;

  private:
    void read();
    void take(const std::vector<Key>& keys);
    void await_resize();
    void await_tick();
    void draw();

    boost::asio::io_context& io_;
    Painter painter_;
    const bool unicode_;
    std::function<void()> ended_;
    std::vector<std::unique_ptr<View>> views_;
    std::vector<std::unique_ptr<View>> gone_;  ///< until what they do at the moment is done
    KeyDecoder decoder_;
    boost::asio::posix::stream_descriptor input_;
    boost::asio::signal_set resized_;
    boost::asio::steady_timer escape_;
    boost::asio::steady_timer tick_;
    bool draw_waits_ = false;
    std::optional<RawTerminal> terminal_;  // last: given back before all else goes
};

}  // namespace pentad::terminal
