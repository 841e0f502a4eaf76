#include "server/store/memory/memory_store.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "server/base/text/confusables.hpp"

namespace pentad::server {
namespace {

using engine::index;

class MemoryStore final : public Store {
  public:
    Result<void> write(const std::vector<Record>& records) override {
        if (auto checked = check(records); !checked) return checked;
        for (const Record& record : records) std::visit([this](const auto& what) { put(what); }, record);
        return {};
    }

    Result<std::vector<StoredRoom>> open_rooms() override {
        std::vector<StoredRoom> rooms;
        for (const auto& [id, room] : rooms_) rooms.push_back(room);
        std::stable_sort(rooms.begin(), rooms.end(),
                         [](const auto& a, const auto& b) { return a.created < b.created; });
        return rooms;
    }

    Result<std::optional<StoredPlayer>> player(const PlayerId& id) override { return find(players_, id); }

    Result<std::optional<StoredPlayer>> player_by_token(const std::string& token_hash) override {
        for (const auto& [id, player] : players_)
            if (!token_hash.empty() && player.token_hash == token_hash) return player;
        return std::nullopt;
    }

    Result<std::vector<StoredPlayer>> players_of_kind(const std::string& kind) override {
        std::vector<StoredPlayer> found;
        for (const auto& [id, player] : players_)
            if (player.kind == kind) found.push_back(player);
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.created < b.created; });
        return found;
    }

