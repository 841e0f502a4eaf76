#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/model/command.hpp"
#include "clients/terminal/model/people.hpp"
#include "clients/terminal/model/sign_in.hpp"
#include "clients/terminal/model/table.hpp"
#include "clients/terminal/net/connection.hpp"
#include "clients/terminal/text/text.hpp"

/// The client's state and what can be done with it, whatever shows it. Knows no rule and no game: what it
/// holds, the server has sent.
namespace pentad::terminal {

enum class ExitCode {
    done = 0,
    command_failed = 1,  ///< a script's command was refused
    usage = 2,
    unreachable = 3,  ///< a script does not try for ever
    dismissed = 4     ///< the server does not want this client
};

/// What shows a Session. Called on the io_context's thread, after the state has changed.
class Face {
  public:
    virtual ~Face() = default;

    /// A sentence for the person.
    virtual void said(Line line) = 0;
    /// What the person wanted was refused.
    virtual void complained(const std::string& text) = 0;
    /// The link came or went; see Session::link(). `first`: nothing was told of this server before.
    virtual void link_changed(bool first) = 0;
    virtual void match_began() {}
    virtual void moved(const protocol::MatchMoved&) {}
    /// There is a new position, after a move or another event.
    virtual void position_changed() {}
    virtual void match_ended() {}
    /// The text of a record that the person wanted to see.
    virtual void record_opened(const std::string& text) = 0;
    /// Something else that is drawn may be new, or an answer has come. After each of the above as well.
    virtual void changed() {}
    /// The table has a password. The request is to be made again with one.
    virtual void password_wanted(const protocol::RoomJoin& request) = 0;
    /// The server has ended it for good.
    virtual void dismissed(const std::string& why) = 0;
};

/// On the io_context's one thread.
class Session : private ConnectionListener {
  public:
    struct Settings {
        ServerAddress server;
        SignIn::Wish who{};
        IdentityPlace identity{};
    };

    /// The face must outlive the session.
    Session(boost::asio::io_context& io, Settings settings, Face& face);

    void start() { connection_.start(); }
    /// Says goodbye; `done` within a second or two.
    void stop(std::function<void()> done) { connection_.stop(std::move(done)); }

    // What there is.
    const ServerAddress& server() const { return settings_.server; }
    const LinkState& link() const { return link_; }
    std::chrono::steady_clock::time_point next_attempt() const { return connection_.next_attempt(); }
    const protocol::Player& me() const { return me_; }
    const std::vector<protocol::GameCard>& games() const { return games_; }
    /// What clocks give at least on this server.
    const protocol::TimeLimits& time_limits() const { return time_limits_; }
    const LobbyState& lobby() const { return lobby_; }
    const Table& table() const { return table_; }
    /// Requests that are not answered yet, a move too.
    bool busy() const { return waiting_ > 0 || sent_move_; }
    bool move_on_its_way() const { return sent_move_.has_value(); }
    const protocol::GameCard* card(const std::string& game) const;
    const protocol::GameCard* game() const;    ///< of the match; nullptr: none
    std::array<std::string, 2> sides() const;  ///< of the match's game
    std::string side_and_player(protocol::Side side) const;
    std::vector<protocol::Side> my_seats() const;
    bool my_turn() const;
    /// Everybody is there, so the match's first event is on its way.
    bool about_to_start() const;
    /// What a clock shows at this moment; none: there is no clock.
    std::optional<std::chrono::milliseconds> remaining(protocol::Side side) const;

