#include "engine/tools/manual.hpp"

#include <set>

#include "engine/game.hpp"
#include "engine/tools/command_line/table.hpp"
#include "engine/tools/commands.hpp"
#include "engine/tools/status.hpp"

namespace pentad::engine::tools {

command_line::Page manual_page() {
    command_line::Page page;
    page.summary = "rules and computer players of five abstract board games";
    page.synopsis = {"COMMAND [ARGUMENTS]"};
    page.description = {
        "Lists legal moves, plays and draws positions, lets computers play each other, analyses and "
        "solves, verifies records of matches, measures speed, and answers other programs in the words of "
        "UCI. Results go to standard output, progress and errors to standard error."};
    command_line::Section statuses{"exit status", "", {}};
    for (const StatusMeaning& each : status_meanings)
        statuses.entries.push_back({std::to_string(each.status), std::string(each.meaning)});
    page.more = {{"files", "", {{usual_tables, "Tables of solved games, made once"}}}, statuses};
    page.see_also = {"pentad", "pentad-server"};
    return page;
}

std::vector<std::string> values_of(const CLI::Option& option) {
    const std::string type = command_line::type_of(option);
    std::vector<std::string> ids;
    std::set<std::string> values;
    for (const Game* game : games()) {
        const GameInfo& info = game->info();
        ids.push_back(info.id);
        if (type == "SIZE" || type == "VARIANT")
            for (const auto& value : (type == "SIZE" ? info.sizes : info.variants).values)
                values.insert(value.id);
    }
    if (type == "GAME") return ids;
    return {values.begin(), values.end()};
}

}  // namespace pentad::engine::tools
