#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "protocol/shapes.hpp"

/// A finished match as a file: its settings, everything that happened, and a chain of hashes over both.
/// `record/` seals and verifies it; schema/record.json is its schema.
namespace pentad::protocol {

struct RecordedSeat {
    PlayerKind kind = PlayerKind::human;
    std::string id;  ///< empty for a server's own bot
    std::string name;
    std::optional<int> level;         ///< of a server's own bot
    std::optional<std::string> seed;  ///< of a server's own bot, in decimal digits
};

// The events. `at` is the server's time; for a move, when it was received. `remaining` is both seats' time
// after the event; none without a clock. `turn` is the turn after the event.

struct RecordedMove {
    static constexpr std::string_view tag = "move";
    EpochMs at = 0;
    int turn = 0;
    Side seat = Side::first;
    std::string move;
    milliseconds charged{0};
    milliseconds compensated{0};  ///< since format 3: lag compensation, not included in `charged`
    std::optional<std::array<milliseconds, 2>> remaining;
    std::optional<Automatic> automatic{};  ///< `auto`, since format 2: the server moved for the player
    std::string hash;
};
struct RecordedTakeback {
    static constexpr std::string_view tag = "takeback";
    EpochMs at = 0;
    int turn = 0;
    int plies = 0;  ///< how many moves were undone
    Side by = Side::first;
    std::optional<std::array<milliseconds, 2>> remaining;
    std::string hash;
};
struct RecordedPause {
    static constexpr std::string_view tag = "pause";
    EpochMs at = 0;
    std::string hash;
};
struct RecordedResume {
    static constexpr std::string_view tag = "resume";
    EpochMs at = 0;
    std::string hash;
};
/// The server was down from about `last_alive` until `at`.
struct RecordedRestart {
    static constexpr std::string_view tag = "restart";
    EpochMs at = 0;
    EpochMs last_alive = 0;
    std::string hash;
};
struct RecordedEnd {
    static constexpr std::string_view tag = "end";
    EpochMs at = 0;
    Result result;
    std::string hash;
};
using RecordedEvent =
    std::variant<RecordedMove, RecordedTakeback, RecordedPause, RecordedResume, RecordedRestart, RecordedEnd>;

struct MatchRecord {
    static constexpr int newest_format = 3;

    int format = newest_format;
    std::string match;
    std::string game;
    int rules_version = 1;
    engine::Options options;
    std::array<RecordedSeat, 2> seats;
    TimeControl tc;
    bool hotseat = false;
    bool rated = false;
    EpochMs started_at = 0;
    std::string hash;  ///< of everything above
    std::vector<RecordedEvent> events;
    Result result;
};

/// One line of JSON.
std::string encode(const MatchRecord& record);

/// Accepts only what encode() could have written, apart from white space. Refuses a missing, additional or
/// moved field with a sentence that says what is wrong.
tl::expected<MatchRecord, std::string> decode_record(std::string_view text);

/// The input of the hashes: the fields above `hash`, and an event without its own hash, as objects in the
/// form that encode() writes.
std::string encode_head(const MatchRecord& record);
std::string encode_unsealed(const RecordedEvent& event);

}  // namespace pentad::protocol
