#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/store/store_thread.hpp"

namespace pentad::server {

/// Guests of whom nothing is stored yet. They live in memory as long as one of their sessions does, and their
/// player tokens are valid for as long. A guest is stored with the first record that names them: a room with
/// them on a chair or as its host, a match, a report, a block, a sanction, a name that is kept. On the I/O
/// thread.
class UnsavedGuests {
  public:
    /// What to store of a player's sessions.
    using SessionsOf = std::function<std::vector<StoredSession>(const PlayerId&)>;

    explicit UnsavedGuests(SessionsOf sessions_of);

    /// `chose_name`: they chose it themselves, so it is kept for them once they come back.
    void add(StoredPlayer player, bool chose_name);
    /// Call it when their last session is over.
    void forget(const PlayerId& id);

    /// nullptr for everybody who is stored or unknown. Valid until the next call that changes this.
    const StoredPlayer* find(const PlayerId& id) const;
    const StoredPlayer* find_by_token(const std::string& token_hash) const;
    /// REQUIRES: find(id).
    bool chose_name(const PlayerId& id) const;
    /// Is this a guest of whom nothing has to be stored yet? False once a record names them, even before it
    /// is durable.
    bool has_nothing_to_keep(const PlayerId& id) const;

    /// Puts the guests that the records name, and their sessions, in front of the records, so that all are
    /// stored together or not at all. For StoreThread::before_write.
    void complete(std::vector<Record>& records, StoreThread::Done& done);

  private:
    struct Guest {
        StoredPlayer player;
        bool chose_name = false;
        bool to_keep = false;
    };
    struct Guests {
        std::unordered_map<PlayerId, Guest> by_id;
        std::unordered_map<std::string, PlayerId> by_token;

        void erase(const PlayerId& id);
    };

    const SessionsOf sessions_of_;
    /// Shared with the writes that are not done.
    const std::shared_ptr<Guests> guests_ = std::make_shared<Guests>();
};

}  // namespace pentad::server
