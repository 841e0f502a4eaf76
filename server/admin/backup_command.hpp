#pragma once

#include <filesystem>
#include <memory>

#include "server/admin/audited_store.hpp"

namespace pentad::server {

/// `backup FILE`: copies the database into the data folder, a part at a time. On the I/O thread.
class BackupCommand {
  public:
    /// REQUIRES: `store` outlives this.
    BackupCommand(AuditedStore& store, const std::filesystem::path& data)
        : store_(store), data_(std::filesystem::absolute(data)) {}

    /// One at a time.
    void start(const CommandContext& command);

  private:
    using BackupPtr = std::shared_ptr<std::unique_ptr<Backup>>;

    void step(const CommandContext& command, const BackupPtr& backup);
    void step_later(const CommandContext& command, const BackupPtr& backup);
    void finish(const CommandContext& command);

    AuditedStore& store_;
    const std::filesystem::path data_;
    bool running_ = false;
};

}  // namespace pentad::server
