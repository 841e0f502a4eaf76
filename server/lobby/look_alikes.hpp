#pragma once

#include <string>
#include <string_view>

namespace pentad::server {

/// What a reader takes a text for: small letters without accents, separators and decoration, each letter of
/// another alphabet or style as the Latin one that it looks like, and one sign for all that is a stroke or a
/// ring; a text that is nothing but decoration is taken for that. Two texts with equal skeletons are easily
/// mistaken for each other. After Unicode's TR 39, with a table of our own. REQUIRES: UTF-8.
std::string skeleton(std::string_view text);

/// The Latin letters of a skeleton that a text is read as by whoever looks for a word in it. A capital is a
/// figure or a sign, which may as well be passed over: `4dm!n` is `AdmLn`. What cannot be read as a Latin
/// letter is left out. REQUIRES: UTF-8.
std::string readings(std::string_view text);

}  // namespace pentad::server
