#include "server/store/sqlite_backup.hpp"

#include <sqlite3.h>

#include <system_error>

#include "server/store/durable_file.hpp"

namespace pentad::server {
namespace {

namespace fs = std::filesystem;

/// One part is copied between two writes of the server: a few milliseconds.
constexpr int pages_a_step = 256;

/// A file that is gone with it and its journal, unless it got another name meanwhile.
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

class SqliteBackup final : public Backup {
  public:
    SqliteBackup(SqliteDatabase& source, fs::path file)
        : file_(std::move(file)), part_(file_.string() + ".part") {
        copy_ = std::make_unique<SqliteDatabase>(part_.path());
        fs::permissions(part_.path(), fs::perms::owner_read | fs::perms::owner_write);
        backup_ = sqlite3_backup_init(copy_->handle(), "main", source.handle(), "main");
        if (backup_ == nullptr) copy_->fail();
    }
    ~SqliteBackup() override {
        sqlite3_backup_finish(backup_);
        copy_.reset();
    }

    tl::expected<bool, StoreError> step() override {
        const int code = sqlite3_backup_step(backup_, pages_a_step);
        if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) return false;
        if (code != SQLITE_DONE) return tl::unexpected(StoreError{sqlite3_errstr(code)});
        if (const int finished = sqlite3_backup_finish(std::exchange(backup_, nullptr));
            finished != SQLITE_OK)
            return tl::unexpected(StoreError{sqlite3_errstr(finished)});
        copy_.reset();
        try {
            fs::rename(part_.path(), file_);
            sync_to_disk(fs::absolute(file_).parent_path());
        } catch (const fs::filesystem_error& failure) {
            return tl::unexpected(StoreError{failure.what()});
        }
        return true;
    }

  private:
    const fs::path file_;
    const PartOfACopy part_;
    std::unique_ptr<SqliteDatabase> copy_;
    sqlite3_backup* backup_ = nullptr;
};

}  // namespace

Store::Result<std::unique_ptr<Backup>> begin_sqlite_backup(SqliteDatabase& source, const fs::path& file) {
    std::error_code ignored;
    if (fs::exists(file, ignored))
        return tl::unexpected(StoreError{file.string() + " is there already; name another file"});
    try {
        return std::make_unique<SqliteBackup>(source, file);
    } catch (const std::exception& failure) {
        return tl::unexpected(StoreError{file.string() + " cannot be written: " + failure.what()});
    }
}

}  // namespace pentad::server
