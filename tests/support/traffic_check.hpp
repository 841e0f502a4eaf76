#pragma once

#include <string>
#include <string_view>

/// Holds frames against the JSON Schemas that clients of other people are written by.
namespace pentad::testing {

/// What is wrong with a client's request; empty when it fulfils the schema of its type.
std::string problem_of_request(const std::string& frame);

/// What is wrong with a frame of the server: an event, a refusal, or an `ok` to a request of the type
/// `asked` (empty: none is known by that id).
std::string problem_of_answer(const std::string& frame, std::string_view asked);

}  // namespace pentad::testing
