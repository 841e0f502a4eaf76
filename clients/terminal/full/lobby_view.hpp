#pragma once

#include <functional>
#include <string>

#include "clients/terminal/full/menu.hpp"
#include "clients/terminal/model/session.hpp"

namespace pentad::terminal {

/// What the client's views do besides looking at the session.
struct FullActions {
    std::function<void()> quit;
    std::function<void()> new_table;   ///< asks which
    std::function<void()> open_table;  ///< shows where we sit or look on
    std::function<void()> to_lobby;    ///< and keeps the table
    std::function<void()> help;
    std::function<void(const std::string&)> tell;  ///< a sentence for the person
};

/// The last sentence that the person was told, and whether it is a complaint.
struct Told {
    std::string text;
    bool complaint = false;
};

/// The first screen: what one may do, and who waits or plays.
class LobbyView : public View {
  public:
    LobbyView(ViewStack& stack, Session& session, const FullActions& actions, const Told& told);

    void draw(Canvas& canvas) override;
    void key(const Key& key) override;
    void changed() override;
    bool ticks() const override { return !session_.link().online; }

  private:
    void ask_code();
    void ask_chat();
    void ask_name();
    void choose_rules();
    void show_matches();
    void ask_quit();
    void enter(const protocol::RoomSummary& room);
    void draw_chat(Canvas& canvas, const Area& area) const;

    ViewStack& stack_;
    Session& session_;
    const FullActions& actions_;
    const Told& told_;
    Menu menu_;
};

/// `online as Ann`, or what becomes of a lost link.
std::string link_words(const Session& session);

/// The row above the keys: what was told last.
void draw_told(Canvas& canvas, const Told& told);

}  // namespace pentad::terminal
