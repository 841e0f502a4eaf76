#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/load/table.hpp"

namespace pentad::testing {

/// How long people waited. Everything counts from the moment at which it was due, by the steady clock.
struct Felt {
    load::Latencies moves;  ///< until the mover had the answer
    load::Latencies pongs;

    /// In milliseconds, of each the same.
    static double p99(const load::Latencies& waits) {
        return static_cast<double>(waits.quantile_us(0.99)) / 1000;
    }
    std::string text() const;
};

/// People on one server who move and ping at moments that are fixed beforehand, whether or not what was asked
/// before has been answered (an open loop): a server that stands still for a moment keeps everything waiting
/// that falls due meanwhile, and cannot hide it by not being asked. One thread. Throws std::runtime_error
/// when the server refuses something, ends a link or does not answer for ten seconds.
class People {
  public:
    /// The games take turns at the tables.
    People(std::uint16_t port, const std::vector<std::string>& games);
    ~People();

    /// Moves and pings fall due for so long. Returns when all of them are answered; all of them count.
    void play(std::chrono::milliseconds how_long);
    /// The same, and nothing counts.
    void warm_up(std::chrono::milliseconds how_long);

    const Felt& felt() const { return felt_; }
    void forget() { felt_ = {}; }

  private:
    void until(const std::function<bool()>& done, const char* what);
    void wait_for(load::Clock::time_point moment);
    load::Table& next_table();
    void ping(load::Clock::time_point due);

    boost::asio::io_context io_{1};
    boost::asio::steady_timer timer_{io_};
    load::Target target_;
    load::Plan plan_;
    load::Tally tally_;
    std::string failure_;
    std::vector<std::unique_ptr<load::Table>> tables_;
    std::vector<std::unique_ptr<load::Guest>> pingers_;
    std::size_t next_table_ = 0;
    std::size_t next_pinger_ = 0;
    Felt felt_;
};

}  // namespace pentad::testing
