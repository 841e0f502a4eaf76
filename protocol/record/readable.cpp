#include "protocol/record/readable.hpp"

#include <ctime>

#include "engine/game.hpp"

namespace pentad::record {

using engine::index;
using protocol::MatchRecord;

namespace {

std::string utc(protocol::EpochMs ms) {
    const std::time_t seconds = ms / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::string text(32, '\0');
    text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts));
    return text;
}

std::string seconds(protocol::milliseconds time) {
    const auto ms = time.count();
    std::string text = std::to_string(ms / 1000);
    if (ms % 1000 != 0) text += "." + std::to_string(1000 + ms % 1000).substr(1);
    return text + " s";
}

std::string describe(const protocol::TimeControl& tc) {
    switch (tc.kind) {
        case protocol::TimeControlKind::none:
            return "none";
        case protocol::TimeControlKind::fischer:
            return seconds(tc.initial) + " and " + seconds(tc.increment) + " a move";
        case protocol::TimeControlKind::permove:
        case protocol::TimeControlKind::correspondence:
            return seconds(tc.per_move) + " for each move";
    }
    return "";
}

std::string describe(const protocol::RecordedSeat& seat) {
    return seat.level ? seat.name + " (level " + std::to_string(*seat.level) + ", seed " +
                            seat.seed.value_or("") + ")"
                      : seat.name;
}

std::vector<std::string> moves_that_stand(const MatchRecord& record) {
    std::vector<std::string> moves;
    for (const protocol::RecordedEvent& event : record.events) {
        if (const auto* move = std::get_if<protocol::RecordedMove>(&event))
            moves.push_back(move->move +
                            (move->automatic == protocol::Automatic::fallback ? " (fallback)" : ""));
        if (const auto* back = std::get_if<protocol::RecordedTakeback>(&event))
            for (int i = 0; i < back->plies && !moves.empty(); ++i) moves.pop_back();
    }
    return moves;
}

}  // namespace

std::string readable(const MatchRecord& record) {
    const engine::Game* game = engine::find_game(record.game);
    const auto side_name = [&](std::size_t side) {
        return game ? game->info().sides[side] : "Side " + std::to_string(side + 1);
    };
    std::string text;
    const auto line = [&](const std::string& name, const std::string& value) {
        text += name + ": " + value + "\n";
    };
    line("Match", record.match);
    line("Game", (game ? game->info().name : record.game) + ", " + record.options.size + ", " +
                     record.options.variant + ", rules " + std::to_string(record.rules_version));
    for (std::size_t side = 0; side < 2; ++side) line(side_name(side), describe(record.seats[side]));
    line("Time", describe(record.tc));
    line("Rated", record.rated ? "yes" : "no");
    line("Started", utc(record.started_at));
    line("Result", (record.result.winner ? side_name(index(*record.result.winner)) + " won" : "no winner") +
                       " (" + record.result.reason + ")");
    text += "\n";
    const auto moves = moves_that_stand(record);
    for (std::size_t i = 0; i < moves.size(); i += 2) {
        text += std::to_string(i / 2 + 1) + ". " + moves[i];
        if (i + 1 < moves.size()) text += " " + moves[i + 1];
        text += "\n";
    }
    text += record.result.winner ? (index(*record.result.winner) == 0 ? "1-0\n" : "0-1\n")
            : record.result.reason == "repetition" || record.result.reason == "agreement" ? "1/2-1/2\n"
                                                                                          : "*\n";
    return text;
}

}  // namespace pentad::record
