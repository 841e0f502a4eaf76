#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "clients/terminal/full/menu.hpp"
#include "clients/terminal/model/session.hpp"

namespace pentad::terminal {

/// What the client's views do besides looking at the session.
struct FullActions {
    std::function<void()> quit;
    std::function<void()> new_table;  ///< asks which
    std::function<void(const command::Create&)> create;
    std::function<void()> open_table;  ///< shows where we sit or look on
    std::function<void()> to_lobby;    ///< and keeps the table
    std::function<void()> help;
    std::function<void(const std::string&)> set_theme;
    std::function<void(std::chrono::milliseconds)> set_pace;  ///< of two computers
    std::function<void(const std::string&)> tell;             ///< an answer for the person
    std::function<void()> forget_answer;                      ///< the next key was pressed
    bool at_home = false;  ///< the server is inside this program: nobody else comes
};

/// What the person was told: the last thing that happened, and over it the answer to the last key, which goes
/// with the next one.
struct Told {
    struct Sentence {
        std::string text;
        bool complaint = false;
    };
    Sentence news;
    Sentence answer;

    const Sentence& now() const { return answer.text.empty() ? news : answer; }
};

class Commands;

/// The first screen: what one may do, and who waits or plays.
class LobbyView : public View {
  public:
    LobbyView(ViewStack& stack, Session& session, const FullActions& actions, const Told& told,
              Commands& commands);

    void draw(Canvas& canvas) override;
    void key(const Key& key) override;
    void changed() override;
    bool ticks() const override { return !session_.link().online; }
    bool takes_commands() const override { return true; }

  private:
    void ask_code();
    void ask_chat();
    void ask_name();
    void choose_leaders();
    void run_input();
    void ask_quit();
    void enter(const protocol::RoomSummary& room);
    void draw_chat(Canvas& canvas, const Area& area) const;

    ViewStack& stack_;
    Session& session_;
    const FullActions& actions_;
    const Told& told_;
    Commands& commands_;
    std::string input_;  ///< a command that is being typed
    Menu menu_;
    /// What each row of the menu stands for: a room's id, `more`, or nothing for what is always there.
    std::vector<std::string> keys_;
};

/// `online as Ann`, or what becomes of a lost link.
std::string link_words(const Session& session);

/// Above the keys: what was told last, wrapped. How many rows that takes, at least one.
int draw_told(Canvas& canvas, const Told& told);

}  // namespace pentad::terminal
