#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "clients/terminal/model/own_engine.hpp"
#include "clients/terminal/net/server_address.hpp"

namespace pentad::terminal {

/// The server inside this program: the same code, on the loopback, with its store in a folder of the user's.
class LocalServer {
  public:
    /// Brings back what is in the folder, or in a folder beside it when another program serves from it. What
    /// it writes is the user's alone. The error is a sentence.
    static tl::expected<LocalServer, std::string> start(const std::filesystem::path& folder, int pace_ms);
    /// `$XDG_DATA_HOME/pentad/local`, else `~/.local/share/pentad/local`; empty when there is no home.
    static std::filesystem::path default_folder();

    LocalServer(LocalServer&&) noexcept;
    LocalServer& operator=(LocalServer&&) noexcept;
    /// Everything is stored before it returns.
    ~LocalServer();

    ServerAddress address() const;
    /// Where the games are.
    const std::filesystem::path& folder() const;
    const OwnServer& controls() const;

  private:
    struct Impl;
    explicit LocalServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace pentad::terminal
