#include "server/site.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

#include "protocol/codec.hpp"
#include "server/game_cards.hpp"
#include "server/match/match_view.hpp"

namespace pentad::server {
namespace {

HttpAnswer plain(int status, std::string text) {
    return {status,
            "text/plain; charset=utf-8",
            std::make_shared<const std::string>(std::move(text)),
            {{"Cache-Control", "no-store"}}};
}

/// A match that is not in memory, from its record; nothing if the record does not follow the rules.
std::optional<protocol::MatchSnapshot> view_stored(const StoredMatch& stored) {
    Match match(stored.setup);
    for (const MatchEvent& event : stored.events)
        if (!match.apply(event)) return std::nullopt;
    return view_match(match, false, true);
}

}  // namespace

Site::Site(RoomServices& services, StaticFiles files)
    : services_(services),
      files_(std::move(files)),
      games_(http_json(protocol::encode(game_cards()) + "\n")) {}

void Site::answer(std::string target, std::function<void(HttpAnswer)> done) {
    constexpr std::string_view matches = "/api/v1/matches/";
    const std::string path = target.substr(0, target.find('?'));
    if (path == "/healthz") return done(plain(200, "ok\n"));
    if (path == "/readyz") return done(draining_ ? plain(503, "draining\n") : plain(200, "ready\n"));
    if (path == "/version")
        return done(http_json("{\"name\":\"pentad\",\"version\":\"" PENTAD_VERSION "\",\"protocol\":[1]}\n"));
    if (path == "/api/v1/games") return done(games_);
    if (path == "/api/v1/rooms")
        return done(http_json(protocol::encode(services_.lobby.snapshot("")) + "\n"));
    if (path.starts_with(matches)) return answer_match(path.substr(matches.size()), std::move(done));
    if (const HttpAnswer* file = files_.find(path)) return done(*file);
    if (path == "/" && files_.empty())
        return done(plain(
            200, "Pentad: this server has no web client. Connect to /ws, or start it with --web DIR.\n"));
    done(http_error(404, "not_found", "There is nothing here."));
}

void Site::answer_match(const std::string& id, std::function<void(HttpAnswer)> done) {
    const auto not_found = [] { return http_error(404, "match_not_found", "There is no such match."); };
    if (const auto room = services_.rooms.find_by_match({id})) {
        // As for match.watch: what a stranger may not watch is not shown here either.
        const StoredRoom& settings = room->settings();
        const bool closed_to_strangers = settings.visibility == protocol::Visibility::private_ ||
                                         !settings.spectators || !settings.password_hash.empty();
        return done(closed_to_strangers
                        ? not_found()
                        : http_json(protocol::encode(room->table()->public_snapshot()) + "\n"));
    }
    const bool taken = services_.store.read([this, id, done, not_found](Store& store) {
        auto found = store.match({id});
        std::optional<protocol::MatchSnapshot> view;
        if (found && *found) view = view_stored(**found);
        if (!found) spdlog::error("match {} cannot be read: {}", id, found.error().text);
        const bool failed = !found || (*found && !view);
        asio::post(services_.io, [done, not_found, failed, view = std::move(view)] {
            if (failed)
                done(http_error(500, "storage", "The match cannot be read."));
            else
                done(view ? http_json(protocol::encode(*view) + "\n") : not_found());
        });
    });
    if (!taken) done(http_error(503, "storage", "The server is too busy; try again in a moment."));
}

}  // namespace pentad::server
