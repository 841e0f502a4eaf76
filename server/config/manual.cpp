#include "server/config/manual.hpp"

#include <algorithm>

namespace pentad::server {

command_line::Page manual_page(const std::vector<Setting>& table) {
    command_line::Page page;
    page.summary = "a server on which people and computers play five abstract board games";
    page.synopsis = {"[SETTINGS]", "admin [SETTINGS] COMMAND [ARGUMENTS]",
                     "bot-key add|revoke NAME [SETTINGS]", "bot-key list [SETTINGS]"};
    page.description = {
        "Serves the browser client and the WebSocket protocol of Pentad on one port until SIGTERM or "
        "SIGINT; then it tells the clients, finishes what was received and exits.",
        "Each setting is a flag, an environment variable and a key of the settings file, in this order "
        "of precedence.",
        "admin administers the server that runs with these settings, through a socket in its data "
        "folder; admin help lists the commands. Only admin restore FILE, which replaces the database by "
        "a backup, needs the server stopped. bot-key works whether the server runs or not."};
    page.more = {{"exit status",
                  "",
                  {{"0", "The server stopped as requested, or the command is done"},
                   {"1", "The server cannot start, or a check or command fails"},
                   {"2", "Wrong settings or usage"}}}};
    page.see_also = {"pentad", "pentad-engine"};
    page.remark = [&table](const CLI::Option& option) {
        const auto found = std::find_if(table.begin(), table.end(), [&](const Setting& setting) {
            return option.get_name() == "--" + setting.name;
        });
        return std::string(found != table.end() && found->reloadable ? "SIGHUP reloads it." : "");
    };
    return page;
}

void describe_commands(CLI::App& app, const std::vector<std::string>& admin_commands) {
    std::string words;
    for (const std::string& word : admin_commands) words += (words.empty() ? "" : "|") + word;
    CLI::App* admin = app.add_subcommand(
        "admin", "Administer the server that runs with these settings: bans, reports, backups and more");
    CLI::App* key =
        app.add_subcommand("bot-key", "Create or revoke the key of a program that plays, or list the bots");
    for (CLI::App* command : {admin, key}) command->fallthrough();
    admin->add_option("command")->type_name(words.empty() ? "WORD" : words)->required();
    admin->add_option("arguments")->type_name("WORD")->expected(0, -1);
    key->add_option("action")->type_name("add|revoke|list")->required();
    key->add_option("name")->type_name("NAME");
}

}  // namespace pentad::server
