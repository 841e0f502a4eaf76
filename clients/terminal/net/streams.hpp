#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "protocol/events.hpp"

/// How far each of the server's streams has been seen.
namespace pentad::terminal {

class Streams {
  public:
    enum class Verdict {
        deliver,
        old,  ///< seen before
        gap   ///< something before it was lost
    };

    /// A snapshot holds everything up to `seq`; the next event is seq + 1.
    void follow(const std::string& stream, std::int64_t seq) { seen_[stream] = seq; }
    void forget(const std::string& stream) { seen_.erase(stream); }
    void clear() { seen_.clear(); }

    Verdict accept(const protocol::Event& event);

    /// Those of our streams on which the server has sent more than we saw.
    std::vector<std::string> behind(const std::map<std::string, std::int64_t>& sent) const;

    const std::map<std::string, std::int64_t>& positions() const { return seen_; }

    /// The key of the event's stream; empty when it is on none.
    static std::string key(const protocol::Event& event);

  private:
    std::map<std::string, std::int64_t> seen_;
};

}  // namespace pentad::terminal
