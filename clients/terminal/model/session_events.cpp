#include <algorithm>
#include <utility>

#include "clients/terminal/model/session.hpp"
#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

std::size_t at(Side side) { return static_cast<std::size_t>(engine::index(side)); }

}  // namespace

void Session::enter(RoomEntered entered, bool again) {
    if (table_.room != entered.room) table_ = {};
    table_.room = entered.room;
    table_.chair = entered.seat;
    connection_.streams().follow("room:" + entered.room, entered.seq);
    const RoomSummary& room = entered.snapshot.summary;
    if (!again) {
        const GameCard* game = card(room.game);
        face_.said({{tr("Table ")},
                    {entered.code.empty() ? entered.room : entered.code, Tone::strong},
                    {": " + (game ? game->name : room.game) + ", " + time_control_words(room.tc) +
                     (entered.seat ? "." : tr(". You are watching."))}});
        const bool waits = std::any_of(room.seats.begin(), room.seats.end(), [](const Chair& chair) {
            return chair.kind != ChairKind::bot && !chair.player;
        });
        const bool is_secret = room.visibility == Visibility::private_ && !entered.invite.empty();
        if (waits && room.state == RoomState::open && entered.seat)
            face_.said(line(tr("Waiting for an opponent, who types: join {}",
                               (is_secret ? entered.invite : entered.code))));
    }
    const auto match = room.match;
    take_room(std::move(entered.snapshot), /*tell=*/false);
    const bool known = table_.match && match && table_.match->match() == *match;
    if (match && !known) fetch_match(*match);
}

void Session::take_room(RoomSnapshot snapshot, bool tell) {
    if (tell && table_.snapshot) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Chair& before = table_.snapshot->summary.seats[i];
            const Chair& now = snapshot.summary.seats[i];
            const std::string was = before.player ? before.player->id : "";
            const std::string is = now.player ? now.player->id : "";
            if (was == is) continue;
            if (!was.empty() && was != me_.id) face_.said(line(tr("{} has left.", chair_words(before))));
            if (!is.empty() && is != me_.id) face_.said(line(tr("{} sits down.", chair_words(now))));
        }
    }
    if (table_.chair) {
        const auto& chair = snapshot.summary.seats[at(*table_.chair)];
        if (!chair.player || chair.player->id != me_.id) {
            table_.chair.reset();
            face_.said(
                line(tr("You have lost your seat at this table; \"join\" with its code takes a free one.")));
        }
    }
    for (PastLine& past : std::exchange(snapshot.chat, {})) {
        const auto& have = table_.chat;
        if (std::find(have.begin(), have.end(), past) == have.end()) add_line(table_.chat, std::move(past));
    }
    table_.snapshot = std::move(snapshot);
    get_ready();
}

