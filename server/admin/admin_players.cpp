#include <charconv>

#include "server/admin/admin_commands.hpp"
#include "server/base/client_address.hpp"
#include "server/lobby/lobby.hpp"

// The desk's part about players: who may come, write, and be remembered.
namespace pentad::server {

using Kind = Sanction::Kind;

namespace {

bool looks_like_a_duration(std::string_view word) {
    const std::size_t first = word.find_first_not_of("+-.");
    return first != word.npos && word[first] >= '0' && word[first] <= '9';
}

}  // namespace

std::optional<std::int64_t> read_number(std::string_view word) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || number < 0 || end != word.data() + word.size()) return std::nullopt;
    return number;
}

std::optional<milliseconds> read_duration(std::string_view word) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || number < 1 || number > 100'000 || end + 1 != word.data() + word.size())
        return std::nullopt;
    switch (*end) {
        case 's':
            return std::chrono::seconds(number);
        case 'm':
            return std::chrono::minutes(number);
        case 'h':
            return std::chrono::hours(number);
        case 'd':
            return std::chrono::hours(24 * number);
        default:
            return std::nullopt;
    }
}

void AdminCommands::kick(const CommandContext& errand) {
    with_player(errand, [this, errand](const PlayerId& player) {
        keep(errand, {}, [this, player] {
            const int sent = router_.send_away(player, 4004, "kicked");
            return "Ended " + std::to_string(sent) + " sessions of " + player.text + ".";
        });
    });
}

void AdminCommands::sanction(const CommandContext& errand, Kind kind, const std::string& target,
                             std::function<std::string()> apply) {
    Sanction made{kind, target, services_.now(), {}, {}};
    std::size_t reason = 2;
    if (errand.words.size() > 2) {
        if (const auto duration = read_duration(errand.words[2])) {
            made.until = made.at + *duration;
            reason = 3;
        } else if (looks_like_a_duration(errand.words[2])) {
            // For ever is not what was meant.
            return errand.refuse(errand.words[2] +
                                 " is no time; say it as 30s, 15m, 12h or 7d, up to 100000 of them, or begin "
                                 "the reason with a letter");
        }
    }
    made.reason = errand.text(reason);
    keep(errand, {made}, [this, made, apply = std::move(apply)] {
        router_.sanctions().put(made);
        return apply() + (made.until ? " Until " + shown_time(*made.until) + "." : " Until it is lifted.");
    });
}

void AdminCommands::lift(const CommandContext& errand, Kind kind, const std::string& target) {
    std::vector<Record> lifted;
    std::vector<std::string> targets;
    for (const Sanction& one : router_.sanctions().all(services_.now())) {
        // An older version kept networks as they were typed.
        const bool meant =
            one.target == target || (kind == Kind::ban_address && canonical_network(one.target) == target);
        if (one.kind != kind || !meant) continue;
        lifted.push_back(SanctionLifted{kind, one.target});
        targets.push_back(one.target);
    }
    if (targets.empty()) return errand.refuse("there is nothing to lift");
    keep(errand, std::move(lifted), [this, kind, targets] {
        for (const std::string& one : targets) router_.sanctions().lift(kind, one);
        return std::string("Lifted.");
    });
}

void AdminCommands::ban(const CommandContext& errand) {
    if (const auto network = canonical_network(errand.words[1]))
        return sanction(errand, Kind::ban_address, *network, [this, network] {
            const int sent = router_.send_banned_addresses_away();
            return *network + " is banned; ended " + std::to_string(sent) + " sessions.";
        });
    with_player(errand, [this, errand](const PlayerId& player) {
        sanction(errand, Kind::ban_player, player.text, [this, player] {
            const int sent = router_.send_away(player, 4005, "banned");
            return player.text + " is banned; ended " + std::to_string(sent) + " sessions.";
        });
    });
}

void AdminCommands::unban(const CommandContext& errand) {
    if (const auto network = canonical_network(errand.words[1]))
        return lift(errand, Kind::ban_address, *network);
    with_player(errand,
                [this, errand](const PlayerId& player) { lift(errand, Kind::ban_player, player.text); });
}

void AdminCommands::mute(const CommandContext& errand) {
    with_player(errand, [this, errand](const PlayerId& player) {
        sanction(errand, Kind::mute, player.text, [player] { return player.text + " is muted."; });
    });
}

void AdminCommands::unmute(const CommandContext& errand) {
    with_player(errand, [this, errand](const PlayerId& player) { lift(errand, Kind::mute, player.text); });
}

void AdminCommands::list_sanctions(const CommandContext& errand) {
    std::string text;
    for (const Sanction& one : router_.sanctions().all(services_.now()))
        text += (text.empty() ? "" : "\n") + std::string(one.kind == Kind::mute ? "mute  " : "ban   ") +
                one.target + "  " + (one.until ? "until " + shown_time(*one.until) : "for ever") + "  " +
                one.reason;
    errand.answer(text.empty() ? "Nobody is banned or muted." : text);
}

void AdminCommands::forget(const CommandContext& errand) {
    with_player(errand, [this, errand](const PlayerId& player) {
        if (!services_.rooms.playing(player).empty())
            return errand.refuse("the player is in a match that goes on; let it end first");
        router_.send_away(player, 4004, "kicked");
        CommandContext nameless = errand;
        nameless.words[1] = player.text;
        keep(nameless, {PlayerForgotten{player}}, [this, player] {
            services_.blocks.forget(player);
            services_.lobby.forget(player);
            services_.early_exits.forget(player);
            services_.first_seats.forget(player);
            for (const auto& [id, room] : services_.rooms.all()) room->forget(player);
            return "Forgot " + player.text +
                   ". The moves stay, as those of nobody. Backups made before still "
                   "know the player.";
        });
    });
}

}  // namespace pentad::server
