#pragma once

#include <string>
#include <string_view>

namespace pentad::server {

/// What a reader takes a text for: small letters without accents and separators, each letter of another
/// alphabet or style as the Latin one that it looks like, and one sign for all that is a stroke or a ring.
/// Two texts with equal skeletons are easily mistaken for each other. After Unicode's TR 39, with a table of
/// our own for the alphabets of Europe. REQUIRES: UTF-8.
std::string skeleton(std::string_view text);

/// The skeleton of one who is read as if figures were letters too: `4dm1n` like `admin`.
std::string loose_skeleton(std::string_view text);

}  // namespace pentad::server
