#include "server/session/player_records.hpp"

#include "server/base/log/log_line.hpp"
#include "server/ratings/rating_view.hpp"
#include "server/session/bot_keys.hpp"

namespace pentad::server {

PlayerRecords::PlayerRecords(asio::io_context& io, StoreThread& store, SessionsOf sessions_of)
    : io_(io), store_(store), sessions_of_(std::move(sessions_of)), guests_([this](const PlayerId& player) {
          std::vector<StoredSession> sessions;
          for (const auto& session : sessions_of_(player))
              if (!session->tokens().hashes().newest.empty()) sessions.push_back(to_store(*session));
          return sessions;
      }) {
    store_.before_write([this](auto& records, StoreThread::Done& done) { guests_.complete(records, done); });
}

PlayerRecords::~PlayerRecords() { store_.before_write({}); }

Awaitable<PlayerRecords::Found> PlayerRecords::read_player(std::function<Found(Store&)> read,
                                                           const char* what) {
    auto asked = read_from<std::optional<StoredPlayer>>(io_, store_, std::move(read));
    Found found = co_await std::move(asked);
    if (!found) unread_.error(fmt::format("{} cannot be read: {}", what, found.error().text));
    co_return found;
}

Awaitable<PlayerRecords::Found> PlayerRecords::player(PlayerId id) {
    if (const StoredPlayer* guest = guests_.find(id)) co_return Found(*guest);
    std::function<Found(Store&)> read = [id](Store& store) { return store.player(id); };
    auto asked = read_player(std::move(read), "a player");
    Found found = co_await std::move(asked);
    co_return found;
}

Awaitable<PlayerRecords::Found> PlayerRecords::player_by_token(std::string token_hash) {
    const bool was_guest = guests_.find_by_token(token_hash) != nullptr;
    std::function<Found(Store&)> read = [token_hash](Store& store) {
        return store.player_by_token(token_hash);
    };
    std::function<Found(Store&)> again = read;
    auto asked = read_player(std::move(read), "players");
    Found found = co_await std::move(asked);
    // A guest needs no read; without one a valid token could be told from an invalid one by its time.
    if (const StoredPlayer* guest = guests_.find_by_token(token_hash)) co_return Found(*guest);
    if (was_guest) {
        auto asked_again = read_player(std::move(again), "players");
        found = co_await std::move(asked_again);
    }
    co_return found;
}

Awaitable<PlayerRecords::Found> PlayerRecords::bot(std::string name, std::string key) {
    std::function<Found(Store&)> read = [name = std::move(name), key = std::move(key)](Store& store) {
        return find_bot(store, name, key);
    };
    auto asked = read_player(std::move(read), "bots");
    Found found = co_await std::move(asked);
    co_return found;
}

Awaitable<PlayerRecords::Result<bool>> PlayerRecords::name_is_kept(std::string name, PlayerId from) {
    std::function<Result<bool>(Store&)> read = [name = std::move(name), from](Store& store) {
        return store.name_is_kept(name, from);
    };
    auto asked = read_from<bool>(io_, store_, std::move(read));
    const Result<bool> kept = co_await std::move(asked);
    if (!kept) unread_.error(fmt::format("the kept names cannot be read: {}", kept.error().text));
    co_return kept;
}

Awaitable<std::map<std::string, protocol::Rating>> PlayerRecords::ratings_of(PlayerId player,
                                                                             ServerTime now) {
    using Ratings = std::map<std::string, GlickoRating>;
    std::map<std::string, protocol::Rating> shown;
    if (guests_.find(player)) co_return shown;
    std::function<Result<Ratings>(Store&)> read = [player](Store& store) { return store.ratings_of(player); };
    auto asked = read_from<Ratings>(io_, store_, std::move(read));
    const Result<Ratings> found = co_await std::move(asked);
    // Without them a player can still play.
    if (!found)
        unread_.error(fmt::format("the ratings of {} cannot be read: {}", player.text, found.error().text),
                      {.player = player});
    else
        for (const auto& [game, rating] : *found) shown[game] = view_rating(rating, now);
    co_return shown;
}

Awaitable<PlayerRecords::Result<PlayerRecords::Renewed>> PlayerRecords::renew_token(PlayerId id) {
    using Outcome = Result<Renewed>;
    auto asked = player(id);
    const Found found = co_await std::move(asked);
    if (!found) co_return Outcome(tl::unexpected(found.error()));
    if (!*found) co_return Outcome(tl::unexpected(StoreError{"there is no such player"}));
    Renewed renewed{**found, random_token()};
    renewed.player.token_hash = token_hash(renewed.token);
    std::vector<Record> records = batch(renewed.player);
    const auto kept = co_await stored(store_, std::move(records));
    if (!kept) {
        unstored_.error(fmt::format("player {} was not stored: {}", id.text, kept.error().text),
                        {.player = id});
        co_return Outcome(tl::unexpected(kept.error()));
    }
    co_return Outcome(std::move(renewed));
}

bool PlayerRecords::is_stored(const Session& session) const {
    return session.player().kind == protocol::PlayerKind::human &&
           !guests_.has_nothing_to_keep(session.player_id());
}

StoredSession PlayerRecords::to_store(const Session& session) {
    ResumeTokens::Hashes hashes = session.tokens().hashes();
    return {session.id(), session.player_id(), std::move(hashes.newest), std::move(hashes.previous),
            ServerClock::now()};
}

Awaitable<void> PlayerRecords::save(std::shared_ptr<Session> session) {
    if (!is_stored(*session)) co_return;
    std::vector<Record> records = batch(to_store(*session));
    const auto kept = co_await stored(store_, std::move(records));
    // With a full disk people may still watch and chat; the session ends with the server then.
    if (!kept)
        unstored_.error(fmt::format("session {} was not stored: {}", session->id().text, kept.error().text),
                        {.session = session->id()});
}

void PlayerRecords::write(const Session& session) { write(Record(to_store(session))); }

void PlayerRecords::write(Record record) {
    std::vector<Record> records = batch(std::move(record));
    store_.write(std::move(records), [this](const StoreThread::Outcome& result) {
        if (!result)
            unstored_.error(fmt::format("a player or session was not stored: {}", result.error().text));
    });
}

}  // namespace pentad::server
