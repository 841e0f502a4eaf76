#include <algorithm>
#include <random>
#include <utility>

#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/model/link.hpp"
#include "clients/terminal/model/session.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

std::string new_move_id() {
    static std::mt19937_64 random{(std::uint64_t{std::random_device{}()} << 32) ^ std::random_device{}()};
    static constexpr char digits[] = "0123456789abcdef";
    std::string id;
    for (int i = 0; i < 24; ++i) id += digits[random() & 15];
    return id;
}

bool is_unknown(const std::optional<ErrorCode>& code) {
    return code == ErrorCode::room_not_found || code == ErrorCode::invite_invalid ||
           code == ErrorCode::bad_request;
}

}  // namespace

/// Something whose refusal does not matter.
void Session::tell_server(ClientMessage message, const std::string& room) {
    connection_.request<Empty>(
        std::move(message), [](const tl::expected<Empty, Problem>&) {}, "", room);
}

void Session::list_rooms(std::optional<int> count, std::function<void(LobbyState)> done) {
    if (count) count = std::clamp(*count, 1, std::max(most_lobby_rooms_, 1));
    ask<LobbySubscribed>(LobbySubscribe{std::nullopt, count},
                         [this, done = std::move(done)](LobbySubscribed lobby) {
                             done(lobby_state(std::move(lobby.snapshot)));
                             // The list is shown once, so there is no need for what changes in it.
                             if (!follows_lobby_) tell_server(LobbyUnsubscribe{});
                         });
}

void Session::follow_lobby() {
    follows_lobby_ = true;
    if (!connection_.is_online()) return;
    ask<LobbySubscribed>(LobbySubscribe{std::nullopt, lobby_limit_}, [this](LobbySubscribed lobby) {
        connection_.streams().follow("lobby", lobby.seq);
        lobby_ = lobby_state(std::move(lobby.snapshot));
    });
}

bool Session::has_more_rooms() const { return lobby_.unlisted() > 0 && lobby_.limit < most_lobby_rooms_; }

void Session::more_rooms() {
    if (!has_more_rooms()) return;
    lobby_limit_ = std::min(2 * lobby_.limit, most_lobby_rooms_);
    follow_lobby();
}

void Session::leave_lobby() {
    if (!std::exchange(follows_lobby_, false) || !connection_.is_online()) return;
    connection_.streams().forget("lobby");
    tell_server(LobbyUnsubscribe{});
}

void Session::join(std::vector<RoomJoin> ways, std::string match) {
    if (ways.empty()) {
        if (match.empty()) return face_.complained(tr("There is no such table."));
        return open_match(match);
    }
    const RoomJoin first = ways.front();
    ways.erase(ways.begin());
    ++waiting_;
    connection_.request<RoomEntered>(first, [this, first, ways = std::move(ways), match = std::move(match)](
                                                tl::expected<RoomEntered, Problem> answer) {
        --waiting_;
        if (answer)
            enter(std::move(*answer), false);
        else if (is_unknown(answer.error().code))
            join(ways, match);
        else if (answer.error().code == ErrorCode::bad_password && first.password.empty())
            face_.password_wanted(first);
        else
            complain(answer.error());
        face_.changed();
    });
}

void Session::join(const std::string& what, const std::string& password) {
    const auto named = named_by(what, settings_.server);
    if (!named) return face_.complained(named.error());
    RoomJoin by_room, by_code, by_invite;
    by_room.password = by_code.password = by_invite.password = password;
    by_room.room = by_code.code = by_invite.invite = *named;
    join({by_code, by_room, by_invite}, *named);
}

void Session::watch(const std::string& what, const std::string& password) {
    const auto named = named_by(what, settings_.server);
    if (!named) return face_.complained(named.error());
    RoomJoin by_room, by_code;
    by_room.password = by_code.password = password;
    by_room.seat = by_code.seat = JoinSeat::watch;
    by_room.room = by_code.code = *named;
    join({by_code, by_room}, *named);
}

