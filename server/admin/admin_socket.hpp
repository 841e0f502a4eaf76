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
    std::vector<std::string> words;  ///< the command and what belongs to it
    std::string who;                 ///< the user at the other end, as the system says: `uid 1000`
};
struct AdminAnswer {
    int status = 0;  ///< that the operator's program exits with
    std::string text;
};
using AdminDone = std::function<void(AdminAnswer)>;

/// Where the server with these settings listens for its operator; empty when it does not (`--data :memory:`).
std::filesystem::path admin_socket_path(const Config& config);

/// The operator's door: a Unix socket that only the server's own user and root can open (mode 0600). A
/// request is one line, its words parted by 0x1f; the answer is a line with the status, then text until the
/// end. On the I/O thread.
class AdminSocket {
  public:
    using Handler = std::function<void(AdminRequest, AdminDone)>;

    /// Listens at once; a socket that an earlier server left there goes. Throws std::runtime_error when it
    /// cannot. REQUIRES: the data folder is this process's own; the handler calls done once.
    AdminSocket(boost::asio::io_context& context, const std::filesystem::path& path, Handler handler);
    /// Removes the file.
    ~AdminSocket();

  private:
    class Listener;
    std::shared_ptr<Listener> listener_;
    const std::filesystem::path path_;
};

/// Asks the server behind the socket. Throws std::runtime_error when nobody answers.
AdminAnswer ask_admin_socket(const std::filesystem::path& path, const std::vector<std::string>& words);

}  // namespace pentad::server
