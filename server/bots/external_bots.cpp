#include "server/bots/external_bots.hpp"

#include <algorithm>

#include "server/match/seats.hpp"
#include "server/session/send_unsequenced.hpp"

namespace pentad::server {

void ExternalBots::put(Offer offer) {
    const auto session = offer.session;
    offers_[session->player_id()] = std::move(offer);
    connection_changed(session);
}

void ExternalBots::remove(const Session& session) {
    const auto found = offers_.find(session.player_id());
    if (found != offers_.end() && found->second.session.get() == &session) offers_.erase(found);
}

void ExternalBots::connection_changed(const std::shared_ptr<Session>& session) const {
    const auto found = offers_.find(session->player_id());
    if (found == offers_.end() || found->second.session != session) return;
    matches_.tell_matches(session);
}

void ExternalBots::tell_seated(const MatchSetup& setup, ServerTime now) const {
    for (const Side side : both_sides) {
        if (!is_external_bot(seat_at(setup, side))) continue;
        const auto session = connected(seat_at(setup, side).player);
        if (!session) continue;
        protocol::Event event;
        event.match = setup.id.text;
        event.body = protocol::BotSeated{setup.game, setup.options, side};
        send_unsequenced(*session, std::move(event), now);
    }
}

std::shared_ptr<Session> ExternalBots::connected(const PlayerId& bot) const {
    const auto found = offers_.find(bot);
    const bool here = found != offers_.end() && found->second.session->connected();
    return here ? found->second.session : nullptr;
}

int ExternalBots::engaged(const PlayerId& bot) const {
    const auto starting = starting_->find(bot);
    return matches_.seats_of(bot) + (starting == starting_->end() ? 0 : starting->second);
}

std::optional<protocol::Player> ExternalBots::available(const PlayerId& bot, const std::string& game,
                                                        int seats) const {
    const auto session = connected(bot);
    if (!session) return std::nullopt;
    const Offer& offer = offers_.at(bot);
    if (std::find(offer.games.begin(), offer.games.end(), game) == offer.games.end()) return std::nullopt;
    if (engaged(bot) + seats > offer.slots) return std::nullopt;
    return session->player();
}

std::optional<ExternalBots::Engagement> ExternalBots::engage(const std::array<MatchSeat, 2>& seats,
                                                             const std::string& game) {
    std::map<PlayerId, int> wanted;
    for (const MatchSeat& seat : seats)
        if (seat.kind == MatchSeat::Kind::bot && !seat.player.empty()) ++wanted[seat.player];
    for (const auto& [bot, count] : wanted)
        if (!available(bot, game, count)) return std::nullopt;
    return Engagement(starting_, std::move(wanted));
}

ExternalBots::Engagement::Engagement(std::shared_ptr<Seats> starting, Seats seats)
    : starting_(std::move(starting)), seats_(std::move(seats)) {
    for (const auto& [bot, count] : seats_) (*starting_)[bot] += count;
}

ExternalBots::Engagement::~Engagement() {
    if (!starting_) return;
    for (const auto& [bot, count] : seats_)
        if (((*starting_)[bot] -= count) == 0) starting_->erase(bot);
}

protocol::BotList ExternalBots::list(const std::string& game) const {
    protocol::BotList list;
    for (const auto& [bot, offer] : offers_) {
        if (!offer.session->connected()) continue;
        if (!game.empty() && std::find(offer.games.begin(), offer.games.end(), game) == offer.games.end())
            continue;
        list.bots.push_back(
            {offer.session->player(), offer.games, offer.slots, std::max(0, offer.slots - engaged(bot))});
    }
    return list;
}

}  // namespace pentad::server
