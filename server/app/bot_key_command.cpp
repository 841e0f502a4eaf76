#include "server/app/bot_key_command.hpp"

#include <unistd.h>

#include <filesystem>

#include "server/admin/admin_socket.hpp"
#include "server/moderation/name_policy.hpp"
#include "server/session/bot_keys.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

namespace pentad::server {
namespace {

constexpr const char* usage =
    "pentad-server bot-key add NAME      creates a key for the bot NAME and prints it this once\n"
    "pentad-server bot-key revoke NAME   revokes its key\n"
    "pentad-server bot-key list          lists the bots, and which have a key\n"
    "Settings such as --data FOLDER may follow. A server that runs on that folder applies it at once.\n";

ExitNow mistake(const std::string& text) { return {2, "pentad-server: " + text + "\n" + usage}; }

ExitNow failure(const StoreError& error) { return {1, "pentad-server: " + error.text + "\n"}; }

/// As a server that runs on that folder would write it.
AuditEntry entry(const std::string& what, const std::string& name) {
    return {ServerClock::now(), "uid " + std::to_string(::getuid()), "bot-key " + what + " " + name, "done"};
}

ExitNow add(Store& store, const std::string& wanted) {
    const auto name = acceptable_name(wanted);
    if (!name) return mistake("this name cannot be used: " + sentence_of(name.error()));
    const auto key = make_bot_key(store, *name, entry("add", *name));
    if (!key) return failure(key.error());
    return {0, *key + "\n"};
}

ExitNow revoke(Store& store, const std::string& name) {
    const auto revoked = revoke_bot_key(store, name, entry("revoke", name));
    if (!revoked) return failure(revoked.error());
    if (!*revoked) return {1, "pentad-server: there is no bot of this name with a key.\n"};
    return {0, "Key revoked.\n"};
}

ExitNow list(Store& store) {
    const auto bots = store.players_of_kind(std::string(bot_kind));
    if (!bots) return failure(bots.error());
    return {0, bot_list(*bots)};
}

}  // namespace

ExitNow run_bot_key_command(const std::vector<std::string>& arguments) {
    const std::string what = arguments.size() > 1 ? arguments[1] : "";
    const bool named = what == "add" || what == "revoke";
    if (!named && what != "list") return mistake("bot-key needs add, revoke or list.");
    const std::ptrdiff_t own = named ? 3 : 2;
    if (std::ssize(arguments) < own || (named && arguments[2].starts_with("-")))
        return mistake("the bot's name is missing.");
    std::vector<const char*> rest{"pentad-server"};
    for (std::ptrdiff_t i = own; i < std::ssize(arguments); ++i)
        rest.push_back(arguments[static_cast<std::size_t>(i)].c_str());
    const auto settings = read_config(static_cast<int>(rest.size()), rest.data());
    if (const auto* leave = std::get_if<ExitNow>(&settings)) return *leave;
    const auto* config = std::get_if<Config>(&settings);
    if (!config) return mistake("bot-key takes only settings.");
    // A running server has the database locked, so ask it.
    if (std::filesystem::exists(admin_socket_path(*config))) {
        try {
            const AdminAnswer answer =
                ask_admin_socket(admin_socket_path(*config), {arguments.begin(), arguments.begin() + own});
            return {answer.status, answer.text};
        } catch (const std::exception&) {
            // A socket left by a killed server.
        }
    }
    if (config->data == ":memory:")
        return {1, "pentad-server: a database in memory keeps no keys; choose a folder with --data.\n"};
    const auto database = std::filesystem::path(config->data) / "pentad.db";
    std::error_code error;
    if (what != "add" && !std::filesystem::exists(database, error))
        return {1, "pentad-server: there is no database " + database.string() +
                       (error ? ": " + error.message() : "") + ". Give the server's folder with --data.\n"};
    auto store = open_sqlite_store(config->data, config->durability);
    if (!store) return failure(store.error());
    if (what == "add") return add(**store, arguments[2]);
    if (what == "revoke") return revoke(**store, arguments[2]);
    return list(**store);
}

}  // namespace pentad::server
