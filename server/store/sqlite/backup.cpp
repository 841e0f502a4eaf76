#include "server/store/sqlite/backup.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <future>
#include <system_error>

#include "server/store/durable_file.hpp"

namespace pentad::server {
namespace {

namespace fs = std::filesystem;

/// Copied between two writes of the server: a few milliseconds.
constexpr int pages_a_step = 256;

/// After so many steps (4 MB) the copy is synced, so that its end does not wait for all of it.
constexpr int steps_a_sync = 4;

StoreError already_exists(const fs::path& file) {
    return {file.string() + " already exists; name another file"};
}

/// A temporary file, removed with its journal on destruction unless renamed.
class PartOfACopy {
  public:
    explicit PartOfACopy(fs::path path) : path_(std::move(path)) { remove(); }
    ~PartOfACopy() { remove(); }
    PartOfACopy(const PartOfACopy&) = delete;
    PartOfACopy& operator=(const PartOfACopy&) = delete;
    const fs::path& path() const { return path_; }

  private:
    void remove() const {
        std::error_code ignored;
        for (const char* part : {"", "-journal"}) fs::remove(path_.string() + part, ignored);
    }

    const fs::path path_;
};

/// Syncs a file to the disk on its own thread.
class SyncBeside {
  public:
    /// REQUIRES: the file exists.
    explicit SyncBeside(const fs::path& file) : file_(::open(file.c_str(), O_RDWR | O_CLOEXEC)) {
        if (file_ < 0) throw std::system_error(errno, std::generic_category(), file.string());
    }
    ~SyncBeside() {
        if (running_.valid()) running_.wait();
        ::close(file_);
    }
    SyncBeside(const SyncBeside&) = delete;
    SyncBeside& operator=(const SyncBeside&) = delete;

    void start() {
        try {
            // SQLite gets the same error from its own sync, and reports it.
            running_ = std::async(std::launch::async, [this] { static_cast<void>(::fdatasync(file_)); });
        } catch (const std::system_error&) {
            // Without a thread the final sync takes longer.
        }
    }
    bool runs() const {
        return running_.valid() && running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
    }

  private:
    const int file_;
    std::future<void> running_;
};

class SqliteBackup final : public Backup {
  public:
    SqliteBackup(SqliteDatabase& source, fs::path file)
        : file_(std::move(file)), part_(file_.string() + ".part") {
        copy_ = std::make_unique<SqliteDatabase>(part_.path());
        fs::permissions(part_.path(), fs::perms::owner_read | fs::perms::owner_write);
        sync_ = std::make_unique<SyncBeside>(part_.path());
        backup_ = sqlite3_backup_init(copy_->handle(), "main", source.handle(), "main");
        if (backup_ == nullptr) copy_->fail();
    }
    ~SqliteBackup() override {
        sqlite3_backup_finish(backup_);
        copy_.reset();
    }

    tl::expected<bool, StoreError> step() override {
        if (sync_->runs()) return false;
        const int code = sqlite3_backup_step(backup_, pages_a_step);
        if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) {
            if (++steps_ % steps_a_sync == 0) sync_->start();
            return false;
        }
        if (code != SQLITE_DONE) return tl::unexpected(StoreError{sqlite3_errstr(code)});
        if (const int finished = sqlite3_backup_finish(std::exchange(backup_, nullptr));
            finished != SQLITE_OK)
            return tl::unexpected(StoreError{sqlite3_errstr(finished)});
        copy_.reset();
        try {
            // Unlike a rename, a link does not overwrite a file created meanwhile.
            std::error_code failed;
            fs::create_hard_link(part_.path(), file_, failed);
            if (failed == std::errc::file_exists) return tl::unexpected(already_exists(file_));
            if (failed) fs::rename(part_.path(), file_);
            sync_to_disk(fs::absolute(file_).parent_path());
        } catch (const fs::filesystem_error& failure) {
            return tl::unexpected(StoreError{failure.what()});
        }
        return true;
    }

  private:
    const fs::path file_;
    const PartOfACopy part_;
    /// Destroyed after the copy: closing a file drops SQLite's locks on it.
    std::unique_ptr<SyncBeside> sync_;
    std::unique_ptr<SqliteDatabase> copy_;
    sqlite3_backup* backup_ = nullptr;
    int steps_ = 0;
};

}  // namespace

Store::Result<std::unique_ptr<Backup>> begin_sqlite_backup(SqliteDatabase& source, const fs::path& file) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) return tl::unexpected(already_exists(file));
    try {
        return std::make_unique<SqliteBackup>(source, file);
    } catch (const std::exception& failure) {
        return tl::unexpected(StoreError{file.string() + " cannot be written: " + failure.what()});
    }
}

}  // namespace pentad::server
