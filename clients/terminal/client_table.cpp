#include <algorithm>
#include <utility>

#include "clients/terminal/board_text.hpp"
#include "clients/terminal/client.hpp"
#include "clients/terminal/words.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

std::size_t at(Side side) { return static_cast<std::size_t>(engine::index(side)); }

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string offer_words(OfferKind kind) {
    switch (kind) {
        case OfferKind::draw:
            return "a draw";
        case OfferKind::takeback:
            return "to take a move back";
        case OfferKind::rematch:
            return "a rematch";
        case OfferKind::pause:
            return "a pause";
        case OfferKind::abort:
            return "to call the game off";
    }
    return "";
}

}  // namespace

void Client::enter(RoomEntered entered, bool again) {
    if (table_.room != entered.room) table_ = {};
    table_.room = entered.room;
    table_.chair = entered.seat;
    connection_.streams().follow("room:" + entered.room, entered.seq);
    const RoomSummary& room = entered.snapshot.summary;
    if (!again) {
        const GameCard* game = card(room.game);
        say({{"Table "},
             {entered.code.empty() ? entered.room : entered.code, Tone::strong},
             {": " + (game ? game->name : room.game) + ", " + time_control_words(room.tc) +
              (entered.seat ? "." : ". You are watching.")}});
        const bool waits = std::any_of(room.seats.begin(), room.seats.end(), [](const Chair& chair) {
            return chair.kind != ChairKind::bot && !chair.player;
        });
        if (waits && room.state == RoomState::open && entered.seat)
            say(line("Waiting for an opponent, who types: join " +
                     (room.visibility == Visibility::private_ ? entered.invite : entered.code)));
    }
    const auto match = room.match;
    take_room(std::move(entered.snapshot), /*tell=*/false);
    const bool known = table_.match && match && table_.match->match() == *match;
    if (match && !known) fetch_match(*match);
}

void Client::take_room(RoomSnapshot snapshot, bool tell) {
    if (tell && table_.snapshot) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Chair& before = table_.snapshot->summary.seats[i];
            const Chair& now = snapshot.summary.seats[i];
            const std::string was = before.player ? before.player->id : "";
            const std::string is = now.player ? now.player->id : "";
            if (was == is) continue;
            if (!was.empty() && was != me_.id) say(line(chair_words(before) + " has left."));
            if (!is.empty() && is != me_.id) say(line(chair_words(now) + " sits down."));
        }
    }
    if (table_.chair) {
        const auto& chair = snapshot.summary.seats[at(*table_.chair)];
        if (!chair.player || chair.player->id != me_.id) table_.chair.reset();
    }
    table_.snapshot = std::move(snapshot);
    get_ready();
}

/// Whoever sits at a table in a terminal wants to play: there is no separate word for it.
void Client::get_ready() {
    const RoomSummary& room = table_.snapshot->summary;
    if (!table_.chair || room.state != RoomState::open || room.seats[at(*table_.chair)].ready) return;
    connection_.request<Empty>(
        RoomReady{true},
        [this](Answer<Empty> answer) {
            // The game may have begun meanwhile.
            if (!answer && answer.error().code && answer.error().code != ErrorCode::already_started)
                complain(answer.error());
        },
        "", table_.room);
}

void Client::on(const Event& event, const RoomChanged& body) {
    if (event.room == table_.room) take_room(body.snapshot, /*tell=*/true);
}

void Client::on(const Event& event, const RoomSnapshot& body) {
    if (event.room == table_.room) take_room(body, /*tell=*/false);
}

void Client::on(const Event& event, const RoomClosed& body) {
    if (event.room != table_.room) return;
    connection_.streams().forget("room:" + table_.room);
    const bool playing = table_.match && !table_.match->over();
    if (playing) {
        table_.snapshot.reset();
        return;
    }
    say(line("The table is closed" + (body.reason.empty() ? "." : ": " + body.reason + ".")));
    table_ = {};
}

void Client::on(const Event& event, const MatchStarted& body) {
    if (event.room != table_.room && !table_.room.empty()) return;
    if (table_.match && table_.match->match() != body.match)
        connection_.streams().forget("match:" + table_.match->match());
    table_.match.reset();
    flipped_by_hand_ = false;
    take_match(body.match.empty() ? event.match : body.match, body.snapshot);
}

void Client::on(const Event& event, const MatchSnapshot& body) {
    if (match_of(event)) take_match(event.match, body);
}

MatchView* Client::match_of(const Event& event) {
    return table_.match && table_.match->match() == event.match ? &*table_.match : nullptr;
}

/// A snapshot, at the start or after something was missed: tells what is new.
void Client::take_match(const std::string& match, MatchSnapshot snapshot) {
    const bool known = table_.match && table_.match->match() == match;
    const int turn_before = known ? table_.match->now().turn : -1;
    const bool over_before = known && table_.match->over();
    if (known)
        table_.match->reset(std::move(snapshot));
    else
        table_.match.emplace(match, std::move(snapshot));
    const bool moved = table_.match->now().turn != turn_before;
    if (moved) picked_.clear();
    if (!known) tell_start();
    if (moved) tell_position();
    if (table_.match->over() && !over_before) tell_result();
    send_move();
}

void Client::on(const Event& event, const MatchMoved& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    picked_.clear();
    const bool mine = sent_move_ && sent_move_->turn < body.turn;
    if (mine) sent_move_.reset();
    say({{std::to_string(body.ply) + ". "},
         {side_and_player(body.seat), body.seat == Side::first ? Tone::first : Tone::second},
         {" played "},
         {body.move, Tone::strong},
         {body.automatic ? " (chosen by the server)." : "."}});
    tell_position();
}

