#pragma once

#include <string_view>
#include <vector>

namespace pentad::server {

/// Words that nobody may be called by: the server, those who run it, and its bots.
const std::vector<std::string_view>& reserved_words();

/// Does the name pass for the server, for somebody who runs it, or for one of its bots? It does when nothing
/// stands in it but reserved words, however their letters are drawn; words such as `the` and `team` that
/// leave their meaning as it is; and what is no Latin letter: `[Pentad Server 2]`, `The \u0430dm1n Team`.
/// REQUIRES: UTF-8.
bool passes_for_the_server(std::string_view name);

}  // namespace pentad::server
