#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "server/admin/admin_socket.hpp"
#include "server/gateway/router.hpp"

namespace pentad::server {

/// Does what the operator asks of a running server. Whatever changes something is in the store's audit log,
/// with its outcome, before it is answered. On the I/O thread.
class AdminCommands {
  public:
    /// `data`: the folder that backups are written to. `drain`: takes no new work from now on. REQUIRES: all
    /// outlive this.
    AdminCommands(RoomServices& services, Router& router, const std::filesystem::path& data,
                  std::function<void()> drain);

    /// Calls done once.
    void handle(AdminRequest request, AdminDone done);

  private:
    /// A request while it is worked on.
    struct CommandContext {
        std::vector<std::string> words;
        std::string who;
        AdminDone done;

        /// The words from that one on, with blanks between.
        std::string text(std::size_t from) const;
        void answer(std::string text) const { done({0, std::move(text) + "\n"}); }
        void refuse(const std::string& text) const { done({1, "pentad-server: " + text + "\n"}); }
    };
    struct Command;
    static const std::vector<Command>& commands();
    static std::string usage();

    void status(const CommandContext& errand);
    void players(const CommandContext& errand);
    void kick(const CommandContext& errand);
    void ban(const CommandContext& errand);
    void unban(const CommandContext& errand);
    void mute(const CommandContext& errand);
    void unmute(const CommandContext& errand);
    void list_sanctions(const CommandContext& errand);
    void list_reports(const CommandContext& errand);
    void close_report(const CommandContext& errand);
    void notice(const CommandContext& errand);
    void drain(const CommandContext& errand);
    void bot_key(const CommandContext& errand);
    void back_up(const CommandContext& errand);
    void forget(const CommandContext& errand);
    void audit(const CommandContext& errand);

    /// Stores the records and the entry of the audit log; then does the rest and answers with its text.
    void keep(const CommandContext& errand, std::vector<Record> records, std::function<std::string()> then);
    /// Lays it on its target; `apply` does what follows from it and tells.
    void sanction(const CommandContext& errand, Sanction::Kind kind, const std::string& target,
                  std::function<std::string()> apply);
    /// Refuses where none is in force.
    void lift(const CommandContext& errand, Sanction::Kind kind, const std::string& target);
    /// The player whom the second word means: an id, the name of somebody who is here, or a name that one
    /// player alone has. Refuses otherwise.
    void with_player(const CommandContext& errand, std::function<void(const PlayerId&)> then);
    /// Runs the work on the store's thread and what it returns on this one.
    void in_store(const CommandContext& errand, std::function<std::function<void()>(Store&)> work);
    void back_up_on(const CommandContext& errand, const std::shared_ptr<std::unique_ptr<Backup>>& backup);
    void backed_up(const CommandContext& errand);
    void back_up_later(const CommandContext& errand, const std::shared_ptr<std::unique_ptr<Backup>>& backup);

    RoomServices& services_;
    Router& router_;
    const std::filesystem::path data_;
    const std::function<void()> drain_;
    bool backing_up_ = false;
};

/// A number without a sign; nothing for any other word.
std::optional<std::int64_t> read_number(std::string_view word);

/// `30s`, `15m`, `12h`, `7d`; nothing for any other word.
std::optional<milliseconds> read_duration(std::string_view word);

}  // namespace pentad::server
