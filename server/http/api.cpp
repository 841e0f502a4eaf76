#include "server/http/api.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <charconv>
#include <optional>

#include "protocol/codec.hpp"
#include "protocol/record/readable.hpp"
#include "server/base/game_cards.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/lobby/lobby.hpp"
#include "server/match/match_view.hpp"
#include "server/ratings/rating_view.hpp"
#include "server/room/room_registry.hpp"
#include "server/store/match_record.hpp"

namespace pentad::server {
namespace {

constexpr int default_players = 50;
constexpr int most_players = 100;
constexpr int most_skipped = 1'000'000;

ThrottledLog unread;

HttpResponse no_match() { return http_error(404, "match_not_found", "There is no such match."); }
HttpResponse bad_request(std::string_view text) { return http_error(400, "bad_request", text); }
HttpResponse storage() { return http_error(500, "storage", "The database cannot be read. Try again later."); }

HttpResponse too_busy() {
    return http_error(503, "storage", "The server is too busy; try again in a moment.");
}
HttpResponse not_over() {
    return http_error(409, "not_over", "A match has a record once it is over; this one is still running.");
}

/// The first value of a name. The names and values used here need no decoding.
std::optional<std::string_view> query_value(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        if (pair.substr(0, pair.find('=')) == name)
            return pair.size() > name.size() ? pair.substr(name.size() + 1) : std::string_view();
        query.remove_prefix(std::min(query.size(), pair.size() + 1));
    }
    return std::nullopt;
}

/// A number from `least` to `most`, or the standard value; empty for anything else.
std::optional<int> query_number(std::string_view query, std::string_view name, int standard, int least,
                                int most) {
    const auto text = query_value(query, name);
    if (!text) return standard;
    int number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error != std::errc() || end != text->data() + text->size() || number < least || number > most)
        return std::nullopt;
    return number;
}

bool closed_to_strangers(const StoredRoom& room) {
    return room.visibility == protocol::Visibility::private_ || !room.spectators ||
           !room.password_hash.empty();
}

/// A stored match that strangers may see, or the error to answer.
tl::expected<StoredMatch, HttpResponse> visible_match(Store& store, const std::string& id) {
    auto found = store.match({id});
    if (!found) {
        unread.error(fmt::format("match {} cannot be read: {}", id, found.error().text), {.match = {id}});
        return tl::unexpected(storage());
    }
    if (!*found || (*found)->setup.hidden) return tl::unexpected(no_match());
    return std::move(**found);
}

/// Empty for a damaged match. REQUIRES: this server has the match's game.
std::optional<Match> replayed(const StoredMatch& stored) {
    std::optional<Match> match(stored.setup);
    for (const MatchEvent& event : stored.events)
        if (!match->apply(event)) return std::nullopt;
    return match;
}

}  // namespace

Api::Api(RoomServices& services)
    : services_(services),
      analyses_(services.io, services.bots),
      games_(http_json(protocol::encode(game_cards()) + "\n")) {}

void Api::answer(std::string_view path, std::string_view query, Done done) {
    constexpr std::string_view matches = "matches/";
    constexpr std::string_view record = "/record";
    constexpr std::string_view analysis = "/analysis";
    if (path == "games") return done(games_);
    if (path == "rooms") return done(query.empty() ? first_rooms() : rooms(query));
    if (path == "leaderboard") return answer_leaderboard(query, std::move(done));
    if (path.starts_with(matches)) {
        const std::string id(path.substr(matches.size()));
        if (id.ends_with(analysis))
            return answer_analysis(id.substr(0, id.size() - analysis.size()), std::move(done));
        if (!id.ends_with(record)) return answer_match(id, std::move(done));
        return answer_record(id.substr(0, id.size() - record.size()), query, std::move(done));
    }
    done(http_error(404, "not_found", "Not Found"));
}

HttpResponse Api::rooms(std::string_view query) const {
    RoomIndex::Query wanted;
    wanted.game = query_value(query, "game").value_or("");
    if (!wanted.game.empty() && !engine::find_game(wanted.game))
        return http_error(404, "not_found", "There is no such game.");
    if (const auto state = query_value(query, "state")) {
        wanted.state = protocol::room_state(*state);
        if (!wanted.state) return bad_request("state must be open, playing or over.");
    }
    if (const auto cursor = query_value(query, "cursor")) {
        wanted.after = RoomIndex::read_cursor(*cursor);
        if (!wanted.after) return bad_request("cursor must be the next of the previous page.");
    }
    const auto limit = query_number(query, "limit", most_rooms, 1, most_rooms);
    if (!limit) return bad_request("limit must be a number from 1 to 100.");
    wanted.limit = static_cast<std::size_t>(*limit);
    return http_json(protocol::encode(services_.lobby.page(wanted)) + "\n");
}

