#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"

/// Encodes and decodes messages as JSON text. Thread-safe, stateless; throws only std::bad_alloc.
namespace pentad::protocol {

// Server side.

struct DecodeError {
    ErrorCode code = ErrorCode::bad_json;  ///< bad_json, unknown_type or bad_request
    std::optional<RequestId> re;           ///< the request's id, if it could be read
    std::string message;                   ///< names the wrong field; never contains received text
    /// bad_json, or a value whose JSON type is not that of its field, in the envelope or the data; a number
    /// with a fraction is not an integer. A correct client never sends this.
    bool malformed = false;
};

/// Decodes one frame strictly: valid UTF-8, one JSON object, no duplicate keys, depth at most 16, integers in
/// range, texts within limits.hpp. Ignores unknown fields.
tl::expected<Request, DecodeError> decode_request(std::string_view text);

/// The name on the wire, such as `move.play`.
std::string_view type_name(const ClientMessage& message);
/// The word on the wire.
std::string_view name(ReportReason reason);
/// The reverse; nullopt for any other word.
std::optional<RoomState> room_state(std::string_view word);
std::string_view type_name(const EventBody& body);

/// One line of valid UTF-8. Escapes control characters, U+2028 and U+2029, and writes U+FFFD for invalid
/// UTF-8.
std::string encode(const Ok& ok);
std::string encode(const ErrorReply& error);
std::string encode(const Event& event);

/// Shapes without an envelope, for HTTP: `{"rooms":[...],"players":n,...}`, the match's fields,
/// `{"games":[...]}`.
std::string encode(const RoomPage& page);
std::string encode(const MatchSnapshot& match);
std::string encode(const std::vector<GameCard>& games);
std::string encode(const Leaderboard& leaderboard);

// Client side.

std::string encode(const Request& request);

/// An Ok as a client receives it. The type of its body depends on the request; see read_ok.
struct OkReply {
    RequestId re;
    std::string data_json;
};

using ServerMessage = std::variant<OkReply, ErrorReply, Event>;

/// Decodes one frame of a server leniently: ignores unknown fields, returns an UnknownEvent for an unknown
/// type and internal_error for an unknown error code. Refuses what is not a message, with a sentence that
/// says why.
tl::expected<ServerMessage, std::string> decode_server_message(std::string_view text);

/// Decodes OkReply::data_json as the request's reply, ReplyTo<Request>. Defined for every member of OkBody
/// and for Leaderboard, which comes over HTTP.
template <class Body>
tl::expected<Body, std::string> read_ok(std::string_view data_json);

}  // namespace pentad::protocol
