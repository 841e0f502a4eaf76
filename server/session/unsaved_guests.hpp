#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/store/store_thread.hpp"

namespace pentad::server {

/// Guests who have nothing to keep yet. They live in memory as long as one of their sessions does, and their
/// player tokens are good for as long. A guest is stored with the first record that names them: a room with
/// them on a chair or as its host, a match, a report, a block, a sanction, a name that is kept. On the I/O
/// thread.
class UnsavedGuests {
  public:
    /// What is to be stored of the sessions of a player.
    using SessionsOf = std::function<std::vector<StoredSession>(const PlayerId&)>;

    explicit UnsavedGuests(SessionsOf sessions_of);

    /// `chose_name`: by themselves, so that the name is worth keeping once they come back.
    void add(StoredPlayer player, bool chose_name);
    /// Their last session is over.
    void forget(const PlayerId& id);

    /// Nullptr for everybody who is stored, and for strangers. Valid until the next call that changes this.
    const StoredPlayer* find(const PlayerId& id) const;
    const StoredPlayer* find_by_token(const std::string& token_hash) const;
    /// REQUIRES: find(id).
    bool chose_name(const PlayerId& id) const;
    /// Is this a guest of whom nothing has to be stored yet? False once a record has named them, though it
    /// may not be on the disk yet.
    bool has_nothing_to_keep(const PlayerId& id) const;

    /// Puts the guests whom the records name, and their sessions, before them, so that they are stored
    /// together or not at all. Meant for StoreThread::before_write.
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
    /// Shared with the writes that are under way.
    const std::shared_ptr<Guests> guests_ = std::make_shared<Guests>();
};

}  // namespace pentad::server
