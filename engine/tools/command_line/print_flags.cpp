#include "engine/tools/command_line/print_flags.hpp"

#include <cassert>

namespace pentad::command_line {

PrintFlags::PrintFlags(CLI::App& app) : app_(app) {
    app.add_flag("--print-manual", manual_, "Print the page of the manual (roff) and exit");
    app.add_option("--print-completion", shell_, "Print completions for this shell and exit")
        ->type_name("bash|zsh|fish")
        ->check(CLI::IsMember(shells).description(""));
}

std::string PrintFlags::text(const Page& page, const ValuesOf& values) const {
    assert(given());
    return manual_ ? manual(app_, page) : completion(app_, shell_, values);
}

}  // namespace pentad::command_line
