#include "engine/tools/completion.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "engine/tools/app.hpp"

namespace pentad::engine::tools {
namespace {

constexpr const char* program = "pentad-engine";

std::string joined(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : " ") + word;
    return list;
}

/// Within single quotes of a shell.
std::string in_quotes(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + result + "'";
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
    return names;
}

/// What an option or argument may be; empty where that cannot be listed.
std::vector<std::string> values_of(const CLI::App& app, const CLI::Option& option) {
    const std::string type = type_of(option);
    if (type == "COMMAND") return names_of_commands(app);
    if (type == "SHELL") return {"bash", "zsh", "fish"};
    std::vector<std::string> ids;
    std::set<std::string> values;
    for (const Game* game : games()) {
        ids.push_back(game->info().id);
        const auto& info = game->info();
        if (type == "SIZE" || type == "VARIANT")
            for (const auto& value : (type == "SIZE" ? info.sizes : info.variants).values)
                values.insert(value.id);
    }
    if (type == "GAME") return ids;
    return {values.begin(), values.end()};
}

bool flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }
bool positional(const CLI::Option& option) { return option.get_name().front() != '-'; }

/// Options, without arguments.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
    std::vector<const CLI::Option*> all;
    for (const CLI::Option* option : command.get_options())
        if (!positional(*option)) all.push_back(option);
    return all;
}

const CLI::Option* first_argument(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options())
        if (positional(*option)) return option;
    return nullptr;
}

/// `--help`, without the short form.
std::string long_name(const CLI::Option& option) { return "--" + option.get_lnames().front(); }

std::vector<std::string> long_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(command)) names.push_back(long_name(*option));
    return names;
}

std::string bash_values(const CLI::App& app, const CLI::Option& option) {
    const std::string type = type_of(option);
    if (type == "FILE") return "COMPREPLY=($(compgen -f -- \"$word\"))";
    if (type == "FOLDER") return "COMPREPLY=($(compgen -d -- \"$word\"))";
    const auto values = values_of(app, option);
    return values.empty() ? ":" : "COMPREPLY=($(compgen -W \"" + joined(values) + "\" -- \"$word\"))";
}

std::string bash(const CLI::App& app) {
    std::string of_options, of_commands;
    std::set<std::string> seen;
    const auto add_option = [&](const CLI::Option& option) {
        if (!flag(option) && seen.insert(long_name(option)).second)
            of_options += "        " + long_name(option) + ") " + bash_values(app, option) + "; return ;;\n";
    };
    for (const CLI::Option* option : options_of(app)) add_option(*option);
    for (const CLI::App* command : commands_of(app)) {
        for (const CLI::Option* option : options_of(*command)) add_option(*option);
        const CLI::Option* argument = first_argument(*command);
        of_commands += "        " + command->get_name() + ") options=\"" + joined(long_names(*command)) +
                       "\"; [[ $COMP_CWORD == 2 && $word != -* ]] && { " +
                       (argument ? bash_values(app, *argument) : ":") + "; return; } ;;\n";
    }
    return "_pentad_engine() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W \"" +
           joined(names_of_commands(app)) + " " + joined(long_names(app)) +
           "\" -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    case ${COMP_WORDS[COMP_CWORD-1]} in\n" +
           of_options +
           "    esac\n"
           "    case ${COMP_WORDS[1]} in\n" +
           of_commands +
           "    esac\n"
           "    [[ $word == -* ]] && COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
           "}\n"
           "complete -F _pentad_engine pentad-engine\n";
}

std::string zsh_values(const CLI::App& app, const CLI::Option& option) {
    const std::string type = type_of(option);
    if (type == "FILE") return "_files";
    if (type == "FOLDER") return "_files -/";
    const auto values = values_of(app, option);
    return values.empty() ? "" : "(" + joined(values) + ")";
}

std::string zsh_specification(const CLI::App& app, const CLI::Option& option) {
    std::string help = option.get_description();
    std::replace(help.begin(), help.end(), '[', '(');
    std::replace(help.begin(), help.end(), ']', ')');
    std::string text = long_name(option) + "[" + help + "]";
    if (!flag(option)) text += ":" + type_of(option) + ":" + zsh_values(app, option);
    return in_quotes(text);
}

std::string zsh(const CLI::App& app) {
    std::string text =
        "#compdef pentad-engine\nif (( CURRENT == 2 )); then\n    local -a commands\n    commands=(\n";
    for (const CLI::App* command : commands_of(app))
        text += "        " + in_quotes(command->get_name() + ":" + command->get_description()) + "\n";
    text += "    )\n    _describe command commands\n    _arguments";
    for (const CLI::Option* option : options_of(app))
        text += " \\\n        " + zsh_specification(app, *option);
    text += "\n    return\nfi\ncase $words[2] in\n";
    for (const CLI::App* command : commands_of(app)) {
        text += "    " + command->get_name() + ") _arguments '1:command:'";
        if (const CLI::Option* argument = first_argument(*command))
            text +=
                " \\\n        " + in_quotes("2:" + argument->get_name() + ":" + zsh_values(app, *argument));
        for (const CLI::Option* option : options_of(*command))
            text += " \\\n        " + zsh_specification(app, *option);
        text += " ;;\n";
    }
    return text + "esac\n";
}

std::string fish_option(const CLI::App& app, const std::string& condition, const CLI::Option& option) {
    std::string text = std::string("complete -c ") + program + " -n " + in_quotes(condition) + " -l " +
                       option.get_lnames().front();
    const auto values = values_of(app, option);
    if (!flag(option)) text += " -r";
    if (!values.empty()) text += " -f -a " + in_quotes(joined(values));
    return text + " -d " + in_quotes(option.get_description()) + "\n";
}

std::string fish(const CLI::App& app) {
    std::string text;
    for (const CLI::Option* option : options_of(app))
        text += fish_option(app, "__fish_use_subcommand", *option);
    for (const CLI::App* command : commands_of(app)) {
        text += std::string("complete -c ") + program + " -n __fish_use_subcommand -f -a " +
                command->get_name() + " -d " + in_quotes(command->get_description()) + "\n";
        const std::string condition = "__fish_seen_subcommand_from " + command->get_name();
        const CLI::Option* argument = first_argument(*command);
        const auto values = argument ? values_of(app, *argument) : std::vector<std::string>{};
        if (!values.empty())
            text += std::string("complete -c ") + program + " -n " + in_quotes(condition) + " -f -a " +
                    in_quotes(joined(values)) + "\n";
        for (const CLI::Option* option : options_of(*command)) text += fish_option(app, condition, *option);
    }
    return text;
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
    if (shell == "bash") return bash(app);
    return shell == "zsh" ? zsh(app) : fish(app);
}

}  // namespace pentad::engine::tools
