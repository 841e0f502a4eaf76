#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The codes of errors and of closed connections. errors.json is the only list; the build turns it into
/// `protocol/error_table.inc`.
namespace pentad::protocol {

enum class ErrorCode : std::uint8_t {
#define PENTAD_ERROR(code, kind, retryable, text) code,
#define PENTAD_CLOSE(name, number, reconnect, text)
#include "protocol/error_table.inc"
#undef PENTAD_ERROR
#undef PENTAD_CLOSE
};

struct ErrorInfo {
    std::string_view name;  ///< on the wire
    std::string_view kind;  ///< `envelope`, `identity`, `room` or `match`
    bool retryable;         ///< may the same request succeed later?
    std::string_view text;  ///< for people, in English
};

const ErrorInfo& info(ErrorCode code);
inline std::string_view name(ErrorCode code) { return info(code).name; }

/// All codes, in the order of errors.json.
const std::vector<ErrorCode>& error_codes();

std::optional<ErrorCode> find_error_code(std::string_view name);

/// Why a WebSocket was closed.
enum class CloseCode : std::uint16_t {
#define PENTAD_ERROR(code, kind, retryable, text)
#define PENTAD_CLOSE(name, number, reconnect, text) name = number,
#include "protocol/error_table.inc"
#undef PENTAD_ERROR
#undef PENTAD_CLOSE
};

struct CloseInfo {
    CloseCode code;
    std::string_view name;
    bool reconnect;  ///< may a client reconnect automatically?
    std::string_view text;
};

/// All close codes, in the order of errors.json.
const std::vector<CloseInfo>& close_codes();

}  // namespace pentad::protocol
