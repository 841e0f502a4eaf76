#pragma once

#include <list>
#include <string>
#include <unordered_map>

#include "server/base/ids.hpp"

namespace pentad::server {

/// Who has the first seat next when two people play a game repeatedly: they alternate, and keep their seats
/// after a match that was not played. Remembered while the server runs, for the pairs that met last. On the
/// I/O thread.
class FirstSeats {
  public:
    static constexpr std::size_t most_pairs = 10'000;

    /// Who has the first seat in their next match; random for two who have not met. REQUIRES: a != b.
    PlayerId next(const std::string& game, const PlayerId& a, const PlayerId& b);
    /// They have played a match with these seats.
    void played(const std::string& game, const PlayerId& first, const PlayerId& second);

    /// The player's data are deleted.
    void forget(const PlayerId& player);
    std::size_t pairs() const { return pairs_.size(); }

  private:
    struct Pair {
        std::string key;
        PlayerId first;  ///< in the next match
        PlayerId second;
    };

    static std::string key(const std::string& game, const PlayerId& a, const PlayerId& b);
    void put(Pair pair);

    std::list<Pair> pairs_;  ///< those that met last at the end
    std::unordered_map<std::string, std::list<Pair>::iterator> by_key_;
};

}  // namespace pentad::server
