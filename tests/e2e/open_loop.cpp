#include "tests/e2e/open_loop.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace pentad::testing {

using load::Clock;
using namespace std::chrono_literals;

namespace {

/// Between a move and a ping, and a ping and the next move: 250 of each a second. A table has a move every
/// 160 ms, so that none waits for the one before when that takes its usual time.
constexpr auto step = 2ms;
constexpr std::size_t tables = 40;
constexpr std::size_t pingers = 4;
constexpr auto patience = 10s;

}  // namespace

std::string Felt::text() const {
    std::ostringstream text;
    const auto say = [&](const char* what, const load::Latencies& waits) {
        text << what << " p50 " << static_cast<double>(waits.quantile_us(0.5)) / 1000 << ", p99 "
             << p99(waits) << ", most " << static_cast<double>(waits.quantile_us(1)) / 1000 << " ms of "
             << waits.count();
    };
    say("moves", moves);
    say("; pongs", pongs);
    return text.str();
}

People::People(std::uint16_t port, const std::vector<std::string>& games) {
    target_.endpoint = {boost::asio::ip::address_v4::loopback(), port};
    target_.host = "127.0.0.1:" + std::to_string(port);
    const auto failed = [this](const std::string& why) {
        if (failure_.empty()) failure_ = why;
    };
    std::size_t ready = 0;
    for (std::size_t i = 0; i < tables; ++i) {
        tables_.push_back(std::make_unique<load::Table>(io_, target_, plan_, i, tally_, failed));
        tables_.back()->enter([&, i] { tables_[i]->open(games[i % games.size()], [&] { ++ready; }); });
    }
    for (std::size_t i = 0; i < pingers; ++i) {
        pingers_.push_back(std::make_unique<load::Guest>(io_, target_, failed));
        pingers_.back()->enter([&] { ++ready; });
    }
    until([&] { return ready == tables + pingers; }, "a match has begun at each table");
    tally_.counting = true;
}

People::~People() = default;

void People::play(std::chrono::milliseconds how_long) {
    tally_.to_ack = felt_.moves;
    const auto moves_before = felt_.moves.count(), pongs_before = felt_.pongs.count();
    std::uint64_t asked = 0;
    const auto end = Clock::now() + how_long;
    for (auto due = Clock::now(); due < end; due += 2 * step) {
        wait_for(due);
        next_table().owe(due);
        wait_for(due + step);
        ping(due + step);
        ++asked;
    }
    until(
        [&] {
            return tally_.to_ack.count() == moves_before + asked &&
                   felt_.pongs.count() == pongs_before + asked;
        },
        "everything is answered");
    felt_.moves = tally_.to_ack;
}

void People::warm_up(std::chrono::milliseconds how_long) {
    const Felt before = felt_;
    play(how_long);
    felt_ = before;
}

load::Table& People::next_table() {
    // That a table is set up for another match is not what is measured; all others have their moves.
    for (std::size_t i = 0; i < tables; ++i)
        if (load::Table& table = *tables_[next_table_++ % tables]; !table.between_matches()) return table;
    return *tables_[next_table_ % tables];
}

void People::ping(Clock::time_point due) {
    pingers_[next_pinger_++ % pingers]->ask(
        "ping", nlohmann::json::object(),
        [this, due](const nlohmann::json&) { felt_.pongs.add(Clock::now() - due); });
}

void People::wait_for(Clock::time_point moment) {
    bool come = false;
    timer_.expires_at(moment);
    timer_.async_wait([&](boost::system::error_code) { come = true; });
    while (!come) io_.run_one();
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

void People::until(const std::function<bool()>& done, const char* what) {
    const auto deadline = Clock::now() + patience;
    while (!done() && failure_.empty() && Clock::now() < deadline) io_.run_one_until(deadline);
    if (!failure_.empty()) throw std::runtime_error(failure_);
    if (!done()) throw std::runtime_error(std::string("Timed out waiting until ") + what + ".");
}

}  // namespace pentad::testing
