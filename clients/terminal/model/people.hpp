#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/terminal/model/table.hpp"

namespace pentad::terminal {

/// The people at the table, in the chat and in the list of tables, each once; no computers, and not `me`.
std::vector<protocol::Player> people_met(const LobbyState& lobby, const Table& table, const std::string& me);

/// A person whose name a text begins with, and what follows it. Names may have blanks: the longest counts.
struct Addressed {
    protocol::Player player;
    std::string rest;
};
std::optional<Addressed> find_addressed(const std::vector<protocol::Player>& people, std::string_view text);

/// Why somebody is reported, and in which words: `cheating always the best move`. Without one of the words
/// for a reason it is another one.
struct Complaint {
    protocol::ReportReason reason = protocol::ReportReason::other;
    std::string text;
};
Complaint read_complaint(std::string_view text);

}  // namespace pentad::terminal
