#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <string>
#include <vector>

#include "server/admin/command_context.hpp"
#include "server/store/store_thread.hpp"

namespace pentad::server {

/// The store as commands use it. Every change is stored together with its entry in the audit log, before it
/// is made. On the I/O thread.
class AuditedStore {
  public:
    /// REQUIRES: `io` and `store` outlive this.
    AuditedStore(boost::asio::io_context& io, StoreThread& store, std::function<ServerTime()> now)
        : io_(io), store_(store), now_(std::move(now)) {}

    boost::asio::io_context& io() { return io_; }
    ServerTime now() const { return now_(); }
    /// The entry in the audit log for this command.
    AuditEntry entry(const CommandContext& command) const {
        return {now_(), command.who, command.text(0), "done"};
    }

    /// Stores the records and the audit entry; then calls `then` and answers with its text.
    void commit(const CommandContext& command, std::vector<Record> records,
                std::function<std::string()> then);
    /// Runs the work on the store's thread and what it returns on this one.
    void run(const CommandContext& command, std::function<std::function<void()>(Store&)> work);
    /// The same without an answer: false when too many calls wait for the store.
    bool try_run(std::function<std::function<void()>(Store&)> work);
    /// Stores the audit entry alone; `done` hears whether it was stored.
    void write_entry(const CommandContext& command, StoreThread::Done done);

  private:
    boost::asio::io_context& io_;
    StoreThread& store_;
    const std::function<ServerTime()> now_;
};

}  // namespace pentad::server
