#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/store/sqlite/sqlite_store.hpp"

namespace pentad::server {

/// The settings of pentad-server. Precedence: flags, environment (`PENTAD_*`), file, default.
struct Config {
    std::string bind = "127.0.0.1";
    std::uint16_t port = 8080;  ///< 0 takes a free one
    std::string data = "pentad-data";
    std::string web;  ///< folder of the built web client; empty: none
    Durability durability = Durability::full;
    int checkpoint_pages = checkpoint_after;  ///< in the database's log
    int bot_workers = 0;                      ///< 0: one less than the cores, one at least
    int bot_budget_ms = 10'000;               ///< that an external program has for a move
    int bot_queue = 10'000;                   ///< searches that may wait for a worker
    std::string log_level = "info";
    std::string log_format = "text";           ///< or `json`
    std::vector<std::string> allowed_origins;  ///< besides the server's own host
    std::vector<std::string> allowed_hosts;    ///< empty: addresses and the machine's name
    int max_connections = 10'000;
    int max_sessions = 20'000;
    int max_rooms = 10'000;
    int max_rooms_per_player = 16;
    int max_rooms_per_address = 1'000;  ///< 0: any number
    int max_blocks_per_player = 500;
    int early_exits_per_hour = 3;              ///< of one player; 0: any number
    bool rate_same_network = false;            ///< do matches between players of one address count?
    int reports_per_minute = 5;                ///< of one address; 0: any number
    int max_reports = 10'000;                  ///< open ones
    int frames_per_second = 100;               ///< that a client may send; 0: any number
    int frame_burst = 500;                     ///< that it may send at once
    int idle_timeout_ms = 30'000;              ///< after which a silent connection is closed
    int max_links_per_address = 2'000;         ///< 0: any number
    int requests_per_minute = 6'000;           ///< over HTTP, of one address; 0: any number
    int lines_per_minute = 300;                ///< of chat, from one address; 0: any number
    int hellos_per_minute = 6'000;             ///< of one address; 0: any number
    int wrong_tokens_per_minute = 20;          ///< of one address; 0: any number
    std::vector<std::string> trusted_proxies;  ///< networks whose X-Forwarded-For counts
    int stop_timeout_ms = 8'000;               ///< after SIGTERM connections are closed by then
    int hello_timeout_ms = 10'000;             ///< within which a new connection must say hello
    int session_kept_ms = 600'000;             ///< how long a session without a connection can be resumed
    std::string metrics_bind = "127.0.0.1";
    int metrics_port = -1;        ///< -1: none; 0: a free port
    int bot_pace_ms = 200;        ///< between the moves of a match of bots only
    int gone_after_least_s = 20;  ///< see DisconnectPolicy
    int gone_after_most_s = 120;
    int gone_after_bye_s = 10;
    int abandoned_after_min = 24 * 60;
    int least_turn_ms = 3'000;  ///< see protocol::TimeLimits
    int least_game_ms = 15'000;
    int keep_finished_days = 0;  ///< 0: forever
    int keep_guests_days = 365;  ///< 0: forever
    int tls_port = -1;           ///< -1: none; 0: a free port
    std::string tls_bind = "0.0.0.0";
    std::string tls_certificate;  ///< files in PEM
    std::string tls_key;
    std::string base_path;      ///< such as `/pentad`; empty: the root
    std::string metrics_token;  ///< the bearer token that `/metrics` requires; empty: none
};

/// Print this on stdout (code 0) or stderr, and exit.
struct ExitNow {
    int code = 0;
    std::string text;
};

/// Check the health of the server that runs with these settings, and exit.
struct CheckHealth {
    Config config;
};

/// Check whether a server could start with these settings, and exit.
struct CheckConfig {
    Config config;
};

/// What a reload changes, as lines for the log. Contains no secret.
struct Reload {
    std::vector<std::string> changed;        ///< `name: old -> new`, in effect now
    std::vector<std::string> after_restart;  ///< names of settings that need a restart
};
/// Applies those of the wanted settings that a running server can change.
Reload reload(Config& current, const Config& wanted);

using Invocation = std::variant<Config, ExitNow, CheckHealth, CheckConfig>;

/// Reads the command line, environment and file (`--config FILE`). Knows --help, --version, --print-config,
/// --check-config, --check-health, --print-manual and --print-completion.
Invocation read_config(int argc, const char* const* argv);

}  // namespace pentad::server