/// Whoever sits at a table in a terminal wants to play: there is no separate word for it.
void Session::get_ready() {
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

void Session::on(const Event& event, const LobbySnapshot& body) {
    if (event.game.empty()) lobby_ = lobby_state(body);
}

void Session::on(const Event& event, const LobbyDelta& body) {
    if (event.game.empty()) apply(lobby_, body);
}

void Session::on(const Event& event, const RoomChanged& body) {
    if (event.room == table_.room) take_room(body.snapshot, /*tell=*/true);
}

void Session::on(const Event& event, const RoomSnapshot& body) {
    if (event.room == table_.room)
        take_room(body, /*tell=*/false);
    else if (seeking_)
        found_opponent(event.room, body);
}

void Session::on(const Event& event, const RoomClosed& body) {
    if (event.room != table_.room) return;
    connection_.streams().forget("room:" + table_.room);
    const bool playing = table_.match && !table_.match->over();
    if (playing) {
        table_.snapshot.reset();
        return;
    }
    face_.said(
        line(tr("The table is closed{}", (body.reason.empty() ? "." : ": " + as_clause(body.reason) + "."))));
    table_ = {};
}

void Session::on(const Event& event, const MatchStarted& body) {
    if (event.room != table_.room && !table_.room.empty()) return;
    if (table_.match && table_.match->match() != body.match)
        connection_.streams().forget("match:" + table_.match->match());
    table_.match.reset();
    take_match(body.match.empty() ? event.match : body.match, body.snapshot);
}

void Session::on(const Event& event, const MatchSnapshot& body) {
    if (match_of(event)) take_match(event.match, body);
}

void Session::new_position() {
    table_.bots.clear();
    table_.hint.reset();
    face_.position_changed();
}

MatchView* Session::match_of(const Event& event) {
    return table_.match && table_.match->match() == event.match ? &*table_.match : nullptr;
}

/// A snapshot, at the start or after something was missed: tells what is new.
void Session::take_match(const std::string& match, MatchSnapshot snapshot) {
    const bool known = table_.match && table_.match->match() == match;
    const int turn_before = known ? table_.match->now().turn : -1;
    const bool over_before = known && table_.match->over();
    if (known)
        table_.match->reset(std::move(snapshot));
    else
        table_.match.emplace(match, std::move(snapshot));
    for (const PastLine& past : table_.match->now().chat)
        if (std::find(table_.chat.begin(), table_.chat.end(), past) == table_.chat.end())
            add_line(table_.chat, past);
    const bool moved = table_.match->now().turn != turn_before;
    if (!known) face_.match_began();
    const MatchSnapshot& now = table_.match->now();
    if (!known && now.rated) face_.said(line(tr("This game is rated.")));
    if (!known && now.unrated)
        face_.said(line(tr("This game is not rated: both players come from the same network.")));
    if (moved) new_position();
    if (table_.match->over() && !over_before) face_.match_ended();
    if (!known)
        for (const Offer& offer : table_.match->now().offers) tell_offer(offer);
    send_move();
}

void Session::on(const Event& event, const MatchMoved& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    const bool mine = sent_move_ && sent_move_->turn < body.turn;
    if (mine) sent_move_.reset();
    face_.moved(body);
    new_position();
}

void Session::on(const Event& event, const MatchTakenBack& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    sent_move_.reset();
    face_.said(line(tr("{} taken back.", counted(static_cast<std::size_t>(body.plies), "move"))));
    new_position();
}

void Session::on(const Event& event, const MatchClock& body) {
    if (MatchView* match = match_of(event)) match->apply(body);
}

void Session::on(const Event& event, const MatchEnded& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    sent_move_.reset();
    table_.bots.clear();
    face_.match_ended();
}

void Session::on(const Event& event, const SeatPresence& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    const Presence before = match->now().seats[at(body.seat)].presence;
    match->apply(body);
    const Player& player = match->now().seats[at(body.seat)].player;
    if (before == body.state || player.id == me_.id) return;
    const std::string is = body.state == Presence::online ? tr(" is back.")
                           : body.state == Presence::away ? tr(" has lost the connection.")
                                                          : tr(" is gone.");
    face_.said(line(player.name + is));
}

void Session::on(const Event& event, const OfferMade& body) {
    MatchView* match = match_of(event);
    if (!match) {
        // A rematch of the game at our table, which is not shown here: the offer comes with it.
        if (!event.room.empty() && event.room == table_.room) fetch_match(event.match);
        return;
    }
    match->apply(body);
    tell_offer(body.offer);
}

void Session::tell_offer(const Offer& offer) {
    const auto mine = my_seats();
    // At one keyboard it is carried out at once.
    if (mine.size() == 2) return;
    const bool by_me = std::find(mine.begin(), mine.end(), offer.by) != mine.end();
    if (by_me)
        face_.said(line(tr("You offered {}. Waiting for an answer.", offer_words(offer.kind))));
    else
        face_.said(line(tr("{} offered {}{}", side_and_player(offer.by), offer_words(offer.kind),
                           (mine.empty() ? "." : tr(": accept or decline?")))));
}

void Session::on(const Event& event, const OfferClosed& body) {
    MatchView* match = match_of(event);
    if (!match) return;
    match->apply(body);
    switch (body.outcome) {
        case OfferOutcome::declined:
            return face_.said(line(tr("The offer was declined.")));
        case OfferOutcome::cancelled:
            return face_.said(line(tr("The offer was taken back.")));
        case OfferOutcome::expired:
            return face_.said(line(tr("The offer has expired.")));
        case OfferOutcome::accepted:
        case OfferOutcome::superseded:
            return;
    }
}

void Session::on(const Event& event, const BotStatus& body) {
    if (!match_of(event)) return;
    table_.bots[body.seat] = body.state;
    if (body.state == BotState::fallback)
        face_.said(line(tr("The computer had to take a move without thinking.")));
}

void Session::on(const Event& event, const ChatLine& body) {
    const bool lobby = body.channel == ChatChannel::lobby;
    add_line(lobby ? lobby_.chat : table_.chat, {body.channel, body.from, body.text, event.ts});
    face_.said({{"[" + body.from.name + "] ", Tone::strong}, {body.text}});
}

void Session::on(const Event&, const ServerNotice& body) {
    if (!body.text.empty())
        face_.said({{tr("The server says: {}", body.text), Tone::strong}});
    else if (body.kind != NoticeKind::message)
        face_.said({{tr("The server is about to restart. Games go on afterwards."), Tone::strong}});
}

}  // namespace pentad::terminal
