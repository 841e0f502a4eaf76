#include "engine/tools/manual.hpp"

#include <string_view>

#include "engine/tools/app.hpp"
#include "engine/tools/status.hpp"

namespace pentad::engine::tools {
namespace {

/// Text that roff takes for text.
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

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

bool positional(const CLI::Option& option) { return option.get_name().front() != '-'; }

/// `--size SIZE`; of a positional argument its name.
std::string form(const CLI::Option& option) {
    if (positional(option)) return italic(option.get_name());
    const bool flag = option.get_items_expected_max() == 0;
    return bold(option.get_name()) + (flag ? "" : " " + italic(type_of(option)));
}

std::string described(const CLI::Option& option) {
    std::string text = roff(option.get_description()) + ".";
    const std::string type = option.get_type_name();
    if (const auto range = type.find(" in ["); range != std::string::npos)
        text += " In " + roff(type.substr(range + 4)) + ".";
    if (!option.get_default_str().empty()) text += " Default: " + roff(option.get_default_str()) + ".";
    return text;
}

std::string synopsis(const CLI::App& command) {
    std::string text = bold(command.get_name());
    for (const CLI::Option* option : command.get_options()) {
        if (option == command.get_help_ptr()) continue;
        const std::string name = form(*option) + (option->get_items_expected_max() > 1 ? "..." : "");
        text += option->get_required() ? " " + name : " [" + name + "]";
    }
    return text;
}

std::string entry(const std::string& what, const std::string& about) {
    return ".TP\n" + what + "\n" + about + "\n";
}

std::string section_of(const CLI::App& command) {
    std::string text = ".SS " + command.get_name() + "\n" + synopsis(command) + "\n.PP\n" +
                       roff(command.get_description()) + ".\n";
    for (const CLI::Option* option : command.get_options())
        if (option != command.get_help_ptr()) text += entry(form(*option), described(*option));
    return text;
}

}  // namespace

std::string manual(const CLI::App& app) {
    std::string page = R"(.TH PENTAD\-ENGINE 1 "" "pentad )" PENTAD_VERSION R"(" "Pentad"
.SH NAME
pentad\-engine \- rules and computer players of five abstract board games
.SH SYNOPSIS
.B pentad\-engine
.I COMMAND
.RI [ arguments ]
.SH DESCRIPTION
Lists legal moves, plays and draws positions, lets computers play each other, analyses and solves, verifies records of
matches, measures speed, and answers other programs in the words of UCI. Results go to standard output, progress and
errors to standard error.
.SH COMMANDS
)";
    for (const CLI::App* command : commands_of(app)) page += section_of(*command);
    page += ".SH OPTIONS\n";
    for (const CLI::Option* option : app.get_options()) page += entry(form(*option), described(*option));
    page += ".SH FILES\n" + entry(italic(usual_tables), "Tables of solved games, made once.");
    page += ".SH EXIT STATUS\n";
    for (const StatusMeaning& each : status_meanings)
        page += entry(bold(std::to_string(each.status)), roff(each.meaning) + ".");
    return page + R"(.SH SEE ALSO
.BR pentad (1),
.BR pentad\-server (1)
)";
}

}  // namespace pentad::engine::tools
