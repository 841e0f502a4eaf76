#include "server/config/config_settings.hpp"

#include <arpa/inet.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <string_view>

#include "server/base/client_address.hpp"
#include "server/base/host_names.hpp"

namespace pentad::server {
namespace {

Fault fit_for_a_file(const std::string& value) {
    const bool plain = std::none_of(value.begin(), value.end(),
                                    [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '"'; });
    return plain ? Fault() : "must not contain double quotes or control characters";
}

using Check = Fault (*)(const std::string&);

Setting text_setting(std::string name, std::string value_name, std::string help, std::string Config::*field,
                     Check check) {
    auto set = [field, check](Config& config, const Values& values) -> Fault {
        if (values.size() != 1) return "takes one value; put it in double quotes if it contains a comma";
        if (auto fault = fit_for_a_file(values[0])) return fault;
        if (auto fault = check(values[0])) return fault;
        config.*field = values[0];
        return {};
    };
    auto get = [field](const Config& config) { return Values{config.*field}; };
    return {std::move(name), std::move(value_name), std::move(help), false, set, get};
}

template <class Number>
Setting number_setting(std::string name, std::string help, Number Config::*field, std::int64_t least,
                       std::int64_t most) {
    auto set = [field, least, most](Config& config, const Values& values) -> Fault {
        const std::string text = values.size() == 1 ? values[0] : "";
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
            return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
        config.*field = static_cast<Number>(number);
        return {};
    };
    auto get = [field](const Config& config) { return Values{std::to_string(config.*field)}; };
    return {std::move(name), "NUMBER", std::move(help), false, set, get, true};
}

Setting list_setting(std::string name, std::string value_name, std::string help, Values Config::*field,
                     Check check) {
    auto set = [field, check](Config& config, const Values& values) -> Fault {
        Values list;
        // One empty text is an empty list; so it is printed.
        if (values == Values{""}) {
            (config.*field).clear();
            return {};
        }
        for (const std::string& value : values)
            for (const std::string& item : CLI::detail::split(value + ",", ',')) {
                if (item.empty()) return "has an empty entry; leave out the comma that is too many";
                if (auto fault = fit_for_a_file(item)) return fault;
                if (auto fault = check(item)) return fault;
                list.push_back(item);
            }
        config.*field = std::move(list);
        return {};
    };
    auto get = [field](const Config& config) { return config.*field; };
    return {std::move(name), std::move(value_name), std::move(help), true, set, get};
}

Setting durability_setting() {
    auto set = [](Config& config, const Values& values) -> Fault {
        const std::string text = values.size() == 1 ? values[0] : "";
        if (text != "full" && text != "normal") return "must be full or normal";
        config.durability = text == "full" ? Durability::full : Durability::normal;
        return {};
    };
    auto get = [](const Config& config) {
        return Values{config.durability == Durability::full ? "full" : "normal"};
    };
    return {"durability",
            "full|normal",
            "What an acknowledged move survives: a power loss (full) or a crash of the server (normal, "
            "faster; a power loss costs the last moment)",
            false,
            set,
            get};
}

Setting switch_setting(std::string name, std::string help, bool Config::*field) {
    auto set = [field](Config& config, const Values& values) -> Fault {
        const std::string text = values.size() == 1 ? values[0] : "";
        if (text != "yes" && text != "no") return "must be yes or no";
        config.*field = text == "yes";
        return {};
    };
    auto get = [field](const Config& config) { return Values{config.*field ? "yes" : "no"}; };
    return {std::move(name), "yes|no", std::move(help), false, set, get};
}

Fault anything(const std::string&) { return {}; }
Fault not_empty(const std::string& value) { return value.empty() ? Fault("must not be empty") : Fault(); }
Fault address(const std::string& value) {
    unsigned char bytes[sizeof(in6_addr)];
    const bool known =
        inet_pton(AF_INET, value.c_str(), bytes) == 1 || inet_pton(AF_INET6, value.c_str(), bytes) == 1;
    return known ? Fault()
                 : "must be an IP address: 127.0.0.1 for this machine alone, 0.0.0.0 or :: for the network";
}
Fault log_level(const std::string& value) {
    for (const char* known : {"trace", "debug", "info", "warning", "error", "off"})
        if (value == known) return {};
    return "must be trace, debug, info, warning, error or off";
}
Fault log_format(const std::string& value) {
    return value == "text" || value == "json" ? Fault() : "must be text or json";
}
Fault origin(const std::string& value) {
    if (canonical_origin(value)) return {};
    if (value.find('*') != std::string::npos)
        return "must name each origin, such as https://play.example; a * would match none";
    return "must be origins as a browser sends them, such as https://play.example, without a path; this one "
           "would match none";
}
Fault network(const std::string& value) {
    return canonical_network(value) ? Fault() : "must be IP addresses or networks such as 10.0.0.0/8";
}
Fault host_name(const std::string& value) {
    if (canonical_host(value)) return {};
    if (value.find('*') != std::string::npos)
        return "must list each name, such as play.example; a * would match none";
    return "must be names such as play.example or addresses, without scheme and port";
}

Fault base_path(const std::string& value) {
    const bool good = value.empty() || (value.starts_with('/') && !value.ends_with('/') &&
                                        value.find_first_of(" ?#%\\") == std::string::npos &&
                                        value.find("//") == std::string::npos);
    return good ? Fault() : "must be a path such as /pentad, without a slash at its end";
}

Setting reloadable(Setting setting) {
    setting.reloadable = true;
    return setting;
}

Setting secret(Setting setting) {
    setting.secret = true;
    return setting;
}

}  // namespace

std::vector<Setting> settings() {
    return {
        text_setting("bind", "ADDRESS", "IP address to listen on", &Config::bind, address),
        number_setting("port", "TCP port to listen on; 0 takes a free one", &Config::port, 0, 65'535),
        text_setting("base-path", "PATH",
                     "Path under which everything is served, such as /pentad; empty: the root",
                     &Config::base_path, base_path),
        text_setting("data", "FOLDER", "Where the database lives; :memory: forgets everything at the end",
                     &Config::data, not_empty),
        text_setting("web", "FOLDER", "The built web client; empty serves none", &Config::web, anything),
        durability_setting(),
        number_setting("checkpoint-pages",
                       "Pages of 4 KiB that the database's log may gather before they go into its file",
                       &Config::checkpoint_pages, 10, 1'000'000),
        number_setting("bot-workers", "Threads on which bots think; 0: one less than the cores, one at least",
                       &Config::bot_workers, 0, 256),
        number_setting("bot-budget-ms", "Milliseconds in which a program outside must answer for its seat",
                       &Config::bot_budget_ms, 100, 600'000),
        number_setting("bot-queue",
                       "Searches of bots that may wait at a time; what finds no place asks again",
                       &Config::bot_queue, 1, 1'000'000),
        reloadable(text_setting("log-level", "LEVEL",
                                "Least that is logged: trace, debug, info, warning, error or off",
                                &Config::log_level, log_level)),
        text_setting("log-format", "text|json", "How log lines are written", &Config::log_format, log_format),
        reloadable(list_setting("allowed-origins", "ORIGIN,...",
                                "Origins whose pages may connect and read the API besides the server's own",
                                &Config::allowed_origins, origin)),
        reloadable(list_setting("allowed-hosts", "NAME,...",
                                "Names that the server answers to, and no others; empty: any IP address, "
                                "localhost and the machine's host name",
                                &Config::allowed_hosts, host_name)),
        reloadable(number_setting("max-connections", "Connections at a time", &Config::max_connections, 1,
                                  1'000'000)),
        reloadable(number_setting("max-sessions",
                                  "Sessions at a time, with those that can be come back to; then the ones "
                                  "that were left first end",
                                  &Config::max_sessions, 1, 1'000'000)),
        reloadable(number_setting("max-rooms", "Rooms at a time", &Config::max_rooms, 1, 1'000'000)),
        reloadable(number_setting("max-rooms-per-player", "Rooms that one player may hold at a time",
                                  &Config::max_rooms_per_player, 1, 10'000)),
        reloadable(number_setting("max-rooms-per-address",
                                  "Rooms that players of one address may have made; 0: any number",
                                  &Config::max_rooms_per_address, 0, 1'000'000)),
        reloadable(number_setting("max-blocks-per-player", "Players that one player may block",
                                  &Config::max_blocks_per_player, 1, 10'000)),
        number_setting("early-exits-per-hour",
                       "Rated and quick matches that one player may leave in an hour before both have "
                       "moved; 0: any number",
                       &Config::early_exits_per_hour, 0, 10'000),
        switch_setting("rate-same-network",
                       "Whether rated matches count between players of one address; behind a proxy set "
                       "trusted-proxies first",
                       &Config::rate_same_network),
        number_setting("reports-per-minute", "Players that one address may report in a minute; 0: any number",
                       &Config::reports_per_minute, 0, 1'000'000),
        reloadable(number_setting("max-reports", "Reports of players that wait for an operator",
                                  &Config::max_reports, 1, 1'000'000)),
        reloadable(number_setting("frames-per-second",
                                  "Messages that a person may send in a second, a bot ten times as many; "
                                  "0: any number",
                                  &Config::frames_per_second, 0, 1'000'000)),
        reloadable(number_setting("frame-burst", "Messages that a client may send at once",
                                  &Config::frame_burst, 1, 1'000'000)),
        text_setting("metrics-bind", "ADDRESS", "IP address on which /metrics is served, for Prometheus",
                     &Config::metrics_bind, address),
        number_setting("metrics-port", "TCP port of /metrics; -1 serves none, 0 takes a free one",
                       &Config::metrics_port, -1, 65'535),
        text_setting("tls-bind", "ADDRESS", "IP address on which TLS is spoken", &Config::tls_bind, address),
        number_setting("tls-port",
                       "TCP port on which TLS is spoken, beside the other; -1: none, 0 takes a free one",
                       &Config::tls_port, -1, 65'535),
        reloadable(text_setting("tls-certificate", "FILE", "The chain of certificates for TLS, in PEM",
                                &Config::tls_certificate, anything)),
        reloadable(
            text_setting("tls-key", "FILE", "The private key for TLS, in PEM", &Config::tls_key, anything)),
        reloadable(number_setting("max-links-per-address",
                                  "Connections of one address at a time; 0: any number",
                                  &Config::max_links_per_address, 0, 1'000'000)),
        number_setting("lines-per-minute",
                       "Lines of chat that one address may write in a minute; 0: any number",
                       &Config::lines_per_minute, 0, 1'000'000),
        number_setting("requests-per-minute",
                       "HTTP requests that one address may make in a minute; 0: any number",
                       &Config::requests_per_minute, 0, 1'000'000),
        number_setting("hellos-per-minute", "Times that one address may say hello in a minute; 0: any number",
                       &Config::hellos_per_minute, 0, 1'000'000),
        number_setting(
            "wrong-tokens-per-minute",
            "Wrong tokens, codes and passwords that one address may try in a minute; 0: any number",
            &Config::wrong_tokens_per_minute, 0, 1'000'000),
        reloadable(
            list_setting("trusted-proxies", "NETWORK,...",
                         "Addresses or networks of proxies whose X-Forwarded-For says who the client is",
                         &Config::trusted_proxies, network)),
        reloadable(
            number_setting("stop-timeout-ms",
                           "Milliseconds after SIGTERM by which links are closed; what came is still stored",
                           &Config::stop_timeout_ms, 100, 3'600'000)),
        reloadable(number_setting(
            "idle-timeout-ms", "Milliseconds after which a link is given up that does not even answer pings",
            &Config::idle_timeout_ms, 30, 86'400'000)),
        reloadable(number_setting("hello-timeout-ms", "Milliseconds within which a new link must say hello",
                                  &Config::hello_timeout_ms, 1, 86'400'000)),
        reloadable(number_setting("session-kept-ms",
                                  "Milliseconds for which a session whose link is gone can be come back to",
                                  &Config::session_kept_ms, 0, 86'400'000)),
        number_setting(
            "gone-after-least-s",
            "Seconds without a connection after which a player may be gone, however little time he "
            "has left; then the opponent can claim the win",
            &Config::gone_after_least_s, 1, 86'400),
        number_setting("gone-after-most-s",
                       "Seconds without a connection after which a player is gone in any case",
                       &Config::gone_after_most_s, 1, 86'400),
        number_setting("gone-after-bye-s", "Seconds after which a player who left by his own will is gone",
                       &Config::gone_after_bye_s, 1, 86'400),
        number_setting("abandoned-after-min",
                       "Minutes after which a match without a clock ends when its players are all away",
                       &Config::abandoned_after_min, 1, 1'000'000),
        number_setting(
            "least-turn-ms",
            "Milliseconds that a clock gives a move at least (permove), or the first one (fischer)",
            &Config::least_turn_ms, 1, 3'600'000),
        number_setting("least-game-ms",
                       "Milliseconds that a Fischer clock gives for 40 moves at least, with the increments",
                       &Config::least_game_ms, 1, 3'600'000),
        number_setting("bot-pace-ms", "Milliseconds between the moves of a match in which only bots play",
                       &Config::bot_pace_ms, 0, 60'000),
        reloadable(
            number_setting("keep-finished-days",
                           "Days for which the matches that ended are kept, with their moves; 0: for ever",
                           &Config::keep_finished_days, 0, 36'500)),
        reloadable(
            number_setting("keep-guests-days",
                           "Days for which a guest who does not come back is kept, with their ratings; "
                           "0: for ever",
                           &Config::keep_guests_days, 0, 36'500)),
        reloadable(secret(text_setting("metrics-token", "TOKEN",
                                       "What /metrics wants as a bearer token; empty: nothing",
                                       &Config::metrics_token, anything))),
    };
}

std::string environment_name(std::string name) {
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return "PENTAD_" + name;
}

std::string joined(const Values& values) {
    std::string text;
    for (const std::string& value : values) text += (text.empty() ? "" : ",") + value;
    return text;
}

std::string shown(const Setting& setting, const Config& config) {
    const std::string value = joined(setting.get(config));
    return setting.secret && !value.empty() ? "********" : value;
}

}  // namespace pentad::server
