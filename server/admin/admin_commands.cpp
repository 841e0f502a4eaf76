#include "server/admin/admin_commands.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <set>

#include "server/base/text/plain_text.hpp"

namespace pentad::server {

/// What an operator can say: the words after the name that are needed, and what --help tells.
struct AdminCommands::Command {
    std::string_view name;
    std::string_view words;
    std::string_view help;
    std::size_t needed;
    void (AdminCommands::*run)(const CommandContext&);
};

const std::vector<AdminCommands::Command>& AdminCommands::commands() {
    static const std::vector<Command> all{
        {"status", "", "connections, sessions, rooms, and whether the server drains", 0,
         &AdminCommands::status},
        {"players", "", "who is here: id, address, rooms, name", 0, &AdminCommands::players},
        {"kick", "PLAYER", "closes the player's connections", 1, &AdminCommands::kick},
        {"ban", "PLAYER|ADDRESS [30m|12h|7d] [REASON]", "for ever, or for so long; a network works too", 1,
         &AdminCommands::ban},
        {"unban", "PLAYER|ADDRESS", "lifts a ban", 1, &AdminCommands::unban},
        {"mute", "PLAYER [30m|12h|7d] [REASON]", "the player writes no lines", 1, &AdminCommands::mute},
        {"unmute", "PLAYER", "lifts a mute", 1, &AdminCommands::unmute},
        {"sanctions", "", "the bans and mutes in force", 0, &AdminCommands::list_sanctions},
        {"reports", "[30m|12h|7d]", "what players report of others: all that waits, or the newer ones", 0,
         &AdminCommands::list_reports},
        {"close-report", "NUMBER [NOTE]", "it is dealt with; the note goes into the audit log", 1,
         &AdminCommands::close_report},
        {"notice", "TEXT", "shows everybody a line", 1, &AdminCommands::notice},
        {"drain", "", "no new rooms and matches; what goes on may end", 0, &AdminCommands::drain},
        {"bot-key", "add|revoke NAME, or list", "keys of programs that play", 1, &AdminCommands::bot_key},
        {"backup", "FILE", "copies the database into the data folder while the server runs", 1,
         &AdminCommands::back_up},
        {"forget", "PLAYER", "deletes what says who the player is", 1, &AdminCommands::forget},
        {"audit", "[NUMBER]", "the newest entries of the audit log", 0, &AdminCommands::audit},
    };
    return all;
}

std::string AdminCommands::usage() {
    std::string text;
    for (const Command& command : commands()) {
        std::string line = "  " + std::string(command.name) + " " + std::string(command.words);
        line.resize(std::max<std::size_t>(line.size() + 2, 46), ' ');
        text += line + std::string(command.help) + "\n";
    }
    return text;
}

std::string AdminCommands::CommandContext::text(std::size_t from) const {
    std::string joined;
    for (std::size_t i = from; i < words.size(); ++i) joined += (joined.empty() ? "" : " ") + words[i];
    return joined;
}

AdminCommands::AdminCommands(RoomServices& services, Router& router, const std::filesystem::path& data,
                             std::function<void()> drain)
    : services_(services),
      router_(router),
      data_(std::filesystem::absolute(data)),
      drain_(std::move(drain)) {}

void AdminCommands::handle(AdminRequest request, AdminDone done) {
    const CommandContext errand{std::move(request.words), std::move(request.who), std::move(done)};
    const std::string name = errand.words.empty() ? "help" : errand.words[0];
    if (name == "help") return errand.done({0, usage()});
    const auto command = std::find_if(commands().begin(), commands().end(),
                                      [&](const Command& one) { return one.name == name; });
    if (command == commands().end() || errand.words.size() <= command->needed)
        return errand.done({2, "pentad-server: this is not a command.\n" + usage()});
    (this->*command->run)(errand);
}

void AdminCommands::in_store(const CommandContext& errand,
                             std::function<std::function<void()>(Store&)> work) {
    const bool taken = services_.store.read(
        [this, work = std::move(work)](Store& store) { boost::asio::post(services_.io, work(store)); });
    if (!taken) errand.refuse("too much waits for the disk; try again");
}

void AdminCommands::keep(const CommandContext& errand, std::vector<Record> records,
                         std::function<std::string()> then) {
    const ServerTime now = services_.now();
    records.push_back(AuditEntry{now, errand.who, errand.text(0), "done"});
    services_.store.write(std::move(records),
                          [errand, then = std::move(then)](const StoreThread::Outcome& kept) {
                              if (!kept) return errand.refuse("nothing was done: " + kept.error().text);
                              spdlog::info("operator {}: {}", errand.who, errand.text(0));
                              errand.answer(then());
                          });
}

void AdminCommands::with_player(const CommandContext& errand, std::function<void(const PlayerId&)> then) {
    const std::string word = errand.words[1];
    // Who is here may be shown by another name than the stored one.
    std::set<PlayerId> ids;
    for (const auto& session : router_.all_sessions()) {
        // A guest who is here may not be stored.
        if (session->player().id == word) return then(session->player_id());
        if (session->player().name == word) ids.insert(session->player_id());
    }
    in_store(errand,
             [errand, word, then = std::move(then), ids](Store& store) mutable -> std::function<void()> {
                 // An id before all: anybody may have taken another's for a name.
                 const auto by_id = store.player({word});
                 if (by_id && *by_id) return [then, id = (*by_id)->id] { then(id); };
                 const auto named = store.players_named(word, 2);
                 if (!named) return [errand, text = named.error().text] { errand.refuse(text); };
                 for (const StoredPlayer& player : *named) ids.insert(player.id);
                 if (ids.empty()) return [errand] { errand.refuse("there is no such player"); };
                 if (ids.size() > 1) return [errand] { errand.refuse("several have that name; say the id"); };
                 return [then, id = *ids.begin()] { then(id); };
             });
}

void AdminCommands::status(const CommandContext& errand) {
    errand.answer("connections " + std::to_string(router_.connections()) + "\nsessions " +
                  std::to_string(router_.sessions()) + "\nrooms " +
                  std::to_string(services_.rooms.all().size()) + "\ndraining " +
                  (router_.draining() ? "yes" : "no"));
}

void AdminCommands::players(const CommandContext& errand) {
    std::string text;
    for (const auto& session : router_.all_sessions())
        text += (text.empty() ? "" : "\n") + session->player().id + "  " +
                (session->connection() ? session->connection()->address() : "away") + "  " +
                std::to_string(session->rooms().size()) + "  " + session->player().name;
    errand.answer(text.empty() ? "Nobody is here." : text);
}

void AdminCommands::notice(const CommandContext& errand) {
    const auto line = acceptable_line(errand.text(1));
    if (!line) return errand.refuse("this cannot be shown: " + sentence_of(line.error()));
    keep(errand, {}, [this, text = *line] {
        router_.notify(protocol::NoticeKind::message, text);
        return "Told " + std::to_string(router_.connections()) + " connections.";
    });
}

void AdminCommands::drain(const CommandContext& errand) {
    keep(errand, {}, [this] {
        drain_();
        return std::string("No new rooms and matches from now on. Stop the server with SIGTERM.");
    });
}

void AdminCommands::audit(const CommandContext& errand) {
    int limit = 50;
    if (errand.words.size() > 1) {
        const auto number = read_number(errand.words[1]);
        if (!number || *number > 99'999) return errand.refuse("say a number of entries");
        limit = static_cast<int>(*number);
    }
    in_store(errand, [errand, limit](Store& store) -> std::function<void()> {
        const auto entries = store.audit(limit);
        if (!entries) return [errand, text = entries.error().text] { errand.refuse(text); };
        std::string text;
        for (const AuditEntry& entry : *entries)
            text += (text.empty() ? "" : "\n") + shown_time(entry.at) + "  " + entry.who + "  " + entry.what +
                    "  " + entry.outcome;
        return [errand, text] { errand.answer(text.empty() ? "The audit log is empty." : text); };
    });
}

}  // namespace pentad::server
