#include "server/store/sqlite/database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "server/base/text/confusables.hpp"
#include "server/store/file_owner.hpp"

namespace pentad::server {

namespace {

/// The SQL functions `looks(text)` and `looks_folded(text)`: a part of looks_of().
template <std::string Skeleton::*part>
void looks_function(sqlite3_context* context, int, sqlite3_value** values) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    if (text == nullptr) return sqlite3_result_null(context);
    const std::string looks = looks_of(text).*part;
    sqlite3_result_text64(context, looks.data(), looks.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

SqliteDatabase::SqliteDatabase(const std::filesystem::path& file) {
    // SQLite itself gives the log files the owner of the database.
    std::error_code ignored;
    const bool is_new = !std::filesystem::exists(file, ignored);
    sqlite3* opened = nullptr;
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(file.c_str(), &opened, flags, nullptr);
    handle_.reset(opened);  // set even if opening failed
    if (code != SQLITE_OK) fail();
    if (is_new) give_to_owner_of_folder(file);
    for (const auto& [name, function] : {std::pair("looks", &looks_function<&Skeleton::written>),
                                         std::pair("looks_folded", &looks_function<&Skeleton::folded>)})
        if (sqlite3_create_function_v2(handle(), name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                                       function, nullptr, nullptr, nullptr) != SQLITE_OK)
            fail();
}

void SqliteDatabase::run(const char* sql) {
    if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

bool SqliteDatabase::in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }
bool SqliteDatabase::read_only() const { return sqlite3_db_readonly(handle(), "main") == 1; }

void SqliteDatabase::fail() const {
    throw SqliteFailure(sqlite3_errcode(handle()), sqlite3_errmsg(handle()));
}

void SqliteDatabase::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

SqliteStatement::SqliteStatement(const SqliteDatabase& database, std::string_view sql) : database_(database) {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    statement_.reset(made);
    if (code != SQLITE_OK) database.fail();
    // Copies: SQLite's own may change when it prepares the statement again.
    for (int i = 0; i < sqlite3_column_count(made); ++i) columns_.emplace_back(sqlite3_column_name(made, i));
}

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void SqliteStatement::bind(int place, std::int64_t value) {
    if (sqlite3_bind_int64(statement_.get(), place, value) != SQLITE_OK) database_.fail();
}

void SqliteStatement::bind(int place, double value) {
    if (sqlite3_bind_double(statement_.get(), place, value) != SQLITE_OK) database_.fail();
}

void SqliteStatement::bind(int place, std::string_view value) {
    // An empty view may hold a null pointer, which would bind NULL.
    const char* text = value.empty() ? "" : value.data();
    if (sqlite3_bind_text64(statement_.get(), place, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8) !=
        SQLITE_OK)
        database_.fail();
}

void SqliteStatement::bind(int place, std::nullopt_t) {
    if (sqlite3_bind_null(statement_.get(), place) != SQLITE_OK) database_.fail();
}

SqliteStatement::Run::~Run() { sqlite3_reset(statement_.statement_.get()); }

bool SqliteStatement::Run::next() {
    switch (sqlite3_step(statement_.statement_.get())) {
        case SQLITE_ROW:
            return true;
        case SQLITE_DONE:
            return false;
        default:
            statement_.database_.fail();
    }
}

int SqliteStatement::index_of(std::string_view column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end())
        throw SqliteFailure(SQLITE_MISUSE, "the statement has no column " + std::string(column));
    return static_cast<int>(found - columns_.begin());
}

std::int64_t SqliteStatement::Run::number(std::string_view column) const {
    return sqlite3_column_int64(statement_.statement_.get(), statement_.index_of(column));
}

double SqliteStatement::Run::real(std::string_view column) const {
    return sqlite3_column_double(statement_.statement_.get(), statement_.index_of(column));
}

std::string SqliteStatement::Run::text(std::string_view column) const {
    return text_at(statement_.index_of(column));
}

std::optional<std::int64_t> SqliteStatement::Run::maybe_number(std::string_view column) const {
    const int index = statement_.index_of(column);
    if (sqlite3_column_type(statement_.statement_.get(), index) == SQLITE_NULL) return std::nullopt;
    return sqlite3_column_int64(statement_.statement_.get(), index);
}

std::int64_t SqliteStatement::Run::number() const {
    return sqlite3_column_int64(statement_.statement_.get(), 0);
}

std::string SqliteStatement::Run::text() const { return text_at(0); }

std::string SqliteStatement::Run::text_at(int index) const {
    sqlite3_stmt* row = statement_.statement_.get();
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(row, index));
    const int size = sqlite3_column_bytes(row, index);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}

}  // namespace pentad::server
