#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/config/config.hpp"

namespace boost::asio {
class io_context;
}

namespace pentad::server {

struct AdminRequest {
    std::vector<std::string> words;  ///< the command and its arguments
    std::string who;                 ///< the user at the other end, from the system: `uid 1000`
};
struct AdminAnswer {
    int status = 0;  ///< the exit status of the operator's program
    std::string text;
};
using AdminDone = std::function<void(AdminAnswer)>;

/// Where the server with these settings listens for commands; empty: nowhere (`--data :memory:`).
std::filesystem::path admin_socket_path(const Config& config);

/// The operator's socket: a Unix socket that only the server's user and root can open (mode 0600). A request
/// is one line of words separated by 0x1f; the answer is a line with the status, then text until the end. On
/// the I/O thread.
class AdminSocket {
  public:
    using Handler = std::function<void(AdminRequest, AdminDone)>;

    /// Listens at once, in place of a socket that an earlier server left there. Throws std::runtime_error
    /// when it cannot. REQUIRES: no other process uses the data folder; the handler calls done once.
    AdminSocket(boost::asio::io_context& context, const std::filesystem::path& path, Handler handler);
    /// Removes the file.
    ~AdminSocket();

  private:
    class Listener;
    std::shared_ptr<Listener> listener_;
    const std::filesystem::path path_;
};

/// Sends a command to the server behind the socket. Throws std::runtime_error when nobody answers.
AdminAnswer ask_admin_socket(const std::filesystem::path& path, const std::vector<std::string>& words);

}  // namespace pentad::server
