#include "engine/tools/command_line/table.hpp"

#include <cassert>

namespace pentad::command_line {

std::string type_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

bool is_argument(const CLI::Option& option) { return option.get_positional(); }

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
    return names;
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
    return app.get_options(
        [](const CLI::Option* option) { return !is_argument(*option) && !option->get_group().empty(); });
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return is_argument(*option); });
}

std::string long_name(const CLI::Option& option) {
    assert(!option.get_lnames().empty());
    return "--" + option.get_lnames().front();
}

}  // namespace pentad::command_line
