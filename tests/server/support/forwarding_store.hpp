#pragma once

#include "server/store/memory/memory_store.hpp"

namespace pentad::server {

/// A store in memory, to change one thing of it.
class ForwardingStore : public Store {
  public:
    Result<void> write(const std::vector<Record>& records) override { return real_->write(records); }
    Result<std::vector<StoredRoom>> open_rooms() override { return real_->open_rooms(); }
    Result<std::optional<StoredPlayer>> player(const PlayerId& id) override { return real_->player(id); }
    Result<std::optional<StoredPlayer>> player_by_token(const std::string& hash) override {
        return real_->player_by_token(hash);
    }
    Result<std::vector<StoredPlayer>> players_of_kind(const std::string& kind) override {
        return real_->players_of_kind(kind);
    }
    Result<std::vector<StoredSession>> sessions() override { return real_->sessions(); }
    Result<std::optional<StoredMatch>> match(const MatchId& id) override { return real_->match(id); }
    Result<std::vector<StoredMatchSummary>> matches_of(const PlayerId& player,
                                                       const std::optional<MatchId>& before,
                                                       int limit) override {
        return real_->matches_of(player, before, limit);
    }
    Result<std::map<std::string, GlickoRating>> ratings_of(const PlayerId& player) override {
        return real_->ratings_of(player);
    }
    Result<std::vector<StoredEarlyExit>> early_exits(ServerTime since) override {
        return real_->early_exits(since);
    }
    Result<std::vector<StoredRank>> ranking(const std::string& game, ServerTime now, int skip,
                                            int limit) override {
        return real_->ranking(game, now, skip, limit);
    }
    Result<std::vector<Sanction>> sanctions() override { return real_->sanctions(); }
    Result<std::vector<AuditEntry>> audit(int limit) override { return real_->audit(limit); }
    Result<std::vector<Block>> blocks() override { return real_->blocks(); }
    Result<std::vector<Report>> reports(ServerTime since, int limit) override {
        return real_->reports(since, limit);
    }
    Result<std::optional<Report>> report(std::int64_t number) override { return real_->report(number); }
    Result<std::int64_t> open_reports() override { return real_->open_reports(); }
    Result<bool> name_is_kept(const std::string& name, const PlayerId& from) override {
        return real_->name_is_kept(name, from);
    }
    Result<std::vector<StoredPlayer>> players_named(const std::string& name, int limit) override {
        return real_->players_named(name, limit);
    }
    Result<std::unique_ptr<Backup>> back_up(const std::filesystem::path& file) override {
        return real_->back_up(file);
    }
    Result<std::optional<ServerTime>> last_alive() override { return real_->last_alive(); }

  private:
    std::unique_ptr<Store> real_ = make_memory_store();
};

}  // namespace pentad::server
