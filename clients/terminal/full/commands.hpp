#pragma once

#include <string>

#include "clients/terminal/full/matches_menu.hpp"
#include "clients/terminal/full/people_menu.hpp"
#include "clients/terminal/model/command.hpp"

namespace pentad::terminal {

/// What may be typed wherever one is. A table takes what is about its board first and gives the rest to this.
class Commands {
  public:
    Commands(ViewStack& stack, Session& session, const FullActions& actions)
        : stack_(stack), session_(session), actions_(actions) {}

    void run_line(const std::string& text);

    void run(const command::Help&) { actions_.help(); }
    void run(const command::Games&);
    void run(const command::List&) { actions_.to_lobby(); }
    void run(const command::Create& create) { actions_.create(create); }
    void run(const command::Quick& quick);
    void run(const command::Stop&) { session_.stop_seeking(); }
    void run(const command::Join& join);
    void run(const command::Watch& watch);
    void run(const command::Rules& rules);
    void run(const command::Ratings& ratings);
    void run(const command::Bots&);
    void run(const command::Say& say) { session_.chat(say.text); }
    void run(const command::Block& block);
    void run(const command::Blocks&) { choose_person(stack_, session_, actions_); }
    void run(const command::Report& report);
    void run(const command::Matches&) { show_matches(stack_, session_, actions_); }
    void run(const command::Replay& replay);
    void run(const command::Name& name);
    void run(const command::Theme& theme);
    void run(const command::Pace& pace) { actions_.set_pace(pace.pause); }
    void run(const command::Quit&) { actions_.quit(); }
    void run(const command::Nothing&) {}
    template <class Other>
    void run(const Other&) {
        actions_.tell("That is for a table: sit down at one, or make one with /create.");
    }

    /// Questions in menus that lead to the commands.
    void choose_quick_match();
    void choose_theme();

  private:
    ViewStack& stack_;
    Session& session_;
    const FullActions& actions_;
};

/// A command's name as far as it is clear what it will be; anything else stays as it is.
std::string completed_command(const std::string& text);

}  // namespace pentad::terminal
