#include "clients/terminal/model/session.hpp"

#include <algorithm>
#include <utility>

#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"
#include "protocol/game_card.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

std::size_t at(Side side) { return static_cast<std::size_t>(engine::index(side)); }

std::chrono::milliseconds wall_clock() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
}

}  // namespace

Session::Session(boost::asio::io_context& io, Settings settings, Face& face)
    : settings_(std::move(settings)),
      io_(io),
      face_(face),
      sign_in_(settings_.identity, settings_.who),
      connection_(io, settings_.server, *this) {}

void Session::online(const HelloOk& hello, bool resumed) {
    me_ = hello.player;
    ratings_ = hello.player.ratings;
    games_.clear();
    for (const GameCard& game : hello.games) games_.push_back(in_language(game, language()));
    most_lobby_rooms_ = hello.limits.lobby_rooms;
    time_limits_ = hello.limits.time;
    clock_offset_ = std::chrono::milliseconds(hello.server.now) - wall_clock();
    sign_in_.welcomed(hello);
    link_ = {true, true, 0, ""};
    const bool first = !std::exchange(told_identity_, true);
    face_.link_changed(first);
    if (const auto refusal = sign_in_.take_name_refusal())
        face_.complained(tr("{} You are {}; \"name NAME\" tries another name.", *refusal, me_.name));
    if (resumed)
        catch_up(hello);
    else if (!table_.empty()) {
        // The server knows nothing of what we followed.
        if (table_.match) fetch_match(table_.match->match());
        if (!table_.room.empty()) fetch_room();
    } else if (first) {
        open_running_match(hello);
    }
    // The wait for an opponent has ended with the link.
    if (seeking_ && table_.empty() && hello.active.empty()) send_wish();
    if (!resumed && follows_lobby_) follow_lobby();
    face_.changed();
}

/// Where the person left off. A game that goes on in another terminal of theirs stays there.
void Session::open_running_match(const HelloOk& hello) {
    const bool plays = !hello.active.empty();
    if (sign_in_.alone()) {
        if (!plays) return;
        face_.said(line(tr("You are in the middle of a game; here it is.")));
        return fetch_match(hello.active.front().match);
    }
    face_.said(line(
        tr("You are {} in another terminal as well{} To be somebody else here, start with --profile NAME.",
           me_.name, (plays ? tr(", in the middle of a game; \"My matches\" opens it here.") : "."))));
}

/// After a resumed session: what the server could not replay is asked for.
void Session::catch_up(const HelloOk& hello) {
    const auto gone = [&](const std::string& stream) {
        const auto found = hello.resumed.find(stream);
        return found != hello.resumed.end() && found->second == Resumed::gone;
    };
    if (!table_.room.empty() && gone("room:" + table_.room)) fetch_room();
    if (table_.match && gone("match:" + table_.match->match())) fetch_match(table_.match->match());
    if (follows_lobby_ && gone("lobby")) follow_lobby();
    send_move();
}

void Session::fetch_match(const std::string& match) {
    ask<MatchWatched>(
        MatchWatch{true}, [this, match](MatchWatched watched) { take_watched(match, std::move(watched)); },
        match);
}

void Session::take_watched(const std::string& match, MatchWatched watched) {
    connection_.streams().follow("match:" + match, watched.seq);
    take_match(match, std::move(watched.snapshot));
    if (!table_.room.empty() || table_.match->now().room.empty()) return;
    table_.room = table_.match->now().room;
    fetch_room();
}

void Session::fetch_room() {
    RoomJoin again;
    again.room = table_.room;
    const bool plays = table_.chair || !my_seats().empty();
    again.seat = plays ? JoinSeat::any : JoinSeat::watch;
    ++waiting_;
    connection_.request<RoomEntered>(std::move(again), [this](tl::expected<RoomEntered, Problem> answer) {
        --waiting_;
        if (answer) {
            enter(std::move(*answer), /*again=*/true);
        } else if (answer.error().code && info(*answer.error().code).kind == "room" && !table_.match) {
            face_.said(line(tr("The table is gone.")));
            table_ = {};
        }
        face_.changed();
    });
}

void Session::offline(const std::string& why, int attempt) {
    link_.online = false;
    link_.attempt = attempt;
    link_.why = as_clause(why);
    face_.link_changed(false);
    face_.changed();
}

void Session::event(const Event& event) {
    std::visit([&](const auto& body) { on(event, body); }, event.body);
    face_.changed();
}

void Session::gap(const std::string& stream) {
    if (table_.match && stream == "match:" + table_.match->match())
        fetch_match(table_.match->match());
    else if (!table_.room.empty() && stream == "room:" + table_.room)
        fetch_room();
    else if (follows_lobby_ && stream == "lobby")
        follow_lobby();
    else
        connection_.streams().forget(stream);
}

void Session::complain(const Problem& problem) {
    std::string text = tr(problem.message);
    if (const auto* illegal = std::get_if<IllegalMove>(&problem.detail)) {
        text = illegal->reason.empty() ? text : illegal->reason;
        if (!illegal->rule.empty()) text += tr(" (rule {})", illegal->rule);
    }
    face_.complained(text);
}

const GameCard* Session::card(const std::string& game) const {
    for (const GameCard& it : games_)
        if (it.game == game) return &it;
    return nullptr;
}

const GameCard* Session::game() const { return table_.match ? card(table_.match->now().game) : nullptr; }

std::array<std::string, 2> Session::sides() const { return side_words(game()); }

std::string Session::side_and_player(Side side) const {
    return sides()[at(side)] + " (" + seat_words(table_.match->now().seats[at(side)]) + ")";
}

std::vector<Side> Session::my_seats() const {
    return table_.match ? table_.match->seats_of(me_.id) : std::vector<Side>{};
}

bool Session::my_turn() const { return table_.match && !table_.match->legal().empty(); }

bool Session::about_to_start() const {
    if (!table_.snapshot) return false;
    const RoomSummary& room = table_.snapshot->summary;
    if (room.state == RoomState::playing)
        return !table_.match || (room.match && *room.match != table_.match->match());
    if (room.state == RoomState::over || table_.playing()) return false;
    return std::all_of(room.seats.begin(), room.seats.end(), [](const Chair& chair) {
        return chair.kind == ChairKind::bot || chair.player.has_value();
    });
}

std::optional<std::chrono::milliseconds> Session::remaining(Side side) const {
    if (!table_.match || !table_.match->now().clock.remaining) return std::nullopt;
    const Clock& clock = table_.match->now().clock;
    auto left = (*clock.remaining)[at(side)];
    if (clock.running == side && !table_.match->over())
        left -= wall_clock() + clock_offset_ - std::chrono::milliseconds(clock.at);
    return std::max(left, std::chrono::milliseconds(0));
}

}  // namespace pentad::terminal
