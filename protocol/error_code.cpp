#include "protocol/error_code.hpp"

#include <algorithm>

namespace pentad::protocol {
namespace {

constexpr ErrorInfo errors[] = {
#define PENTAD_ERROR(code, kind, retryable, text) {#code, kind, retryable, text},
#define PENTAD_CLOSE(name, number, reconnect, text)
#include "protocol/error_table.inc"
#undef PENTAD_ERROR
#undef PENTAD_CLOSE
};

}  // namespace

const ErrorInfo& info(ErrorCode code) { return errors[static_cast<std::size_t>(code)]; }

const std::vector<ErrorCode>& error_codes() {
    static const std::vector<ErrorCode> all{
#define PENTAD_ERROR(code, kind, retryable, text) ErrorCode::code,
#define PENTAD_CLOSE(name, number, reconnect, text)
#include "protocol/error_table.inc"
#undef PENTAD_ERROR
#undef PENTAD_CLOSE
    };
    return all;
}

std::optional<ErrorCode> find_error_code(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(errors), std::end(errors), [&](const auto& e) { return e.name == name; });
    if (found == std::end(errors)) return std::nullopt;
    return static_cast<ErrorCode>(found - errors);
}

const std::vector<CloseInfo>& close_codes() {
    static const std::vector<CloseInfo> all{
#define PENTAD_ERROR(code, kind, retryable, text)
#define PENTAD_CLOSE(name, number, reconnect, text) {CloseCode::name, #name, reconnect, text},
#include "protocol/error_table.inc"
#undef PENTAD_ERROR
#undef PENTAD_CLOSE
    };
    return all;
}

}  // namespace pentad::protocol
