#include "server/admin/admin_commands.hpp"

// The desk's part about what players report.
namespace pentad::server {

namespace {

/// As many as an operator reads at a time; the rest comes when these are closed.
constexpr int shown_at_once = 200;

std::string line_of(const Report& report) {
    std::string line = std::to_string(report.number) + "  " + shown_time(report.at) + "  " + report.reason +
                       "  " + report.player.text + " (" + report.name + ")  by " + report.by.text;
    if (!report.room.empty()) line += "  " + report.room;
    if (!report.match.empty()) line += "  " + report.match;
    return line + (report.text.empty() ? "" : "  " + report.text);
}

}  // namespace

void AdminCommands::list_reports(const CommandContext& errand) {
    ServerTime since{};
    if (errand.words.size() > 1) {
        const auto age = read_duration(errand.words[1]);
        if (!age) return errand.refuse("say how old they may be, such as 12h or 7d");
        since = services_.now() - *age;
    }
    in_store(errand, [errand, since](Store& store) -> std::function<void()> {
        const auto found = store.reports(since, shown_at_once);
        if (!found) return [errand, text = found.error().text] { errand.refuse(text); };
        std::string text;
        for (const Report& report : *found) text += (text.empty() ? "" : "\n") + line_of(report);
        return [errand, text] { errand.answer(text.empty() ? "No report waits." : text); };
    });
}

void AdminCommands::close_report(const CommandContext& errand) {
    const auto number = read_number(errand.words[1]);
    if (!number) return errand.refuse("say the number of a report");
    in_store(errand, [this, errand, number = *number](Store& store) -> std::function<void()> {
        const auto found = store.report(number);
        if (!found) return [errand, text = found.error().text] { errand.refuse(text); };
        if (!*found) return [errand] { errand.refuse("no report of this number waits"); };
        return [this, errand, report = **found] {
            // Who reads the log later wants to know what it was about.
            CommandContext told = errand;
            told.words[1] += " (" + report.reason + ", " + report.player.text + ")";
            keep(told, {ReportClosed{report.number}}, [] { return std::string("Closed."); });
        };
    });
}

}  // namespace pentad::server
