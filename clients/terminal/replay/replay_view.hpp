#pragma once

#include <functional>
#include <string>

#include "clients/terminal/full/view.hpp"
#include "clients/terminal/replay/game_line.hpp"

namespace pentad::terminal {

/// A recorded match on the full screen, to go through with the arrow keys.
class ReplayView : public View {
  public:
    ReplayView(ViewStack& stack, GameLine game, std::function<void()> quit);
    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    void draw_panel(Canvas& canvas, const Area& area) const;

    ViewStack& stack_;
    const GameLine game_;
    std::function<void()> quit_;
    std::size_t now_ = 0;
    bool flipped_ = false;
    std::string layout_;
};

/// The match by lines: what happened, and every position.
Text replay_text(const GameLine& game, bool unicode);

}  // namespace pentad::terminal
