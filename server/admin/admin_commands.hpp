#pragma once

#include <filesystem>
#include <functional>

#include "server/admin/admin_socket.hpp"
#include "server/admin/backup_command.hpp"
#include "server/admin/player_commands.hpp"
#include "server/admin/report_commands.hpp"
#include "server/admin/server_commands.hpp"

namespace pentad::server {

/// Carries out what the operator asks of a running server. Every command that changes something is in the
/// audit log before it is answered. On the I/O thread.
class AdminCommands {
  public:
    /// What the commands use; all of it outlives this.
    struct Uses {
        boost::asio::io_context& io;
        StoreThread& store;
        SessionRegistry& sessions;
        Gateway& gateway;
        Sanctions& sanctions;
        const RoomRegistry& rooms;
    };
    /// What the server does for them.
    struct Actions {
        std::function<bool()> is_draining;
        std::function<void()> drain;
        PlayerCommands::Forget forget_player;
    };
    /// `data` is the folder that backups are written to.
    AdminCommands(const Uses& uses, Actions actions, const std::filesystem::path& data,
                  std::function<ServerTime()> now);

    /// The first words of all commands.
    static std::vector<std::string> names();

    /// Calls done once.
    void handle(AdminRequest request, AdminDone done);

  private:
    struct Command;
    static const std::vector<Command>& commands();
    static std::string usage();

    AuditedStore store_;
    ServerCommands server_;
    PlayerCommands players_;
    ReportCommands reports_;
    BackupCommand backup_;
};

}  // namespace pentad::server