    Result<std::vector<StoredSession>> sessions() override {
        std::vector<StoredSession> all;
        for (const auto& [id, session] : sessions_) all.push_back(session);
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.created < b.created; });
        return all;
    }

    Result<std::optional<StoredMatch>> match(const MatchId& id) override { return find(matches_, id); }

    Result<std::vector<StoredMatchSummary>> matches_of(const PlayerId& player,
                                                       const std::optional<MatchId>& before,
                                                       int limit) override {
        std::vector<StoredMatchSummary> found;
        const auto all = by_start();
        auto end = all.rbegin();
        if (before) {
            end = std::find_if(all.rbegin(), all.rend(),
                               [&](const StoredMatch* match) { return match->setup.id == *before; });
            if (end != all.rend()) ++end;
        }
        for (; end != all.rend() && found.size() < static_cast<std::size_t>(limit); ++end) {
            const StoredMatch& match = **end;
            const auto& seats = match.setup.seats;
            if (seats[0].player == player || seats[1].player == player)
                found.push_back({match.setup, plies(match), ended(match)});
        }
        return found;
    }

    Result<std::map<std::string, GlickoRating>> ratings_of(const PlayerId& player) override {
        return find(ratings_, player).value_or(std::map<std::string, GlickoRating>{});
    }

    Result<std::vector<StoredRank>> ranking(const std::string& game, ServerTime now, int skip,
                                            int limit) override {
        std::vector<StoredRank> players;
        for (const auto& [id, ratings] : ratings_)
            if (const auto rating = ratings.find(game);
                rating != ratings.end() && is_listed(rating->second, now))
                players.push_back({id, find(players_, id).value_or(StoredPlayer{}).name, rating->second});
        std::stable_sort(players.begin(), players.end(),
                         [](const auto& a, const auto& b) { return a.rating.rating > b.rating.rating; });
        players.erase(players.begin(), players.begin() + std::min<std::ptrdiff_t>(skip, std::ssize(players)));
        if (std::ssize(players) > limit) players.resize(static_cast<std::size_t>(limit));
        return players;
    }

    Result<std::vector<StoredEarlyExit>> early_exits(ServerTime since) override {
        std::vector<StoredEarlyExit> all;
        for (const auto& [id, match] : matches_)
            if (const auto end = ended(match); end && end->left_early && end->at >= since)
                all.push_back({match.setup.seats[index(*end->left_early)].player, end->at});
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
        return all;
    }

    Result<std::vector<Sanction>> sanctions() override {
        std::vector<Sanction> all;
        for (const auto& [key, sanction] : sanctions_) all.push_back(sanction);
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
        return all;
    }
    Result<std::vector<AuditEntry>> audit(int limit) override {
        std::vector<AuditEntry> newest(audit_.rbegin(), audit_.rend());
        if (std::ssize(newest) > limit) newest.resize(static_cast<std::size_t>(limit));
        return newest;
    }
    Result<std::vector<Block>> blocks() override {
        std::vector<Block> all;
        for (const auto& [key, block] : blocks_) all.push_back(block);
        return all;
    }
    Result<std::vector<Report>> reports(ServerTime since, int limit) override {
        std::vector<Report> found;
        for (const auto& [number, report] : reports_)
            if (report.at >= since && std::ssize(found) < limit) found.push_back(report);
        return found;
    }
    Result<std::optional<Report>> report(std::int64_t number) override { return find(reports_, number); }
    Result<std::int64_t> open_reports() override { return std::ssize(reports_); }
    Result<std::vector<StoredPlayer>> players_named(const std::string& name, int limit) override {
        std::vector<StoredPlayer> found;
        for (const auto& [id, player] : players_)
            if (player.name == name) found.push_back(player);
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.created > b.created; });
        if (std::ssize(found) > limit) found.resize(static_cast<std::size_t>(limit));
        return found;
    }
    Result<bool> name_is_kept(const std::string& name, const PlayerId& from) override {
        const auto is_kept = [&, looks = looks_of(name)](const auto& kept) {
            return kept.first != from && are_mistaken(kept.second, looks);
        };
        return std::any_of(kept_names_.begin(), kept_names_.end(), is_kept);
    }
    Result<std::unique_ptr<Backup>> back_up(const std::filesystem::path&) override {
        return tl::unexpected(StoreError{"a database in memory cannot be backed up"});
    }

    Result<std::optional<ServerTime>> last_alive() override { return last_alive_; }

  private:
    template <class Map>
    static std::optional<typename Map::mapped_type> find(const Map& map, const typename Map::key_type& key) {
        const auto found = map.find(key);
        if (found == map.end()) return std::nullopt;
        return found->second;
    }

    static std::optional<Ended> ended(const StoredMatch& match) {
        for (const MatchEvent& event : match.events)
            if (const auto* end = std::get_if<Ended>(&event)) return *end;
        return std::nullopt;
    }
    static std::int64_t plies(const StoredMatch& match) {
        std::int64_t ply = 0;
        for (const MatchEvent& event : match.events) {
            if (std::holds_alternative<Moved>(event)) ++ply;
            if (const auto* taken = std::get_if<TakenBack>(&event)) ply -= taken->plies;
        }
        return ply;
    }
    std::vector<const StoredMatch*> by_start() const {
        std::vector<const StoredMatch*> all;
        for (const auto& [id, match] : matches_) all.push_back(&match);
        std::stable_sort(all.begin(), all.end(), [](const StoredMatch* a, const StoredMatch* b) {
            return a->setup.started < b->setup.started;
        });
        return all;
    }

    /// Checks the rules of Store before anything changes. `events` counts as if earlier records were already
    /// written.
    Result<void> check(const std::vector<Record>& records) const {
        std::map<MatchId, std::int64_t> events;
        std::set<MatchId> over;
        std::map<std::string, PlayerId> tokens;
        for (const Record& record : records) {
            if (const auto* setup = std::get_if<MatchSetup>(&record)) {
                if (!matches_.contains(setup->id)) events.try_emplace(setup->id, 0);
            } else if (const auto* appended = std::get_if<AppendedEvent>(&record)) {
                const MatchId& id = appended->match;
                if (const auto known = matches_.find(id); known != matches_.end()) {
                    events.try_emplace(id, known->second.events.size());
                    if (ended(known->second)) over.insert(id);
                }
                const auto next = events.find(id);
                if (next == events.end()) return refuse("match " + id.text + " is not known");
                if (next->second != appended->number)
                    return refuse("event " + std::to_string(appended->number) + " of match " + id.text +
                                  " is not the next one");
                if (std::holds_alternative<Ended>(appended->event) && !over.insert(id).second)
                    return refuse("match " + id.text + " has ended");
                ++next->second;
            } else if (const auto* player = std::get_if<StoredPlayer>(&record)) {
                if (player->token_hash.empty()) continue;
                const auto owner = tokens.find(player->token_hash);
                if (owner != tokens.end() && owner->second != player->id)
                    return refuse("a token belongs to one player");
                for (const auto& [id, known] : players_)
                    if (known.token_hash == player->token_hash && id != player->id)
                        return refuse("a token belongs to one player");
                tokens[player->token_hash] = player->id;
            }
        }
        return {};
    }
    static Result<void> refuse(const std::string& text) { return tl::unexpected(StoreError{text}); }

    void put(const StoredPlayer& player) {
        players_[player.id] = player;
        seen_.try_emplace(player.id, player.created);
        if (kept_names_.contains(player.id)) put(NameKept{player.id});
    }
    void put(const NameKept& kept) {
        if (const auto player = players_.find(kept.player); player != players_.end())
            kept_names_[kept.player] = looks_of(player->second.name);
    }
    void put(const StoredSession& session) {
        sessions_[session.id] = session;
        if (const auto seen = seen_.find(session.player); seen != seen_.end())
            seen->second = std::max(seen->second, session.created);
    }
    void put(const SessionEnded& ended) { sessions_.erase(ended.id); }
    void put(const StoredRoom& room) { rooms_[room.id] = room; }
    void put(const RoomRemoved& closed) { rooms_.erase(closed.id); }
    void put(const MatchSetup& setup) { matches_[setup.id].setup = setup; }
    void put(const AppendedEvent& appended) {
        MatchEvent event = appended.event;
        if (auto* moved = std::get_if<Moved>(&event)) moved->position.reset();
        StoredMatch& match = matches_[appended.match];
        if (const auto* ended = std::get_if<Ended>(&event)) rate(match.setup, *ended);
        match.events.push_back(std::move(event));
    }
    void rate(const MatchSetup& setup, const Ended& ended) {
        const auto score = score_of_first(ended.result);
        if (!setup.rated || !score) return;
        GlickoRating& first = ratings_[setup.seats[0].player][setup.game];
        GlickoRating& second = ratings_[setup.seats[1].player][setup.game];
        const auto after = after_match({first, second}, *score, ended.at);
        first = after[0];
        second = after[1];
        for (const MatchSeat& seat : setup.seats) put(NameKept{seat.player});
    }
    void put(const Alive& alive) { last_alive_ = alive.at; }
    void put(const Sanction& sanction) { sanctions_[{sanction.kind, sanction.target}] = sanction; }
    void put(const SanctionLifted& lifted) { sanctions_.erase({lifted.kind, lifted.target}); }
    void put(const AuditEntry& entry) { audit_.push_back(entry); }
    void put(const Block& block) { blocks_[{block.by, block.player}] = block; }
    void put(const BlockLifted& lifted) { blocks_.erase({lifted.by, lifted.player}); }
    void put(const Report& report) {
        const std::int64_t number = ++last_report_;
        reports_[number] = report;
        reports_[number].number = number;
    }
    void put(const ReportClosed& closed) { reports_.erase(closed.number); }
    void put(const PlayerForgotten& forgotten) {
        players_.erase(forgotten.id);
        seen_.erase(forgotten.id);
        forget_blocks(forgotten.id);
        std::erase_if(reports_, [&](const auto& entry) { return entry.second.player == forgotten.id; });
        for (auto& [number, report] : reports_)
            if (report.by == forgotten.id) report.by = {std::string(forgotten_id)};
        ratings_.erase(forgotten.id);
        kept_names_.erase(forgotten.id);
        std::erase_if(sessions_, [&](const auto& entry) { return entry.second.player == forgotten.id; });
        const auto forget = [&](auto& seat) {
            if (seat.player != forgotten.id) return;
            seat.player = {std::string(forgotten_id)};
            seat.name = forgotten_name;
        };
        for (auto& [id, match] : matches_)
            for (MatchSeat& seat : match.setup.seats) forget(seat);
        for (auto& [id, room] : rooms_)
            for (StoredChair& chair : room.chairs) forget(chair);
    }
    void put(const FinishedForgotten& forgotten) {
        std::vector<std::pair<ServerTime, MatchId>> over;
        for (const auto& [id, match] : matches_)
            if (const auto end = ended(match); end && end->at < forgotten.ended_before && !is_shown(id))
                over.emplace_back(end->at, id);
        std::sort(over.begin(), over.end());
        for (std::size_t i = 0; i < over.size() && std::cmp_less(i, forgotten.at_most); ++i)
            matches_.erase(over[i].second);
    }
    void put(const GuestsForgotten& forgotten) {
        std::vector<std::pair<ServerTime, PlayerId>> unseen;
        for (const auto& [id, seen] : seen_)
            if (players_.at(id).kind == guest_kind && seen < forgotten.unseen_since && !is_needed(id))
                unseen.emplace_back(seen, id);
        std::sort(unseen.begin(), unseen.end());
        for (std::size_t i = 0; i < unseen.size() && std::cmp_less(i, forgotten.at_most); ++i) {
            const PlayerId& guest = unseen[i].second;
            players_.erase(guest);
            seen_.erase(guest);
            ratings_.erase(guest);
            kept_names_.erase(guest);
            forget_blocks(guest);
        }
    }
    void forget_blocks(const PlayerId& player) {
        std::erase_if(blocks_, [&](const auto& entry) {
            return entry.first.first == player || entry.first.second == player;
        });
    }
    /// Does the player have a session, room, chair, sanction, or a report about them?
    bool is_needed(const PlayerId& player) const {
        const auto is = [&](const PlayerId& other) { return other == player; };
        return std::any_of(sessions_.begin(), sessions_.end(),
                           [&](const auto& entry) { return is(entry.second.player); }) ||
               std::any_of(rooms_.begin(), rooms_.end(),
                           [&](const auto& entry) {
                               const StoredRoom& room = entry.second;
                               return is(room.host) || is(room.chairs[0].player) || is(room.chairs[1].player);
                           }) ||
               std::any_of(sanctions_.begin(), sanctions_.end(),
                           [&](const auto& entry) { return entry.second.target == player.text; }) ||
               std::any_of(reports_.begin(), reports_.end(),
                           [&](const auto& entry) { return is(entry.second.player); });
    }
    /// Is it the match of an open room, or what a report is about?
    bool is_shown(const MatchId& match) const {
        return std::any_of(rooms_.begin(), rooms_.end(),
                           [&](const auto& entry) { return entry.second.match == match; }) ||
               std::any_of(reports_.begin(), reports_.end(),
                           [&](const auto& entry) { return entry.second.match == match.text; });
    }

    std::map<PlayerId, StoredPlayer> players_;
    std::map<PlayerId, ServerTime> seen_;  ///< of each of them
    std::map<PlayerId, Skeleton> kept_names_;
    std::map<SessionId, StoredSession> sessions_;
    std::map<RoomId, StoredRoom> rooms_;
    std::map<MatchId, StoredMatch> matches_;
    std::map<PlayerId, std::map<std::string, GlickoRating>> ratings_;
    std::map<std::pair<Sanction::Kind, std::string>, Sanction> sanctions_;
    std::vector<AuditEntry> audit_;
    std::map<std::pair<PlayerId, PlayerId>, Block> blocks_;
    std::map<std::int64_t, Report> reports_;
    std::int64_t last_report_ = 0;
    std::optional<ServerTime> last_alive_;
};

}  // namespace

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace pentad::server
