#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pentad::testing {

enum class Direction { to_server, to_client };

/// What happens to a connection on its way through a FaultProxy.
struct Faults {
    /// Both ends are closed when exactly so many bytes have passed in that direction since the beginning.
    std::optional<std::size_t> cut_to_server;
    std::optional<std::size_t> cut_to_client;
    /// Before each piece that passes on.
    std::chrono::milliseconds delay{0};
    /// The largest piece; with a delay this is a slow line, and 1 takes every message apart.
    std::size_t piece = 16 * 1024;
    /// What the client says goes to a second connection of the server as well, whose answers are dropped.
    bool twice = false;
    /// What the server says is changed, as by a server that lies: each first text becomes the second one.
    /// REQUIRES: both are of the same length.
    std::vector<std::pair<std::string, std::string>> forged{};
};

/// A bad network between clients and a server on this machine, in a thread of its own. Thread-safe.
class FaultProxy {
  public:
    explicit FaultProxy(std::uint16_t server_port);
    ~FaultProxy();
    FaultProxy(const FaultProxy&) = delete;
    FaultProxy& operator=(const FaultProxy&) = delete;

    /// Where clients connect to.
    std::uint16_t port() const;

    /// For the next connection; those after it are healthy again.
    void next(Faults faults);

    /// The newest connection is cut when exactly so many more bytes have passed in that direction.
    void cut_after(std::size_t bytes, Direction direction);

    /// From now on nothing passes in any connection that is open, and neither end is told.
    void fall_silent();
    /// Closes all connections, the silent ones too.
    void cut_all();

    /// Bytes that have passed in the newest connection.
    std::size_t passed(Direction direction) const;
    /// What the client has said in the newest connection, 64 KiB of it at most.
    std::string said() const;

  private:
    struct Network;
    std::unique_ptr<Network> network_;
};

}  // namespace pentad::testing
