#include "server/moderation/reserved_names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "server/base/text/confusables.hpp"

namespace pentad::server {
namespace {

/// Longer than `a`, and so written together with a reserved word too: `adminteam`.
constexpr std::string_view joined_fillers[] = {"the", "team"};
/// On their own only: `Robota` is a name.
constexpr std::string_view fillers[] = {
    "a",    "an",   "i",     "am",    "im",   "is",   "this", "my",     "our",  "your", "we",
    "are",  "of",   "for",   "from",  "by",   "and",  "at",   "here",   "real", "true", "new",
    "only", "crew", "group", "chief", "head", "main", "lead", "senior", "help", "desk", "account"};

enum class WordKind { reserved, joined_filler, filler };
struct Word {
    std::string looks;
    WordKind kind;
};

/// Made before there is a thread, so that it outlives all that read it.
const std::vector<Word> words = [] {
    std::vector<Word> made;
    for (const std::string_view word : reserved_words()) made.push_back({skeleton(word), WordKind::reserved});
    for (const std::string_view word : joined_fillers)
        made.push_back({skeleton(word), WordKind::joined_filler});
    for (const std::string_view word : fillers) made.push_back({skeleton(word), WordKind::filler});
    return made;
}();

/// Finds where a word may end that is read from a place on.
class Reading {
  public:
    Reading(const std::vector<Sign>& signs, std::string_view word)
        : signs_(signs), word_(word), been_((signs.size() + 1) * (word.size() + 1)) {}

    /// The places behind the word's last letter.
    std::vector<std::size_t> from(std::size_t place) {
        go(place, 0);
        return std::move(ends_);
    }

  private:
    void go(std::size_t place, std::size_t read) {
        const std::size_t here = place * (word_.size() + 1) + read;
        if (been_[here]) return;
        been_[here] = true;
        if (read == word_.size()) ends_.push_back(place);
        if (read == word_.size() || place == signs_.size()) return;
        const Sign& sign = signs_[place];
        if (sign.passed_over && read > 0) go(place + 1, read);
        for (const std::string& letters : sign.readings)
            if (word_.substr(read).starts_with(letters)) go(place + 1, read + letters.size());
    }

    const std::vector<Sign>& signs_;
    std::string_view word_;
    std::vector<bool> been_;
    std::vector<std::size_t> ends_;
};

bool may_begin(const Sign& sign, std::string_view word) {
    return std::any_of(sign.readings.begin(), sign.readings.end(),
                       [&](const std::string& letters) { return word.starts_with(letters); });
}

bool is_between_words(const std::vector<Sign>& signs, std::size_t place) {
    return place == signs.size() || signs[place].begins_word || signs[place].passed_over;
}

}  // namespace

const std::vector<std::string_view>& reserved_words() {
    static const std::vector<std::string_view> all{
        "server",    "system",     "admin", "admins", "administrator", "administrators", "pentad",
        "moderator", "moderators", "mod",   "mods",   "root",          "operator",       "operators",
        "staff",     "official",   "bot",   "robot",  "support",       "computer",       "console"};
    return all;
}

bool passes_for_the_server(std::string_view name) {
    const std::vector<Sign> signs = signs_of(name);
    // Where a reader may have come to with nothing but such words, without and with a reserved one.
    std::array<std::vector<bool>, 2> come;
    for (auto& places : come) places.resize(signs.size() + 1);
    come[0][0] = true;
    for (std::size_t place = 0; place < signs.size(); ++place) {
        for (const bool spoken : {false, true}) {
            if (!come[spoken][place]) continue;
            if (signs[place].passed_over) come[spoken][place + 1] = true;
            for (const Word& word : words) {
                if (word.kind == WordKind::filler && !is_between_words(signs, place)) continue;
                if (!may_begin(signs[place], word.looks)) continue;
                for (const std::size_t end : Reading(signs, word.looks).from(place))
                    if (word.kind != WordKind::filler || is_between_words(signs, end))
                        come[spoken || word.kind == WordKind::reserved][end] = true;
            }
        }
    }
    return come[1][signs.size()];
}

}  // namespace pentad::server
