#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/ids.hpp"
#include "server/base/server_clock.hpp"

struct sqlite3;
struct sqlite3_stmt;

/// SQLite with ownership, types and exceptions; private to the store.
namespace pentad::server {

/// A call of SQLite failed. Thrown only inside the store, which returns it as a StoreError.
class SqliteFailure : public std::runtime_error {
  public:
    SqliteFailure(int code, const std::string& text) : std::runtime_error(text), code_(code) {}
    /// SQLite's primary result code.
    int code() const { return code_; }

  private:
    int code_;
};

/// An open database file. Used by one thread at a time.
class SqliteDatabase {
  public:
    /// Opens or creates the file.
    explicit SqliteDatabase(const std::filesystem::path& file);

    /// Runs statements and ignores their rows.
    void run(const char* sql);
    bool in_transaction() const;
    bool read_only() const;
    sqlite3* handle() const { return handle_.get(); }

    /// Throws the error of the last call.
    [[noreturn]] void fail() const;

  private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement.
class SqliteStatement {
  public:
    SqliteStatement(const SqliteDatabase& database, std::string_view sql);

    /// One run of the statement; the statement is free for the next when this ends.
    class Run {
      public:
        explicit Run(SqliteStatement& statement) : statement_(statement) {}
        ~Run();
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;

        /// Goes to the next row; false after the last.
        bool next();
        /// The value of a column by its name. REQUIRES: next() returned true. Throws SqliteFailure if there
        /// is no such column.
        std::int64_t number(std::string_view column) const;
        double real(std::string_view column) const;
        std::string text(std::string_view column) const;
        bool flag(std::string_view column) const { return number(column) != 0; }
        ServerTime time(std::string_view column) const { return from_wire(number(column)); }
        milliseconds duration(std::string_view column) const { return milliseconds(number(column)); }
        /// Empty for NULL.
        std::optional<std::int64_t> maybe_number(std::string_view column) const;
        /// The first column, for statements with one.
        std::int64_t number() const;
        std::string text() const;

      private:
        std::string text_at(int index) const;

        SqliteStatement& statement_;
    };

    /// Starts a run with these values for ?1, ?2, ...
    template <class... Values>
    Run with(const Values&... values) {
        int place = 0;
        (bind(++place, values), ...);
        return Run(*this);
    }
    /// A run without rows.
    template <class... Values>
    void run(const Values&... values) {
        with(values...).next();
    }

  private:
    int index_of(std::string_view column) const;

    void bind(int place, std::int64_t value);
    void bind(int place, double value);
    void bind(int place, int value) { bind(place, std::int64_t{value}); }
    void bind(int place, bool value) { bind(place, std::int64_t{value}); }
    void bind(int place, const std::string& value) { bind(place, std::string_view(value)); }
    void bind(int place, const char* value) { bind(place, std::string_view(value)); }
    void bind(int place, std::string_view value);
    void bind(int place, std::nullopt_t);
    void bind(int place, milliseconds value) { bind(place, std::int64_t{value.count()}); }
    void bind(int place, ServerTime value) { bind(place, to_wire(value)); }
    template <class Tag>
    void bind(int place, const Id<Tag>& id) {
        bind(place, id.text);
    }
    template <class T>
    void bind(int place, const std::optional<T>& value) {
        if (value)
            bind(place, *value);
        else
            bind(place, std::nullopt);
    }

    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    const SqliteDatabase& database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    std::vector<std::string> columns_;
};

}  // namespace pentad::server
