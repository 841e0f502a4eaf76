#include "clients/terminal/completion.hpp"

#include <algorithm>

#include "clients/terminal/options.hpp"

namespace pentad::terminal {
namespace {

std::string verbs() {
    std::string list;
    for (const VerbEntry& verb : verb_entries()) list += (list.empty() ? "" : " ") + verb.name;
    return list;
}

std::string joined(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : " ") + word;
    return list;
}

/// Within single quotes of a shell.
std::string quoted(std::string text) {
    std::string result;
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + result + "'";
}

std::string bash() {
    std::string flags = "--help --version";
    std::string patterns = verbs();
    std::replace(patterns.begin(), patterns.end(), ' ', '|');
    std::string cases;
    for (const OptionEntry& option : option_entries()) {
        flags += " --" + option.name;
        if (option.value_name.empty()) continue;
        cases += "        --" + option.name + ") ";
        if (option.value_name == "FILE" || option.value_name == "FOLDER")
            cases += "COMPREPLY=($(compgen -f -- \"$word\"))";
        else if (!option.values.empty())
            cases += "COMPREPLY=($(compgen -W \"" + joined(option.values) + "\" -- \"$word\"))";
        else
            cases += ":";
        cases += "; return ;;\n";
    }
    return "_pentad_has_command() {\n"
           "    local word\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        case $word in " +
           patterns +
           ") return 0 ;; esac\n"
           "    done\n"
           "    return 1\n"
           "}\n"
           "_pentad() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]}\n"
           "    case ${COMP_WORDS[COMP_CWORD-1]} in\n" +
           cases +
           "        replay) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
           "    esac\n"
           "    if [[ $word == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"" +
           flags +
           "\" -- \"$word\"))\n"
           "    elif ! _pentad_has_command; then\n"
           "        COMPREPLY=($(compgen -W \"" +
           verbs() +
           "\" -- \"$word\"))\n"
           "    fi\n"
           "}\n"
           "complete -F _pentad pentad\n";
}

std::string zsh() {
    std::string text = "#compdef pentad\n_arguments -s \\\n";
    for (const OptionEntry& option : option_entries()) {
        std::string help = option.help;
        std::replace(help.begin(), help.end(), '[', '(');
        std::replace(help.begin(), help.end(), ']', ')');
        std::string entry = "--" + option.name + "[" + help + "]";
        if (!option.value_name.empty()) {
            entry += ":" + option.value_name + ":";
            if (option.value_name == "FILE" || option.value_name == "FOLDER")
                entry += "_files";
            else if (!option.values.empty())
                entry += "(" + joined(option.values) + ")";
        }
        text += "    " + quoted(entry) + " \\\n";
    }
    return text + "    '--help[Print help]' '--version[Print the version]' \\\n    '1:command:(" + verbs() +
           ")' '*:argument:_files'\n";
}

std::string fish() {
    std::string text;
    for (const VerbEntry& verb : verb_entries())
        text += "complete -c pentad -n __fish_use_subcommand -f -a " + verb.name + " -d " +
                quoted(verb.help) + "\n";
    for (const OptionEntry& option : option_entries()) {
        text += "complete -c pentad -l " + option.name;
        if (!option.value_name.empty()) text += " -r";
        if (!option.values.empty()) text += " -f -a " + quoted(joined(option.values));
        text += " -d " + quoted(option.help) + "\n";
    }
    return text;
}

}  // namespace

std::string completion(const std::string& shell) {
    if (shell == "bash") return bash();
    if (shell == "zsh") return zsh();
    if (shell == "fish") return fish();
    return "";
}

}  // namespace pentad::terminal
