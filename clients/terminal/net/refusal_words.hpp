#pragma once

#include <string>
#include <string_view>

namespace pentad::terminal {

/// The sentence in the body with which a Pentad server refuses an HTTP request; empty: there is none.
std::string refusal_words(std::string_view body);

/// What a close code means, with the server's own reason where that says more than the code's name.
std::string closing_words(std::string meaning, const std::string& reason);

/// A reason as the end of a longer sentence: without a full stop of its own.
std::string as_clause(std::string reason);

}  // namespace pentad::terminal
