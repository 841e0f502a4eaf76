#include "server/admin/admin_commands.hpp"

#include <algorithm>

namespace pentad::server {

/// A command: its name, its arguments and what it does as `help` prints them, how many arguments it needs,
/// and what carries it out.
struct AdminCommands::Command {
    using Run = void (*)(AdminCommands&, const CommandContext&);

    std::string_view name;
    std::string_view arguments;
    std::string_view help;
    std::size_t needed;
    Run run;
};

const std::vector<AdminCommands::Command>& AdminCommands::commands() {
    using All = AdminCommands;
    using Context = CommandContext;
    static const std::vector<Command> table{
        {"status", "", "connections, sessions, rooms, and whether the server drains", 0,
         [](All& all, const Context& context) { all.server_.status(context); }},
        {"players", "", "who is here: id, address, rooms, name", 0,
         [](All& all, const Context& context) { all.server_.players(context); }},
        {"kick", "PLAYER", "closes the player's connections", 1,
         [](All& all, const Context& context) { all.players_.kick(context); }},
        {"ban", "PLAYER|ADDRESS [30m|12h|7d] [REASON]",
         "for that time, or until it is lifted; a network works too", 1,
         [](All& all, const Context& context) { all.players_.ban(context); }},
        {"unban", "PLAYER|ADDRESS", "lifts a ban", 1,
         [](All& all, const Context& context) { all.players_.unban(context); }},
        {"mute", "PLAYER [30m|12h|7d] [REASON]", "the player cannot chat", 1,
         [](All& all, const Context& context) { all.players_.mute(context); }},
        {"unmute", "PLAYER", "lifts a mute", 1,
         [](All& all, const Context& context) { all.players_.unmute(context); }},
        {"sanctions", "", "the bans and mutes in force", 0,
         [](All& all, const Context& context) { all.players_.list_sanctions(context); }},
        {"reports", "[30m|12h|7d]", "the players' reports that are open, or the newer ones of them", 0,
         [](All& all, const Context& context) { all.reports_.list(context); }},
        {"close-report", "NUMBER [NOTE]", "closes a report; the note goes into the audit log", 1,
         [](All& all, const Context& context) { all.reports_.close(context); }},
        {"notice", "TEXT", "shows everybody a line", 1,
         [](All& all, const Context& context) { all.server_.notice(context); }},
        {"drain", "", "no new rooms and matches; what goes on may end", 0,
         [](All& all, const Context& context) { all.server_.drain(context); }},
        {"bot-key", "add|revoke NAME, or list", "keys of programs that play", 1,
         [](All& all, const Context& context) { all.server_.bot_key(context); }},
        {"backup", "FILE", "copies the database into the data folder while the server runs", 1,
         [](All& all, const Context& context) { all.backup_.start(context); }},
        {"forget", "PLAYER", "deletes what says who the player is", 1,
         [](All& all, const Context& context) { all.players_.forget(context); }},
        {"audit", "[NUMBER]", "the newest entries of the audit log", 0,
         [](All& all, const Context& context) { all.reports_.audit(context); }},
    };
    return table;
}

std::vector<std::string> AdminCommands::names() {
    std::vector<std::string> all{"help"};
    for (const Command& command : commands()) all.emplace_back(command.name);
    return all;
}

std::string AdminCommands::usage() {
    std::string text;
    for (const Command& command : commands()) {
        std::string line = "  " + std::string(command.name) + " " + std::string(command.arguments);
        line.resize(std::max<std::size_t>(line.size() + 2, 46), ' ');
        text += line + std::string(command.help) + "\n";
    }
    return text;
}

AdminCommands::AdminCommands(const Uses& uses, Actions actions, const std::filesystem::path& data,
                             std::function<ServerTime()> now)
    : store_(uses.io, uses.store, std::move(now)),
      server_(store_, uses.sessions, uses.gateway, uses.rooms, std::move(actions.is_draining),
              std::move(actions.drain)),
      players_(store_, uses.sessions, uses.gateway, uses.sanctions, uses.rooms,
               std::move(actions.forget_player)),
      reports_(store_),
      backup_(store_, data) {}

void AdminCommands::handle(AdminRequest request, AdminDone done) {
    const CommandContext context{std::move(request.words), std::move(request.who), std::move(done)};
    const std::string name = context.words.empty() ? "help" : context.words[0];
    if (name == "help") return context.done({0, usage()});
    const auto command = std::find_if(commands().begin(), commands().end(),
                                      [&](const Command& one) { return one.name == name; });
    if (command == commands().end())
        return context.done({2, "pentad-server: there is no command " + name + ".\n" + usage()});
    if (context.words.size() <= command->needed)
        return context.done(
            {2, "pentad-server: " + name + " needs " + std::string(command->arguments) + ".\n" + usage()});
    command->run(*this, context);
}

}  // namespace pentad::server
