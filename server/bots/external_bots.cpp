#include "server/bots/external_bots.hpp"

#include <algorithm>

#include "server/lobby/rooms.hpp"

namespace pentad::server {

void ExternalBots::put(Offer offer) {
    const auto session = offer.session;
    offers_[session->player_id()] = std::move(offer);
    link_changed(session);
}

void ExternalBots::remove(const Session& session) {
    const auto found = offers_.find(session.player_id());
    if (found != offers_.end() && found->second.session.get() == &session) offers_.erase(found);
}

void ExternalBots::link_changed(const std::shared_ptr<Session>& session) const {
    const auto found = offers_.find(session->player_id());
    if (found == offers_.end() || found->second.session != session) return;
    for (const auto& room : rooms_.playing(session->player_id())) room->submit(LinkChanged{session});
}

std::shared_ptr<Session> ExternalBots::connected(const PlayerId& bot) const {
    const auto found = offers_.find(bot);
    const bool here = found != offers_.end() && found->second.session->connected();
    return here ? found->second.session : nullptr;
}

std::map<PlayerId, int> ExternalBots::engaged() const {
    std::map<PlayerId, int> seats;
    for (const auto& [id, room] : rooms_.all()) {
        if (room->state() == protocol::RoomState::over) continue;
        for (const StoredChair& chair : room->settings().chairs)
            if (chair.kind == protocol::ChairKind::bot && !chair.player.empty()) ++seats[chair.player];
    }
    return seats;
}

std::optional<protocol::Player> ExternalBots::available(const PlayerId& bot, const std::string& game,
                                                        int seats) const {
    const auto session = connected(bot);
    if (!session) return std::nullopt;
    const Offer& offer = offers_.at(bot);
    if (std::find(offer.games.begin(), offer.games.end(), game) == offer.games.end()) return std::nullopt;
    if (engaged()[bot] + seats > offer.slots) return std::nullopt;
    return session->player();
}

protocol::BotList ExternalBots::list(const std::string& game) const {
    const auto taken = engaged();
    protocol::BotList list;
    for (const auto& [bot, offer] : offers_) {
        if (!offer.session->connected()) continue;
        if (!game.empty() && std::find(offer.games.begin(), offer.games.end(), game) == offer.games.end())
            continue;
        const auto seats = taken.find(bot);
        const int engaged_now = seats == taken.end() ? 0 : seats->second;
        list.bots.push_back(
            {offer.session->player(), offer.games, offer.slots, std::max(0, offer.slots - engaged_now)});
    }
    return list;
}

}  // namespace pentad::server
