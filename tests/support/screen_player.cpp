#include "tests/support/screen_player.hpp"

#include <sstream>
#include <stdexcept>

#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

/// The item with the menu's mark before it; empty: no menu is shown.
std::string marked_item(const std::string& screen) {
    for (const std::string& row : rows_of(screen)) {
        const std::size_t start = row.find_first_not_of(' ');
        if (start <= 2 && row.compare(start, 2, "> ") == 0) return row.substr(start + 2);
    }
    return "";
}

/// The question on the screen for a new room; empty if there is none.
std::string question_on(const std::string& screen) {
    const auto rows = rows_of(screen);
    if (rows.empty() || !rows.front().starts_with(" New table")) return "";
    for (const std::string& row : rows)
        if (row.ends_with('?')) return row.substr(row.find_first_not_of(' '));
    return "";
}

}  // namespace

std::vector<std::string> rows_of(const std::string& text) {
    std::vector<std::string> rows;
    std::istringstream in(text);
    for (std::string row; std::getline(in, row);) rows.push_back(row);
    return rows;
}

void choose(TerminalProcess& terminal, const std::string& item) {
    terminal.see(item);
    for (int step = 0; step < 200; ++step) {
        const std::string here = marked_item(terminal.screen().text());
        if (here.starts_with(item)) return terminal.press("\r");
        terminal.press("\x1b[B");
        terminal.see_when([&](const VirtualScreen& screen) { return marked_item(screen.text()) != here; },
                          "an item below " + here);
    }
    throw std::runtime_error("No item " + item + ":\n" + terminal.screen().text());
}

void set_up_table(TerminalProcess& terminal, const Answers& answers) {
    choose(terminal, "New table");
    for (std::string before;;) {
        std::string question;
        terminal.see_when(
            [&](const VirtualScreen& screen) {
                question = question_on(screen.text());
                return question != before;
            },
            "another question than " + before);
        if (question.empty()) return;
        before = question;
        const auto answer = answers.find(question);
        if (answer == answers.end())
            terminal.press("\r");
        else if (question.starts_with("Who plays "))
            terminal.type(answer->second);
        else
            choose(terminal, answer->second);
    }
}

std::optional<std::vector<std::string>> shown_moves(const std::string& screen) {
    const auto rows = rows_of(screen);
    const std::string mark = " on like this:";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].find("No move goes on like this.") != std::string::npos)
            return std::vector<std::string>{};
        const std::size_t end = rows[i].find(mark);
        if (end == std::string::npos) continue;
        // "12 moves go": three words before the mark.
        std::size_t left = end;
        for (int words = 0; words < 3; ++words) left = rows[i].rfind(' ', left - 1);
        ++left;
        std::size_t missing = std::stoul(rows[i].substr(left));
        std::vector<std::string> moves;
        for (std::size_t j = i + 1; missing > 0 && j < rows.size() && rows[j].size() > left; ++j) {
            std::istringstream words(rows[j].substr(left));
            for (std::string move; words >> move;) {
                if (move.starts_with('+')) return moves;  // and so many more
                moves.push_back(move);
                --missing;
            }
        }
        if (missing == 0) return moves;
    }
    return std::nullopt;
}

std::string find_move(TerminalProcess& terminal, std::uint64_t& seed) {
    std::vector<std::string> moves;
    for (char letter = 'a'; letter <= 't' && moves.empty(); ++letter) {
        terminal.press(std::string(1, letter));
        terminal.see(std::string("> ") + letter);
        terminal.see_when(
            [&](const VirtualScreen& screen) {
                const auto shown = shown_moves(screen.text());
                moves = shown.value_or(std::vector<std::string>{});
                return shown.has_value();
            },
            "all moves");
        terminal.press("\x7f");
        terminal.see_no_more(" on like this");
    }
    if (moves.empty()) throw std::runtime_error("No move is shown:\n" + terminal.screen().text());
    return moves[pick_index(seed, moves.size())];
}

void play_move(TerminalProcess& terminal, const std::string& move, int ply) {
    terminal.type(move);
    const std::string told = " " + std::to_string(ply) + ". ";
    // What was typed may be the start of longer moves too; the last square again plays it.
    if (terminal.see_any({"again for " + move, "Game over. ", told}) == 0) terminal.press("\r");
    terminal.see_any({"Game over. ", told});
}

}  // namespace pentad::testing
