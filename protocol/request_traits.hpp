#pragma once

#include <variant>

#include "protocol/client_messages.hpp"

/// What is true of each kind of request, whoever handles it: the server checks it in one place, before it
/// dispatches. Where a request goes is its message's `address`.
namespace pentad::protocol {

enum class Sender {
    anyone,
    person,  ///< it takes a person's chair, or does in a match what only people do
};

struct RequestTraits {
    Sender sender = Sender::anyone;
    bool starts_play = false;       ///< a room or a match begins by it; refused while the server drains
    bool answered_once = true;      ///< else several with one id may be open
    std::size_t rooms_a_frame = 0;  ///< it counts as a frame more for so many rooms in its answer; 0: never
};

/// A message without traits of its own does not compile.
template <class Message>
inline constexpr RequestTraits traits = Message::has_no_traits_in_request_traits_hpp;

template <>
inline constexpr RequestTraits traits<Hello>{};
template <>
inline constexpr RequestTraits traits<Ping>{.answered_once = false};
template <>
inline constexpr RequestTraits traits<Bye>{};
template <>
inline constexpr RequestTraits traits<LobbySubscribe>{.rooms_a_frame = 20};
template <>
inline constexpr RequestTraits traits<LobbyUnsubscribe>{};
template <>
inline constexpr RequestTraits traits<RoomCreate>{.sender = Sender::person, .starts_play = true};
template <>
inline constexpr RequestTraits traits<RoomJoin>{.sender = Sender::person};
template <>
inline constexpr RequestTraits traits<RoomSeat>{};
template <>
inline constexpr RequestTraits traits<RoomUpdate>{};
template <>
inline constexpr RequestTraits traits<RoomReady>{.starts_play = true};
template <>
inline constexpr RequestTraits traits<RoomStart>{.starts_play = true};
template <>
inline constexpr RequestTraits traits<RoomLeave>{};
template <>
inline constexpr RequestTraits traits<RoomKick>{};
template <>
inline constexpr RequestTraits traits<RoomHost>{};
template <>
inline constexpr RequestTraits traits<QueueJoin>{.sender = Sender::person, .starts_play = true};
template <>
inline constexpr RequestTraits traits<QueueLeave>{};
template <>
inline constexpr RequestTraits traits<MatchWatch>{};
template <>
inline constexpr RequestTraits traits<MatchUnwatch>{};
template <>
inline constexpr RequestTraits traits<MatchSync>{};
template <>
inline constexpr RequestTraits traits<MovePlay>{};
template <>
inline constexpr RequestTraits traits<PremoveSet>{.sender = Sender::person};
template <>
inline constexpr RequestTraits traits<PremoveClear>{};
template <>
inline constexpr RequestTraits traits<OfferMake>{.starts_play = true};
template <>
inline constexpr RequestTraits traits<OfferAnswer>{};
template <>
inline constexpr RequestTraits traits<OfferCancel>{};
template <>
inline constexpr RequestTraits traits<MatchResign>{};
template <>
inline constexpr RequestTraits traits<MatchAbort>{};
template <>
inline constexpr RequestTraits traits<ClaimWin>{};
template <>
inline constexpr RequestTraits traits<HintGet>{.sender = Sender::person};
template <>
inline constexpr RequestTraits traits<ChatSend>{};
template <>
inline constexpr RequestTraits traits<EngineLegal>{};
template <>
inline constexpr RequestTraits traits<EngineApply>{};
template <>
inline constexpr RequestTraits traits<MatchesMine>{};
template <>
inline constexpr RequestTraits traits<BotsList>{};
template <>
inline constexpr RequestTraits traits<BotRegister>{};
template <>
inline constexpr RequestTraits traits<BotMove>{};
template <>
inline constexpr RequestTraits traits<BotDecline>{};
template <>
inline constexpr RequestTraits traits<HandoverCreate>{};
template <>
inline constexpr RequestTraits traits<PlayerBlock>{};
template <>
inline constexpr RequestTraits traits<PlayerBlocks>{};
template <>
inline constexpr RequestTraits traits<PlayerReport>{};

/// The traits of this very message: some depend on what it says.
template <class Message>
constexpr RequestTraits traits_of(const Message&) {
    return traits<Message>;
}
constexpr RequestTraits traits_of(const RoomJoin& join) {
    RequestTraits found = traits<RoomJoin>;
    if (join.seat == JoinSeat::watch) found.sender = Sender::anyone;
    return found;
}
constexpr RequestTraits traits_of(const RoomReady& ready) {
    RequestTraits found = traits<RoomReady>;
    found.starts_play = ready.ready;
    return found;
}
constexpr RequestTraits traits_of(const OfferMake& offer) {
    RequestTraits found = traits<OfferMake>;
    found.starts_play = offer.kind == OfferKind::rematch;
    return found;
}
inline RequestTraits traits_of(const ClientMessage& message) {
    return std::visit([](const auto& one) { return traits_of(one); }, message);
}

}  // namespace pentad::protocol
