#pragma once

#include <functional>
#include <string>

#include "clients/terminal/full/commands.hpp"
#include "clients/terminal/full/lobby_view.hpp"
#include "clients/terminal/full/stage.hpp"
#include "clients/terminal/full/table_view.hpp"
#include "clients/terminal/model/own_engine.hpp"
#include "clients/terminal/model/session.hpp"

namespace pentad::terminal {

/// The client that fills the screen. On the io_context's one thread.
class FullClient : private Face {
  public:
    struct Settings {
        Session::Settings session;
        Stage::Look look;
        std::string watch{};                    ///< what to watch from the start; empty: nothing
        const OwnServer* own_server = nullptr;  ///< as LineClient's
    };

    /// `quit` is called once, when all is said.
    FullClient(boost::asio::io_context& io, Settings settings, std::function<void(ExitCode)> quit);

    void start();
    void stop(ExitCode code);
    /// What is to be said on stdout once the terminal is given back; may be empty.
    const std::string& farewell() const { return farewell_; }

  private:
    void said(Line line) override;
    void complained(const std::string& text) override;
    void link_changed(bool first) override;
    void match_began() override;
    void moved(const protocol::MatchMoved& move) override;
    void position_changed() override;
    void match_ended() override;
    void record_opened(const std::string& text) override;
    void changed() override;
    void password_wanted(const protocol::RoomJoin& request) override;
    void dismissed(const std::string& why) override;

    FullActions make_actions();
    void tell_news(std::string text, bool complaint);
    void answer(std::string text, bool complaint);
    void open_table();
    void to_lobby();
    void create(const command::Create& create);
    void new_table();
    void set_theme(const std::string& name);
    void set_pace(std::chrono::milliseconds pause);
    void show_help();

    boost::asio::io_context& io_;
    std::string watch_;
    const OwnServer* const own_server_;
    std::function<void(ExitCode)> quit_;
    bool stopping_ = false;
    std::string farewell_;
    Told told_;
    FullActions actions_;
    Session session_;
    TableView* table_ = nullptr;  ///< on the stage while we are at a table
    bool away_ = false;           ///< at a table, but the lobby is shown
    Stage stage_;                 // before all else but what uses it, it gives the terminal back
    Commands commands_;
};

}  // namespace pentad::terminal
