#include "clients/terminal/model/people.hpp"

#include <algorithm>

#include "protocol/codec.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The text begins with this word or name, in letters of either case, and a blank or nothing follows.
bool begins_with(std::string_view text, std::string_view name) {
    if (text.size() < name.size() || (text.size() > name.size() && text[name.size()] != ' ')) return false;
    return std::equal(name.begin(), name.end(), text.begin(),
                      [](char a, char b) { return lowered(a) == lowered(b); });
}

std::string after(std::string_view text, std::string_view beginning) {
    text.remove_prefix(beginning.size());
    const std::size_t start = text.find_first_not_of(' ');
    return start == std::string_view::npos ? "" : std::string(text.substr(start));
}

}  // namespace

std::vector<Player> people_met(const LobbyState& lobby, const Table& table, const std::string& me) {
    std::vector<Player> people;
    const auto meet = [&](const Player& player) {
        const bool known =
            std::any_of(people.begin(), people.end(), [&](const Player& one) { return one.id == player.id; });
        if (player.kind == PlayerKind::human && player.id != me && !player.id.empty() && !known)
            people.push_back(player);
    };
    const auto meet_in = [&](const RoomSummary& room) {
        for (const Chair& chair : room.seats)
            if (chair.player) meet(*chair.player);
    };
    if (table.match)
        for (const Seat& seat : table.match->now().seats) meet(seat.player);
    if (table.snapshot) meet_in(table.snapshot->summary);
    for (const PastLine& line : table.chat) meet(line.from);
    for (const PastLine& line : lobby.chat) meet(line.from);
    for (const RoomSummary& room : lobby.rooms) meet_in(room);
    return people;
}

std::optional<Addressed> find_addressed(const std::vector<Player>& people, std::string_view text) {
    const Player* found = nullptr;
    for (const Player& one : people)
        if (begins_with(text, one.name) && (found == nullptr || one.name.size() > found->name.size()))
            found = &one;
    if (found == nullptr) return std::nullopt;
    return Addressed{*found, after(text, found->name)};
}

Complaint read_complaint(std::string_view text) {
    for (const ReportReason reason :
         {ReportReason::chat, ReportReason::cheating, ReportReason::stalling, ReportReason::name})
        if (begins_with(text, name(reason))) return {reason, after(text, name(reason))};
    return {ReportReason::other, std::string(text)};
}

}  // namespace pentad::terminal
