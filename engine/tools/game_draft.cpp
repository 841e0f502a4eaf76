#include "engine/tools/game_draft.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <regex>
#include <sstream>

#include "engine/tools/line.hpp"

namespace pentad::engine::tools {
namespace {

/// Reads the text from its start to its end.
class Drafter {
  public:
    explicit Drafter(const std::string& text) : text_(text) {}

    std::vector<GameDraft> all() {
        bool line_starts = true;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (line_starts && (c == '%' || read_tag())) {
                if (c == '%') skip_to("\n");
            } else if (c == ';') {
                skip_to("\n");
            } else if (c == '{') {
                skip_to("}");
            } else if (c == '(') {
                skip_variation();
            } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == ',' || c == ')') {
                line_starts = c == '\n' || (line_starts && c != ',');
                ++at_;
                continue;
            } else {
                read_word();
            }
            line_starts = at_ > 0 && at_ <= text_.size() && text_[at_ - 1] == '\n';
        }
        end_game();
        return drafts_;
    }

  private:
    void end_game() {
        if (!draft_.empty()) drafts_.push_back(draft_);
        draft_ = {};
    }

    void skip_to(const char* end) {
        const auto found = text_.find(end, at_);
        at_ = found == std::string::npos ? text_.size() : found + 1;
    }

    void skip_variation() {
        for (int depth = 0; at_ < text_.size(); ++at_) {
            depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
            if (depth == 0) break;
        }
        at_ = std::min(at_ + 1, text_.size());
    }

    /// A line that is a tag, and the line's end.
    bool read_tag() {
        const auto end = std::min(text_.find('\n', at_), text_.size());
        std::string line = text_.substr(at_, end - at_);
        if (line.ends_with('\r')) line.pop_back();
        // Longer ones would only take the matching's time.
        if (line.size() > 2000 || line.empty()) return false;
        static const std::regex bracketed(R"re(\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*)re");
        static const std::regex named(R"(\s*([A-Z][A-Za-z ]*): (.*))");
        std::smatch found;
        const bool in_brackets = std::regex_match(line, found, bracketed);
        if (!in_brackets && (!draft_.moves.empty() || !std::regex_match(line, found, named))) return false;
        if (!draft_.moves.empty() || !draft_.result.empty()) end_game();
        std::string value = found[2];
        if (in_brackets) value = std::regex_replace(value, std::regex(R"(\\(.))"), "$1");
        std::string name = found[1];
        std::erase(name, ' ');
        draft_.tags.emplace_back(name, value);
        at_ = std::min(end + 1, text_.size());
        return true;
    }

    void read_word() {
        const auto end = std::min(text_.find_first_of(" \t\r\n,;{()", at_), text_.size());
        std::string word = text_.substr(at_, end - at_);
        at_ = end;
        if (is_result(word)) {
            draft_.result = word;
            end_game();
            return;
        }
        // `12.`, `12...`, `12)`; and what only the move before is told of: `$3`, `!?`.
        const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
        if (digits > 0) {
            const auto dots = std::min(word.find_first_not_of('.', digits), word.size());
            if (dots == word.size() || dots > digits) word.erase(0, dots);
        }
        if (word.empty() || word[0] == '$' || word.find_first_not_of("!?.+") == std::string::npos) return;
        join_or_add(word);
    }

    /// `a2 - a4` is one move.
    void join_or_add(const std::string& word) {
        static const std::array<std::string, 9> between{"-",      "x",      ":",      "to",    "->",
                                                        "\u2013", "\u2014", "\u2192", "\u00d7"};
        const bool sign = std::find(between.begin(), between.end(), word) != between.end();
        if ((sign || open_) && !draft_.moves.empty())
            draft_.moves.back() += word == "to" ? "-" : word;
        else
            draft_.moves.push_back(word);
        open_ = sign;
    }

    const std::string& text_;
    std::size_t at_ = 0;
    bool open_ = false;  ///< the last word was a sign between two squares
    GameDraft draft_;
    std::vector<GameDraft> drafts_;
};

std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

