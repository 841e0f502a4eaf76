#include "clients/terminal/net/streams.hpp"

namespace pentad::terminal {
namespace {

template <class... Bodies>
bool is_any(const protocol::EventBody& body) {
    return (std::holds_alternative<Bodies>(body) || ...);
}

}  // namespace

std::string Streams::key(const protocol::Event& event) {
    using namespace protocol;
    if (!event.seq) return "";
    const bool of_room = is_any<RoomSnapshot, RoomChanged, RoomClosed, MatchStarted>(event.body);
    if (!event.match.empty() && !of_room) return "match:" + event.match;
    if (!event.room.empty()) return "room:" + event.room;
    return event.game.empty() ? "lobby" : "lobby:" + event.game;
}

Streams::Verdict Streams::accept(const protocol::Event& event) {
    const std::string stream = key(event);
    if (stream.empty()) return Verdict::deliver;
    const std::int64_t seq = *event.seq;
    const bool snapshot =
        is_any<protocol::LobbySnapshot, protocol::RoomSnapshot, protocol::MatchSnapshot>(event.body);
    const auto known = seen_.find(stream);
    if (snapshot || known == seen_.end()) {
        if (known != seen_.end() && seq < known->second) return Verdict::old;
        seen_[stream] = seq;
    } else {
        if (seq <= known->second) return Verdict::old;
        if (seq != known->second + 1) return Verdict::gap;
        known->second = seq;
    }
    if (const auto* started = std::get_if<protocol::MatchStarted>(&event.body))
        seen_["match:" + event.match] = started->seq;
    return Verdict::deliver;
}

std::vector<std::string> Streams::behind(const std::map<std::string, std::int64_t>& sent) const {
    std::vector<std::string> result;
    for (const auto& [stream, seq] : seen_)
        if (const auto found = sent.find(stream); found != sent.end() && found->second > seq)
            result.push_back(stream);
    return result;
}

}  // namespace pentad::terminal
