#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace pentad::testing {

/// A real pentad-server on a port of its own with its data in a new folder, which goes with it. Start and
/// stop it as an operator would. The environment's PENTAD_SERVER_PROGRAM is run in place of the one that was
/// built, so that the same tests prove another program. Throws std::runtime_error when the server does not do
/// as it is told.
class ServerProcess {
  public:
    /// The program that is run.
    static std::string program();

    /// In a value of the environment `{folder}` stands for folder().
    explicit ServerProcess(std::vector<std::string> more_arguments = {},
                           std::map<std::string, std::string> environment = {});
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    std::uint16_t port() const { return port_; }
    std::string url() const { return "ws://127.0.0.1:" + std::to_string(port_) + "/ws"; }

    /// `kill -9`, and waits until it is dead.
    void kill();
    /// SIGTERM; returns the exit status, or -1 when it did not exit in time and was killed.
    int terminate(std::chrono::seconds limit = std::chrono::seconds(10));
    /// On the same port and data. REQUIRES: it does not run.
    void start();

    /// Makes a key for a bot, as an operator would; what the program printed. REQUIRES: it does not run.
    std::string make_bot_key(const std::string& name) const;
    /// `pentad-server bot-key` with these words on this server's data; what it printed, errors too.
    std::string bot_key(const std::vector<std::string>& words) const;
    pid_t pid() const { return process_; }
    /// Files and sockets that it has open.
    std::size_t descriptors() const;
    /// Waits until it has no more of them open than that.
    void wait_for_descriptors(std::size_t most) const;
    /// Memory that it occupies.
    std::size_t resident_bytes() const;
    /// A bound for it; none where a sanitizer keeps what was freed.
    static std::size_t bound(std::size_t bytes) { return gives_memory_back ? bytes : SIZE_MAX; }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    static constexpr bool gives_memory_back = false;
#else
    static constexpr bool gives_memory_back = true;
#endif
    /// Processor time that it has used since it was started.
    std::chrono::milliseconds processor_time() const;
    /// From now on it can have no more open than that.
    void limit_descriptors(std::size_t most) const;

    /// What it has written so far, over all its starts.
    std::string log() const;
    const std::filesystem::path& folder() const { return folder_; }

    /// The body of GET on this server's port.
    std::string get(const std::string& target) const;

  private:
    std::uint16_t wait_until_listening();

    std::filesystem::path folder_;
    std::vector<std::string> more_arguments_;
    std::map<std::string, std::string> environment_;
    std::uint16_t port_ = 0;
    pid_t process_ = -1;
};

}  // namespace pentad::testing
