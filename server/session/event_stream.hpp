#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "server/moderation/block_list.hpp"
#include "server/session/session.hpp"

namespace pentad::server {

/// A numbered sequence of events and its subscribers. Every subscriber gets every number once: a snapshot
/// shows the state at seq(), the next event is seq() + 1.
///
/// The newest events are kept as they were sent, for subscribers that resume after a broken connection: at
/// most Kept::events of them and about Kept::bytes, the oldest forgotten first, and none that nobody got. A
/// subscriber that missed more gets a snapshot. On the I/O thread.
class EventStream {
  public:
    /// The default is a room's or a match's: the two of 10,000 rooms fit into 80 MB.
    struct Kept {
        std::size_t events = 64;
        std::size_t bytes = 4096;
    };

    EventStream() = default;
    explicit EventStream(Kept kept) : kept_(kept) {}

    std::int64_t seq() const { return seq_; }
    const std::vector<std::shared_ptr<Session>>& subscribers() const { return subscribers_; }
    bool has(const Session& session) const;

    void subscribe(std::shared_ptr<Session> session);
    void unsubscribe(const Session& session);
    /// The subscriber gets something else from now on: a client that resumes with a number from before gets a
    /// snapshot, not what it missed.
    void begin_anew(const Session& session);

    /// The same bytes for everybody.
    void publish(protocol::Event event);

    /// At most two encodings: `special` for the sessions that `wants` picks, `plain` for the others.
    void publish(protocol::Event plain, protocol::Event special,
                 const std::function<bool(const Session&)>& wants);

    /// A MatchMoved or MatchTakenBack, with the legal moves for the sessions that `wants` picks.
    void publish_position(protocol::Event event, const std::function<std::vector<std::string>()>& legal,
                          const std::function<bool(const Session&)>& wants);

    /// Only the sessions that `may_see` picks get the event; the others get a `skip` with its number.
    void publish_to(protocol::Event event, const std::function<bool(const Session&)>& may_see);

    /// A line of chat, for the sessions that `may_read` picks and that have not blocked its writer.
    void publish_line(protocol::Event event, const BlockList& blocks,
                      const std::function<bool(const Session&)>& may_read);

    /// One encoding for each value of `kind`: `make` is called with one receiver of that kind. Kinds are
    /// small numbers.
    void publish_by(const std::function<int(const Session&)>& kind,
                    const std::function<protocol::Event(const Session&)>& make);

    /// What a subscriber that has the events up to `seen` has missed, in order, as it would have been sent;
    /// nothing if that is not kept any more, or is from before it subscribed.
    std::optional<std::vector<Bytes>> missed(const Session& session, std::int64_t seen) const;

  private:
    /// One event as it was sent: most subscribers got the first encoding, `others` one of the others.
    struct Sent {
        std::vector<Bytes> encodings;
        std::vector<std::pair<const Session*, std::uint32_t>> others;
        std::size_t size() const;
    };

    /// As publish_by, with `encode` for the bytes of each kind.
    void publish_encoded(const std::function<int(const Session&)>& kind,
                         const std::function<Bytes(const Session&, std::int64_t now)>& encode);
    void keep(Sent sent);
    void forget_all();

    Kept kept_;
    std::int64_t seq_ = 0;
    std::vector<std::shared_ptr<Session>> subscribers_;
    std::vector<std::int64_t> since_;  ///< seq_ when subscribers_[i] subscribed
    std::vector<Sent> recent_;         ///< the last of them is number seq_
    std::size_t kept_bytes_ = 0;
};

}  // namespace pentad::server
