#include "server/admin/server_commands.hpp"

#include "server/base/text/plain_text.hpp"
#include "server/moderation/name_policy.hpp"
#include "server/session/bot_keys.hpp"

namespace pentad::server {

ServerCommands::ServerCommands(AuditedStore& store, SessionRegistry& sessions, const Gateway& gateway,
                               const RoomRegistry& rooms, std::function<bool()> is_draining,
                               std::function<void()> drain)
    : store_(store),
      sessions_(sessions),
      gateway_(gateway),
      rooms_(rooms),
      is_draining_(std::move(is_draining)),
      drain_(std::move(drain)) {}

void ServerCommands::status(const CommandContext& command) {
    command.answer("connections " + std::to_string(gateway_.connections()) + "\nsessions " +
                   std::to_string(sessions_.size()) + "\nrooms " + std::to_string(rooms_.all().size()) +
                   "\ndraining " + (is_draining_() ? "yes" : "no"));
}

void ServerCommands::players(const CommandContext& command) {
    std::string text;
    for (const auto& session : sessions_.all())
        text += (text.empty() ? "" : "\n") + session->player().id + "  " +
                (session->connection() ? session->connection()->address() : "away") + "  " +
                std::to_string(session->rooms().size()) + "  " + session->player().name;
    command.answer(text.empty() ? "Nobody is here." : text);
}

void ServerCommands::notice(const CommandContext& command) {
    const auto line = acceptable_line(command.text(1));
    if (!line) return command.refuse("this cannot be shown: " + sentence_of(line.error()));
    store_.commit(command, {}, [this, text = *line] {
        notify(sessions_.all(), protocol::NoticeKind::message, text);
        return "Told " + std::to_string(gateway_.connections()) + " connections.";
    });
}

void ServerCommands::drain(const CommandContext& command) {
    store_.commit(command, {}, [this] {
        drain_();
        return std::string("No new rooms and matches from now on. Stop the server with SIGTERM.");
    });
}

void ServerCommands::bot_key(const CommandContext& command) {
    const std::string what = command.words[1];
    if (what == "list") return list_bots(command);
    if ((what != "add" && what != "revoke") || command.words.size() != 3)
        return command.refuse("bot-key is followed by add NAME, revoke NAME or list");
    const auto name = acceptable_name(command.words[2]);
    if (!name) return command.refuse("this name cannot be used: " + sentence_of(name.error()));
    what == "add" ? add_bot_key(command, *name) : revoke_bot_key_of(command, *name);
}

void ServerCommands::list_bots(const CommandContext& command) {
    store_.run(command, [command](Store& store) -> std::function<void()> {
        const auto bots = store.players_of_kind(std::string(bot_kind));
        if (!bots) return [command, text = bots.error().text] { command.refuse(text); };
        return [command, text = bot_list(*bots)] { command.done({0, text}); };
    });
}

void ServerCommands::add_bot_key(const CommandContext& command, const std::string& name) {
    store_.run(command,
               [command, entry = store_.entry(command), name](Store& store) -> std::function<void()> {
                   const auto key = make_bot_key(store, name, entry);
                   if (!key) return [command, text = key.error().text] { command.refuse(text); };
                   return [command, key = *key] { command.answer(key); };
               });
}

void ServerCommands::revoke_bot_key_of(const CommandContext& command, const std::string& name) {
    store_.run(command,
               [this, command, entry = store_.entry(command), name](Store& store) -> std::function<void()> {
                   const auto revoked = revoke_bot_key(store, name, entry);
                   if (!revoked) return [command, text = revoked.error().text] { command.refuse(text); };
                   if (!*revoked) return [command] { command.refuse("no bot of this name has a key"); };
                   return [this, command, bot = **revoked] {
                       // By its id: it may be shown by another name.
                       send_player_away(sessions_, bot, 4004, "kicked");
                       command.answer("Key revoked.");
                   };
               });
}

}  // namespace pentad::server
