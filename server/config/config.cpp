#include "server/config/config.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <tl/expected.hpp>

#include "server/config/config_settings.hpp"

namespace pentad::server {
namespace {

/// What was given, for whoever gave it wrongly; it may go into a log.
std::string shown(const Setting& setting, const Values& values) {
    return setting.secret ? std::string("what it may not be:") : "\"" + joined(values) + "\"";
}

/// A mistake of whoever started the server; the text says what to do.
ExitNow mistake(const std::string& text) {
    return {2, "pentad-server: " + text + "\nRun pentad-server --help for all settings.\n"};
}

std::string printed(const Config& config) {
    std::string text = "# The settings in effect; pentad-server --config FILE reads them again.\n";
    for (const Setting& setting : settings()) {
        const std::string value = shown(setting, config);
        // A secret must be put in by hand: what stands here would be taken for it.
        const bool hidden = setting.secret && !value.empty();
        text += "\n# " + setting.help + "\n" + (hidden ? "# " : "") + setting.name + " = " +
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
.br
.B pentad\-server admin
.RI [ flags ]
.I command
.br
.B pentad\-server bot\-key
.BR add | revoke | list
.RI [ name "] [" flags ]
.SH DESCRIPTION
Serves the browser client and the WebSocket protocol of Pentad on one port until it gets SIGTERM or SIGINT; then it
tells everybody, finishes what was received and closes.
.PP
Each setting is a flag, an environment variable and a key of the settings file, in this order of weight.
.SH COMMANDS
.TP
.B admin
Commands the server that runs with these flags, through a socket in its data folder: bans, reports, backups, keys and
more.
.B pentad\-server admin help
asks it for the list. Only
.B admin restore\~\fIFILE\fR
wants it stopped: it puts a backup in the place of the database.
.TP
.B bot\-key
Makes a key for a program that plays and prints it this once, ends it, or lists those that there are; whether the
server runs or not.
.SH SETTINGS
)";
    const Config defaults;
    for (const Setting& setting : table) {
        page += ".TP\n.BI \\-\\-" + roff(setting.name) + "\\~ " + roff(setting.value_name) + "\n";
        page += roff(setting.help) + ". Environment: " + environment_name(setting.name) + ".";
        const std::string value = joined(setting.get(defaults));
        if (!value.empty()) page += " Default: " + roff(value) + ".";
        if (setting.reloadable) page += " SIGHUP reads it again.";
        page += "\n";
        if (!setting.secret) continue;
        page += ".TP\n.BI \\-\\-" + roff(setting.name) + "\\-file\\~ FILE\n";
        page += "A file with the same in its first line. Environment: " +
                environment_name(setting.name + "-file") + ".\n";
    }
    page += R"(.TP
.BI \-\-config\~ FILE
Settings file of lines such as: port = 8080. Environment: PENTAD_CONFIG.
.SH OTHER FLAGS
.TP
.B \-\-check\-config
Say whether a server could start with these settings, and their files, folders and addresses, and exit.
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

/// The first line of a file that holds a secret.
tl::expected<std::string, Fault> read_secret(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    if (!std::getline(in, line) || line.empty())
        return tl::unexpected(Fault("names a file without a first line, or one that cannot be read"));
    return line;
}

/// `NAME-file` of a secret -> the setting of the secret itself.
std::vector<Setting> with_files_of_secrets(std::vector<Setting> table) {
    std::vector<Setting> files;
    for (const Setting& setting : table) {
        if (!setting.secret) continue;
        Setting file;
        file.name = setting.name + "-file";
        file.value_name = "FILE";
        file.help = "A file with " + setting.name + " in its first line";
        file.set = [set = setting.set](Config& config, const Values& values) -> Fault {
            const auto line = read_secret(values.size() == 1 ? values[0] : "");
            return line ? set(config, {*line}) : line.error();
        };
        file.get = [](const Config&) { return Values{}; };
        files.push_back(std::move(file));
    }
    std::move(files.begin(), files.end(), std::back_inserter(table));
    return table;
}

/// What was given in one place: by flags, in the environment, or in the file.
struct Level {
    std::map<std::string, Values> given;
    std::function<std::string(const std::string& name)> called;  ///< a setting, for whoever gave it wrongly
};

Level environment(const std::vector<Setting>& table) {
    Level level;
    for (const Setting& setting : table)
        if (const char* value = std::getenv(environment_name(setting.name).c_str()); value && *value != '\0')
            level.given[setting.name] = {value};
    level.called = environment_name;
    return level;
}

/// The file is read here and not by CLI11, for which it would outweigh the environment.
tl::expected<Level, ExitNow> settings_file(const std::string& path, const std::vector<Setting>& table) {
    Level level;
    level.called = [path](const std::string& name) { return name + " in " + path; };
    const auto refuse = [](const std::string& text) { return tl::unexpected(mistake(text)); };
    try {
        for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_file(path)) {
            // The opening and closing of a section are items too; their keys are told by their full name.
            if (item.name == "++" || item.name == "--") continue;
            const std::string key = item.fullname();
            if (std::none_of(table.begin(), table.end(), [&](const Setting& one) { return one.name == key; }))
                return refuse("the settings file " + path + " has the unknown key \"" + key +
                              "\". Correct or remove it.");
            if (!level.given.emplace(key, item.inputs).second)
                return refuse(level.called(key) + " is given twice. Leave one of them out.");
        }
    } catch (const CLI::Error&) {
        return refuse("the settings file " + path + " cannot be read. Check the path and its rights.");
    }
    return level;
}

/// In the place of what a lighter level gave. A secret and the file that it stands in are one setting.
std::optional<ExitNow> apply(const Level& level, const std::vector<Setting>& table, Config& config) {
    for (const Setting& setting : table) {
        const auto values = level.given.find(setting.name);
        if (values == level.given.end()) continue;
        const std::string called = level.called(setting.name);
        if (setting.secret && level.given.contains(setting.name + "-file"))
            return mistake(called + " and " + level.called(setting.name + "-file") +
                           " are both given. Leave one of them out.");
        if (const Fault fault = setting.set(config, values->second))
            return mistake(called + " is " + shown(setting, values->second) + " but " + *fault + ".");
    }
    return std::nullopt;
}

}  // namespace

Reload reload(Config& current, const Config& wanted) {
    Reload done;
    for (const Setting& setting : settings()) {
        const Values value = setting.get(wanted);
        if (setting.get(current) == value) continue;
        if (!setting.reloadable) {
            done.after_restart.push_back(setting.name);
            continue;
        }
        const std::string before = shown(setting, current);
        setting.set(current, value);
        done.changed.push_back(setting.name + ": " + before + " -> " + shown(setting, current));
    }
    return done;
}

Invocation read_config(int argc, const char* const* argv) {
    const std::vector<Setting> table = with_files_of_secrets(settings());
    CLI::App app(
        "Pentad: a server for five abstract board games.\n"
        "Each setting is a flag, an environment variable and a key of the file, in this order of weight.\n"
        "pentad-server admin commands a server that runs; bot-key makes and ends the keys of programs that\n"
        "play. Each alone says how.",
        "pentad-server");
    app.set_help_flag("-h,--help", "Print this and exit");
    app.set_version_flag("--version", "pentad-server " PENTAD_VERSION, "Print the version and exit");
    bool print = false;
    app.add_flag("--print-config", print, "Print the settings in effect as a settings file and exit");
    bool check = false;
    app.add_flag("--check-config", check, "Say whether a server could start with these settings and exit");
    bool health = false;
    app.add_flag("--check-health", health,
                 "Ask the server that runs with these settings whether it is well and exit");
    bool print_manual = false;
    app.add_flag("--print-manual", print_manual, "Print the page of the manual (roff) and exit");
    std::string file;
    app.add_option("--config", file, "Settings file of lines such as: port = 8080")
        ->envname("PENTAD_CONFIG")
        ->type_name("FILE");

    Level flags{{}, [](const std::string& name) { return "--" + name; }};
    std::vector<CLI::Option*> options;
    const Config defaults;
    for (const Setting& setting : table) {
        CLI::Option* option = app.add_option_function<Values>(
            "--" + setting.name,
            [&given = flags.given, &setting](const Values& values) { given[setting.name] = values; },
            setting.help);
        option->type_name(setting.value_name);
        option->default_str(joined(setting.get(defaults)))->allow_extra_args(false);
        if (!setting.many) option->expected(1);
        options.push_back(option);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        // Before, CLI11 would read the environment itself, and not tell it from the flags.
        for (std::size_t i = 0; i < table.size(); ++i) options[i]->envname(environment_name(table[i].name));
        return ExitNow{0, app.help()};
    } catch (const CLI::CallForVersion& version) {
        return ExitNow{0, std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& error) {
        return mistake(error.what());
    }

    std::vector<Level> levels;
    if (!file.empty()) {
        auto level = settings_file(file, table);
        if (!level) return level.error();
        levels.push_back(std::move(*level));
    }
    levels.push_back(environment(table));
    levels.push_back(std::move(flags));
    Config config;
    for (const Level& level : levels)
        if (auto exit = apply(level, table, config)) return *exit;
    if (print) return ExitNow{0, printed(config)};
    if (print_manual) return ExitNow{0, manual(settings())};
    if (check) return CheckConfig{config};
    if (health) return CheckHealth{config};
    return config;
}

}  // namespace pentad::server
