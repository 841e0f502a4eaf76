#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/ids.hpp"
#include "server/match/match.hpp"

namespace pentad::server {

struct StoredPlayer {
    PlayerId id;
    std::string name;
    std::string kind = "guest";
    std::string token_hash;  ///< of the playerToken
    ServerTime created{};
};

/// A chair of a room as it is stored.
struct StoredChair {
    protocol::ChairKind kind = protocol::ChairKind::human;
    PlayerId player;  ///< empty while nobody sits on it
    std::string name;
    int level = 0;
    std::uint64_t seed = 0;
};

/// A room that is not closed.
struct StoredRoom {
    RoomId id;
    std::string code;
    std::string invite;
    std::string password_hash;
    PlayerId host;
    std::string game;
    engine::Options options;
    std::array<StoredChair, 2> chairs;
    TimeControl tc;
    protocol::Visibility visibility = protocol::Visibility::public_;
    bool hotseat = false;
    bool spectators = true;
    bool takeback = true;
    bool rated = false;
    protocol::FirstSeat first_seat = protocol::FirstSeat::random;
    MatchId match;  ///< the current or last one; empty before the first
    ServerTime created{};
};

struct StoredMatch {
    MatchSetup setup;
    std::vector<MatchEvent> events;  ///< in order
};

/// What can be written. A record with a known id replaces the older one; events are numbered from 0 within
/// their match and are refused if the number is taken.
struct RoomClosed {
    RoomId id;
};
struct AppendedEvent {
    MatchId match;
    std::int64_t number = 0;
    MatchEvent event;
};
using Record = std::variant<StoredPlayer, StoredRoom, RoomClosed, MatchSetup, AppendedEvent>;

/// Why nothing was stored, for the log; the text never goes to a client.
struct StoreError {
    std::string text;
};

/// The memory of the server that survives a crash. Synchronous; used by one thread at a time.
class Store {
  public:
    virtual ~Store() = default;

    /// All records or none, durable when it returns.
    virtual tl::expected<void, StoreError> write(const std::vector<Record>& records) = 0;

    /// Rooms that are not closed.
    virtual tl::expected<std::vector<StoredRoom>, StoreError> open_rooms() = 0;
    virtual tl::expected<std::optional<StoredPlayer>, StoreError> player_by_token(
        const std::string& token_hash) = 0;
    virtual tl::expected<std::optional<StoredMatch>, StoreError> match(const MatchId& id) = 0;
};

}  // namespace pentad::server
