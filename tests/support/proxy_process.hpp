#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace pentad::testing {

/// A real nginx, HAProxy or Caddy in front of a server on this machine, of the Debian package of that name.
/// `./dev test` installs all three.
class ProxyProcess {
  public:
    /// Runs `program` (`nginx`, `haproxy` or `caddy`) with the configuration that is made for the port which
    /// it listens on, in a new folder. What stands in the configuration of nginx is its http block.
    /// Throws std::runtime_error when it is not installed or does not start.
    ProxyProcess(const std::string& program,
                 const std::function<std::string(std::uint16_t port)>& configuration);
    ~ProxyProcess();
    ProxyProcess(const ProxyProcess&) = delete;
    ProxyProcess& operator=(const ProxyProcess&) = delete;

    std::uint16_t port() const { return port_; }

    /// A port that nobody has; none of the three can choose for itself.
    static std::uint16_t free_port();

  private:
    std::filesystem::path folder_;
    std::uint16_t port_ = 0;
    pid_t process_ = -1;
};

/// A configuration that serves the server under sub-paths. Under /pentad/ the proxy says in X-Forwarded-For
/// who the client is, in place of what the client wrote; under /appending/ behind it. Its time-outs are the
/// usual ones unless it closes silent connections after so many seconds, where it can (Caddy does
/// not).
std::string under_sub_paths(const std::string& program, std::uint16_t port, std::uint16_t server_port,
                            int silent_for_s = 0);

}  // namespace pentad::testing
