#include "server/admin/admin_command.hpp"

#include <filesystem>
#include <stdexcept>

#include "server/admin/admin_commands.hpp"
#include "server/admin/admin_socket.hpp"
#include "server/store/sqlite/restore.hpp"

namespace pentad::server {
namespace {

constexpr const char* usage =
    "pentad-server admin [SETTINGS] COMMAND   settings such as --data FOLDER, the same as the server's\n"
    "pentad-server admin help                 lists the commands of the running server\n"
    "pentad-server admin restore FILE         replaces the database with a backup; stop the server first\n";

/// The settings come first, each with its value.
std::size_t settings_end(const std::vector<std::string>& words) {
    std::size_t i = 1;
    while (i < words.size() && words[i].starts_with("--"))
        i += words[i].find('=') == std::string::npos ? 2 : 1;
    return i;
}

ExitNow restore(const Config& config, const std::string& file) {
    if (config.data == ":memory:")
        return {1, "pentad-server: a server in memory has no database; choose a folder by --data.\n"};
    const auto done = restore_backup(config.data, file);
    if (!done) return {1, "pentad-server: " + done.error().text + "\n"};
    const std::string before = done->empty() ? "" : "; what was there is " + done->filename().string();
    return {0, "The backup is in place" + before + ". Start the server.\n"};
}

ExitNow ask(const Config& config, const std::vector<std::string>& words) {
    const auto path = admin_socket_path(config);
    if (path.empty()) return {1, "pentad-server: a server in memory has no socket for its operator.\n"};
    try {
        const AdminAnswer answer = ask_admin_socket(path, words);
        return {answer.status, answer.text};
    } catch (const std::exception& reason) {
        return {1, std::string("pentad-server: ") + reason.what() + "\n"};
    }
}

}  // namespace

Invocation run_admin_command(const std::vector<std::string>& arguments) {
    const std::size_t first = settings_end(arguments);
    if (first >= arguments.size()) return ExitNow{2, usage};
    std::vector<const char*> settings{"pentad-server"};
    for (std::size_t i = 1; i < first; ++i) settings.push_back(arguments[i].c_str());
    const auto read = read_config(static_cast<int>(settings.size()), settings.data());
    if (const auto* leave = std::get_if<ExitNow>(&read)) return *leave;
    const auto* config = std::get_if<Config>(&read);
    if (config == nullptr) return ExitNow{2, usage};
    const std::vector<std::string> words(arguments.begin() + static_cast<std::ptrdiff_t>(first),
                                         arguments.end());
    if (words[0] == "restore") return words.size() == 2 ? restore(*config, words[1]) : ExitNow{2, usage};
    return ask(*config, words);
}

std::vector<std::string> admin_words() {
    std::vector<std::string> words = AdminCommands::names();
    words.emplace_back("restore");
    return words;
}

}  // namespace pentad::server
