#include "clients/terminal/options.hpp"

#include <CLI/CLI.hpp>
#include <functional>

#include "clients/terminal/manual.hpp"
#include "clients/terminal/texts/language.hpp"
#include "engine/tools/command_line/print_flags.hpp"

namespace pentad::terminal {
namespace {

constexpr int usage = 2;

struct OptionEntry {
    std::string name;        ///< without dashes
    std::string value_name;  ///< empty: a flag
    std::string help;
    std::string environment;          ///< variable; empty: none
    std::string fallback;             ///< the default, as text
    std::vector<std::string> values;  ///< for completion; empty: anything, or a file where value_name is FILE
};
struct VerbEntry {
    std::string name;
    std::string argument;  ///< empty: none; in brackets: may be left out
    std::string type;      ///< of the argument, for completion
    std::string help;
};

struct Row {
    OptionEntry entry;
    std::string Options::*text = nullptr;
    int Options::*number = nullptr;
    bool Options::*flag = nullptr;
};

/// The one table of options.
const std::vector<Row>& rows() {
    static const std::vector<Row> all{
        {{"server",
          "URL",
          "The server: ws://HOST:PORT/ws, wss://HOST/ws, or the address of its page",
          "PENTAD_SERVER",
          "ws://127.0.0.1:8080/ws",
          {}},
         &Options::server},
        {{"ca", "FILE", "Certificates (PEM) to trust besides the system's, for wss://", "PENTAD_CA", "", {}},
         &Options::trusted},
        {{"name", "NAME", "Your name: one that you had before, or a new guest's", "PENTAD_NAME", "", {}},
         &Options::name},
        {{"profile",
          "NAME",
          "Whose names to use: each profile is somebody else on every server",
          "PENTAD_PROFILE",
          "",
          {}},
         &Options::profile},
        {{"token",
          "TOKEN",
          "Your player token, for login; - reads it from standard input",
          "PENTAD_TOKEN",
          "",
          {}},
         &Options::token},
        {{"theme",
          "NAME",
          "Colours: a theme that `pentad themes` lists",
          "PENTAD_THEME",
          "default",
          {"default", "dracula", "gruvbox", "high-contrast", "none"}},
         &Options::theme},
        {{"lang", "LANGUAGE", "The language of this program: en or pt", "PENTAD_LANG",
          "what LC_ALL, LC_MESSAGES or LANG says", languages()},
         &Options::language},
        {{"data", "FOLDER", "Where local games are kept", "PENTAD_LOCAL_DATA", "", {}}, &Options::data},
        {{"pace",
          "MILLISECONDS",
          "The pause between the moves of two computers in local games",
          "",
          "600",
          {}},
         nullptr,
         &Options::pace_ms},
        {{"plain", "", "Line mode: prompts and short texts, ASCII only, no colours", "", "", {}},
         nullptr,
         nullptr,
         &Options::plain},
        {{"json", "", "The protocol by lines: a request a line in, an event a line out", "", "", {}},
         nullptr,
         nullptr,
         &Options::json},
        {{"ascii", "", "Draw boards and frames with ASCII characters only", "", "", {}},
         nullptr,
         nullptr,
         &Options::ascii},
    };
    return all;
}

struct Command {
    VerbEntry entry;
    Verb verb;
};

const std::vector<Command>& commands() {
    static const std::vector<Command> all{
        {{"local", "", "", "Play without a server: against the computer, with somebody at this keyboard"},
         Verb::local},
        {{"watch", "CODE", "CODE",
          "Look on at a table (its code, id or link), or open a match (its id or link)"},
         Verb::watch},
        {{"replay", "RECORD", "FILE",
          "Go through a finished match: a file, or the id or link of a match on the server"},
         Verb::replay},
        {{"rules", "GAME", "GAME", "Print the rules of a game"}, Verb::rules},
        {{"login", "[CODE]", "CODE",
          "Keep who you are: a new name (--name), a token (--token), or a hand-over code of another device"},
         Verb::login},
        {{"themes", "", "", "List the themes and where your own belong"}, Verb::themes},
    };
    return all;
}

Leave mistake(const std::string& text) {
    return {usage, "pentad: " + text + "\nRun pentad --help for all options.\n"};
}

std::string footer() {
    return "On a terminal it fills the screen; with --plain, or where it is not a terminal, it reads "
           "commands "
           "by lines: \"help\" lists them.";
}

void add_options(CLI::App& app, Options& options) {
    for (const Row& row : rows()) {
        CLI::Option* option = nullptr;
        const std::string name = "--" + row.entry.name;
        if (row.text) option = app.add_option(name, options.*row.text, row.entry.help);
        if (row.number)
            option = app.add_option(name, options.*row.number, row.entry.help)->check(CLI::Range(0, 60'000));
        if (row.flag) option = app.add_flag(name, options.*row.flag, row.entry.help);
        if (!row.entry.environment.empty()) option->envname(row.entry.environment);
        if (!row.entry.value_name.empty()) option->type_name(row.entry.value_name)->expected(1);
        if (!row.entry.fallback.empty()) option->default_str(row.entry.fallback);
    }
}

void add_commands(CLI::App& app, Options& options) {
    for (const Command& command : commands()) {
        const VerbEntry& entry = command.entry;
        CLI::App* verb = app.add_subcommand(entry.name, entry.help);
        verb->fallthrough();
        verb->final_callback([&options, &command] { options.verb = command.verb; });
        if (entry.argument.empty()) continue;
        const bool optional = entry.argument.starts_with('[');
        const std::string name =
            optional ? entry.argument.substr(1, entry.argument.size() - 2) : entry.argument;
        verb->add_option(name, options.argument, "")->type_name(entry.type)->required(!optional);
    }
}

std::vector<std::string> values_of(const CLI::Option& option) {
    for (const Row& row : rows())
        if (option.get_name() == "--" + row.entry.name) return row.entry.values;
    return {};
}

}  // namespace

std::variant<Options, Leave> read_options(int argc, const char* const* argv) {
    Options options;
    CLI::App app("Plays the games of a Pentad server in the terminal.", "pentad");
    app.set_help_flag("-h,--help", "Print this and exit");
    app.set_version_flag("--version", "pentad " PENTAD_VERSION, "Print the version and exit");
    app.footer(footer());
    app.require_subcommand(0, 1);
    add_options(app, options);
    const command_line::PrintFlags print(app);
    add_commands(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto asked = app.get_subcommands();
        return Leave{0, (asked.empty() ? &app : asked.front())->help()};
    } catch (const CLI::CallForVersion& version) {
        return Leave{0, std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& error) {
        return mistake(error.what());
    }
    if (print.given()) return Leave{0, print.text(manual_page(), values_of)};
    if (options.plain && options.json) return mistake("--plain and --json exclude each other.");
    return options;
}

}  // namespace pentad::terminal