void Client::on(const Event& event, const MatchTakenBack& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    picked_.clear();
    sent_move_.reset();
    say(line(counted(static_cast<std::size_t>(body.plies), "move") + " taken back."));
    tell_position();
}

void Client::on(const Event& event, const MatchClock& body) {
    if (MatchView* match = match_of(event)) match->apply(body);
}

void Client::on(const Event& event, const MatchEnded& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    picked_.clear();
    sent_move_.reset();
    asked_to_resign_ = false;
    tell_result();
}

void Client::on(const Event& event, const SeatPresence& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    const Presence before = match->now().seats[at(body.seat)].presence;
    match->apply(body);
    const Player& player = match->now().seats[at(body.seat)].player;
    if (before == body.state || player.id == me_.id) return;
    const std::string is = body.state == Presence::online ? " is back."
                           : body.state == Presence::away ? " has lost the connection."
                                                          : " is gone.";
    say(line(player.name + is));
}

void Client::on(const Event& event, const OfferMade& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    const auto mine = my_seats();
    const bool by_me = std::find(mine.begin(), mine.end(), body.offer.by) != mine.end();
    if (by_me)
        say(line("You offered " + offer_words(body.offer.kind) + ". Waiting for an answer."));
    else
        say(line(side_and_player(body.offer.by) + " offers " + offer_words(body.offer.kind) +
                 (mine.empty() ? "." : ": accept or decline?")));
}

void Client::on(const Event& event, const OfferClosed& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    switch (body.outcome) {
        case OfferOutcome::declined:
            return say(line("The offer was declined."));
        case OfferOutcome::cancelled:
            return say(line("The offer was taken back."));
        case OfferOutcome::expired:
            return say(line("The offer has expired."));
        case OfferOutcome::accepted:
        case OfferOutcome::superseded:
            return;
    }
}

void Client::on(const Event& event, const BotStatus& body) {
    if (match_of(event) && body.state == BotState::fallback)
        say(line("The computer had to take a move without thinking."));
}

void Client::on(const Event&, const ChatLine& body) {
    say({{"[" + body.from.name + "] ", Tone::strong}, {body.text}});
}

void Client::on(const Event&, const ServerNotice& body) {
    if (!body.text.empty())
        say({{"The server says: " + body.text, Tone::strong}});
    else if (body.kind != NoticeKind::message)
        say({{"The server is about to restart. Games go on afterwards.", Tone::strong}});
}

std::string Client::side_and_player(Side side) const {
    return sides()[at(side)] + " (" + seat_words(table_.match->now().seats[at(side)]) + ")";
}

void Client::tell_start() {
    const MatchSnapshot& now = table_.match->now();
    const GameCard* game = card(now.game);
    Line title{{game ? game->name : now.game, Tone::strong},  {": "},
               {side_and_player(Side::first), Tone::first},   {" against "},
               {side_and_player(Side::second), Tone::second}, {"."}};
    const auto mine = my_seats();
    if (mine.size() == 1) title.push_back({" You are " + sides()[at(mine.front())] + ".", Tone::strong});
    say(std::move(title));
    if (game) screen_.print(legend(now.board, game->kinds, game->sides));
}

void Client::show_board() {
    const MatchSnapshot& now = table_.match->now();
    const GameCard* game = card(now.game);
    const auto mine = my_seats();
    const bool second = mine.size() == 1 && mine.front() == Side::second;
    BoardLook look{settings_.unicode, second != flipped_by_hand_, {}};
    if (now.last_move) look.marked = path_of(now.last_move->move);
    screen_.print(
        board_text(now.board, now.pieces, game ? game->kinds : std::vector<engine::PieceKind>{}, look));
}

void Client::tell_position() {
    const MatchSnapshot& now = table_.match->now();
    show_board();
    if (table_.match->over()) return;
    const std::string clock = clock_words(now.clock);
    const std::string tail = clock.empty() ? "" : "  [" + clock + "]";
    if (my_turn())
        say({{"Your turn, " + sides()[at(now.to_move)] + ": ", Tone::good},
             {counted(table_.match->legal().size(), "legal move") + " (\"moves\" lists them)." + tail}});
    else
        say(line(side_and_player(now.to_move) + " to move." + tail, Tone::faint));
}

void Client::tell_result() {
    const auto mine = my_seats();
    const Result& result = *table_.match->now().result;
    Line told{{"Game over. ", Tone::strong}, {result_words(result, sides()), Tone::strong}};
    if (mine.size() == 1 && result.winner)
        told.push_back({*result.winner == mine.front() ? " You win!" : " You lose.",
                        *result.winner == mine.front() ? Tone::good : Tone::bad});
    say(std::move(told));
    if (!mine.empty()) say(line("\"rematch\" plays again, \"leave\" leaves the table.", Tone::faint));
}

/// Sends the move that is on its way, if the game still is where it was meant for. The same id twice is
/// played once.
void Client::send_move() {
    if (!sent_move_ || !table_.match) return;
    if (table_.match->over() || table_.match->now().turn != sent_move_->turn) {
        sent_move_.reset();
        return;
    }
    const std::string id = sent_move_->id;
    connection_.request<MoveAccepted>(
        MovePlay{sent_move_->turn, sent_move_->move, id, sent_move_->seat},
        [this, id](Answer<MoveAccepted> answer) {
            const bool current = sent_move_ && sent_move_->id == id;
            if (!answer && !answer.error().code) return;  // sent again when the link is back
            if (current) sent_move_.reset();
            if (!answer) complain(answer.error());
            run_lines();
        },
        table_.match->match());
}

}  // namespace pentad::terminal
