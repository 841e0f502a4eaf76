#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pentad::server {

/// What a reader takes a text for, after Unicode's TR 39: each character as what it is mistaken for, Latin
/// letters small and without accents, `m` as `rn` and `w` as `vv`, one sign for all that is a stroke and one
/// for all that is a ring, without separators, decoration and what cannot be seen; a text that is nothing but
/// decoration is taken for that. REQUIRES: UTF-8.
std::string skeleton(std::string_view text);

/// What two names are compared by.
struct Skeleton {
    std::string written;  ///< skeleton of the text as it is
    std::string folded;   ///< skeleton of the text in small letters
};
Skeleton looks_of(std::string_view text);

/// Two names that look alike as they are written, or in small letters, are mistaken for each other.
bool are_mistaken(const Skeleton& one, const Skeleton& other);

/// Changes when the looks of any text may have changed.
std::string looks_version();

/// A character as whoever looks for a Latin word in a text reads it.
struct Sign {
    std::vector<std::string> readings;  ///< parts of skeletons, of Latin letters only
    bool passed_over = false;           ///< it may as well be no part of a word: figures, signs, blanks
    bool begins_word = false;           ///< after a sign, or a capital after a small letter
};
/// The text's characters, without marks and what cannot be seen: `4dm!n` is `a` or nothing, `d`, `rn`, `l` or
/// nothing, `n`. REQUIRES: UTF-8.
std::vector<Sign> signs_of(std::string_view text);

}  // namespace pentad::server
