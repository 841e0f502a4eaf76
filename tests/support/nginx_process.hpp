#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace pentad::testing {

/// A real nginx in front of a server on this machine, which serves it under a sub-path. Its time-outs are
/// nginx's own unless `settings` says otherwise.
class NginxProcess {
  public:
    /// Is there a program to run? The Debian package is nginx-light.
    static bool installed();

    /// Under /pentad/ nginx says in X-Forwarded-For who the client is, in place of what the client wrote;
    /// under /appending/ behind it. `settings` are put into its server block. Throws std::runtime_error when
    /// it does not start.
    explicit NginxProcess(std::uint16_t server_port, const std::string& settings = "");
    /// With what stands in its http block when it listens on this port.
    explicit NginxProcess(const std::function<std::string(std::uint16_t port)>& http_block);
    ~NginxProcess();
    NginxProcess(const NginxProcess&) = delete;
    NginxProcess& operator=(const NginxProcess&) = delete;

    std::uint16_t port() const { return port_; }

  private:
    std::filesystem::path folder_;
    std::uint16_t port_ = 0;
    pid_t process_ = -1;
};

}  // namespace pentad::testing
