#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clients/terminal/command.hpp"
#include "clients/terminal/connection.hpp"
#include "clients/terminal/create_form.hpp"
#include "clients/terminal/identity.hpp"
#include "clients/terminal/match_view.hpp"
#include "clients/terminal/picker.hpp"
#include "clients/terminal/screen.hpp"

/// The conversation between a person (or a script), the screen and the server. Knows no rule and no game:
/// what it shows and accepts, the server has sent.
namespace pentad::terminal {

enum class ExitCode {
    done = 0,
    command_failed = 1,  ///< a script's command was refused
    usage = 2,
    unreachable = 3,  ///< a script does not try for ever
    dismissed = 4     ///< the server does not want this client
};

/// On the io_context's one thread.
class Client : private ConnectionListener {
  public:
    struct Settings {
        ServerAddress server;
        std::string name;  ///< empty: as last time, or the server's choice
        std::filesystem::path folder = IdentityFile::default_folder();
        bool unicode = false;  ///< draw boards beyond ASCII
    };

    /// `quit` is called once, when all is said.
    Client(boost::asio::io_context& io, Settings settings, Screen& screen,
           std::function<void(ExitCode)> quit);

    void start();

    /// A line was typed, or read from a script. A script's lines wait until what came before is done.
    void typed(std::string line);
    void end_of_input();
    void stop(ExitCode code);

  private:
    /// The room that we are in, and the match in it.
    struct Table {
        std::string room;
        std::optional<protocol::RoomSnapshot> snapshot;
        std::optional<protocol::Side> chair;
        std::optional<MatchView> match;
    };
    /// A move on its way. It keeps its id, so sending it again after a lost link plays it once.
    struct SentMove {
        int turn = 0;
        std::string move;
        std::string id;
        std::optional<protocol::Side> seat;
    };

    // client.cpp: the session.
    protocol::Auth sign_in() override;
    bool sign_in_refused(const Problem& problem) override;
    void online(const protocol::HelloOk& hello, bool resumed) override;
    void offline(const std::string& why, int attempt) override;
    void closed(const std::string& why) override;
    void event(const protocol::Event& event) override;
    void gap(const std::string& stream) override;
    void return_to_table();
    void fetch_match(const std::string& match);
    void fetch_room();
    void run_lines();
    bool may_run(const Command& command) const;
    void say(Line line) { screen_.print(line); }
    void complain(const std::string& text);
    void complain(const Problem& problem);
    void prompt();

    /// Sends a request; `done` gets the body of the answer, a refusal is told to the person.
    template <class Body>
    void ask(protocol::ClientMessage message, std::function<void(Body)> done, std::string match = "",
             std::string room = "") {
        ++waiting_;
        connection_.request<Body>(
            std::move(message),
            [this, done = std::move(done)](Answer<Body> answer) {
                --waiting_;
                if (answer)
                    done(std::move(*answer));
                else
                    complain(answer.error());
                run_lines();
            },
            std::move(match), std::move(room));
    }

    // client_commands.cpp: what the person says.
    void answer_line(const std::string& line);
    void run(const Command& command);
    void run(const command::Help&);
    void run(const command::Games&);
    void run(const command::List&);
    void run(const command::Create& create);
    void run(const command::Join& join);
    void run(const command::Watch& watch);
    void run(const command::Rules& rules);
    void run(const command::Move& move);
    void run(const command::Moves&);
    void run(const command::ShowBoard&);
    void run(const command::History&);
    void run(const command::Flip&);
    void run(const command::Resign&);
    void run(const command::Rematch&);
    void run(const command::Answer& answer);
    void run(const command::Leave&);
    void run(const command::Name& name);
    void run(const command::Wait&);
    void run(const command::Quit&);
    void run(const command::Nothing&) {}
    void resign();
    void join(std::vector<protocol::RoomJoin> ways, std::string match);
    std::string room_in_list(const std::string& text) const;
    bool leave_finished_table();
    bool needs_match();

    // client_table.cpp: what happens at the table.
    void enter(protocol::RoomEntered entered, bool again);
    void on(const protocol::Event& event, const protocol::RoomChanged& body);
    void on(const protocol::Event& event, const protocol::RoomSnapshot& body);
    void on(const protocol::Event& event, const protocol::RoomClosed& body);
    void on(const protocol::Event& event, const protocol::MatchStarted& body);
    void on(const protocol::Event& event, const protocol::MatchSnapshot& body);
    void on(const protocol::Event& event, const protocol::MatchMoved& body);
    void on(const protocol::Event& event, const protocol::MatchTakenBack& body);
    void on(const protocol::Event& event, const protocol::MatchClock& body);
    void on(const protocol::Event& event, const protocol::MatchEnded& body);
    void on(const protocol::Event& event, const protocol::SeatPresence& body);
    void on(const protocol::Event& event, const protocol::OfferMade& body);
    void on(const protocol::Event& event, const protocol::OfferClosed& body);
    void on(const protocol::Event& event, const protocol::BotStatus& body);
    void on(const protocol::Event& event, const protocol::ChatLine& body);
    void on(const protocol::Event& event, const protocol::ServerNotice& body);
    template <class Other>
    void on(const protocol::Event&, const Other&) {}
    void take_room(protocol::RoomSnapshot snapshot, bool tell);
    void get_ready();
    void take_match(const std::string& match, protocol::MatchSnapshot snapshot);
    void tell_start();
    void tell_position();
    void tell_result();
    void show_board();
    void send_move();
    MatchView* match_of(const protocol::Event& event);

    const protocol::GameCard* card(const std::string& game) const;
    std::array<std::string, 2> sides() const;
    std::string side_and_player(protocol::Side side) const;
    std::vector<protocol::Side> my_seats() const;
    bool my_turn() const;
    bool about_to_start() const;

    const Settings settings_;
    Screen& screen_;
    std::function<void(ExitCode)> quit_;
    IdentityFile identity_file_;
    std::optional<Identity> identity_;
    std::string wanted_name_;
    bool told_identity_ = false;

    protocol::Player me_;
    std::vector<protocol::GameCard> games_;
    std::vector<std::string> listed_rooms_;
    Table table_;
    Squares picked_;
    std::vector<std::string> legal_shown_;
    std::optional<SentMove> sent_move_;
    bool flipped_by_hand_ = false;
    std::optional<CreateForm> form_;
    bool asked_to_resign_ = false;

    std::deque<std::string> lines_;
    int waiting_ = 0;  ///< requests of commands that are not answered yet
    bool was_online_ = false;
    bool input_ended_ = false;
    bool stopping_ = false;
    bool command_failed_ = false;

    Connection connection_;  // last: it calls the others
};

}  // namespace pentad::terminal
