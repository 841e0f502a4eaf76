#include <arpa/inet.h>

#include <iterator>
#include <string>
#include <utility>

#include "server/base/client_address.hpp"
#include "server/base/host_names.hpp"
#include "server/config/setting.hpp"

// The one table of settings, in groups.
namespace pentad::server {
namespace {

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
    return good ? Fault() : "must be a path such as /pentad, without a trailing slash";
}

std::vector<Setting> basic_settings() {
    return {
        text_setting("bind", "ADDRESS", "IP address to listen on", &Config::bind, address),
        number_setting("port", "TCP port to listen on; 0 takes a free one", &Config::port, 0, 65'535),
        text_setting("base-path", "PATH",
                     "Path under which everything is served, such as /pentad; empty: the root",
                     &Config::base_path, base_path),
        text_setting("data", "FOLDER", "Folder of the database; :memory: keeps nothing after the end",
                     &Config::data, not_empty),
        text_setting("web", "FOLDER", "Folder of the built web client; empty serves none", &Config::web,
                     anything),
        durability_setting(),
        number_setting("checkpoint-pages",
                       "Pages of 4 KiB in the database's log before they are copied into its file",
                       &Config::checkpoint_pages, 10, 1'000'000),
    };
}

std::vector<Setting> bot_settings() {
    return {
        number_setting("bot-workers", "Threads for bots; 0: one less than the cores, at least one",
                       &Config::bot_workers, 0, 256),
        number_setting("bot-budget-ms", "Milliseconds within which an external program must move",
                       &Config::bot_budget_ms, 100, 600'000),
        number_setting("bot-queue", "Bot searches that may wait at a time; those beyond are retried",
                       &Config::bot_queue, 1, 1'000'000),
    };
}

std::vector<Setting> log_settings() {
    return {
        reloadable(text_setting("log-level", "LEVEL",
                                "Least that is logged: trace, debug, info, warning, error or off",
                                &Config::log_level, log_level)),
        text_setting("log-format", "text|json", "Format of log lines", &Config::log_format, log_format),
    };
}

std::vector<Setting> host_settings() {
    return {
        reloadable(list_setting("allowed-origins", "ORIGIN,...",
                                "Origins whose pages may connect and read the API besides the server's own",
                                &Config::allowed_origins, origin)),
        reloadable(list_setting("allowed-hosts", "NAME,...",
                                "Host names the server answers to; empty: any IP address, localhost and the "
                                "machine's host name",
                                &Config::allowed_hosts, host_name)),
    };
}

std::vector<Setting> quota_settings() {
    return {
        reloadable(number_setting("max-connections", "Connections at a time", &Config::max_connections, 1,
                                  1'000'000)),
        reloadable(number_setting("max-sessions",
                                  "Sessions at a time, connected or not; beyond, those disconnected longest "
                                  "end first",
                                  &Config::max_sessions, 1, 1'000'000)),
        reloadable(number_setting("max-rooms", "Rooms at a time", &Config::max_rooms, 1, 1'000'000)),
        reloadable(number_setting("max-rooms-per-player", "Rooms that one player may hold at a time",
                                  &Config::max_rooms_per_player, 1, 10'000)),
        reloadable(number_setting("max-rooms-per-address",
                                  "Open rooms created from one address; 0: any number",
                                  &Config::max_rooms_per_address, 0, 1'000'000)),
        reloadable(number_setting("max-blocks-per-player", "Players that one player may block",
                                  &Config::max_blocks_per_player, 1, 10'000)),
        number_setting("early-exits-per-hour",
                       "Rated and quick matches that one player may leave in an hour before both have "
                       "moved; 0: any number",
                       &Config::early_exits_per_hour, 0, 10'000),
        switch_setting("rate-same-network",
                       "Whether matches between players of one address are rated; behind a proxy set "
                       "trusted-proxies first",
                       &Config::rate_same_network),
        number_setting("reports-per-minute", "Reports of players from one address in a minute; 0: any number",
                       &Config::reports_per_minute, 0, 1'000'000),
        reloadable(
            number_setting("max-reports", "Open reports of players", &Config::max_reports, 1, 1'000'000)),
        reloadable(number_setting("frames-per-second",
                                  "Messages that a person may send in a second, a bot ten times as many; "
                                  "0: any number",
                                  &Config::frames_per_second, 0, 1'000'000)),
        reloadable(number_setting("frame-burst", "Messages that a client may send at once",
                                  &Config::frame_burst, 1, 1'000'000)),
    };
}

std::vector<Setting> port_settings() {
    return {
        text_setting("metrics-bind", "ADDRESS", "IP address of /metrics, for Prometheus",
                     &Config::metrics_bind, address),
        number_setting("metrics-port", "TCP port of /metrics; -1: none, 0: a free one", &Config::metrics_port,
                       -1, 65'535),
        text_setting("tls-bind", "ADDRESS", "IP address to listen on for TLS", &Config::tls_bind, address),
        number_setting("tls-port", "TCP port for TLS, besides the plain one; -1: none, 0: a free one",
                       &Config::tls_port, -1, 65'535),
        reloadable(text_setting("tls-certificate", "FILE", "The certificate chain for TLS, in PEM",
                                &Config::tls_certificate, anything)),
        reloadable(
            text_setting("tls-key", "FILE", "The private key for TLS, in PEM", &Config::tls_key, anything)),
    };
}

std::vector<Setting> address_settings() {
    return {
        reloadable(number_setting("max-links-per-address",
                                  "Connections of one address at a time; 0: any number",
                                  &Config::max_links_per_address, 0, 1'000'000)),
        number_setting("lines-per-minute", "Lines of chat from one address in a minute; 0: any number",
                       &Config::lines_per_minute, 0, 1'000'000),
        number_setting("requests-per-minute", "HTTP requests from one address in a minute; 0: any number",
                       &Config::requests_per_minute, 0, 1'000'000),
        number_setting("hellos-per-minute", "Sign-ins (hello) from one address in a minute; 0: any number",
                       &Config::hellos_per_minute, 0, 1'000'000),
        number_setting("wrong-tokens-per-minute",
                       "Wrong tokens, codes and passwords from one address in a minute; 0: any number",
                       &Config::wrong_tokens_per_minute, 0, 1'000'000),
        reloadable(list_setting("trusted-proxies", "NETWORK,...",
                                "Addresses or networks of proxies whose X-Forwarded-For names the client",
                                &Config::trusted_proxies, network)),
    };
}

std::vector<Setting> timeout_settings() {
    return {
        reloadable(number_setting("stop-timeout-ms",
                                  "Milliseconds after SIGTERM by which connections are closed; what was "
                                  "received is still stored",
                                  &Config::stop_timeout_ms, 100, 3'600'000)),
        reloadable(number_setting(
            "idle-timeout-ms", "Milliseconds after which a connection that does not answer pings is closed",
            &Config::idle_timeout_ms, 30, 86'400'000)),
        reloadable(number_setting("hello-timeout-ms",
                                  "Milliseconds within which a new connection must say hello",
                                  &Config::hello_timeout_ms, 1, 86'400'000)),
        reloadable(number_setting("session-kept-ms",
                                  "Milliseconds for which a session without a connection can be resumed",
                                  &Config::session_kept_ms, 0, 86'400'000)),
    };
}

std::vector<Setting> match_settings() {
    return {
        number_setting("gone-after-least-s",
                       "Seconds without a connection before a player may count as gone, however little time "
                       "is left on the clock; then the opponent can claim the win",
                       &Config::gone_after_least_s, 1, 86'400),
        number_setting("gone-after-most-s",
                       "Seconds without a connection after which a player counts as gone in any case",
                       &Config::gone_after_most_s, 1, 86'400),
        number_setting("gone-after-bye-s", "Seconds after which a player who left on purpose counts as gone",
                       &Config::gone_after_bye_s, 1, 86'400),
        number_setting("abandoned-after-min",
                       "Minutes after which a match without a clock ends if all its players are away",
                       &Config::abandoned_after_min, 1, 1'000'000),
        number_setting("least-turn-ms",
                       "Least milliseconds that a clock may give a move (permove) or the first move "
                       "(fischer)",
                       &Config::least_turn_ms, 1, 3'600'000),
        number_setting("least-game-ms",
                       "Least milliseconds that a Fischer clock may give for 40 moves, increments included",
                       &Config::least_game_ms, 1, 3'600'000),
        number_setting("bot-pace-ms", "Milliseconds between the moves of a match of bots only",
                       &Config::bot_pace_ms, 0, 60'000),
    };
}

std::vector<Setting> retention_settings() {
    return {
        reloadable(number_setting("keep-finished-days",
                                  "Days for which finished matches are kept, with their moves; 0: forever",
                                  &Config::keep_finished_days, 0, 36'500)),
        reloadable(number_setting("keep-guests-days",
                                  "Days for which a guest who does not come back is kept, with their "
                                  "ratings; 0: forever",
                                  &Config::keep_guests_days, 0, 36'500)),
        reloadable(
            secret(text_setting("metrics-token", "TOKEN", "Bearer token that /metrics requires; empty: none",
                                &Config::metrics_token, anything))),
    };
}

}  // namespace

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const auto group :
         {basic_settings, bot_settings, log_settings, host_settings, quota_settings, port_settings,
          address_settings, timeout_settings, match_settings, retention_settings}) {
        auto some = group();
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace pentad::server
