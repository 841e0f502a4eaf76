#include "engine/tools/command_line/completion.hpp"

#include <algorithm>
#include <cassert>
#include <sstream>

#include "engine/tools/command_line/table.hpp"

namespace pentad::command_line {

const std::vector<std::string> shells{"bash", "zsh", "fish"};

namespace {

using Words = std::vector<std::string>;
using Options = std::vector<const CLI::Option*>;

std::string joined(const Words& words, const char* between = " ") {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : between) + word;
    return list;
}

/// Within single quotes of a shell.
std::string in_quotes(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + result + "'";
}

/// `_pentad_engine`
std::string function_of(const CLI::App& app) {
    std::string name = "_" + app.get_name();
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

class Maker {
  public:
    Maker(const CLI::App& app, const ValuesOf& values) : app_(app), values_(values) {}

    std::string bash() const;
    std::string zsh() const;
    std::string fish() const;

  private:
    /// What an option or argument may be; empty where that cannot be listed.
    Words values_of(const CLI::Option& option) const {
        const std::string type = type_of(option);
        if (type == "COMMAND") return names_of_commands(app_);
        Words values;
        if (type.find('|') == std::string::npos) return values_ ? values_(option) : values;
        std::istringstream in(type);
        for (std::string value; std::getline(in, value, '|');) values.push_back(value);
        return values;
    }

    /// Options that may stand behind a command.
    Options options_behind(const CLI::App& command) const {
        Options all = options_of(command);
        if (!command.get_fallthrough()) return all;
        for (const CLI::Option* option : options_of(app_))
            if (std::none_of(all.begin(), all.end(),
                             [&](const CLI::Option* one) { return long_name(*one) == long_name(*option); }))
                all.push_back(option);
        return all;
    }

    /// Names of all options that take a value, of the program and of its commands.
    Words names_with_values() const {
        Words names;
        const auto add = [&](const CLI::App& of) {
            for (const CLI::Option* option : options_of(of))
                if (!is_flag(*option) &&
                    std::find(names.begin(), names.end(), long_name(*option)) == names.end())
                    names.push_back(long_name(*option));
        };
        add(app_);
        for (const CLI::App* command : commands_of(app_)) add(*command);
        return names;
    }

    std::string bash_values(const CLI::Option& option) const {
        const std::string type = type_of(option);
        if (type == "FILE" || type == "FOLDER")
            return std::string("compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen ") +
                   (type == "FILE" ? "-f" : "-d") + " -- \"$word\"))";
        const Words values = values_of(option);
        return values.empty() ? ":" : "COMPREPLY=($(compgen -W \"" + joined(values) + "\" -- \"$word\"))";
    }
    std::string bash_cases(const std::string& command, const Options& options) const;

    std::string zsh_values(const CLI::Option& option) const {
        const std::string type = type_of(option);
        if (type == "FILE") return "_files";
        if (type == "FOLDER") return "_files -/";
        const Words values = values_of(option);
        return values.empty() ? "" : "(" + joined(values) + ")";
    }
    std::string zsh_options(const Options& options) const;
    std::string zsh_arguments(const CLI::App& command) const;

    std::string fish_values(const CLI::Option& option) const {
        const std::string type = type_of(option);
        if (type == "FILE") return " -F";
        if (type == "FOLDER") return " -a '(__fish_complete_directories)'";
        const Words values = values_of(option);
        return values.empty() ? "" : " -a " + in_quotes(joined(values));
    }
    std::string fish_option(const std::string& condition, const CLI::Option& option) const {
        std::string text = "complete -c " + app_.get_name();
        if (!condition.empty()) text += " -n " + in_quotes(condition);
        text += " -l " + option.get_lnames().front();
        if (!is_flag(option)) text += " -r" + fish_values(option);
        return text + " -d " + in_quotes(option.get_description()) + "\n";
    }

    const CLI::App& app_;
    const ValuesOf& values_;
};

/// The values of each option; `*` is for any command and none.
std::string Maker::bash_cases(const std::string& command, const Options& options) const {
    std::string cases;
    for (const CLI::Option* option : options)
        if (!is_flag(*option))
            cases +=
                "            " + command + ":" + long_name(*option) + ") " + bash_values(*option) + " ;;\n";
    return cases;
}

std::string Maker::bash() const {
    const auto names = [](const Options& options) {
        Words all;
        for (const CLI::Option* option : options) all.push_back(long_name(*option));
        return joined(all);
    };
    const std::string with_values = joined(names_with_values(), "|");
    std::string values, options, arguments;
    for (const CLI::App* command : commands_of(app_)) {
        const std::string name = command->get_name();
        values += bash_cases(name, options_of(*command));
        options += "            " + name + ") options=\"" + names(options_behind(*command)) + "\" ;;\n";
        int place = 0;
        for (const CLI::Option* argument : arguments_of(*command)) {
            const bool more = argument->get_items_expected_max() > 1;
            arguments += "            " + name + ":" + (more ? "*" : std::to_string(place++)) + ") " +
                         bash_values(*argument) + " ;;\n";
        }
    }
    values += bash_cases("*", options_of(app_));
    options += "            *) options=\"" + names(options_of(app_)) + "\" ;;\n";
    const std::string function = function_of(app_);
    return function +
           "() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} command= option= options= argument=0 n\n"
           "    COMPREPLY=()\n"
           "    [[ $word == = ]] && word=\n"
           "    for ((n = 1; n < COMP_CWORD; n++)); do\n"
           "        case ${COMP_WORDS[n]} in\n" +
           (with_values.empty()
                ? ""
                : "            " + with_values +
                      ") option=${COMP_WORDS[n]}; [[ ${COMP_WORDS[n+1]} == = ]] && ((n++)); ((n++)) ;;\n") +
           "            -*) ;;\n"
           "            *) if [[ $command ]]; then ((argument++)); else command=${COMP_WORDS[n]}; fi ;;\n"
           "        esac\n"
           "    done\n"
           "    if ((n > COMP_CWORD)); then\n"
           "        case $command:$option in\n" +
           values +
           "        esac\n"
           "    elif [[ $word == -* ]]; then\n"
           "        case $command in\n" +
           options +
           "        esac\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
           "    elif [[ -z $command ]]; then\n"
           "        COMPREPLY=($(compgen -W \"" +
           joined(names_of_commands(app_)) +
           "\" -- \"$word\"))\n"
           "    else\n"
           "        case $command:$argument in\n" +
           arguments +
           "        esac\n"
           "    fi\n"
           "}\n"
           "complete -F " +
           function + " " + app_.get_name() + "\n";
}

/// The specifications of _arguments.
std::string Maker::zsh_options(const Options& options) const {
    std::string text;
    for (const CLI::Option* option : options) {
        std::string help = option->get_description();
        std::replace(help.begin(), help.end(), '[', '(');
        std::replace(help.begin(), help.end(), ']', ')');
        std::string one = long_name(*option) + "[" + help + "]";
        if (!is_flag(*option)) one += ":" + type_of(*option) + ":" + zsh_values(*option);
        text += " \\\n            " + in_quotes(one);
    }
    return text;
}

std::string Maker::zsh_arguments(const CLI::App& command) const {
    std::string text;
    int place = 0;
    for (const CLI::Option* argument : arguments_of(command)) {
        const bool more = argument->get_items_expected_max() > 1;
        text += " \\\n            " + in_quotes((more ? "*" : std::to_string(++place)) + ":" +
                                                argument->get_name(true) + ":" + zsh_values(*argument));
    }
    return text;
}

std::string Maker::zsh() const {
    const std::string with_values = joined(names_with_values(), "|");
    std::string text = "#compdef " + app_.get_name() + "\nlocal -i n=2\n" +
                       "while (( n < CURRENT )) && [[ $words[n] == -* ]]; do\n";
    if (!with_values.empty()) text += "    case $words[n] in (" + with_values + ") (( n++ )) ;; esac\n";
    text += "    (( n++ ))\ndone\nif (( n >= CURRENT )); then\n";
    if (!commands_of(app_).empty()) {
        text += "    local -a commands=(\n";
        for (const CLI::App* command : commands_of(app_))
            text += "        " + in_quotes(command->get_name() + ":" + command->get_description()) + "\n";
        text += "    )\n    (( n == CURRENT )) && _describe command commands\n";
    }
    text += "    _arguments" + zsh_options(options_of(app_)) + "\n    return\nfi\n" +
            "shift $(( n - 1 )) words\n(( CURRENT -= n - 1 ))\ncase $words[1] in\n";
    for (const CLI::App* command : commands_of(app_))
        text += "    (" + command->get_name() + ") _arguments" + zsh_arguments(*command) +
                zsh_options(options_behind(*command)) + " ;;\n";
    return text + "esac\n";
}

std::string Maker::fish() const {
    const std::string complete = "complete -c " + app_.get_name();
    const auto all = commands_of(app_);
    const bool everywhere = std::all_of(all.begin(), all.end(),
                                        [](const CLI::App* command) { return command->get_fallthrough(); });
    // Files are offered only where one is wanted.
    std::string text = complete + " -f\n";
    for (const CLI::Option* option : options_of(app_))
        text += fish_option(everywhere ? "" : "__fish_use_subcommand", *option);
    for (const CLI::App* command : all) {
        text += complete + " -n __fish_use_subcommand -a " + command->get_name() + " -d " +
                in_quotes(command->get_description()) + "\n";
        const std::string condition = "__fish_seen_subcommand_from " + command->get_name();
        for (const CLI::Option* argument : arguments_of(*command))
            if (const std::string values = fish_values(*argument); !values.empty())
                text += complete + " -n " + in_quotes(condition) + values + "\n";
        for (const CLI::Option* option : options_of(*command)) text += fish_option(condition, *option);
    }
    return text;
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell, const ValuesOf& values) {
    assert(std::find(shells.begin(), shells.end(), shell) != shells.end());
    const Maker maker(app, values);
    if (shell == "bash") return maker.bash();
    return shell == "zsh" ? maker.zsh() : maker.fish();
}

}  // namespace pentad::command_line
