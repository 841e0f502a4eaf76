#pragma once

#include <filesystem>
#include <optional>
#include <string>

/// Who this person is on a server, kept between runs: a file a server in the user's configuration folder,
/// readable by nobody else.
namespace pentad::terminal {

struct Identity {
    std::string name;
    std::string token;
};

class IdentityFile {
  public:
    /// REQUIRES: `server` names the server, such as `ws://127.0.0.1:8080/ws`.
    IdentityFile(const std::filesystem::path& folder, const std::string& server);

    /// `$XDG_CONFIG_HOME/pentad`, else `~/.config/pentad`; empty when there is no home.
    static std::filesystem::path default_folder();

    /// None when nothing is kept or the file cannot be read.
    std::optional<Identity> load() const;

    /// Replaces what was kept, all or nothing. False when that is not possible.
    bool save(const Identity& identity) const;

  private:
    std::filesystem::path file_;
};

}  // namespace pentad::terminal
