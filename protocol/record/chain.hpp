#pragma once

#include <optional>

#include "protocol/record.hpp"

/// The hash chain of a record. The first hash is the SHA-256 of the head's text; each event's is the SHA-256
/// of the previous hash (its 64 hexadecimal digits) followed by the event's text. See encode_head() and
/// encode_unsealed(). The chain reveals accidental and partial changes. It does not reveal a record that was
/// rewritten as a whole, so keep the last hash where that matters. Thread-safe.
namespace pentad::record {

/// Writes all hashes.
void seal(protocol::MatchRecord& record);

/// The first place where the chain breaks: 0 is the head, n is event n, counted from 1. Empty: it is intact.
std::optional<std::size_t> first_break(const protocol::MatchRecord& record);

}  // namespace pentad::record
