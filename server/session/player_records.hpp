#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/log/throttled_log.hpp"
#include "server/session/session.hpp"
#include "server/session/unsaved_guests.hpp"
#include "server/store/await_store.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// What is stored of players and their sessions, and the guests of whom nothing is stored yet. What cannot be
/// read or written is logged here. On the I/O thread.
class PlayerRecords {
  public:
    template <class Value>
    using Result = tl::expected<Value, StoreError>;
    using Found = Result<std::optional<StoredPlayer>>;
    using SessionsOf = std::function<std::vector<std::shared_ptr<Session>>(const PlayerId&)>;

    /// REQUIRES: `store` outlives this, and nobody writes to it while this is made or destroyed.
    PlayerRecords(asio::io_context& io, StoreThread& store, SessionsOf sessions_of);
    ~PlayerRecords();
    PlayerRecords(const PlayerRecords&) = delete;
    PlayerRecords& operator=(const PlayerRecords&) = delete;

    UnsavedGuests& guests() { return guests_; }

    /// Guests who are not stored are found too.
    Awaitable<Found> player(PlayerId id);
    /// A guest may be stored while this reads; then it is read again.
    Awaitable<Found> player_by_token(std::string token_hash);
    Awaitable<Found> bot(std::string name, std::string key);
    /// Is the name stored for another player than `from`, who need not be here?
    Awaitable<Result<bool>> name_is_kept(std::string name, PlayerId from);
    /// By game; empty when they cannot be read.
    Awaitable<std::map<std::string, protocol::Rating>> ratings_of(PlayerId player, ServerTime now);

    /// Gives the player a new token and stores it: the old one is invalid from then on.
    struct Renewed {
        StoredPlayer player;
        std::string token;
    };
    Awaitable<Result<Renewed>> renew_token(PlayerId player);

    /// Is the session stored? Bots sign in with their key, and a guest is stored with the first record that
    /// names them.
    bool is_stored(const Session& session) const;
    /// Returns when a session that is stored is durable, or could not be written.
    Awaitable<void> save(std::shared_ptr<Session> session);
    /// These do not wait.
    void write(const Session& session);
    void write(Record record);

  private:
    static StoredSession to_store(const Session& session);
    Awaitable<Found> read_player(std::function<Found(Store&)> read, const char* what);

    asio::io_context& io_;
    StoreThread& store_;
    const SessionsOf sessions_of_;
    UnsavedGuests guests_;
    ThrottledLog unread_, unstored_;
};

}  // namespace pentad::server
