#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <variant>

#include "protocol/shapes.hpp"
#include "protocol/wire/document.hpp"

/// What requests, replies and events have in common. Private to protocol.
namespace pentad::protocol::wire {

/// An integer, or a text of 1 to limits::id code points.
std::optional<RequestId> read_request_id(Value json);

/// Messages with a fixed name on the wire.
template <class Message>
concept Named = std::same_as<decltype(Message::type), const std::string_view>;

/// Calls `found` with a new message of the alternative named `type`; false if there is none.
template <class... Messages>
bool with_message_named(std::string_view type, const std::variant<Messages...>*, auto found) {
    const auto try_one = [&]<class Message>(const Message*) {
        if constexpr (Named<Message>) {
            if (Message::type != type) return false;
            found(Message{});
            return true;
        } else {
            return false;
        }
    };
    return (try_one(static_cast<const Messages*>(nullptr)) || ...);
}

}  // namespace pentad::protocol::wire
