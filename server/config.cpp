#include "server/config.hpp"

#include <arpa/inet.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <string_view>

#include "server/net/client_address.hpp"

namespace pentad::server {
namespace {

using Values = std::vector<std::string>;

/// What is wrong with a value and what to do; nothing when it is good.
using Fault = std::optional<std::string>;

/// One setting: flag, key of the file and (as PENTAD_NAME) environment variable alike.
struct Setting {
    std::string name;
    std::string value_name;
    std::string help;
    bool many = false;  ///< a list, separated by commas or given several times
    std::function<Fault(Config&, const Values&)> set;
    std::function<Values(const Config&)> get;
    bool number = false;
};

std::string environment_name(std::string name) {
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return "PENTAD_" + name;
}

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
        for (const std::string& value : values)
            for (const std::string& item : CLI::detail::split(value, ',')) {
                if (item.empty()) continue;
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
    return {
        "durability",
        "full|normal",
        "What an acknowledged move survives: a power loss (full) or a crash of the server (normal, faster)",
        false,
        set,
        get};
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
    const std::size_t host = value.find("://");
    const bool good = (value.starts_with("http://") || value.starts_with("https://")) &&
                      value.size() > host + 3 && value.find_first_of("/ ?#@", host + 3) == std::string::npos;
    return good ? Fault()
                : "must be origins as a browser sends them, such as https://play.example, without a path";
}
Fault network(const std::string& value) {
    return is_network(value) ? Fault() : "must be IP addresses or networks such as 10.0.0.0/8";
}
Fault host_name(const std::string& value) {
    // An IPv6 address is written in brackets, as in the Host header.
    const bool bracketed = value.starts_with('[') && value.ends_with(']');
    const bool good = value.find_first_of("/ ?#@") == std::string::npos &&
                      (bracketed || value.find(':') == std::string::npos);
    return good ? Fault() : "must be names such as play.example, without scheme and port";
}

/// The one table of settings.
std::vector<Setting> settings() {
    return {
        text_setting("bind", "ADDRESS", "IP address to listen on", &Config::bind, address),
        number_setting("port", "TCP port to listen on; 0 takes a free one", &Config::port, 0, 65'535),
        text_setting("data", "FOLDER", "Where the database lives; :memory: forgets everything at the end",
                     &Config::data, not_empty),
        text_setting("web", "FOLDER", "The built web client; empty serves none", &Config::web, anything),
        durability_setting(),
        number_setting("bot-workers", "Threads on which bots think; 0: one less than the cores, one at least",
                       &Config::bot_workers, 0, 256),
        number_setting("bot-budget-ms", "Milliseconds in which a program outside must answer for its seat",
                       &Config::bot_budget_ms, 100, 600'000),
        number_setting("bot-queue",
                       "Searches of bots that may wait at a time; what finds no place asks again",
                       &Config::bot_queue, 1, 1'000'000),
        text_setting("log-level", "LEVEL", "Least that is logged: trace, debug, info, warning, error or off",
                     &Config::log_level, log_level),
        text_setting("log-format", "text|json", "How log lines are written", &Config::log_format, log_format),
        list_setting("allowed-origins", "ORIGIN,...",
                     "Origins whose pages may connect besides the server's own host",
                     &Config::allowed_origins, origin),
        list_setting("allowed-hosts", "NAME,...",
                     "Names that a request's Host header may carry; empty allows any", &Config::allowed_hosts,
                     host_name),
        number_setting("max-connections", "Connections at a time", &Config::max_connections, 1, 1'000'000),
        number_setting("max-rooms", "Rooms at a time", &Config::max_rooms, 1, 1'000'000),
        number_setting("max-rooms-per-player", "Rooms that one player may hold at a time",
                       &Config::max_rooms_per_player, 1, 10'000),
        number_setting("frames-per-second",
                       "Messages that a person may send in a second, a bot ten times as many; 0: any number",
                       &Config::frames_per_second, 0, 1'000'000),
        number_setting("frame-burst", "Messages that a client may send at once", &Config::frame_burst, 1,
                       1'000'000),
        text_setting("metrics-bind", "ADDRESS", "IP address on which /metrics is served, for Prometheus",
                     &Config::metrics_bind, address),
        number_setting("metrics-port", "TCP port of /metrics; -1 serves none, 0 takes a free one",
                       &Config::metrics_port, -1, 65'535),
        number_setting("max-links-per-address", "WebSockets of one address at a time; 0: any number",
                       &Config::max_links_per_address, 0, 1'000'000),
        number_setting("hellos-per-minute", "Times that one address may say hello in a minute; 0: any number",
                       &Config::hellos_per_minute, 0, 1'000'000),
        number_setting("wrong-tokens-per-minute",
                       "Wrong tokens and codes that one address may try in a minute; 0: any number",
                       &Config::wrong_tokens_per_minute, 0, 1'000'000),
        list_setting("trusted-proxies", "NETWORK,...",
                     "Addresses or networks of proxies whose X-Forwarded-For says who the client is",
                     &Config::trusted_proxies, network),
        number_setting("stop-timeout-ms", "Milliseconds after SIGTERM by which the server has ended",
                       &Config::stop_timeout_ms, 100, 3'600'000),
        number_setting("idle-timeout-ms",
                       "Milliseconds after which a link is given up that does not even answer pings",
                       &Config::idle_timeout_ms, 30, 86'400'000),
        number_setting("hello-timeout-ms", "Milliseconds within which a new link must say hello",
                       &Config::hello_timeout_ms, 1, 86'400'000),
        number_setting("session-kept-ms",
                       "Milliseconds for which a session whose link is gone can be come back to",
                       &Config::session_kept_ms, 0, 86'400'000),
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
        number_setting("bot-pace-ms", "Milliseconds between the moves of a match in which only bots play",
                       &Config::bot_pace_ms, 0, 60'000),
    };
}

/// A mistake of whoever started the server; the text says what to do.
ExitNow mistake(const std::string& text) {
    return {2, "pentad-server: " + text + "\nRun pentad-server --help for all settings.\n"};
}

std::string joined(const Values& values) {
    std::string text;
    for (const std::string& value : values) text += (text.empty() ? "" : ",") + value;
    return text;
}

std::string printed(const Config& config) {
    std::string text = "# The settings in effect; pentad-server --config FILE reads them again.\n";
    for (const Setting& setting : settings()) {
        const std::string value = joined(setting.get(config));
        text += "\n# " + setting.help + "\n" + setting.name + " = " +
                (setting.number ? value : '"' + value + '"') + "\n";
    }
    return text;
}

/// What roff would take for a command of its own.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\' || c == '-') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// The page of the manual, from the same table as --help.
std::string manual(const std::vector<Setting>& table) {
    std::string page = R"(.TH PENTAD\-SERVER 1 "" "pentad )" PENTAD_VERSION R"(" "Pentad"
.SH NAME
pentad\-server \- a server on which people and computers play five abstract board games
.SH SYNOPSIS
.B pentad\-server
.RI [ flags ]
.SH DESCRIPTION
Serves the browser client and the WebSocket protocol of Pentad on one port until it gets SIGTERM or SIGINT; then it
tells everybody, finishes what was received and closes.
.PP
Each setting is a flag, an environment variable and a key of the settings file, in this order of weight.
.SH SETTINGS
)";
    const Config defaults;
    for (const Setting& setting : table) {
        page += ".TP\n.BI \\-\\-" + roff(setting.name) + "\\~ " + roff(setting.value_name) + "\n";
        page += roff(setting.help) + ". Environment: " + environment_name(setting.name) + ".";
        const std::string value = joined(setting.get(defaults));
        if (!value.empty()) page += " Default: " + roff(value) + ".";
        page += "\n";
    }
    page += R"(.TP
.BI \-\-config\~ FILE
Settings file of lines such as: port = 8080. Environment: PENTAD_CONFIG.
.SH OTHER FLAGS
.TP
.B \-\-check\-config
Say whether the settings are good and exit.
.TP
.B \-\-check\-health
Ask the server that runs with these settings whether it is well and exit: 0 when it is.
.TP
.B \-\-print\-config
Print the settings in effect as a settings file and exit.
.TP
.B \-\-help\fR, \fB\-\-version
Print that and exit.
.SH EXIT STATUS
0 after a stop that was asked for, 1 when the server cannot start or a check fails, 2 for wrong settings.
)";
    return page;
}

/// Key -> values. Throws CLI::Error when the file cannot be read.
std::vector<std::pair<std::string, Values>> read_file(const std::string& path) {
    std::vector<std::pair<std::string, Values>> found;
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_file(path)) {
        // The opening and closing of a section are items too; their keys are told below by their full name.
        if (item.name != "++" && item.name != "--") found.emplace_back(item.fullname(), item.inputs);
    }
    return found;
}

/// Reads the file into the settings that neither flag nor environment has given.
std::optional<ExitNow> apply_file(const std::string& path, const std::vector<Setting>& table,
                                  const std::map<std::string, Values>& given, Config& config) {
    std::vector<std::pair<std::string, Values>> items;
    try {
        items = read_file(path);
    } catch (const CLI::Error&) {
        return mistake("the settings file " + path + " cannot be read. Check the path and its rights.");
    }
    for (const auto& [key, values] : items) {
        const auto setting = std::find_if(table.begin(), table.end(),
                                          [&, name = key](const Setting& s) { return s.name == name; });
        if (setting == table.end())
            return mistake("the settings file " + path + " has the unknown key \"" + key +
                           "\". Correct or remove it.");
        Config checked_only;
        Config& target = given.contains(key) ? checked_only : config;
        if (const Fault fault = setting->set(target, values))
            return mistake(key + " in " + path + " is \"" + joined(values) + "\" but " + *fault + ".");
    }
    return std::nullopt;
}

}  // namespace

Invocation read_config(int argc, const char* const* argv) {
    const std::vector<Setting> table = settings();
    CLI::App app(
        "Pentad: a server for five abstract board games.\n"
        "Each setting is a flag, an environment variable and a key of the file, in this order of weight.\n"
        "pentad-server bot-key makes and ends the keys of programs that play; alone it says how.",
        "pentad-server");
    app.set_help_flag("-h,--help", "Print this and exit");
    app.set_version_flag("--version", "pentad-server " PENTAD_VERSION, "Print the version and exit");
    bool print = false;
    app.add_flag("--print-config", print, "Print the settings in effect as a settings file and exit");
    bool check = false;
    app.add_flag("--check-config", check, "Say whether the settings are good and exit");
    bool health = false;
    app.add_flag("--check-health", health,
                 "Ask the server that runs with these settings whether it is well and exit");
    bool print_manual = false;
    app.add_flag("--print-manual", print_manual, "Print the page of the manual (roff) and exit");
    std::string file;
    app.add_option("--config", file, "Settings file of lines such as: port = 8080")
        ->envname("PENTAD_CONFIG")
        ->type_name("FILE");

    // The file is read below and not by CLI11, for which it would outweigh the environment.
    std::map<std::string, Values> given;
    const Config defaults;
    for (const Setting& setting : table) {
        CLI::Option* option = app.add_option_function<Values>(
            "--" + setting.name, [&given, &setting](const Values& values) { given[setting.name] = values; },
            setting.help);
        option->envname(environment_name(setting.name))->type_name(setting.value_name);
        option->default_str(joined(setting.get(defaults)))->allow_extra_args(false);
        if (!setting.many) option->expected(1);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return ExitNow{0, app.help()};
    } catch (const CLI::CallForVersion& version) {
        return ExitNow{0, std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& error) {
        return mistake(error.what());
    }

    Config config;
    for (const Setting& setting : table) {
        const auto values = given.find(setting.name);
        if (values == given.end()) continue;
        if (const Fault fault = setting.set(config, values->second))
            return mistake("--" + setting.name + " (or " + environment_name(setting.name) + ") is \"" +
                           joined(values->second) + "\" but " + *fault + ".");
    }
    if (!file.empty())
        if (auto exit = apply_file(file, table, given, config)) return *exit;
    if (print) return ExitNow{0, printed(config)};
    if (print_manual) return ExitNow{0, manual(table)};
    if (check) return ExitNow{0, "The settings are good.\n"};
    if (health) return CheckHealth{config};
    return config;
}

}  // namespace pentad::server
