#pragma once

#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/load/link.hpp"

namespace pentad::load {

/// A guest among the watchers of a room who asks for a board's legal moves so often a second, reads nothing
/// of what it is sent, and comes again when it is sent away. On the thread of the io_context.
class Noise final : public LinkOwner {
  public:
    Noise(boost::asio::io_context& io, const Target& target, std::string room, std::string game, double rate);
    ~Noise();

    std::uint64_t sent() const { return sent_; }
    std::uint64_t sent_away() const { return sent_away_; }

  private:
    void come();
    void talk();
    void opened() override;
    void received(std::string_view text) override;
    void closed(const std::string& why) override;

    boost::asio::io_context& io_;
    const Target target_;
    const std::string room_, question_;
    const double rate_;
    boost::asio::steady_timer timer_;  ///< for the next words, or for coming again
    std::shared_ptr<Link> link_;
    double owed_ = 0;
    std::uint64_t sent_ = 0, sent_away_ = 0;
};

}  // namespace pentad::load
