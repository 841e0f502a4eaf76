#include "server/session/event_stream.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

namespace pentad::server {

namespace {

/// REQUIRES: a MatchMoved or MatchTakenBack.
std::optional<std::vector<std::string>>& legal_moves_of(protocol::EventBody& body) {
    if (auto* const moved = std::get_if<protocol::MatchMoved>(&body)) return moved->legal;
    return std::get<protocol::MatchTakenBack>(body).legal;
}

}  // namespace

std::size_t EventStream::Sent::size() const {
    std::size_t bytes = sizeof(Sent) + others.size() * sizeof(others.front());
    // A shared string: the object, its counters, its characters.
    for (const Bytes& one : encodings) bytes += sizeof(Bytes) + 64 + one->size();
    return bytes;
}

bool EventStream::has(const Session& session) const {
    return std::any_of(subscribers_.begin(), subscribers_.end(),
                       [&](const auto& one) { return one.get() == &session; });
}

void EventStream::subscribe(std::shared_ptr<Session> session) {
    if (has(*session)) return;
    subscribers_.push_back(std::move(session));
    since_.push_back(seq_);
}

void EventStream::unsubscribe(const Session& session) {
    const auto found = std::find_if(subscribers_.begin(), subscribers_.end(),
                                    [&](const auto& one) { return one.get() == &session; });
    if (found == subscribers_.end()) return;
    since_.erase(since_.begin() + (found - subscribers_.begin()));
    subscribers_.erase(found);
    if (subscribers_.empty()) forget_all();
}

void EventStream::begin_anew(const Session& session) {
    for (std::size_t i = 0; i < subscribers_.size(); ++i)
        if (subscribers_[i].get() == &session) since_[i] = seq_ + 1;
}

void EventStream::publish(protocol::Event event) {
    publish_by([](const Session&) { return 0; }, [&](const Session&) { return std::move(event); });
}

void EventStream::publish(protocol::Event plain, protocol::Event special,
                          const std::function<bool(const Session&)>& wants) {
    publish_by(wants, [&](const Session& session) { return std::move(wants(session) ? special : plain); });
}

void EventStream::publish_to(protocol::Event event, const std::function<bool(const Session&)>& may_see) {
    protocol::Event skip;
    skip.room = event.room;
    skip.match = event.match;
    skip.game = event.game;
    skip.body = protocol::Skip{};
    publish(std::move(skip), std::move(event), may_see);
}

void EventStream::publish_line(protocol::Event event, const BlockList& blocks,
                               const std::function<bool(const Session&)>& may_read) {
    const PlayerId writer{std::get<protocol::ChatLine>(event.body).from.id};
    publish_to(std::move(event),
               [&](const Session& one) { return may_read(one) && !blocks.has(one.player_id(), writer); });
}

void EventStream::publish_position(protocol::Event event,
                                   const std::function<std::vector<std::string>()>& legal,
                                   const std::function<bool(const Session&)>& wants) {
    publish_encoded(wants, [&](const Session& session, std::int64_t now) {
        event.seq = seq_;
        event.ts = now;
        auto& moves = legal_moves_of(event.body);
        moves.reset();
        if (wants(session)) moves = legal();
        return to_bytes(protocol::encode(event));
    });
}

void EventStream::publish_by(const std::function<int(const Session&)>& kind,
                             const std::function<protocol::Event(const Session&)>& make) {
    publish_encoded(kind, [&](const Session& session, std::int64_t now) {
        protocol::Event event = make(session);
        event.seq = seq_;
        event.ts = now;
        return to_bytes(protocol::encode(event));
    });
}

void EventStream::publish_encoded(const std::function<int(const Session&)>& kind,
                                  const std::function<Bytes(const Session&, std::int64_t)>& encode) {
    ++seq_;
    if (subscribers_.empty()) return;
    const std::int64_t now = to_wire(ServerClock::now());
    Sent sent;
    sent.encodings.reserve(2);
    boost::container::small_vector<int, 4> kinds;           // of sent.encodings
    boost::container::small_vector<std::size_t, 4> counts;  // of their receivers
    boost::container::small_vector<std::uint32_t, 8> chosen;
    for (const auto& session : subscribers_) {
        const int wanted = kind(*session);
        const auto known =
            static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), wanted) - kinds.begin());
        if (known == kinds.size()) {
            sent.encodings.push_back(encode(*session, now));
            kinds.push_back(wanted);
            counts.push_back(0);
        }
        ++counts[known];
        chosen.push_back(static_cast<std::uint32_t>(known));
        session->send(sent.encodings[known]);
    }
    // Only who did not get what most got is remembered by name.
    const auto most =
        static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    std::swap(sent.encodings[0], sent.encodings[most]);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] == most) continue;
        sent.others.emplace_back(subscribers_[i].get(), chosen[i] == 0 ? most : chosen[i]);
    }
    keep(std::move(sent));
}

void EventStream::keep(Sent sent) {
    kept_bytes_ += sent.size();
    recent_.push_back(std::move(sent));
    std::size_t old = 0;
    while (old < recent_.size() && (recent_.size() - old > kept_.events || kept_bytes_ > kept_.bytes))
        kept_bytes_ -= recent_[old++].size();
    recent_.erase(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(old));
    if (recent_.empty()) forget_all();
}

void EventStream::forget_all() {
    std::vector<Sent>().swap(recent_);
    kept_bytes_ = 0;
}

std::optional<std::vector<Bytes>> EventStream::missed(const Session& session, std::int64_t seen) const {
    const auto found = std::find_if(subscribers_.begin(), subscribers_.end(),
                                    [&](const auto& one) { return one.get() == &session; });
    if (found == subscribers_.end() || seen > seq_) return std::nullopt;
    const std::int64_t since = since_[static_cast<std::size_t>(found - subscribers_.begin())];
    const auto count = static_cast<std::size_t>(seq_ - seen);
    if (seen < since || count > recent_.size()) return std::nullopt;
    std::vector<Bytes> bytes;
    for (auto sent = recent_.end() - static_cast<std::ptrdiff_t>(count); sent != recent_.end(); ++sent) {
        const auto other = std::find_if(sent->others.begin(), sent->others.end(),
                                        [&](const auto& one) { return one.first == &session; });
        bytes.push_back(sent->encodings[other == sent->others.end() ? 0 : other->second]);
    }
    return bytes;
}

}  // namespace pentad::server
