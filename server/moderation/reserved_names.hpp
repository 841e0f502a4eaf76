#pragma once

#include <string_view>
#include <vector>

namespace pentad::server {

/// Words that no player's name may consist of: for the server, its operators and its bots.
const std::vector<std::string_view>& reserved_words();

/// Could the name be taken for the server, an operator or one of the bots? It could when it consists only of
/// reserved words, in whatever letters; of words such as `the` and `team` that do not change their meaning;
/// and of what is no Latin letter: `[Pentad Server 2]`, `The \u0430dm1n Team`. REQUIRES: UTF-8.
bool passes_for_the_server(std::string_view name);

}  // namespace pentad::server