[[noreturn]] void unreadable() {
    throw WrongUsage("The JSON is not that of a game: moves are missing in it.");
}

std::string date_of(std::int64_t ms) {
    const std::time_t seconds = ms / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y.%m.%d", &parts)};
}

/// A match's record: moves that were taken back are left out.
GameDraft draft_of_record(const Json& object) {
    GameDraft draft;
    for (const char* side : {"White", "Black"})
        draft.set(side, text_of(object.at("seats").at(side[0] == 'W' ? 0 : 1), "name"));
    draft.set("Date", date_of(object.at("startedAt").get<std::int64_t>()));
    draft.set("Match", text_of(object, "match"));
    draft.set("Game", text_of(object, "game"));
    draft.set("Size", text_of(object.at("options"), "size"));
    draft.set("Variant", text_of(object.at("options"), "variant"));
    for (const Json& event : object.at("events")) {
        if (event.at("kind") == "move") draft.moves.push_back(event.at("move").get<std::string>());
        if (event.at("kind") != "takeback") continue;
        const auto plies = event.at("plies").get<std::size_t>();
        draft.moves.resize(draft.moves.size() - std::min(plies, draft.moves.size()));
    }
    const Json& result = object.at("result");
    const std::string reason = text_of(result, "reason");
    draft.set("Termination", reason);
    if (result.at("winner").is_number())
        draft.result = result.at("winner") == 0 ? "1-0" : "0-1";
    else
        draft.result = reason == "repetition" || reason == "agreement" ? "1/2-1/2" : "*";
    return draft;
}

void add_moves(const Json& moves, GameDraft& draft) {
    for (const Json& each : moves) {
        if (each.is_array()) add_moves(each, draft);
        if (each.is_string()) draft.moves.push_back(each.get<std::string>());
        if (each.is_object()) draft.moves.push_back(each.at("move").get<std::string>());
    }
}

/// A record of Abstract Play: a header, and the moves of both in rounds.
GameDraft draft_of_rounds(const Json& object) {
    GameDraft draft;
    const Json& header = object.at("header");
    const Json& players = header.at("players");
    for (std::size_t side = 0; side < 2 && side < players.size(); ++side)
        draft.set(side == 0 ? "White" : "Black", text_of(players[side], "name"));
    std::string date = text_of(header, "date-start").substr(0, 10);
    std::replace(date.begin(), date.end(), '-', '.');
    draft.set("Date", date);
    draft.set("Game", text_of(header.at("game"), "name"));
    const auto variants = header.at("game").find("variants");
    if (variants != header.at("game").end())
        for (const Json& variant : *variants) draft.tags.emplace_back("Variants", variant.get<std::string>());
    add_moves(object.at("moves"), draft);
    return draft;
}

GameDraft draft_of_object(const Json& object) {
    GameDraft draft;
    const auto tags = object.find("tags");
    if (tags != object.end())
        for (const auto& [name, value] : tags->items()) draft.set(name, value.get<std::string>());
    draft.set("Game", text_of(object, "game"));
    draft.set("Size", text_of(object, "size"));
    draft.set("Variant", text_of(object, "variant"));
    draft.set("FEN", text_of(object, "position"));
    draft.result = text_of(object, "result");
    add_moves(object.at("moves"), draft);
    return draft;
}

}  // namespace

std::string GameDraft::take(const std::string& name) {
    const auto found =
        std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
    if (found == tags.end()) return "";
    std::string value = found->second;
    tags.erase(found);
    return value;
}

void GameDraft::set(const std::string& name, const std::string& value) {
    if (!value.empty()) tags.emplace_back(name, value);
}

bool is_result(const std::string& word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

std::vector<GameDraft> draft_of_text(const std::string& text) { return Drafter(text).all(); }

GameDraft draft_of_json(const Json& object) {
    if (!object.is_object()) unreadable();
    try {
        if (object.contains("events")) return draft_of_record(object);
        return object.contains("header") ? draft_of_rounds(object) : draft_of_object(object);
    } catch (const Json::exception&) {
        unreadable();
    }
}

}  // namespace pentad::engine::tools
