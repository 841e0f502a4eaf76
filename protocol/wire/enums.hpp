#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "protocol/messages.hpp"

/// The words for enumerators, in the enumerators' order. Private to protocol.
namespace pentad::protocol::wire {

template <class Enum>
struct Words;

#define PENTAD_WORDS(ENUM, ...)                                                       \
    template <>                                                                       \
    struct Words<ENUM> {                                                              \
        static constexpr auto words = std::to_array<std::string_view>({__VA_ARGS__}); \
    }

PENTAD_WORDS(PlayerKind, "human", "bot");
PENTAD_WORDS(TimeControlKind, "none", "fischer", "permove", "correspondence");
PENTAD_WORDS(Presence, "online", "away", "gone");
PENTAD_WORDS(Visibility, "public", "unlisted", "private");
PENTAD_WORDS(ChairKind, "human", "open", "bot", "closed");
PENTAD_WORDS(OfferKind, "draw", "takeback", "rematch", "pause", "abort");
PENTAD_WORDS(OnAbsent, "claim", "wait", "forfeit");
PENTAD_WORDS(RoomState, "open", "playing", "over");
PENTAD_WORDS(ChatChannel, "lobby", "room", "match", "watchers");
PENTAD_WORDS(ReportReason, "chat", "cheating", "stalling", "name", "other");
PENTAD_WORDS(Resumed, "replay", "snapshot", "gone");
PENTAD_WORDS(OfferOutcome, "accepted", "declined", "cancelled", "expired", "superseded");
PENTAD_WORDS(Automatic, "premove", "fallback");
PENTAD_WORDS(Unrated, "same_network");
PENTAD_WORDS(BotState, "queued", "thinking", "fallback");
PENTAD_WORDS(TextFault, "empty", "too_long", "control", "direction", "invisible", "joiner", "marks",
             "private_use", "unassigned", "reserved", "identifier");
PENTAD_WORDS(NoticeKind, "draining", "restart", "message");
PENTAD_WORDS(engine::BoardStyle, "squares", "points");

#undef PENTAD_WORDS

/// Enumerators that are 0, 1 or words on the wire.
template <>
struct Words<FirstSeat> {
    static constexpr auto words = std::to_array<std::string_view>({"random", "0", "1"});
};
template <>
struct Words<JoinSeat> {
    static constexpr auto words = std::to_array<std::string_view>({"0", "1", "any", "watch"});
};
template <class Enum>
constexpr bool takes_numbers = std::is_same_v<Enum, FirstSeat> || std::is_same_v<Enum, JoinSeat>;
/// Is the number's text accepted, too?
template <class Enum>
constexpr bool takes_number_texts = std::is_same_v<Enum, FirstSeat>;

template <class Enum>
constexpr std::string_view word(Enum value) {
    return Words<Enum>::words[static_cast<std::size_t>(value)];
}

}  // namespace pentad::protocol::wire
