#include "server/store/match_record.hpp"

#include "protocol/record/chain.hpp"

namespace pentad::server {
namespace {

using Times = std::optional<std::array<milliseconds, 2>>;

class EventWriter {
  public:
    explicit EventWriter(protocol::MatchRecord& record) : record_(record) {}

    void operator()(const Moved& moved) {
        protocol::RecordedMove move;
        move.at = to_wire(moved.at);
        move.turn = static_cast<int>(moved.turn);
        move.seat = moved.seat;
        move.move = moved.move;
        move.charged = moved.charged;
        move.compensated = moved.compensated;
        gives_lag_back_ |= moved.compensated.count() != 0;
        move.remaining = times(moved.remaining);
        move.automatic = moved.automatic;
        record_.events.emplace_back(std::move(move));
    }
    void operator()(const Resumed& resumed) {
        protocol::RecordedRestart restart;
        restart.at = to_wire(resumed.at);
        restart.last_alive = to_wire(resumed.last_alive);
        record_.events.emplace_back(std::move(restart));
    }
    void operator()(const Ended& ended) {
        protocol::RecordedEnd end;
        end.at = to_wire(ended.at);
        end.result = {ended.result.winner, ended.result.reason};
        record_.result = end.result;
        record_.events.emplace_back(std::move(end));
    }
    void operator()(const TakenBack& taken) {
        protocol::RecordedTakeback takeback;
        takeback.at = to_wire(taken.at);
        takeback.turn = static_cast<int>(taken.turn);
        takeback.plies = static_cast<int>(taken.plies);
        takeback.by = taken.by;
        takeback.remaining = times(taken.remaining);
        record_.events.emplace_back(std::move(takeback));
    }
    void operator()(const Paused& paused) {
        record_.events.emplace_back(protocol::RecordedPause{to_wire(paused.at), {}});
    }
    void operator()(const Continued& continued) {
        record_.events.emplace_back(protocol::RecordedResume{to_wire(continued.at), {}});
    }

    /// Has any move so far been given lag back?
    bool gives_lag_back() const { return gives_lag_back_; }

  private:
    Times times(const std::array<milliseconds, 2>& remaining) const {
        return record_.tc.kind == protocol::TimeControlKind::none ? Times() : Times(remaining);
    }

    protocol::MatchRecord& record_;
    bool gives_lag_back_ = false;
};

protocol::RecordedSeat recorded(const MatchSeat& seat) {
    protocol::RecordedSeat made;
    made.kind = seat.kind == MatchSeat::Kind::bot ? protocol::PlayerKind::bot : protocol::PlayerKind::human;
    made.id = seat.player.text;
    made.name = seat.name;
    if (seat.kind == MatchSeat::Kind::bot && seat.player.empty()) {
        made.level = seat.level;
        made.seed = std::to_string(seat.seed);
    }
    return made;
}

}  // namespace

std::optional<protocol::MatchRecord> record_of(const StoredMatch& stored) {
    if (stored.events.empty() || !std::holds_alternative<Ended>(stored.events.back())) return std::nullopt;
    const MatchSetup& setup = stored.setup;
    protocol::MatchRecord record;
    record.match = setup.id.text;
    record.game = setup.game;
    record.rules_version = setup.rules_version;
    record.options = setup.options;
    for (std::size_t i = 0; i < 2; ++i) record.seats[i] = recorded(setup.seats[i]);
    record.tc = setup.tc;
    record.hotseat = setup.hotseat;
    record.rated = setup.rated;
    record.started_at = to_wire(setup.started);
    EventWriter writer(record);
    for (const MatchEvent& event : stored.events) std::visit(writer, event);
    // The oldest format that says it all, so that the records of older matches stay what they were.
    if (!writer.gives_lag_back()) record.format = 2;
    record::seal(record);
    return record;
}

}  // namespace pentad::server