void Session::open_match(const std::string& match) {
    ++waiting_;
    connection_.request<MatchWatched>(
        MatchWatch{true},
        [this, match](Answer<MatchWatched> answer) {
            --waiting_;
            const bool here = table_.match && table_.match->match() == match;
            if (answer && (here || !answer->snapshot.result)) {
                if (here || make_way_for(answer->snapshot)) take_watched(match, std::move(*answer));
            } else if (answer || answer.error().code == ErrorCode::match_not_found ||
                       answer.error().code == ErrorCode::bad_request) {
                if (answer)
                    connection_.request<Empty>(
                        MatchUnwatch{}, [](const tl::expected<Empty, Problem>&) {}, match);
                show_record(match, tr("There is no such table or match."));
            } else {
                complain(answer.error());
            }
            face_.changed();
        },
        match);
}

/// A game of ours that goes on at the table is put aside for another of ours: both stay among our matches.
/// False, with a complaint, when it may not be left.
bool Session::make_way_for(const MatchSnapshot& match) {
    const bool ours = std::any_of(match.seats.begin(), match.seats.end(),
                                  [this](const Seat& seat) { return seat.player.id == me_.id; });
    if (!ours || !table_.playing() || my_seats().empty()) return leave_finished_table();
    table_ = {};
    sent_move_.reset();
    return true;
}

void Session::open_record(const std::string& what) {
    const auto named = named_by(what, settings_.server);
    if (!named) return face_.complained(named.error());
    show_record(*named, tr("There is no such match."));
}

void Session::show_record(const std::string& match, const std::string& unknown) {
    ++waiting_;
    fetch_record(io_, settings_.server, match, [this, unknown](const HttpBody& record) {
        --waiting_;
        if (record)
            face_.record_opened(*record);
        else
            face_.complained(record.error().status == 404 ? unknown : record.error().text);
        face_.changed();
    });
}

bool Session::leave_finished_table() {
    if (table_.playing() && !my_seats().empty()) {
        face_.complained(tr("You are in the middle of a game. \"leave\" or \"resign\" first."));
        return false;
    }
    if (std::exchange(seeking_, std::nullopt)) tell_server(QueueLeave{});
    if (!table_.room.empty()) {
        tell_server(RoomLeave{}, table_.room);
        connection_.streams().forget("room:" + table_.room);
    }
    if (table_.match) connection_.streams().forget("match:" + table_.match->match());
    table_ = {};
    return true;
}

void Session::leave(std::function<void()> done) {
    const std::string match = table_.match ? table_.match->match() : "";
    const auto left = [this, match, done = std::move(done)](Empty) {
        connection_.streams().forget("room:" + table_.room);
        if (!match.empty()) connection_.streams().forget("match:" + match);
        table_ = {};
        sent_move_.reset();
        done();
    };
    if (table_.room.empty()) return ask<Empty>(MatchUnwatch{}, left, match);
    ask<Empty>(RoomLeave{}, left, "", table_.room);
}

void Session::play(const std::string& move) {
    sent_move_ = SentMove{table_.match->now().turn, move, new_move_id()};
    send_move();
}

/// Sends the move that is on its way, if the game still is where it was meant for. The same id twice is
/// played once.
void Session::send_move() {
    if (!sent_move_ || !table_.match) return;
    if (table_.match->over() || table_.match->now().turn != sent_move_->turn) {
        sent_move_.reset();
        return;
    }
    const std::string id = sent_move_->id;
    connection_.request<MoveAccepted>(
        MovePlay{sent_move_->turn, sent_move_->move, id, std::nullopt},
        [this, id](Answer<MoveAccepted> answer) {
            if (!answer && !answer.error().code) return;  // sent again when the link is back
            if (sent_move_ && sent_move_->id == id) sent_move_.reset();
            if (!answer) complain(answer.error());
            face_.changed();
        },
        table_.match->match());
}

void Session::resign() {
    if (!table_.match) return;
    MatchResign request;
    if (my_seats().size() == 2) request.seat = table_.match->now().to_move;
    ask<Empty>(
        request, [](Empty) {}, table_.match->match());
}

void Session::offer(OfferKind kind, std::optional<int> plies) {
    if (!table_.match) return;
    OfferMake request{kind, plies, {}};
    const bool both_mine = my_seats().size() == 2;
    // At one keyboard somebody wants their last move back, so it is the other side's turn.
    if (both_mine && kind == OfferKind::takeback)
        request.plies = plies.value_or(1);
    else if (both_mine)
        request.seat = table_.match->now().to_move;
    ask<OfferPlaced>(
        request, [](const OfferPlaced&) {}, table_.match->match());
}

