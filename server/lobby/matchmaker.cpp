#include "server/lobby/matchmaker.hpp"

#include <algorithm>

namespace pentad::server {

using protocol::ErrorCode;

namespace {

/// The bot's level when the player names none: it answers at once and beats a beginner.
constexpr int usual_bot_level = 3;
/// When a bot that could not be brought is tried again.
constexpr milliseconds bot_again_after = std::chrono::seconds(5);
/// A longer wait for a bot is forever.
constexpr milliseconds longest_wait = std::chrono::hours(24);

void refuse(Session& session, const protocol::RequestId& id, protocol::ErrorReply error) {
    error.re = id;
    session.reply(std::move(error));
}

}  // namespace

Matchmaker::Matchmaker(asio::io_context& io, RoomService& rooms, const BlockList& blocks,
                       const EarlyExits& early_exits, const protocol::TimeLimits& time_limits,
                       std::function<ServerTime()> now)
    : rooms_(rooms),
      blocks_(blocks),
      early_exits_(early_exits),
      time_limits_(time_limits),
      now_(std::move(now)),
      timer_(io.get_executor()) {}

Planned<StoredRoom> Matchmaker::plan(const Session& session, const MatchmakingQueue::Wish& wish,
                                     int bot_level) const {
    protocol::RoomCreate wanted;
    wanted.game = wish.game;
    wanted.tc = wish.tc;
    wanted.seats[1].kind = protocol::ChairKind::bot;
    wanted.seats[1].level = bot_level;
    return plan_room(wanted, session.player(), time_limits_, nullptr, {});
}

void Matchmaker::join(const std::shared_ptr<Session>& session, const protocol::RequestId& id,
                      const protocol::QueueJoin& message) {
    const PlayerId player = session->player_id();
    const ServerTime now = now_();
    if (queue_.has(player)) return session->refuse(id, ErrorCode::already_queued);
    if (const milliseconds wait = early_exits_.wait(player, now); wait.count() > 0)
        return session->reply({id, ErrorCode::aborted_too_often, {}, protocol::RetryAfter{wait}});
    if (auto refused = rooms_.no_more_rooms(*session)) return refuse(*session, id, std::move(*refused));
    const int bot_level = message.bot_level.value_or(usual_bot_level);
    auto planned = plan(*session, {message.game, message.tc}, bot_level);
    if (!planned) return session->refuse(id, planned.error().code, planned.error().text);
    const MatchmakingQueue::Wish wish{planned->game, planned->tc};
    if (auto partner = queue_.take_partner(wish, player, blocks_))
        return pair(std::move(*planned), std::move(*partner), session, id);
    std::optional<ServerTime> bot_at;
    if (message.bot_after) bot_at = now + std::min<milliseconds>(*message.bot_after, longest_wait);
    queue_.add({session, wish, bot_at, bot_level});
    session->reply({id, protocol::Empty{}});
    wait_for_bots();
}

void Matchmaker::pair(StoredRoom room, Waiting partner, const std::shared_ptr<Session>& session,
                      const protocol::RequestId& id) {
    // The player who has waited longer is the host.
    room.chairs = {chair_of_person(partner.session->player()), chair_of_person(session->player())};
    const std::vector<std::shared_ptr<Session>> people{partner.session, session};
    gather(std::move(room), people, [this, session, id, partner = std::move(partner)](bool kept) {
        if (kept) return session->reply({id, protocol::Empty{}});
        if (partner.session->connected() && !queue_.has(partner.session->player_id())) {
            queue_.put_back(partner);
            wait_for_bots();
        }
        session->refuse(id, ErrorCode::storage);
    });
}

void Matchmaker::gather(StoredRoom room, std::vector<std::shared_ptr<Session>> people,
                        std::function<void(bool)> done) {
    const auto opened = rooms_.open(std::move(room), *people.front());
    opened->submit(Gathered{std::move(people), std::move(done)});
}

void Matchmaker::bring_bots() {
    const ServerTime now = now_();
    for (Waiting& waiting : queue_.take_due(now)) {
        auto planned = plan(*waiting.session, waiting.wish, waiting.bot_level);
        if (!planned || rooms_.no_more_rooms(*waiting.session)) {
            waiting.bot_at = now + bot_again_after;
            queue_.put_back(std::move(waiting));
            continue;
        }
        const std::vector<std::shared_ptr<Session>> people{waiting.session};
        gather(std::move(*planned), people, [this, waiting](bool kept) mutable {
            if (kept || !waiting.session->connected() || queue_.has(waiting.session->player_id())) return;
            waiting.bot_at = now_() + bot_again_after;
            queue_.put_back(std::move(waiting));
            wait_for_bots();
        });
    }
    wait_for_bots();
}

void Matchmaker::wait_for_bots() {
    const auto due = queue_.next_due();
    if (!due) {
        timer_.cancel();
        return;
    }
    timer_.expires_after(std::max(*due - now_(), ServerTime::duration::zero()));
    timer_.async_wait([this](boost::system::error_code error) {
        if (!error) bring_bots();
    });
}

}  // namespace pentad::server
