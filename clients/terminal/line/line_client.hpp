#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/line/screen.hpp"
#include "clients/terminal/model/command.hpp"
#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/model/own_engine.hpp"
#include "clients/terminal/model/picker.hpp"
#include "clients/terminal/model/session.hpp"

/// Line mode: prompts, typed lines and short texts, for screen readers, scripts and simple terminals.
namespace pentad::terminal {

/// On the io_context's one thread.
class LineClient : private Face {
  public:
    struct Settings {
        Session::Settings session;
        bool unicode = false;                   ///< draw boards beyond ASCII
        std::string watch{};                    ///< what to watch from the start; empty: nothing
        const OwnServer* own_server = nullptr;  ///< must outlive the client; none: the server is another's
    };

    /// `quit` is called once, when all is said.
    LineClient(boost::asio::io_context& io, Settings settings, Screen& screen,
               std::function<void(ExitCode)> quit);

    void start() { session_.start(); }

    /// A line was typed, or read from a script. A script's lines wait until what came before is done.
    void typed(std::string line);
    void end_of_input();
    void stop(ExitCode code);

  private:
    // line_client.cpp: what happens.
    void said(Line line) override { screen_.print(line); }
    void complained(const std::string& text) override;
    void link_changed(bool first) override;
    void match_began() override;
    void moved(const protocol::MatchMoved& move) override;
    void position_changed() override;
    void match_ended() override;
    void record_opened(const std::string& text) override;
    void changed() override { run_lines(); }
    void password_wanted(const protocol::RoomJoin& request) override;
    void dismissed(const std::string& why) override;
    void run_lines();
    bool may_run(const Command& command) const;
    void prompt();
    void show_board();
    void print_board(const std::vector<engine::Piece>& pieces, const std::string& last_move);

    // line_commands.cpp: what the person says.
    void answer_line(const std::string& line);
    void run(const command::Help& help);
    void run(const command::Games&);
    void run(const command::List&);
    void run(const command::Create& create);
    void run(const command::Quick& quick);
    void run(const command::Stop&) { session_.stop_seeking(); }
    void run(const command::Join& join);
    void run(const command::Watch& watch);
    void run(const command::Rules& rules);
    void run(const command::Move& move);
    void run(const command::Moves&);
    void run(const command::ShowBoard& board);
    void run(const command::History&);
    void run(const command::Flip&);
    void run(const command::Resign&);
    void run(const command::Offer& offer);
    void run(const command::Answer& answer);
    void run(const command::Claim&);
    void run(const command::Hint&);
    void run(const command::Position&);
    void run(const command::Evaluate&);
    void run(const command::Pace& pace);
    void run(const command::Say& say);
    void run(const command::Block& block);
    void run(const command::Blocks&);
    void run(const command::Report& report);
    void run(const command::Export& to);
    void run(const command::Matches& matches);
    void run(const command::Replay& replay);
    void run(const command::Ratings& ratings);
    void run(const command::Bots&);
    void run(const command::Theme& theme);
    void run(const command::Leave&);
    void run(const command::Name& name);
    void run(const command::Wait&) {}
    void run(const command::Quit&);
    void run(const command::Nothing&) {}
    std::string room_in_list(const std::string& text) const;
    std::string match_in_list(const std::string& text) const;
    void ask_before(const std::string& question, std::function<void()> yes);
    bool needs_match();
    bool needs_seat();

    const bool unicode_;
    std::string watch_;
    const OwnServer* const own_server_;
    boost::asio::io_context& io_;
    Screen& screen_;
    std::function<void(ExitCode)> quit_;
    std::vector<std::string> listed_rooms_;
    std::vector<std::string> listed_matches_;
    std::optional<std::string> older_matches_;  ///< where the list goes on
    Squares picked_;
    bool flipped_by_hand_ = false;
    std::optional<CreateForm> form_;
    /// What was asked before something that cannot be taken back, and what a yes does.
    std::function<void()> asked_;
    std::deque<std::string> lines_;
    int fetching_ = 0;  ///< over HTTP
    bool input_ended_ = false;
    bool stopping_ = false;
    bool command_failed_ = false;
    Session session_;  // last: it calls the others
};

}  // namespace pentad::terminal
