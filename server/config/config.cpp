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

#include "engine/tools/command_line/print_flags.hpp"
#include "server/config/manual.hpp"
#include "server/config/setting.hpp"

namespace pentad::server {
namespace {

/// ` is "8o80" but`, for an error message, which may go into a log; empty for a secret.
std::string given(const Setting& setting, const Values& values) {
    return setting.secret ? "" : " is \"" + joined(values) + "\" but";
}

/// A mistake on the command line or in the settings; the text says what to do.
ExitNow mistake(const std::string& text) {
    return {2, "pentad-server: " + text + "\nRun pentad-server --help for all settings.\n"};
}

std::string printed(const Config& config) {
    std::string text = "# The settings in effect; pentad-server --config FILE reads them again.\n";
    for (const Setting& setting : settings()) {
        const std::string value = shown(setting, config);
        // Commented out: the asterisks would be read as the secret.
        const bool hidden = setting.secret && !value.empty();
        text += "\n# " + setting.help + "\n" + (hidden ? "# " : "") + setting.name + " = " +
                (setting.number ? value : '"' + value + '"') + "\n";
    }
    return text;
}

/// The first line of a file that holds a secret.
tl::expected<std::string, Fault> read_secret(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    if (!std::getline(in, line) || line.empty())
        return tl::unexpected(Fault("must name a readable file with the secret in its first line"));
    return line;
}

/// Adds a setting `NAME-file` for each secret.
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

/// The settings from one source: flags, environment or file.
struct Level {
    std::map<std::string, Values> given;
    std::function<std::string(const std::string& name)> called;  ///< a setting's name there
};

Level environment(const std::vector<Setting>& table) {
    Level level;
    for (const Setting& setting : table)
        if (const char* value = std::getenv(environment_name(setting.name).c_str()); value && *value != '\0')
            level.given[setting.name] = {value};
    level.called = environment_name;
    return level;
}

/// Read here and not by CLI11, where the file would take precedence over the environment.
tl::expected<Level, ExitNow> settings_file(const std::string& path, const std::vector<Setting>& table) {
    Level level;
    level.called = [path](const std::string& name) { return name + " in " + path; };
    const auto refuse = [](const std::string& text) { return tl::unexpected(mistake(text)); };
    try {
        for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_file(path)) {
            // The beginning and end of a section are items too.
            if (item.name == "++" || item.name == "--") continue;
            const std::string key = item.fullname();
            if (std::none_of(table.begin(), table.end(), [&](const Setting& one) { return one.name == key; }))
                return refuse("the settings file " + path + " has the unknown key \"" + key +
                              "\". Correct or remove it.");
            if (!level.given.emplace(key, item.inputs).second)
                return refuse(level.called(key) + " is given twice. Remove one.");
        }
    } catch (const CLI::Error&) {
        return refuse("the settings file " + path + " cannot be read. Check its path and permissions.");
    }
    return level;
}

/// Overrides what levels of lower precedence gave. A secret and its file are one setting.
std::optional<ExitNow> apply(const Level& level, const std::vector<Setting>& table, Config& config) {
    for (const Setting& setting : table) {
        const auto values = level.given.find(setting.name);
        if (values == level.given.end()) continue;
        const std::string called = level.called(setting.name);
        if (setting.secret && level.given.contains(setting.name + "-file"))
            return mistake(called + " and " + level.called(setting.name + "-file") +
                           " are both given. Remove one.");
        if (const Fault fault = setting.set(config, values->second))
            return mistake(called + given(setting, values->second) + " " + *fault + ".");
    }
    return std::nullopt;
}

/// The command line, read by CLI11.
class CommandLine {
  public:
    explicit CommandLine(const std::vector<std::string>& admin_commands) : admin_commands_(admin_commands) {
        app_.set_help_flag("-h,--help", "Print this and exit");
        app_.set_version_flag("--version", "pentad-server " PENTAD_VERSION, "Print the version and exit");
        app_.add_flag("--print-config", print_, "Print the settings in effect as a settings file and exit");
        app_.add_flag("--check-config", check_,
                      "Check whether a server could start with these settings and exit");
        app_.add_flag("--check-health", health_,
                      "Check the health of the server that runs with these settings and exit");
        print_flags_.emplace(app_);
        app_.add_option("--config", file_, "Settings file of lines such as: port = 8080")
            ->envname("PENTAD_CONFIG")
            ->type_name("FILE")
            ->group("Settings");
        const Config defaults;
        for (const Setting& setting : table_) add(setting, defaults);
    }
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// What to print instead of starting: help, version, manual page, completions, or a mistake.
    std::optional<ExitNow> parse(int argc, const char* const* argv) {
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            describe();
            return ExitNow{0, app_.help()};
        } catch (const CLI::CallForVersion& version) {
            return ExitNow{0, std::string(version.what()) + "\n"};
        } catch (const CLI::ParseError& error) {
            return mistake(error.what());
        }
        if (!print_flags_->given()) return std::nullopt;
        describe();
        return ExitNow{0, print_flags_->text(manual_page(table_))};
    }

    const std::vector<Setting>& table() const { return table_; }
    const Level& flags() const { return flags_; }
    const std::string& file() const { return file_; }

    /// What to do with the settings.
    Invocation invocation(Config config) const {
        if (print_) return ExitNow{0, printed(config)};
        if (check_) return CheckConfig{std::move(config)};
        if (health_) return CheckHealth{std::move(config)};
        return config;
    }

  private:
    /// Completes the table for its readers. Not before parsing: CLI11 would read the environment and the
    /// other commands itself.
    void describe() {
        for (std::size_t i = 0; i < table_.size(); ++i)
            options_[i]->envname(environment_name(table_[i].name));
        describe_commands(app_, admin_commands_);
    }

    void add(const Setting& setting, const Config& defaults) {
        CLI::Option* option = app_.add_option_function<Values>(
            "--" + setting.name,
            [this, &setting](const Values& values) { flags_.given[setting.name] = values; }, setting.help);
        option->type_name(setting.value_name)->group("Settings");
        option->default_str(joined(setting.get(defaults)))->allow_extra_args(false);
        if (!setting.many) option->expected(1);
        options_.push_back(option);
    }

    const std::vector<Setting> table_ = with_files_of_secrets(settings());
    CLI::App app_{
        "Pentad: a server for five abstract board games.\n"
        "Each setting is a flag, an environment variable and a key of the file, in this order of "
        "precedence.\n"
        "pentad-server admin administers a running server; bot-key manages the keys of programs that play.\n"
        "Run either alone for its usage.",
        "pentad-server"};
    std::vector<CLI::Option*> options_;
    Level flags_{{}, [](const std::string& name) { return "--" + name; }};
    std::string file_;
    bool print_ = false, check_ = false, health_ = false;
    std::optional<command_line::PrintFlags> print_flags_;
    const std::vector<std::string> admin_commands_;
};

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

Invocation read_config(int argc, const char* const* argv) { return read_command_line(argc, argv, {}); }

Invocation read_command_line(int argc, const char* const* argv,
                             const std::vector<std::string>& admin_commands) {
    CommandLine line(admin_commands);
    if (auto exit = line.parse(argc, argv)) return *exit;
    std::vector<Level> levels;
    if (!line.file().empty()) {
        auto level = settings_file(line.file(), line.table());
        if (!level) return level.error();
        levels.push_back(std::move(*level));
    }
    levels.push_back(environment(line.table()));
    levels.push_back(line.flags());
    Config config;
    for (const Level& level : levels)
        if (auto exit = apply(level, line.table(), config)) return *exit;
    return line.invocation(std::move(config));
}

}  // namespace pentad::server