const HttpResponse& Api::first_rooms() {
    if (rooms_version_ != services_.lobby.version()) {
        rooms_ = rooms("");
        rooms_version_ = services_.lobby.version();
    }
    return rooms_;
}

void Api::read(std::function<HttpResponse(Store&)> read, Done done) {
    const bool taken = services_.store.read([this, read = std::move(read), done](Store& store) {
        asio::post(services_.io, [done, answer = read(store)] { done(answer); });
    });
    if (!taken) done(too_busy());
}

void Api::answer_match(const std::string& id, Done done) {
    if (const auto room = services_.rooms.find_by_match({id}))
        return done(closed_to_strangers(room->settings())
                        ? no_match()
                        : http_json(protocol::encode(room->live_match()->public_snapshot()) + "\n"));
    read(
        [id](Store& store) {
            const auto stored = visible_match(store, id);
            if (!stored) return stored.error();
            if (!engine::find_game(stored->setup.game)) return no_match();
            const auto match = replayed(*stored);
            return match ? http_json(protocol::encode(view_match(*match, false, true)) + "\n") : storage();
        },
        std::move(done));
}

void Api::answer_record(const std::string& id, std::string_view query, Done done) {
    const std::string_view format = query_value(query, "format").value_or("json");
    if (format != "json" && format != "text") return done(bad_request("format must be json or text."));
    read(
        [id, as_text = format == "text"](Store& store) {
            const auto stored = visible_match(store, id);
            if (!stored) return stored.error();
            const auto record = record_of(*stored);
            if (!record) return not_over();
            return as_text ? http_text(record::readable(*record))
                           : http_json(protocol::encode(*record) + "\n");
        },
        std::move(done));
}

void Api::answer_analysis(const std::string& id, Done done) {
    const auto known = [this, id] {
        return http_json(protocol::encode(*analyses_.find(MatchId{id})) + "\n");
    };
    if (analyses_.find(MatchId{id})) return done(known());
    const bool taken = services_.store.read([this, id, known, done](Store& store) {
        HttpResponse refusal = no_match();
        std::optional<Match> match;
        if (const auto stored = visible_match(store, id); !stored)
            refusal = stored.error();
        else if (engine::find_game(stored->setup.game)) {
            match = replayed(*stored);
            if (!match) refusal = storage();
            if (match && !match->result()) {
                refusal = not_over();
                match.reset();
            }
        }
        asio::post(services_.io, [this, known, done, match = std::move(match), refusal] {
            if (!match) return done(refusal);
            if (!analyses_.begin(*match))
                return done(
                    http_error(503, "server_full", "Too many matches are being analysed. Try again later."));
            done(known());
        });
    });
    if (!taken) done(too_busy());
}

void Api::answer_leaderboard(std::string_view query, Done done) {
    const auto game = query_value(query, "game");
    if (!game) return done(bad_request("Name a game with ?game= and an id from /api/v1/games."));
    if (!engine::find_game(*game)) return done(http_error(404, "not_found", "There is no such game."));
    const auto skip = query_number(query, "skip", 0, 0, most_skipped);
    const auto limit = query_number(query, "limit", default_players, 1, most_players);
    if (!skip || !limit)
        return done(bad_request("limit must be a number from 1 to 100, skip a number from 0."));
    read(
        [game = std::string(*game), now = services_.now(), skip = *skip, limit = *limit](Store& store) {
            auto found = store.ranking(game, now, skip, limit + 1);
            if (!found) {
                unread.error(fmt::format("the ranking of {} cannot be read: {}", game, found.error().text));
                return storage();
            }
            protocol::Leaderboard board;
            board.game = game;
            if (std::ssize(*found) > limit) {
                found->pop_back();
                board.next = skip + limit;
            }
            for (const StoredRank& one : *found)
                board.players.push_back({skip + static_cast<int>(board.players.size()) + 1,
                                         {one.id.text, one.name, protocol::PlayerKind::human},
                                         view_rating(one.rating, now)});
            return http_json(protocol::encode(board) + "\n");
        },
        std::move(done));
}

}  // namespace pentad::server
