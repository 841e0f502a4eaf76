#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pentad::server {

/// The confusable skeleton of a text, after Unicode TR 39: each character becomes its prototype; Latin
/// letters lose case and accents; `m` becomes `rn` and `w` becomes `vv`; all strokes share one sign, and so
/// do all rings; separators, decoration and invisible characters are dropped, unless the text has nothing
/// else. REQUIRES: UTF-8.
std::string skeleton(std::string_view text);

/// What names are compared by.
struct Skeleton {
    std::string written;  ///< skeleton of the text
    std::string folded;   ///< skeleton of the text in lower case
};
Skeleton looks_of(std::string_view text);

/// Do the names look alike, as written or in lower case?
bool are_mistaken(const Skeleton& one, const Skeleton& other);

/// Changes whenever the skeleton of some text may have changed.
std::string looks_version();

/// A character of a text that is searched for Latin words.
struct Sign {
    std::vector<std::string> readings;  ///< skeletons, Latin letters only
    bool passed_over = false;           ///< may be skipped: digits, signs, spaces
    bool begins_word = false;           ///< after a sign, or upper case after lower case
};
/// The text's characters, without combining marks and invisible ones: `4dm!n` is `a` or nothing, `d`, `rn`,
/// `l` or nothing, `n`. REQUIRES: UTF-8.
std::vector<Sign> signs_of(std::string_view text);

}  // namespace pentad::server
