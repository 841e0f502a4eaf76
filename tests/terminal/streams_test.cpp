#include "clients/terminal/net/streams.hpp"

#include <gtest/gtest.h>

namespace pentad::terminal {
namespace {

using Verdict = Streams::Verdict;

protocol::Event moved(std::int64_t seq) {
    protocol::Event event;
    event.match = "m";
    event.seq = seq;
    event.body = protocol::MatchMoved{};
    return event;
}

TEST(Streams, DeliverEachEventOnceAndFindWhatIsMissing) {
    Streams streams;
    streams.follow("match:m", 4);
    EXPECT_EQ(streams.accept(moved(5)), Verdict::deliver);
    EXPECT_EQ(streams.accept(moved(5)), Verdict::old);
    EXPECT_EQ(streams.accept(moved(7)), Verdict::gap);
    EXPECT_EQ(streams.accept(moved(6)), Verdict::deliver);
}

TEST(Streams, TakeASnapshotAsWhatItContains) {
    Streams streams;
    streams.follow("match:m", 4);
    protocol::Event snapshot = moved(9);
    snapshot.body = protocol::MatchSnapshot{};
    EXPECT_EQ(streams.accept(snapshot), Verdict::deliver);
    EXPECT_EQ(streams.accept(moved(9)), Verdict::old);
    EXPECT_EQ(streams.accept(moved(10)), Verdict::deliver);
}

TEST(Streams, FollowAMatchFromItsStartInTheRoom) {
    Streams streams;
    streams.follow("room:r", 1);
    protocol::Event started;
    started.room = "r";
    started.match = "m";
    started.seq = 2;
    started.body = protocol::MatchStarted{"r", "m", {}, {}, 7};
    EXPECT_EQ(streams.accept(started), Verdict::deliver);
    EXPECT_EQ(streams.positions(), (std::map<std::string, std::int64_t>{{"room:r", 2}, {"match:m", 7}}));
    EXPECT_EQ(streams.behind({{"match:m", 8}, {"room:r", 2}, {"lobby", 5}}),
              std::vector<std::string>{"match:m"});
}

}  // namespace
}  // namespace pentad::terminal
