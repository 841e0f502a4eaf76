#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Who this person is on a server, kept between runs: a file for each server and profile in the user's
/// configuration folder, readable by nobody else.
namespace pentad::terminal {

struct Identity {
    std::string name;
    std::string token;
};

/// Where it is kept who somebody is.
struct IdentityPlace {
    std::filesystem::path folder;
    std::string server;                    ///< its canonical address, or another text that stands for it
    std::string profile{};                 ///< one of several people at this computer; may be empty
    std::vector<std::string> spellings{};  ///< of the server's address, by which earlier versions named files
};

class IdentityFile {
  public:
    /// REQUIRES: `place.server` is not empty.
    explicit IdentityFile(const IdentityPlace& place);

    /// `$XDG_CONFIG_HOME/pentad`, else `~/.config/pentad`; empty when there is no home.
    static std::filesystem::path default_folder();

    /// Who the person has been there, the latest first; empty when nothing is kept or can be read.
    std::vector<Identity> load() const;
    /// It is the latest, in this version's own file.
    bool is_latest(const Identity& identity) const;

    /// Makes it the latest and keeps the others, of which the oldest go at last. All or nothing; false when
    /// that is not possible.
    bool save(const Identity& identity) const;

  private:
    std::filesystem::path file_;
    std::vector<std::filesystem::path> former_files_;
};

/// Says to other programs of this user that an identity is in use, until it is destroyed or the program ends.
class IdentityUse {
  public:
    IdentityUse(const std::filesystem::path& folder, const std::string& token);
    ~IdentityUse();
    IdentityUse(const IdentityUse&) = delete;
    IdentityUse& operator=(const IdentityUse&) = delete;

    /// No other program used it when this began to. True as well where that cannot be found out.
    bool alone() const { return alone_; }

  private:
    int descriptor_ = -1;
    bool alone_ = true;
};

}  // namespace pentad::terminal
