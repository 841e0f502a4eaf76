#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/lobby/rooms.hpp"
#include "server/match/match_view.hpp"
#include "server/match/room.hpp"

// The room's part on the board: starting a match, its commands, its announcements, its bots and clocks.
namespace pentad::server {

using protocol::ErrorCode;

namespace {

/// How long an unanswered offer stands.
constexpr milliseconds offer_stands = std::chrono::minutes(5);

MatchSeat seat_from(const StoredChair& chair) {
    MatchSeat seat;
    seat.kind = chair.kind == protocol::ChairKind::bot ? MatchSeat::Kind::bot : MatchSeat::Kind::human;
    seat.player = chair.player;
    seat.name = chair.name;
    seat.level = chair.level;
    seat.seed = chair.seed;
    return seat;
}

}  // namespace

Room::Done Room::start_match() {
    const ServerTime now = ServerClock::now();
    MatchSetup setup;
    setup.id = {random_id("m_")};
    setup.room = settings_.id;
    setup.game = settings_.game;
    setup.options = settings_.options;
    setup.rules_version = engine::find_game(settings_.game)->info().rules_version;
    setup.tc = settings_.tc;
    setup.hotseat = settings_.hotseat;
    setup.started = now;
    if (match_) {
        // Rematch: the same people with the seats swapped.
        setup.seats = {match_->setup().seats[1], match_->setup().seats[0]};
    } else {
        const bool second_chair_first =
            settings_.first_seat == protocol::FirstSeat::chair1 ||
            (settings_.first_seat == protocol::FirstSeat::random && (random_seed() & 1) != 0);
        setup.seats = {seat_from(settings_.chairs[second_chair_first]),
                       seat_from(settings_.chairs[!second_chair_first])};
    }
    for (MatchSeat& seat : setup.seats)
        if (match_ && seat.kind == MatchSeat::Kind::bot) seat.seed = random_seed();
    const MatchId previous = settings_.match;
    StoredRoom changed = settings_;
    changed.match = setup.id;
    std::vector<Record> records = batch(setup, changed);
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return;
    settings_ = changed;
    match_.emplace(std::move(setup));
    stored_events_ = 0;
    match_stream_ = {};
    offers_.clear();
    services_.rooms.match_started(*this, previous);
    for (const auto& member : members_) match_stream_.subscribe(member);
    for (Side side : {Side::first, Side::second})
        told_presence_[index(side)] = presence_of(match_->setup().seats[index(side)].player);
    room_stream_.publish_each([this](const Session& session) {
        protocol::Event event =
            match_event(protocol::MatchStarted{match_->setup().id.text, seat_of(session.player_id()),
                                               match_snapshot(session, true), match_stream_.seq()});
        event.room = settings_.id.text;
        return event;
    });
    tell_changed();
    after_change();
}

Room::Done Room::on(const protocol::MatchWatch& message, FromSession& from) {
    const PlayerId player = from.session->player_id();
    if (!seat_of(player) && !has_member(player)) {
        if (!settings_.spectators) {
            from.session->refuse(from.request.id, ErrorCode::spectators_forbidden);
            co_return;
        }
        if (settings_.visibility == protocol::Visibility::private_ || !settings_.password_hash.empty()) {
            from.session->refuse(from.request.id, ErrorCode::forbidden);
            co_return;
        }
    }
    if (std::find(members_.begin(), members_.end(), from.session) == members_.end()) {
        members_.push_back(from.session);
        from.session->rooms().insert(settings_.id);
    }
    const bool newcomer = !match_stream_.has(*from.session);
    // A seat's owner is back: told before the snapshot, which then goes on from there.
    tell_presence(player);
    match_stream_.subscribe(from.session);
    answer_snapshot(from, message.history);
    if (newcomer && !seat_of(player)) tell_changed();
    rearm();
}

void Room::answer_snapshot(const FromSession& from, bool with_history) {
    protocol::MatchWatched watched{match_stream_.seq(), match_snapshot(*from.session, with_history)};
    from.session->reply({from.request.id, std::move(watched)});
}

Room::Done Room::on(const protocol::MatchUnwatch&, FromSession& from) {
    const auto session = from.session;
    match_stream_.unsubscribe(*session);
    if (!room_stream_.has(*session)) {
        forget(*session);
        tell_presence(session->player_id());
        tell_changed();
    }
    session->reply({from.request.id, protocol::Empty{}});
    rearm();
    co_return;
}

Room::Done Room::on(const protocol::MatchSync& message, FromSession& from) {
    if (!match_stream_.has(*from.session)) {
        from.session->refuse(from.request.id, ErrorCode::bad_request, "Watch the match first.");
        co_return;
    }
    answer_snapshot(from, message.history);
}

bool Room::may_act(const PlayerId& player, Side seat) const {
    const MatchSeat& owner = match_->setup().seats[index(seat)];
    return owner.kind == MatchSeat::Kind::human && owner.player == player;
}

Room::Done Room::on(const protocol::MovePlay& message, FromSession& from) {
    const PlayerId player = from.session->player_id();
    // In a hotseat room the creator moves for whoever's turn it is.
    Side seat = match_->setup().hotseat ? match_->to_move() : seat_of(player).value_or(Side::first);
    if (message.seat) seat = *message.seat;
    if (match_->result()) {
        from.session->refuse(from.request.id, ErrorCode::match_over);
        co_return;
    }
    if (!may_act(player, seat)) {
        from.session->refuse(from.request.id, ErrorCode::not_seated);
        co_return;
    }
    Play play;
    play.seat = seat;
    play.turn = message.turn;
    play.move = message.move;
    play.move_id = message.move_id;
    play.received = from.at;
    const MatchCommand wanted = std::move(play);
    co_await command(wanted, from);
}

Room::Done Room::on(const protocol::MatchResign& message, FromSession& from) {
    const PlayerId player = from.session->player_id();
    const Side own = match_->setup().hotseat ? match_->to_move() : seat_of(player).value_or(Side::first);
    const Side seat = message.seat.value_or(own);
    if (match_->result()) {
        from.session->refuse(from.request.id, ErrorCode::match_over);
    } else if (!may_act(player, seat)) {
        from.session->refuse(from.request.id, ErrorCode::not_seated);
    } else {
        const MatchCommand wanted = Resign{seat};
        co_await command(wanted, from);
    }
}

Room::Done Room::command(const MatchCommand& command, FromSession& from) {
    const auto& session = from.session;
    auto decision = match_->decide(command, ServerClock::now());
    if (const auto* refused = std::get_if<Refused>(&decision)) {
        protocol::ErrorReply error{from.request.id, refused->code, {}, {}};
        if (refused->code == ErrorCode::illegal_move || refused->code == ErrorCode::bad_move_format) {
            error.message = refused->refusal.reason;
            error.detail = protocol::IllegalMove{refused->refusal.reason, refused->refusal.rule,
                                                 refused->refusal.squares};
        }
        session->reply(std::move(error));
        if (refused->send_snapshot) push_snapshot(session);
        co_return;
    }
    if (const auto* again = std::get_if<Duplicate>(&decision)) {
        session->reply({from.request.id,
                        protocol::MoveAccepted{static_cast<int>(again->turn), static_cast<int>(again->ply),
                                               again->hash, again->charged, true}});
        co_return;
    }
    auto& events = std::get<Accepted>(decision).events;
    std::optional<protocol::MoveAccepted> accepted;
    for (const MatchEvent& event : events)
        if (const auto* moved = std::get_if<Moved>(&event))
            accepted =
                protocol::MoveAccepted{static_cast<int>(moved->turn), static_cast<int>(match_->ply() + 1),
                                       moved->position->hash(), moved->charged, false};
    const bool flagged = std::holds_alternative<Play>(command) && !accepted;
    const bool kept = co_await happen(std::move(events));
    if (!kept)
        session->refuse(from.request.id, ErrorCode::storage);
    else if (flagged)
        session->refuse(from.request.id, ErrorCode::match_over);
    else if (accepted)
        session->reply({from.request.id, *accepted});
    else
        session->reply({from.request.id, protocol::Empty{}});
}

Awaitable<bool> Room::happen(std::vector<MatchEvent> events) {
    std::vector<Record> records;
    std::int64_t number = stored_events_;
    for (const MatchEvent& event : events)
        records.emplace_back(AppendedEvent{match_->setup().id, number++, event});
    const bool kept = co_await save(std::move(records));
    if (!kept) co_return false;
    stored_events_ = number;
    for (const MatchEvent& event : events) {
        match_->apply(event);
        announce(event);
    }
    after_change();
    co_return true;
}

void Room::announce(const MatchEvent& event) {
    if (std::holds_alternative<Moved>(event)) {
        protocol::MatchMoved moved = view_last_move(*match_);
        protocol::Event plain = match_event(moved);
        const bool somebody =
            std::any_of(match_stream_.subscribers().begin(), match_stream_.subscribers().end(),
                        [this](const auto& one) { return is_to_move(*one); });
        if (somebody) moved.legal = match_->position().legal_moves();
        match_stream_.publish(std::move(plain), match_event(std::move(moved)),
                              [this](const Session& session) { return is_to_move(session); });
    } else if (std::holds_alternative<Ended>(event)) {
        protocol::MatchEnded ended;
        ended.result = view_result(*match_->result());
        ended.turn = static_cast<int>(match_->turn());
        ended.ply = static_cast<int>(match_->ply());
        ended.clock = view_clock(*match_);
        match_stream_.publish(match_event(std::move(ended)));
        services_.bots.cancel(match_->setup().id);
        services_.rooms.match_over(*this);
        tell_changed();
    }
}

void Room::after_change() {
    const auto& seats = match_->setup().seats;
    const bool only_bots = seats[0].kind == MatchSeat::Kind::bot && seats[1].kind == MatchSeat::Kind::bot;
    if (only_bots && match_->ply() > 0 && services_.bot_pace.count() > 0)
        bot_due_ = ServerClock::now() + services_.bot_pace;
    else
        wake_bot();
    rearm();
}

void Room::wake_bot() {
    if (!match_ || match_->result()) return;
    const MatchSeat& seat = match_->setup().seats[index(match_->to_move())];
    if (seat.kind != MatchSeat::Kind::bot) return;
    BotJob job{match_->setup().id, match_->turn(), match_->position(), {seat.level, seat.seed}};
    services_.bots.think(std::move(job), [&io = services_.io, weak = weak_from_this()](BotMove answer) {
        asio::post(io, [weak, answer = std::move(answer)]() mutable {
            if (const auto room = weak.lock()) room->submit(BotAnswered{std::move(answer)});
        });
    });
}

Room::Done Room::take(BotAnswered& input) {
    const BotMove& answer = input.answer;
    // A late answer: the match went on without it.
    if (closed_ || !match_ || match_->setup().id != answer.match || match_->turn() != answer.turn ||
        match_->result())
        co_return;
    Play play;
    play.seat = match_->to_move();
    play.turn = answer.turn;
    play.move = answer.move;
    play.received = ServerClock::now();
    play.allowance = answer.waited;
    auto decision = match_->decide(play, play.received);
    if (answer.fallback)
        match_stream_.publish(match_event(protocol::BotStatus{play.seat, protocol::BotState::fallback}));
    auto* accepted = std::get_if<Accepted>(&decision);
    if (!accepted) {
        spdlog::error("match {}: the bot's move {} was refused", answer.match.text, answer.move);
        decision = match_->decide(Terminate{{other(play.seat), "bot_failed"}}, play.received);
        accepted = std::get_if<Accepted>(&decision);
    }
    if (!accepted) co_return;
    const bool kept = co_await happen(std::move(accepted->events));
    if (!kept) {
        // The disk may come back: the bot thinks again instead of leaving the match hanging.
        bot_due_ = ServerClock::now() + std::chrono::seconds(1);
        rearm();
    }
}

void Room::wake_up() {
    wake_bot();
    rearm();
}

void Room::rearm() {
    if (closed_) return;
    std::optional<ServerTime> next;
    const auto sooner = [&](std::optional<ServerTime> time) {
        if (time && (!next || *time < *next)) next = time;
    };
    if (match_ && !match_->result()) {
        sooner(match_->deadline());
        sooner(bot_due_);
        if (deserted_) sooner(*deserted_ + abandoned_after);
    } else if (deserted_) {
        sooner(*deserted_ + reaped_after);
    }
    services_.rooms.wake_at(*this, next);
}

bool Room::is_to_move(const Session& receiver) const {
    return !match_->result() && may_act(receiver.player_id(), match_->to_move());
}

protocol::Event Room::match_event(protocol::EventBody body) const {
    protocol::Event event;
    event.match = match_->setup().id.text;
    event.body = std::move(body);
    return event;
}

void Room::push_snapshot(const std::shared_ptr<Session>& session) {
    if (!match_stream_.has(*session)) return;
    protocol::Event event = match_event(match_snapshot(*session, false));
    event.seq = match_stream_.seq();
    event.ts = to_wire(ServerClock::now());
    session->send(to_bytes(protocol::encode(event)));
}

protocol::MatchSnapshot Room::match_snapshot(const Session& receiver, bool with_history) const {
    protocol::MatchSnapshot view = view_match(*match_, is_to_move(receiver), with_history);
    for (std::size_t i = 0; i < 2; ++i) {
        const MatchSeat& seat = match_->setup().seats[i];
        if (seat.kind == MatchSeat::Kind::human) view.seats[i].presence = presence_of(seat.player);
    }
    view.offers = offers_;
    view.spectators = static_cast<int>(
        std::count_if(match_stream_.subscribers().begin(), match_stream_.subscribers().end(),
                      [this](const auto& one) { return one->connected() && !seat_of(one->player_id()); }));
    return view;
}

protocol::MatchSnapshot Room::public_match_snapshot() const { return view_match(*match_, false, true); }

Room::Done Room::on(const protocol::OfferMake& message, FromSession& from) {
    const auto refuse = [&](ErrorCode code) { from.session->refuse(from.request.id, code); };
    const PlayerId player = from.session->player_id();
    const bool hosts_bots = player == settings_.host && !seat_of(player) &&
                            match_->setup().seats[0].kind == MatchSeat::Kind::bot &&
                            match_->setup().seats[1].kind == MatchSeat::Kind::bot;
    const Side seat = message.seat.value_or(seat_of(player).value_or(Side::first));
    if (!hosts_bots && !may_act(player, seat)) {
        refuse(ErrorCode::not_seated);
        co_return;
    }
    if (message.kind != protocol::OfferKind::rematch) {
        refuse(match_->result() ? ErrorCode::match_over : ErrorCode::not_supported);
        co_return;
    }
    if (!match_->result()) {
        refuse(ErrorCode::not_supported);
        co_return;
    }
    const auto own =
        std::find_if(offers_.begin(), offers_.end(), [&](const auto& offer) { return offer.by == seat; });
    if (own != offers_.end()) {
        refuse(ErrorCode::offer_exists);
        co_return;
    }
    // An equal offer of the other side, or nobody there who has to be asked, is agreement.
    const bool crossing = !offers_.empty();
    const MatchSeat& opponent = match_->setup().seats[index(other(seat))];
    const bool agreed =
        crossing || hosts_bots || match_->setup().hotseat || opponent.kind == MatchSeat::Kind::bot;
    protocol::Offer offer;
    offer.offer = random_id("o_");
    offer.kind = message.kind;
    offer.by = seat;
    offer.turn = static_cast<int>(match_->turn());
    offer.expires_at = to_wire(ServerClock::now() + offer_stands);
    const std::string id = offer.offer;
    if (!crossing) {
        offers_.push_back(offer);
        match_stream_.publish(match_event(protocol::OfferMade{offer}));
    }
    if (agreed) {
        close_offers(protocol::OfferOutcome::accepted);
        co_await start_match();
    }
    from.session->reply({from.request.id, protocol::OfferPlaced{id}});
}

Room::Done Room::on(const protocol::OfferAnswer& message, FromSession& from) {
    const auto refuse = [&](ErrorCode code) { from.session->refuse(from.request.id, code); };
    const auto seat = seat_of(from.session->player_id());
    const auto offer = std::find_if(offers_.begin(), offers_.end(),
                                    [&](const auto& one) { return one.offer == message.offer; });
    if (!seat) {
        refuse(ErrorCode::not_seated);
    } else if (offer == offers_.end()) {
        refuse(ErrorCode::offer_gone);
    } else if (offer->by == *seat) {
        refuse(ErrorCode::offer_invalid);
    } else {
        close_offers(message.accept ? protocol::OfferOutcome::accepted : protocol::OfferOutcome::declined);
        if (message.accept) co_await start_match();
        from.session->reply({from.request.id, protocol::Empty{}});
    }
}

Room::Done Room::on(const protocol::OfferCancel& message, FromSession& from) {
    const auto seat = seat_of(from.session->player_id());
    const auto offer = std::find_if(offers_.begin(), offers_.end(),
                                    [&](const auto& one) { return one.offer == message.offer; });
    if (!seat) {
        from.session->refuse(from.request.id, ErrorCode::not_seated);
    } else if (offer == offers_.end() || offer->by != *seat) {
        from.session->refuse(from.request.id, ErrorCode::offer_gone);
    } else {
        close_offers(protocol::OfferOutcome::cancelled);
        from.session->reply({from.request.id, protocol::Empty{}});
    }
    co_return;
}

void Room::close_offers(protocol::OfferOutcome outcome) {
    const std::vector<protocol::Offer> closed = std::move(offers_);
    offers_.clear();
    for (const protocol::Offer& offer : closed)
        match_stream_.publish(match_event(protocol::OfferClosed{offer.offer, outcome}));
}

}  // namespace pentad::server
