#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/tools/output.hpp"

namespace pentad::engine::tools {

/// What a text says of a game, before the rules are asked.
struct GameDraft {
    std::vector<std::pair<std::string, std::string>> tags;
    std::vector<std::string> moves;
    std::string result;  ///< empty: the text has none

    /// The value of a tag, which is taken out; empty where there is none.
    std::string take(const std::string& name);
    void set(const std::string& name, const std::string& value);
    bool empty() const { return tags.empty() && moves.empty() && result.empty(); }
};

/// Tags in brackets or lines `Name: value`, and moves with or without numbers, comments and variations. Every
/// text can be read so; what is no move is seen later.
std::vector<GameDraft> draft_of_text(const std::string& text);

/// An object of write_json(), of a match's record, or of Abstract Play. Throws WrongUsage for another.
GameDraft draft_of_json(const Json& object);

bool is_result(const std::string& word);

}  // namespace pentad::engine::tools
