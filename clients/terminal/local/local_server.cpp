#include "clients/terminal/local/local_server.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <exception>
#include <utility>

#include "clients/terminal/local/folder_lock.hpp"
#include "clients/terminal/texts/language.hpp"
#include "server/app/server.hpp"

namespace pentad::terminal {
namespace {

server::Config config_for(const std::filesystem::path& folder, int pace_ms) {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.data = folder.string();
    // One's own machine: a game may lose its last move when the power fails, and is faster for it.
    config.durability = server::Durability::normal;
    config.log_level = "off";
    config.bot_pace_ms = pace_ms;
    config.stop_timeout_ms = 2000;
    return config;
}

/// While it lives, what is made is the user's alone, and so are the files that SQLite puts beside it later.
class PrivateFiles {
  public:
    PrivateFiles() : before_(::umask(0077)) {}
    ~PrivateFiles() { ::umask(before_); }
    PrivateFiles(const PrivateFiles&) = delete;
    PrivateFiles& operator=(const PrivateFiles&) = delete;

  private:
    const mode_t before_;
};

std::filesystem::path variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

struct LocalServer::Impl {
    Impl(FolderLock taken, int pace_ms) : lock(std::move(taken)), server(config_for(lock.folder(), pace_ms)) {
        controls.set_pace = [this](std::chrono::milliseconds pace) { server.set_bot_pace(pace); };
    }
    FolderLock lock;  // let go of when the server has stopped
    server::EmbeddedServer server;
    OwnServer controls;
};

LocalServer::LocalServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LocalServer::LocalServer(LocalServer&&) noexcept = default;
LocalServer& LocalServer::operator=(LocalServer&&) noexcept = default;
LocalServer::~LocalServer() = default;

tl::expected<LocalServer, std::string> LocalServer::start(const std::filesystem::path& folder, int pace_ms) {
    if (folder.empty()) return tl::unexpected<std::string>(tr("There is no home folder: say --data FOLDER."));
    const PrivateFiles only_while_it_starts;
    auto lock = FolderLock::first_free(folder);
    if (!lock) return tl::unexpected(lock.error());
    try {
        return LocalServer(std::make_unique<Impl>(std::move(*lock), pace_ms));
    } catch (const std::exception& reason) {
        return tl::unexpected<std::string>(reason.what());
    }
}

const std::filesystem::path& LocalServer::folder() const { return impl_->lock.folder(); }

std::filesystem::path LocalServer::default_folder() {
    if (const auto data = variable("XDG_DATA_HOME"); data.is_absolute()) return data / "pentad" / "local";
    if (const auto home = variable("HOME"); home.is_absolute())
        return home / ".local" / "share" / "pentad" / "local";
    return {};
}

ServerAddress LocalServer::address() const {
    return {"127.0.0.1", std::to_string(impl_->server.port()), "/ws"};
}

const OwnServer& LocalServer::controls() const { return impl_->controls; }

}  // namespace pentad::terminal
