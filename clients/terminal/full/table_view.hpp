#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/full/board_picture.hpp"
#include "clients/terminal/full/commands.hpp"
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
              Commands& commands, boost::asio::io_context& io, const OwnServer* own_server);

    void draw(Canvas& canvas) override;
    void key(const Key& key) override;
    bool ticks() const override;
    bool takes_commands() const override { return true; }
    /// There is another position: what was picked belongs to the one before.
    void position_changed();

  private:
    // table_view.cpp: keys.
    void room_key(const Key& key);
    void enter();
    void click(const std::string& square);
    void apply(const Picked& picked);
    void complete();
    void escape();
    void open_menu();
    void show_history();
    bool look_key(const Key& key);
    void look_at(int ply);
    void back_to_now();
    std::vector<std::string> candidates() const;

    // table_commands.cpp: what is typed behind a slash or chosen from the menu.
    void run_line(const std::string& text);
    void run(const command::Rules& rules);
    void run(const command::Move& move);
    void run(const command::ShowBoard& board);
    void run(const command::History&) { show_history(); }
    void run(const command::Flip&) { flipped_ = !flipped_; }
    void run(const command::Resign&);
    void run(const command::Offer& offer);
    void run(const command::Answer& answer);
    void run(const command::Claim&);
    void run(const command::Hint&);
    void run(const command::Position&);
    void run(const command::Evaluate&);
    void run(const command::Export& to);
    void run(const command::Replay& replay);
    void run(const command::Leave&);
    void run(const command::Quit&);
    template <class Other>
    void run(const Other& other) {
        commands_.run(other);
    }
    bool plays() const { return session_.table().playing() && !session_.my_seats().empty(); }
    void choose_pace();
    void add_for_company(std::vector<Menu::Item>& items);
    std::vector<Menu::Item> menu_items();

    // table_drawing.cpp.
    const std::vector<engine::Piece>& pieces() const;  ///< that are shown
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
    Commands& commands_;
    boost::asio::io_context& io_;
    const OwnServer* const own_server_;
    std::string input_;
    std::string cursor_;
    bool follows_ = true;  ///< the last move is kept in view, not the cursor
    Squares picked_;
    bool flipped_ = false;
    std::string layout_;  ///< empty: the game's own
    /// An earlier position that is looked at.
    struct Past {
        int ply = 0;
        std::vector<engine::Piece> pieces;
    };
    std::optional<Past> past_;
    const std::shared_ptr<char> here_ = std::make_shared<char>();  ///< for answers that come when it is gone
    Area board_area_;
    PictureSize size_ = PictureSize::lined;
};

}  // namespace pentad::terminal
