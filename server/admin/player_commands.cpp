#include "server/admin/player_commands.hpp"

#include <set>

#include "server/base/client_address.hpp"

namespace pentad::server {

using Kind = Sanction::Kind;

namespace {

bool looks_like_a_duration(std::string_view word) {
    const std::size_t first = word.find_first_not_of("+-.");
    return first != word.npos && word[first] >= '0' && word[first] <= '9';
}

}  // namespace

PlayerCommands::PlayerCommands(AuditedStore& store, SessionRegistry& sessions, Gateway& gateway,
                               Sanctions& sanctions, const RoomRegistry& rooms, Forget forget)
    : store_(store),
      sessions_(sessions),
      gateway_(gateway),
      sanctions_(sanctions),
      rooms_(rooms),
      forget_(std::move(forget)) {}

void PlayerCommands::with_player(const CommandContext& command, std::function<void(const PlayerId&)> then) {
    const std::string word = command.words[1];
    // A player who is here may be shown by another name than the stored one.
    std::set<PlayerId> ids;
    for (const auto& session : sessions_.all()) {
        // A guest who is here may not be stored.
        if (session->player().id == word) return then(session->player_id());
        if (session->player().name == word) ids.insert(session->player_id());
    }
    store_.run(command,
               [command, word, then = std::move(then), ids](Store& store) mutable -> std::function<void()> {
                   // An id first: anybody may have taken another's for a name.
                   const auto by_id = store.player({word});
                   if (by_id && *by_id) return [then, id = (*by_id)->id] { then(id); };
                   const auto named = store.players_named(word, 2);
                   if (!named) return [command, text = named.error().text] { command.refuse(text); };
                   for (const StoredPlayer& player : *named) ids.insert(player.id);
                   if (ids.empty()) return [command] { command.refuse("there is no such player"); };
                   if (ids.size() > 1)
                       return [command] { command.refuse("several players have that name; give the id"); };
                   return [then, id = *ids.begin()] { then(id); };
               });
}

void PlayerCommands::kick(const CommandContext& command) {
    with_player(command, [this, command](const PlayerId& player) {
        store_.commit(command, {}, [this, player] {
            const int sent = send_player_away(sessions_, player, 4004, "kicked");
            return "Ended " + std::to_string(sent) + " sessions of " + player.text + ".";
        });
    });
}

void PlayerCommands::sanction(const CommandContext& command, Kind kind, const std::string& target,
                              std::function<std::string()> apply) {
    Sanction made{kind, target, store_.now(), {}, {}};
    std::size_t reason = 2;
    if (command.words.size() > 2) {
        if (const auto duration = read_duration(command.words[2])) {
            made.until = made.at + *duration;
            reason = 3;
        } else if (looks_like_a_duration(command.words[2])) {
            // A ban without an end is not what was meant.
            return command.refuse(command.words[2] +
                                  " is not a time; write 30s, 15m, 12h or 7d, up to 100000 of them, or begin "
                                  "the reason with a letter");
        }
    }
    made.reason = command.text(reason);
    store_.commit(command, {made}, [this, made, apply = std::move(apply)] {
        sanctions_.put(made);
        return apply() + (made.until ? " Until " + shown_time(*made.until) + "." : " Until it is lifted.");
    });
}

void PlayerCommands::lift(const CommandContext& command, Kind kind, const std::string& target) {
    std::vector<Record> lifted;
    std::vector<std::string> targets;
    for (const Sanction& one : sanctions_.all(store_.now())) {
        // An older version kept networks as they were typed.
        const bool meant =
            one.target == target || (kind == Kind::ban_address && canonical_network(one.target) == target);
        if (one.kind != kind || !meant) continue;
        lifted.push_back(SanctionLifted{kind, one.target});
        targets.push_back(one.target);
    }
    if (targets.empty()) return command.refuse("there is nothing to lift");
    store_.commit(command, std::move(lifted), [this, kind, targets] {
        for (const std::string& one : targets) sanctions_.lift(kind, one);
        return std::string("Lifted.");
    });
}

int PlayerCommands::end_banned_sessions() {
    const ServerTime now = store_.now();
    int ended = 0;
    for (const auto& session : sessions_.all())
        if (session->connection() && sanctions_.bans_address(session->connection()->address(), now)) {
            sessions_.send_away(session, 4005, "banned");
            ++ended;
        }
    gateway_.close_banned();
    return ended;
}

void PlayerCommands::ban(const CommandContext& command) {
    if (const auto network = canonical_network(command.words[1]))
        return sanction(command, Kind::ban_address, *network, [this, network] {
            return *network + " is banned; ended " + std::to_string(end_banned_sessions()) + " sessions.";
        });
    with_player(command, [this, command](const PlayerId& player) {
        sanction(command, Kind::ban_player, player.text, [this, player] {
            const int sent = send_player_away(sessions_, player, 4005, "banned");
            return player.text + " is banned; ended " + std::to_string(sent) + " sessions.";
        });
    });
}

void PlayerCommands::unban(const CommandContext& command) {
    if (const auto network = canonical_network(command.words[1]))
        return lift(command, Kind::ban_address, *network);
    with_player(command,
                [this, command](const PlayerId& player) { lift(command, Kind::ban_player, player.text); });
}

void PlayerCommands::mute(const CommandContext& command) {
    with_player(command, [this, command](const PlayerId& player) {
        sanction(command, Kind::mute, player.text, [player] { return player.text + " is muted."; });
    });
}

void PlayerCommands::unmute(const CommandContext& command) {
    with_player(command, [this, command](const PlayerId& player) { lift(command, Kind::mute, player.text); });
}

void PlayerCommands::list_sanctions(const CommandContext& command) {
    std::string text;
    for (const Sanction& one : sanctions_.all(store_.now()))
        text += (text.empty() ? "" : "\n") + std::string(one.kind == Kind::mute ? "mute  " : "ban   ") +
                one.target + "  " + (one.until ? "until " + shown_time(*one.until) : "until it is lifted") +
                "  " + one.reason;
    command.answer(text.empty() ? "Nobody is banned or muted." : text);
}

void PlayerCommands::forget(const CommandContext& command) {
    with_player(command, [this, command](const PlayerId& player) {
        if (!rooms_.playing(player).empty())
            return command.refuse("the player is in a match; let it end first");
        send_player_away(sessions_, player, 4004, "kicked");
        CommandContext nameless = command;
        nameless.words[1] = player.text;
        store_.commit(nameless, {PlayerForgotten{player}}, [this, player] {
            forget_(player);
            return "Forgot " + player.text +
                   ". The moves stay, without a name. Backups made before still know the player.";
        });
    });
}

}  // namespace pentad::server
