#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/full/board_picture.hpp"
#include "clients/terminal/full/people_menu.hpp"
#include "clients/terminal/model/command.hpp"
#include "clients/terminal/model/own_engine.hpp"
#include "clients/terminal/model/picker.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::terminal {

/// The table where we sit or look on: the room until it is full, then the match.
class TableView : public View {
  public:
    TableView(ViewStack& stack, Session& session, const FullActions& actions, const Told& told,
              boost::asio::io_context& io, const OwnServer* own_server);

    void draw(Canvas& canvas) override;
    void key(const Key& key) override;
    bool ticks() const override;
    /// There is another position: what was picked belongs to the one before.
    void position_changed();

  private:
    // table_view.cpp: keys.
    void enter();
    void click(const std::string& square);
    void apply(const Picked& picked);
    void complete();
    void escape();
    void open_menu();
    void confirm(const std::string& question, const std::string& yes, std::function<void()> done);
    void show_history();
    std::vector<std::string> candidates() const;

    // table_commands.cpp: what is typed behind a slash or chosen from the menu.
    void run_line(const std::string& text);
    void run(const command::Help&) { actions_.help(); }
    void run(const command::Rules&);
    void run(const command::Move& move);
    void run(const command::History&) { show_history(); }
    void run(const command::Flip&) { flipped_ = !flipped_; }
    void run(const command::Resign&);
    void run(const command::Offer& offer);
    void run(const command::Answer& answer) { session_.answer_offer(answer.accept); }
    void run(const command::Claim&) { session_.claim(); }
    void run(const command::Hint&);
    void run(const command::Position&);
    void run(const command::Evaluate&);
    void run(const command::Pace& pace);
    void run(const command::Say& say) { session_.chat(say.text); }
    void run(const command::Block& block);
    void run(const command::Blocks&) { choose_person(stack_, session_, actions_); }
    void run(const command::Report& report);
    void run(const command::Export& to);
    void run(const command::Replay& replay);
    void run(const command::Leave&);
    void run(const command::Quit&) { actions_.quit(); }
    void run(const command::Nothing&) {}
    template <class Other>
    void run(const Other&) {
        actions_.tell("That is done in the lobby: leave the table first.");
    }
    void choose_pace();
    void add_for_company(std::vector<Menu::Item>& items);
    std::vector<Menu::Item> menu_items();

    // table_drawing.cpp.
    std::string title() const;
    PictureLook look() const;
    std::string layout() const;
    void draw_match(Canvas& canvas, const Area& inside);
    void draw_room(Canvas& canvas, const Area& inside) const;
    void draw_panel(Canvas& canvas, const Area& area) const;
    int draw_players(Canvas& canvas, const Area& area, int y) const;
    int draw_state(Canvas& canvas, const Area& area, int y) const;
    int draw_columns(Canvas& canvas, const Area& area, int y, int rows, const std::vector<std::string>& texts,
                     bool last_ones) const;
    void draw_chat(Canvas& canvas, const Area& area) const;
    void draw_input(Canvas& canvas, int y) const;
    Line player_line(protocol::Side side) const;
    const std::vector<engine::PieceKind>& kinds() const;

    ViewStack& stack_;
    Session& session_;
    const FullActions& actions_;
    const Told& told_;
    boost::asio::io_context& io_;
    const OwnServer* const own_server_;
    std::string input_;
    std::string cursor_;
    Squares picked_;
    bool flipped_ = false;
    std::string layout_;  ///< empty: the game's own
    Area board_area_;
    PictureSize size_ = PictureSize::lined;
};

}  // namespace pentad::terminal
