#pragma once

#include <optional>

#include "protocol/record.hpp"

/// The hashes that tie a record together: the first is SHA-256 of the head's text, each event's is SHA-256 of
/// the hash before it (its 64 hexadecimal digits) followed by the event's text; see encode_head() and
/// encode_unsealed(). They show that nothing was changed by accident or in part; who rewrites all of them
/// makes another record, so keep the last one where it matters. Thread-safe.
namespace pentad::record {

/// Writes all hashes.
void seal(protocol::MatchRecord& record);

/// Where the chain breaks first: 0 is the head, n the event number n counted from 1. Empty: it holds.
std::optional<std::size_t> first_break(const protocol::MatchRecord& record);

}  // namespace pentad::record
