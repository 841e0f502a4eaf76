#pragma once

#include <functional>
#include <memory>
#include <string>

#include "clients/terminal/full/view.hpp"
#include "clients/terminal/replay/game_line.hpp"

namespace pentad::terminal {

/// A recorded match on the full screen, to go through with the arrow keys.
class ReplayView : public View {
  public:
    /// The name of the file that was written, or why none was.
    using Exported = std::function<void(const tl::expected<std::string, std::string>&)>;
    /// Writes the record into a file, as export_record() does.
    using Export = std::function<void(const std::string& file, const Exported& done)>;

    /// Without `to_file` there is nothing to export: the record comes from a file.
    ReplayView(ViewStack& stack, GameLine game, std::function<void()> quit, Export to_file = {});
    void draw(Canvas& canvas) override;
    void key(const Key& key) override;

  private:
    void draw_panel(Canvas& canvas, const Area& area) const;
    void ask_file();

    ViewStack& stack_;
    const GameLine game_;
    std::function<void()> quit_;
    Export to_file_;
    std::shared_ptr<std::string> told_ = std::make_shared<std::string>();  ///< about the export
    std::size_t now_ = 0;
    bool flipped_ = false;
    std::string layout_;
};

/// The match by lines: what happened, and every position.
Text replay_text(const GameLine& game, bool unicode);

}  // namespace pentad::terminal