/// The newest is what the person has just been told; none: there is none.
const Offer* Session::newest_offer_of_others() const {
    if (!table_.match) return nullptr;
    const auto mine = my_seats();
    const auto& offers = table_.match->now().offers;
    const auto found = std::find_if(offers.rbegin(), offers.rend(), [&](const Offer& offer) {
        // Two people at one keyboard answer each other.
        const bool own = std::find(mine.begin(), mine.end(), offer.by) != mine.end();
        return !own || mine.size() != 1;
    });
    return found == offers.rend() ? nullptr : &*found;
}

std::optional<OfferKind> Session::offer_to_answer() const {
    const Offer* offer = newest_offer_of_others();
    return offer ? std::optional(offer->kind) : std::nullopt;
}

void Session::answer_offer(bool accept) {
    const Offer* offer = newest_offer_of_others();
    if (offer == nullptr) return face_.complained(tr("There is no offer to answer."));
    ask<Empty>(
        OfferAnswer{offer->offer, accept}, [](Empty) {}, table_.match->match());
}

void Session::claim() {
    if (!table_.match) return;
    ask<Empty>(
        ClaimWin{}, [](Empty) {}, table_.match->match());
}

void Session::hint(std::function<void(const Hint&)> done) {
    if (!table_.match) return;
    ++waiting_;
    connection_.request<Hint>(
        HintGet{table_.match->now().turn},
        [this, done = std::move(done)](const Answer<Hint>& hint) {
            --waiting_;
            if (!hint && hint.error().code == ErrorCode::bot_unavailable)
                face_.complained(tr("The computer has found no hint in time. Ask once more."));
            else if (!hint)
                complain(hint.error());
            else if (table_.match && table_.match->now().turn == hint->turn) {
                table_.hint = *hint;
                done(*hint);
            }
            face_.changed();
        },
        table_.match->match());
}

void Session::chat(const std::string& text) {
    ChatSend request{ChatChannel::lobby, text};
    std::string match, room;
    if (table_.match && (table_.playing() || table_.room.empty())) {
        request.channel = my_seats().empty() ? ChatChannel::watchers : ChatChannel::match;
        match = table_.match->match();
    } else if (!table_.room.empty()) {
        request.channel = ChatChannel::room;
        room = table_.room;
    }
    ask<Empty>(
        std::move(request), [](Empty) {}, match, room);
}

void Session::block(const Player& player, bool on) {
    ask<Empty>(PlayerBlock{player.id, on}, [this, player, on](Empty) {
        if (on) {
            const auto is_theirs = [&](const PastLine& line) { return line.from.id == player.id; };
            std::erase_if(lobby_.chat, is_theirs);
            std::erase_if(table_.chat, is_theirs);
        }
        face_.said({{player.name, Tone::strong},
                    {on ? tr(" is blocked: you read nothing of theirs, and are not brought together.")
                        : tr(" is not blocked any more.")}});
    });
}

void Session::blocks(std::function<void(const std::vector<Player>&)> done) {
    ask<BlockedPlayers>(PlayerBlocks{},
                        [done = std::move(done)](const BlockedPlayers& blocked) { done(blocked.players); });
}

void Session::report(const Player& player, Complaint complaint) {
    // What it is about is where we are.
    const std::string match = table_.match ? table_.match->match() : "";
    ask<Empty>(
        PlayerReport{player.id, complaint.reason, std::move(complaint.text)},
        [this, player](Empty) {
            face_.said({{tr("Those who run the server will look at what you say of ")},
                        {player.name, Tone::strong},
                        {"."}});
        },
        match, match.empty() ? table_.room : "");
}

void Session::rename(std::string name) {
    sign_in_.rename(std::move(name));
    told_identity_ = false;
    link_ = {};
    connection_.restart();
}

void Session::my_matches(std::optional<std::string> before, std::function<void(const MyMatches&)> done) {
    ask<MyMatches>(MatchesMine{std::move(before)}, std::move(done));
}

}  // namespace pentad::terminal
