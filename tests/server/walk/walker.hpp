#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/server/walk/walk.hpp"
#include "tests/server/walk/walk_world.hpp"

namespace pentad::server {

/// Numbers for one step.
class Dice {
  public:
    explicit Dice(std::uint64_t state) : state_(state) {}
    std::uint64_t number();
    /// REQUIRES: count > 0.
    std::size_t below(std::size_t count) { return number() % count; }
    bool in(std::size_t chances, std::size_t of) { return below(of) < chances; }
    template <class T>
    const T& of(const std::vector<T>& values) {
        return values[below(values.size())];
    }

  private:
    std::uint64_t state_;
};

/// Whoever takes a step: a device of an actor, and what there is around it.
struct Walker {
    WalkWorld& world;
    std::size_t actor;
    Device& device;
    Dice dice;

    /// Mostly one that the device knows; sometimes any that there ever was, or none.
    std::string any_room();
    std::string any_match();
    std::string any_player();
    /// The match as this device sees it; nullptr when it sees none of this id.
    const protocol::MatchSnapshot* view(const std::string& match) const;
    /// A match of its own under way, or the last one that it sees.
    std::string own_match() const;
    bool is_self(const protocol::Player& player) const;
};

/// What can be done: a name for the story, how often, and the deed.
struct Verb {
    std::string_view name;
    std::size_t weight;
    void (*deed)(Walker&);
};
/// All verbs (walk_verbs.cpp).
const std::vector<Verb>& verbs();
/// What everybody would do here (walk_sense.cpp): enter, sit, get ready, move, play again.
void do_what_is_sensible(Walker& walker);
/// A move that its match may allow next; empty when nothing is known.
std::string some_legal_move(Walker& walker, const std::string& match);
protocol::RoomCreate some_room(Walker& walker);
protocol::TimeControl some_time_control(Dice& dice);

}  // namespace pentad::server
