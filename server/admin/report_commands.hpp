#pragma once

#include "server/admin/audited_store.hpp"

namespace pentad::server {

/// The commands about what the operator reads later: players' reports and the audit log. On the I/O thread.
class ReportCommands {
  public:
    /// REQUIRES: `store` outlives this.
    explicit ReportCommands(AuditedStore& store) : store_(store) {}

    void list(const CommandContext& command);
    void close(const CommandContext& command);
    void audit(const CommandContext& command);

  private:
    AuditedStore& store_;
};

}  // namespace pentad::server
