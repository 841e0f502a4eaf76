#include "clients/terminal/client.hpp"

#include <utility>

namespace pentad::terminal {

using namespace protocol;

namespace {

/// A script waits about a minute for a server that restarts, and a few seconds for one that never was there.
constexpr int script_attempts = 20;
constexpr int script_first_attempts = 5;

bool is_move_or_wait(const Command& command) {
    return std::holds_alternative<command::Move>(command) || std::holds_alternative<command::Wait>(command);
}

}  // namespace

Client::Client(boost::asio::io_context& io, Settings settings, Screen& screen,
               std::function<void(ExitCode)> quit)
    : settings_(std::move(settings)),
      screen_(screen),
      quit_(std::move(quit)),
      identity_file_(settings_.folder, settings_.server.text()),
      identity_(identity_file_.load()),
      wanted_name_(settings_.name),
      connection_(io, settings_.server, *this) {
    if (identity_ && !wanted_name_.empty() && identity_->name != wanted_name_) identity_.reset();
}

void Client::start() { connection_.start(); }

Auth Client::sign_in() {
    if (identity_) return TokenAuth{identity_->token};
    if (wanted_name_.empty()) return GuestAuth{};
    return GuestAuth{wanted_name_};
}

bool Client::sign_in_refused(const Problem& problem) {
    // A server that is full or too old says nothing about who we are.
    const ErrorCode code = problem.code.value_or(ErrorCode::internal_error);
    const bool about_us = info(code).kind == "identity" || code == ErrorCode::unauthenticated ||
                          code == ErrorCode::forbidden || code == ErrorCode::bad_request;
    if (!about_us || code == ErrorCode::banned) return false;
    if (identity_) {
        // The server has forgotten this player (or its data is new).
        if (wanted_name_.empty()) wanted_name_ = identity_->name;
        identity_.reset();
        return true;
    }
    if (wanted_name_.empty()) return false;
    complain(problem.message + " You are a guest for now; \"name NAME\" tries another name.");
    wanted_name_.clear();
    return true;
}

void Client::online(const HelloOk& hello, bool resumed) {
    me_ = hello.player;
    games_ = hello.games;
    const std::string token = hello.player_token.value_or(identity_ ? identity_->token : "");
    if (!token.empty() && (!identity_ || identity_->token != token || identity_->name != me_.name)) {
        identity_ = Identity{me_.name, token};
        identity_file_.save(*identity_);
    }
    if (was_online_) say({{"Back online.", Tone::good}});
    if (!std::exchange(was_online_, true) || !told_identity_)
        say({{"Connected to " + settings_.server.text() + " as "},
             {me_.name, Tone::strong},
             {". \"help\" lists the commands."}});
    told_identity_ = true;
    if (!resumed) {
        const bool had_table = !table_.room.empty() || table_.match;
        if (had_table) {
            return_to_table();
        } else if (!hello.active.empty()) {
            say(line("You are in the middle of a game; here it is."));
            fetch_match(hello.active.front().match);
        }
    } else {
        const auto gone = [&](const std::string& stream) {
            const auto found = hello.resumed.find(stream);
            return found != hello.resumed.end() && found->second == Resumed::gone;
        };
        if (!table_.room.empty() && gone("room:" + table_.room)) fetch_room();
        if (table_.match && gone("match:" + table_.match->match())) fetch_match(table_.match->match());
        send_move();
    }
    run_lines();
}

/// After a new sign-in: the server knows nothing of what we followed.
void Client::return_to_table() {
    if (table_.match) fetch_match(table_.match->match());
    if (!table_.room.empty()) fetch_room();
}

void Client::fetch_match(const std::string& match) {
    ask<MatchWatched>(
        MatchWatch{true},
        [this, match](MatchWatched watched) {
            connection_.streams().follow("match:" + match, watched.seq);
            take_match(match, std::move(watched.snapshot));
            if (table_.room.empty() && !table_.match->now().room.empty()) {
                table_.room = table_.match->now().room;
                fetch_room();
            }
        },
        match);
}

void Client::fetch_room() {
    RoomJoin join;
    join.room = table_.room;
    const bool plays = table_.chair || !my_seats().empty();
    join.seat = plays ? JoinSeat::any : JoinSeat::watch;
    ++waiting_;
    connection_.request<RoomEntered>(std::move(join), [this](tl::expected<RoomEntered, Problem> answer) {
        --waiting_;
        if (answer) {
            enter(std::move(*answer), /*again=*/true);
        } else if (answer.error().code && info(*answer.error().code).kind == "room" && !table_.match) {
            say(line("The table is gone."));
            table_ = {};
        }
        run_lines();
    });
}

void Client::offline(const std::string& why, int attempt) {
    if (attempt == 1)
        say({{was_online_ ? "Connection lost (" + why + "). Reconnecting..."
                          : "Cannot reach " + settings_.server.text() + ": " + why + ". Trying again...",
              Tone::bad}});
    const int limit = was_online_ ? script_attempts : script_first_attempts;
    if (!screen_.interactive() && attempt >= limit) return stop(ExitCode::unreachable);
    prompt();
}

void Client::closed(const std::string& why) {
    say({{"The server has ended the connection: " + why, Tone::bad}});
    stop(ExitCode::dismissed);
}

void Client::event(const Event& event) {
    std::visit([&](const auto& body) { on(event, body); }, event.body);
    run_lines();
}

void Client::gap(const std::string& stream) {
    if (table_.match && stream == "match:" + table_.match->match())
        fetch_match(table_.match->match());
    else if (!table_.room.empty() && stream == "room:" + table_.room)
        fetch_room();
    else
        connection_.streams().forget(stream);
}

void Client::typed(std::string text) {
    screen_.entered();
    lines_.push_back(std::move(text));
    run_lines();
}

void Client::end_of_input() {
    input_ended_ = true;
    if (screen_.interactive()) return stop(ExitCode::done);
    run_lines();
}

/// A person's line waits for the answer to the one before; a script's move waits for its turn too.
bool Client::may_run(const Command& command) const {
    if (std::holds_alternative<command::Quit>(command) || std::holds_alternative<command::Help>(command))
        return true;
    if (screen_.interactive()) return waiting_ == 0 || !connection_.is_online();
    if (!connection_.is_online() || waiting_ > 0 || sent_move_ || about_to_start()) return false;
    if (!is_move_or_wait(command)) return true;
    if (table_.match && !table_.match->over()) return my_turn();
    const bool waits_for_somebody = table_.snapshot && table_.snapshot->summary.state == RoomState::open;
    return !waits_for_somebody;
}

void Client::run_lines() {
    while (!stopping_ && !lines_.empty()) {
        const auto command = read_command(lines_.front());
        if (!may_run(command ? *command : Command{command::Nothing{}})) break;
        const std::string text = std::move(lines_.front());
        lines_.pop_front();
        if (screen_.interactive() && !connection_.is_online() && command &&
            !std::holds_alternative<command::Quit>(*command) &&
            !std::holds_alternative<command::Help>(*command)) {
            complain("There is no connection just now; it comes back by itself. \"quit\" ends the program.");
            continue;
        }
        answer_line(text);
    }
    if (screen_.broken()) stop(ExitCode::done);
    if (stopping_) return;
    const bool settled = waiting_ == 0 && !sent_move_ && connection_.is_online();
    if (input_ended_ && lines_.empty() && settled)
        return stop(command_failed_ ? ExitCode::command_failed : ExitCode::done);
    prompt();
}

void Client::stop(ExitCode code) {
    if (std::exchange(stopping_, true)) return;
    screen_.finish();
    connection_.stop([this, code] { quit_(code); });
}

void Client::complain(const std::string& text) {
    command_failed_ = true;
    say({{text, Tone::bad}});
}

void Client::complain(const Problem& problem) {
    std::string text = problem.message;
    if (const auto* illegal = std::get_if<IllegalMove>(&problem.detail)) {
        text = illegal->reason.empty() ? text : illegal->reason;
        if (!illegal->rule.empty()) text += " (rule " + illegal->rule + ")";
    }
    complain(text);
}

void Client::prompt() {
    std::string text = "pentad";
    if (form_)
        text = "answer";
    else if (asked_to_resign_)
        text = "y/n";
    else if (!connection_.is_online())
        text = "offline";
    else if (my_turn())
        text = "your move";
    screen_.prompt(text);
}

const GameCard* Client::card(const std::string& game) const {
    for (const GameCard& it : games_)
        if (it.game == game) return &it;
    return nullptr;
}

std::array<std::string, 2> Client::sides() const {
    const GameCard* found = table_.match ? card(table_.match->now().game) : nullptr;
    return found ? found->sides : std::array<std::string, 2>{"First", "Second"};
}

std::vector<Side> Client::my_seats() const {
    return table_.match ? table_.match->seats_of(me_.id) : std::vector<Side>{};
}

bool Client::my_turn() const { return table_.match && !table_.match->legal().empty(); }

/// Everybody is there, so the match's first event is on its way.
bool Client::about_to_start() const {
    if (!table_.snapshot) return false;
    const RoomSummary& room = table_.snapshot->summary;
    if (room.state == RoomState::playing)
        return !table_.match || (room.match && *room.match != table_.match->match());
    if (room.state == RoomState::over || (table_.match && !table_.match->over())) return false;
    return std::all_of(room.seats.begin(), room.seats.end(), [](const Chair& chair) {
        return chair.kind == ChairKind::bot || chair.player.has_value();
    });
}

}  // namespace pentad::terminal
