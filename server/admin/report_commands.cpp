#include "server/admin/report_commands.hpp"

namespace pentad::server {

namespace {

/// As many as an operator reads at a time; the rest follows when these are closed.
constexpr int shown_at_once = 200;
constexpr int usual_audit_entries = 50;

std::string line_of(const Report& report) {
    std::string line = std::to_string(report.number) + "  " + shown_time(report.at) + "  " + report.reason +
                       "  " + report.player.text + " (" + report.name + ")  by " + report.by.text;
    if (!report.room.empty()) line += "  " + report.room;
    if (!report.match.empty()) line += "  " + report.match;
    return line + (report.text.empty() ? "" : "  " + report.text);
}

std::string line_of(const AuditEntry& entry) {
    return shown_time(entry.at) + "  " + entry.who + "  " + entry.what + "  " + entry.outcome;
}

template <class Entries>
std::string lines_of(const Entries& entries, const char* if_none) {
    std::string text;
    for (const auto& entry : entries) text += (text.empty() ? "" : "\n") + line_of(entry);
    return text.empty() ? if_none : text;
}

}  // namespace

void ReportCommands::list(const CommandContext& command) {
    ServerTime since{};
    if (command.words.size() > 1) {
        const auto age = read_duration(command.words[1]);
        if (!age) return command.refuse("say how old they may be, such as 12h or 7d");
        since = store_.now() - *age;
    }
    store_.run(command, [command, since](Store& store) -> std::function<void()> {
        const auto found = store.reports(since, shown_at_once);
        if (!found) return [command, text = found.error().text] { command.refuse(text); };
        return [command, text = lines_of(*found, "No report waits.")] { command.answer(text); };
    });
}

void ReportCommands::close(const CommandContext& command) {
    const auto number = read_number(command.words[1]);
    if (!number) return command.refuse("say the number of a report");
    store_.run(command, [this, command, number = *number](Store& store) -> std::function<void()> {
        const auto found = store.report(number);
        if (!found) return [command, text = found.error().text] { command.refuse(text); };
        if (!*found) return [command] { command.refuse("no report of this number waits"); };
        return [this, command, report = **found] {
            // The audit log tells its reader what the report was about.
            CommandContext told = command;
            told.words[1] += " (" + report.reason + ", " + report.player.text + ")";
            store_.commit(told, {ReportClosed{report.number}}, [] { return std::string("Closed."); });
        };
    });
}

void ReportCommands::audit(const CommandContext& command) {
    int limit = usual_audit_entries;
    if (command.words.size() > 1) {
        const auto number = read_number(command.words[1]);
        if (!number || *number > 99'999) return command.refuse("say a number of entries");
        limit = static_cast<int>(*number);
    }
    store_.run(command, [command, limit](Store& store) -> std::function<void()> {
        const auto entries = store.audit(limit);
        if (!entries) return [command, text = entries.error().text] { command.refuse(text); };
        return [command, text = lines_of(*entries, "The audit log is empty.")] { command.answer(text); };
    });
}

}  // namespace pentad::server
