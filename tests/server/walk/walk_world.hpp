#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/bots/external_bots.hpp"
#include "server/bots/hints.hpp"
#include "tests/server/support/gateway_world.hpp"
#include "tests/server/walk/device.hpp"

namespace pentad::server {

/// A whole server but for its sockets, with people who may do anything: a host, two players, three watchers
/// and a program. Its time stands until pass(); chance and the bots repeat. check() compares everything that
/// the clients made of what they heard with what the server holds, and throws testing::BrokenPromise.
class WalkWorld {
  public:
    static constexpr std::size_t people = 6;
    static constexpr std::size_t program = people;  ///< the actor that is one

    explicit WalkWorld(std::string game, std::uint64_t seed);

    const std::string& game() const { return game_; }
    /// The devices of one actor; there is always a first one.
    std::vector<std::unique_ptr<Device>>& devices(std::size_t actor) { return actors_[actor]; }
    std::size_t actors() const { return actors_.size(); }
    Device& add_device(std::size_t actor);

    /// Everything that was ever seen, for requests about what is gone; in the order of its appearance.
    const std::vector<std::string>& known_rooms() const { return known_rooms_; }
    const std::vector<std::string>& known_matches() const { return known_matches_; }
    std::shared_ptr<Room> room(const std::string& id) const;
    /// Empty when no room has it any more.
    const Match* match(const std::string& id) const;

    /// Nothing is under way any more, and every device that listens has read what came.
    void settle();
    void pass(milliseconds time);
    void check();
    /// Everybody goes for good: nothing may be left, and what was played must be on record.
    void finish();
    /// What matches stand at, so that it can be seen whether something has changed.
    std::string fingerprint() const;

    /// Frames and other remarks, when somebody listens.
    std::function<void(const std::string&)> log;

  private:
    void for_each_device(const std::function<void(Device&)>& deed);
    void learn();
    void check_streams();
    void check_device(Device& device);
    void check_match(const Device& device, const std::string& id);
    void check_rooms() const;
    void check_lobby();
    void check_lines() const;
    void check_store();

    std::string game_;
    Config config_;
    std::string key_;
    std::unique_ptr<GatewayWorld> world_;
    std::unique_ptr<Hints> hints_;
    std::vector<std::vector<std::unique_ptr<Device>>> actors_;
    std::vector<std::string> known_rooms_;
    std::vector<std::string> known_matches_;
};

}  // namespace pentad::server
