#include "engine/tools/command_line/manual.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <sstream>
#include <string_view>

#include "engine/tools/command_line/table.hpp"

namespace pentad::command_line {
namespace {

/// Escapes what roff would read as a command.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else
            escaped += c == '-' ? std::string("\\-") : std::string(1, c);
    }
    if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
    return escaped;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

bool in_capitals(const std::string& word) {
    const auto is = [](int (*kind)(int)) { return [kind](unsigned char c) { return kind(c) != 0; }; };
    return std::any_of(word.begin(), word.end(), is(std::isupper)) &&
           std::none_of(word.begin(), word.end(), is(std::islower));
}

/// Words in capitals in italics, the others bold.
std::string marked(const std::string& text) {
    std::string result;
    std::istringstream words(text);
    for (std::string word; words >> word;)
        result += (result.empty() ? "" : " ") + (in_capitals(word) ? italic(word) : bold(word));
    return result;
}

std::string sentence(const std::string& text) {
    return text.empty() ? "" : roff(text) + (text.ends_with('.') ? "" : ".");
}

std::string entry(const std::string& what, const std::string& about) {
    return ".TP\n" + what + "\n" + about + "\n";
}

/// `--size SIZE`; of an argument its name.
std::string form(const CLI::Option& option) {
    if (is_argument(option)) return italic(option.get_name(true));
    std::string names;
    for (const std::string& name : option.get_snames())
        names += (names.empty() ? "" : ", ") + bold("-" + name);
    for (const std::string& name : option.get_lnames())
        names += (names.empty() ? "" : ", ") + bold("--" + name);
    return names + (is_flag(option) ? "" : " " + italic(type_of(option)));
}

std::string described(const CLI::Option& option, const Page& page) {
    std::string text = sentence(option.get_description());
    const auto add = [&](const std::string& what) { text += (text.empty() ? "" : " ") + what; };
    const std::string type = option.get_type_name();
    if (const auto range = type.find(" in ["); range != std::string::npos)
        add("In " + roff(type.substr(range + 4)) + ".");
    if (!option.get_envname().empty()) add("Environment: " + option.get_envname() + ".");
    if (!option.get_default_str().empty()) add("Default: " + roff(option.get_default_str()) + ".");
    if (const std::string remark = page.remark ? page.remark(option) : ""; !remark.empty()) add(roff(remark));
    return text;
}

bool is_help(const CLI::App& app, const CLI::Option& option) { return &option == app.get_help_ptr(); }

std::string synopsis(const CLI::App& command) {
    std::string text = bold(command.get_name());
    for (const CLI::Option* option : command.get_options()) {
        if (is_help(command, *option)) continue;
        const std::string name = form(*option) + (option->get_items_expected_max() > 1 ? "..." : "");
        text += option->get_required() ? " " + name : " [" + name + "]";
    }
    return text;
}

/// A section of its own for each command with options, else a list.
std::string commands(const CLI::App& app, const Page& page) {
    const auto all = commands_of(app);
    const bool have_options = std::any_of(all.begin(), all.end(), [](const CLI::App* command) {
        const auto options = options_of(*command);
        return std::any_of(options.begin(), options.end(),
                           [&](const CLI::Option* option) { return !is_help(*command, *option); });
    });
    std::string text = all.empty() ? "" : ".SH COMMANDS\n";
    for (const CLI::App* command : all) {
        const std::string about = sentence(command->get_description());
        if (!have_options) {
            text += entry(synopsis(*command), about);
            continue;
        }
        text += ".SS " + roff(command->get_name()) + "\n" + synopsis(*command) + "\n.PP\n" + about + "\n";
        for (const CLI::Option* option : command->get_options())
            if (!is_help(*command, *option)) text += entry(form(*option), described(*option, page));
    }
    return text;
}

std::string options(const CLI::App& app, const Page& page) {
    const auto all = options_of(app);
    std::vector<std::string> groups;
    for (const CLI::Option* option : all)
        if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end())
            groups.push_back(option->get_group());
    std::string text;
    for (const std::string& group : groups) {
        text += ".SH " + roff(upper(group)) + "\n";
        for (const CLI::Option* option : all)
            if (option->get_group() == group) text += entry(form(*option), described(*option, page));
    }
    return text;
}

std::string see_also(const std::vector<std::string>& programs) {
    std::string text = programs.empty() ? "" : ".SH SEE ALSO\n";
    for (std::size_t i = 0; i < programs.size(); ++i)
        text += bold(programs[i]) + "(1)" + (i + 1 < programs.size() ? "," : "") + "\n";
    return text;
}

}  // namespace

std::string manual(const CLI::App& app, const Page& page) {
    assert(!app.get_name().empty() && !app.version().empty());
    const std::string name = app.get_name();
    std::string text = ".TH " + roff(upper(name)) + " 1 \"\" \"" + roff(app.version()) + "\" \"Pentad\"\n";
    text += ".SH NAME\n" + roff(name) + " \\- " + roff(page.summary) + "\n.SH SYNOPSIS\n";
    for (std::size_t i = 0; i < page.synopsis.size(); ++i)
        text += (i == 0 ? "" : ".br\n") + bold(name) + " " + marked(page.synopsis[i]) + "\n";
    text += ".SH DESCRIPTION\n";
    for (std::size_t i = 0; i < page.description.size(); ++i)
        text += (i == 0 ? "" : ".PP\n") + roff(page.description[i]) + "\n";
    text += commands(app, page) + options(app, page);
    for (const Section& section : page.more) {
        text += ".SH " + roff(upper(section.title)) + "\n";
        if (!section.text.empty()) text += roff(section.text) + "\n";
        for (const Entry& each : section.entries) text += entry(marked(each.term), sentence(each.about));
    }
    return text + see_also(page.see_also);
}

}  // namespace pentad::command_line
