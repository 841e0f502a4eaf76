#include "clients/terminal/theme/built_in.hpp"

namespace pentad::terminal {

const std::vector<std::pair<std::string_view, std::string_view>>& built_in_themes() {
    static const std::vector<std::pair<std::string_view, std::string_view>> all{
#include "clients/terminal/themes.inc"
    };
    return all;
}

}  // namespace pentad::terminal