    // What can be done. What is refused is told to the face.
    void follow_lobby();
    void leave_lobby();
    /// The longest list of each state that may be asked for.
    int most_lobby_rooms() const { return most_lobby_rooms_; }
    /// A longer list than the one of now.
    bool has_more_rooms() const;
    void more_rooms();
    /// `count` of each state, or as many as the server likes.
    void list_rooms(std::optional<int> count, std::function<void(LobbyState)> done);
    /// Leaves a finished table and makes the one that is wished for.
    void create(const command::Create& create);
    /// Ids, codes and invitations are opaque, so what the person means is found by trying. `match`: what
    /// it may be besides, the id of a match to watch; empty: nothing.
    void join(std::vector<protocol::RoomJoin> ways, std::string match);
    /// Joins or watches whatever room, code, invitation, match or link this names. A match that is over is
    /// opened as a record.
    void join(const std::string& what, const std::string& password = "");
    void watch(const std::string& what, const std::string& password = "");
    /// A match that goes on becomes our table, one that is over is opened as a record.
    void open_match(const std::string& match);
    /// `what` may be a link. Where we sit does not change.
    void open_record(const std::string& what);
    /// Waits for an opponent who wishes for the same.
    void seek(const command::Quick& quick);
    void stop_seeking();
    /// What is waited for; none: no opponent is.
    const std::optional<protocol::QueueJoin>& seeking() const { return seeking_; }
    void external_bots(std::function<void(const protocol::BotList&)> done);
    /// One's own, by game.
    const std::map<std::string, protocol::Rating>& ratings() const { return ratings_; }
    void leaders(const std::string& game, std::function<void(const protocol::Leaderboard&)> done);
    /// What stood on the board after that many moves of our match.
    void position_after(int ply, std::function<void(const protocol::EnginePosition&)> done);
    /// Where we are, for help that names what can be done. `local`: the server is inside this program.
    Place place(bool local) const;
    /// A room and a match without a game of ours are left behind. False: a game goes on here.
    bool leave_finished_table();
    void leave(std::function<void()> done);
    /// REQUIRES: my_turn(), and no move is on its way.
    void play(const std::string& move);
    void resign();
    void offer(protocol::OfferKind kind, std::optional<int> plies = {});
    void answer_offer(bool accept);
    /// What answer_offer() would answer; none: nothing.
    std::optional<protocol::OfferKind> offer_to_answer() const;
    void claim();
    void hint(std::function<void(const protocol::Hint&)> done);
    /// On the channel where we are: the match, its watchers, the room or the lobby.
    void chat(const std::string& text);
    /// Those who may be blocked and reported: people_met().
    std::vector<protocol::Player> people() const { return people_met(lobby_, table_, me_.id); }
    /// `on`: what the player writes is not shown any more; else it is again.
    void block(const protocol::Player& player, bool on);
    void blocks(std::function<void(const std::vector<protocol::Player>&)> done);
    void report(const protocol::Player& player, Complaint complaint);
    void rename(std::string name);
    /// A page of them, the latest first; `before` as the page before said.
    void my_matches(std::optional<std::string> before, std::function<void(const protocol::MyMatches&)> done);

  private:
    /// A move on its way. It keeps its id, so sending it again after a lost link plays it once.
    struct SentMove {
        int turn = 0;
        std::string move;
        std::string id;
    };

    // session.cpp: the link.
    protocol::Auth sign_in() override { return sign_in_.auth(); }
    bool sign_in_refused(const Problem& problem) override { return sign_in_.refused(problem); }
    void online(const protocol::HelloOk& hello, bool resumed) override;
    void offline(const std::string& why, int attempt) override;
    void closed(const std::string& why) override { face_.dismissed(why); }
    void event(const protocol::Event& event) override;
    void gap(const std::string& stream) override;
    void open_running_match(const protocol::HelloOk& hello);
    void catch_up(const protocol::HelloOk& hello);
    void fetch_match(const std::string& match);
    void take_watched(const std::string& match, protocol::MatchWatched watched);
    bool make_way_for(const protocol::MatchSnapshot& match);
    /// `unknown` is said where there is no such match.
    void show_record(const std::string& match, const std::string& unknown);
    void fetch_room();
    void complain(const Problem& problem);

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
                face_.changed();
            },
            std::move(match), std::move(room));
    }
    void tell_server(protocol::ClientMessage message, const std::string& room = "");

    // session_lobby.cpp.
    void send_wish();
    void found_opponent(const std::string& room, const protocol::RoomSnapshot& snapshot);

    // session_events.cpp: what happens.
    void enter(protocol::RoomEntered entered, bool again);
    void on(const protocol::Event& event, const protocol::LobbySnapshot& body);
    void on(const protocol::Event& event, const protocol::LobbyDelta& body);
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
    const protocol::Offer* newest_offer_of_others() const;
    /// Tells what is offered, and by whom.
    void tell_offer(const protocol::Offer& offer);
    void take_match(const std::string& match, protocol::MatchSnapshot snapshot);
    void new_position();
    void send_move();
    MatchView* match_of(const protocol::Event& event);

    const Settings settings_;
    boost::asio::io_context& io_;
    Face& face_;
    SignIn sign_in_;
    protocol::Player me_;
    std::vector<protocol::GameCard> games_;
    protocol::TimeLimits time_limits_;
    LinkState link_;
    std::chrono::milliseconds clock_offset_{0};  ///< the server's clock minus ours
    LobbyState lobby_;
    bool follows_lobby_ = false;
    std::optional<int> lobby_limit_;  ///< none: as many rooms as the server likes
    int most_lobby_rooms_ = 0;
    Table table_;
    std::map<std::string, protocol::Rating> ratings_;
    std::optional<protocol::QueueJoin> seeking_;
    std::optional<SentMove> sent_move_;
    int waiting_ = 0;
    bool told_identity_ = false;
    Connection connection_;  // last: it calls the others
};

}  // namespace pentad::terminal
