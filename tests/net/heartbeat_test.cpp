// With a clock controlled by the test.

#include "server/net/heartbeat.hpp"

#include <gtest/gtest.h>

#include "server/net/web_socket_connection.hpp"

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using Time = Heartbeat::Time;
using Verdict = Heartbeat::Verdict;

/// The default setting.
constexpr auto idle = ConnectionSettings{}.idle_timeout;

TEST(Heartbeat, GivesUpASilentPeerAtTheIdleTimeout) {
    for (auto last = 0ms; last < 12s; last += 100ms) {
        Heartbeat heartbeat(idle);
        heartbeat.start(Time(0s));
        Time now(0s);
        bool heard = false;
        int pings = 0;
        for (;;) {
            const Verdict verdict = heartbeat.look(now);
            if (verdict == Verdict::give_up) break;
            pings += verdict == Verdict::ping;
            // Something is received between two looks.
            if (!heard && heartbeat.due() > Time(last)) {
                heartbeat.heard(Time(last));
                heard = true;
            }
            // Timers are late.
            now = std::max(now, heartbeat.due()) + 1ms;
            ASSERT_LT(now, Time(60s));
        }
        const auto silence = now - Time(last);
        EXPECT_GE(silence, idle);
        EXPECT_LE(silence, idle + 10ms) << "last heard at " << last.count() << " ms";
        EXPECT_LT(silence, 40s) << "the documented limit";
        EXPECT_GE(pings, 3);
    }
}

TEST(Heartbeat, KeepsAPeerThatAnswersEachPing) {
    Heartbeat heartbeat(idle);
    heartbeat.start(Time(0s));
    int pings = 0;
    for (Time now(0s); now < Time(10min); now = heartbeat.due()) {
        const Verdict verdict = heartbeat.look(now);
        ASSERT_NE(verdict, Verdict::give_up);
        if (verdict != Verdict::ping) continue;
        ++pings;
        heartbeat.heard(now + 2s);
    }
    EXPECT_EQ(pings, 60) << "every ten seconds";
}

TEST(Heartbeat, GivesAPeerAnotherChanceAfterItsOwnProcessWasSuspended) {
    Heartbeat heartbeat(idle);
    heartbeat.start(Time(0s));
    EXPECT_EQ(heartbeat.look(Time(0s)), Verdict::ping);
    heartbeat.heard(Time(1s));
    const Time woken(10min);
    EXPECT_EQ(heartbeat.look(woken), Verdict::ping);
    Time now = woken;
    while (heartbeat.look(now) != Verdict::give_up) now = heartbeat.due();
    EXPECT_EQ(now, woken + idle);
}

}  // namespace
}  // namespace pentad::server
