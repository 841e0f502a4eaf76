#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"

/// Messages from and to JSON text. Thread-safe; nothing here keeps state or throws anything but bad_alloc.
namespace pentad::protocol {

// The server's side.

struct DecodeError {
    ErrorCode code = ErrorCode::bad_json;  ///< bad_json, unknown_type or bad_request
    std::optional<RequestId> re;           ///< the request's id where it could be read
    std::string message;                   ///< names the field that is wrong; never holds what was received
    /// No client that knows the protocol sends it: bad_json, or a value of another JSON type than that of its
    /// field, be it of the envelope. A number that is no integer is of another type than an integer.
    bool malformed = false;
};

/// Reads one frame, strictly: valid UTF-8, one JSON object, no duplicate key, depth 16 at most; integers are
/// integers in range, texts are no longer than limits.hpp says. Unknown fields are ignored.
tl::expected<Request, DecodeError> decode_request(std::string_view text);

/// The name on the wire, such as `move.play`.
std::string_view type_name(const ClientMessage& message);
/// The word on the wire.
std::string_view name(ReportReason reason);
/// The other way round; none: no such word.
std::optional<RoomState> room_state(std::string_view word);
std::string_view type_name(const EventBody& body);

/// One line of valid UTF-8: control characters, U+2028 and U+2029 are escaped, what is not UTF-8 in a text
/// becomes U+FFFD.
std::string encode(const Ok& ok);
std::string encode(const ErrorReply& error);
std::string encode(const Event& event);

/// What encode() makes of the same event with these legal moves, without writing the rest again. REQUIRES:
/// `event` is the encoding of a MatchMoved or MatchTakenBack without legal moves.
std::string with_legal(std::string_view event, const std::vector<std::string>& legal);

/// Shapes without an envelope, for answers over plain HTTP: `{"rooms":[...],"players":n,...}`, the match's
/// fields, `{"games":[...]}`.
std::string encode(const RoomPage& page);
std::string encode(const MatchSnapshot& match);
std::string encode(const std::vector<GameCard>& games);
std::string encode(const Leaderboard& leaderboard);

// The client's side.

std::string encode(const Request& request);

/// An Ok as a client gets it: what the body is only the request knows. See read_ok.
struct OkReply {
    RequestId re;
    std::string data_json;
};

using ServerMessage = std::variant<OkReply, ErrorReply, Event>;

/// Reads one frame of a server, leniently: unknown fields are ignored, an unknown event is an UnknownEvent,
/// an unknown error code is internal_error. Refuses, with a sentence that says why, what is not a message at
/// all.
tl::expected<ServerMessage, std::string> decode_server_message(std::string_view text);

/// Reads OkReply::data_json as the body that belongs to the request. Defined for every member of OkBody.
template <class Body>
tl::expected<Body, std::string> read_ok(std::string_view data_json);

}  // namespace pentad::protocol
