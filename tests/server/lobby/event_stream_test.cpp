#include "server/session/event_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/lobby/fake_connection.hpp"

namespace pentad::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

protocol::Event line(const std::string& text) {
    protocol::Event event;
    event.room = "r_1";
    event.body = protocol::ChatLine{protocol::ChatChannel::room, {}, text};
    return event;
}

std::vector<std::string> texts(const std::optional<std::vector<Bytes>>& bytes) {
    std::vector<std::string> result;
    if (!bytes) return {"not kept"};
    for (const Bytes& one : *bytes) result.push_back(*one);
    return result;
}

/// Three subscribers; their connections record what they get.
class Audience : public ::testing::Test {
  protected:
    Audience() {
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            connections[i] = std::make_shared<FakeConnection>();
            sessions[i] = new_session(std::to_string(i));
            sessions[i]->attach(connections[i]);
        }
    }
    void all_listen(EventStream& stream) {
        for (const auto& session : sessions) stream.subscribe(session);
    }

    std::array<std::shared_ptr<FakeConnection>, 3> connections;
    std::array<std::shared_ptr<Session>, 3> sessions;
};

TEST_F(Audience, ASubscriberThatResumesGetsWhatItMissed) {
    EventStream stream;
    all_listen(stream);
    const auto is = [&](int i) { return [this, i](const Session& it) { return &it == sessions[i].get(); }; };
    stream.publish(line("to all"));
    stream.publish(line("plain"), line("special"), is(1));
    stream.publish_to(line("secret"), is(2));
    stream.publish_by([&](const Session& it) { return is(0)(it)   ? 7
                                                      : is(1)(it) ? 3
                                                                  : 0; },
                      [&](const Session& it) { return line("for " + it.player().name); });
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        EXPECT_EQ(connections[i]->sent.size(), 4U);
        EXPECT_EQ(texts(stream.missed(*sessions[i], 0)), connections[i]->sent);
        EXPECT_EQ(texts(stream.missed(*sessions[i], 3)),
                  std::vector<std::string>{connections[i]->sent.back()});
        EXPECT_THAT(texts(stream.missed(*sessions[i], 4)), ElementsAre());
    }
    EXPECT_THAT(connections[0]->sent,
                ElementsAre(HasSubstr("to all"), HasSubstr("plain"), HasSubstr("skip"), HasSubstr("for 0")));
    EXPECT_THAT(connections[1]->sent, ElementsAre(HasSubstr("to all"), HasSubstr("special"),
                                                  HasSubstr("skip"), HasSubstr("for 1")));
    EXPECT_THAT(connections[2]->sent, ElementsAre(HasSubstr("to all"), HasSubstr("plain"),
                                                  HasSubstr("secret"), HasSubstr("for 2")));
    EXPECT_THAT(connections[0]->sent[2], HasSubstr("\"seq\":3"));
    EXPECT_THAT(connections[0]->sent[2], HasSubstr("r_1"));
}

TEST_F(Audience, ASubscriberThatIsAwayMissesNothingThatIsKept) {
    EventStream stream;
    all_listen(stream);
    stream.publish(line("one"));
    sessions[0]->detach();
    stream.publish(line("two"));
    stream.publish(line("three"));
    EXPECT_EQ(connections[0]->sent.size(), 1U);
    EXPECT_EQ(texts(stream.missed(*sessions[0], 1)),
              std::vector<std::string>(connections[1]->sent.begin() + 1, connections[1]->sent.end()));
}

TEST_F(Audience, NobodyGetsEventsFromBeforeTheySubscribed) {
    EventStream stream;
    stream.subscribe(sessions[0]);
    stream.publish(line("before"));
    stream.subscribe(sessions[1]);
    stream.publish(line("after"));
    EXPECT_EQ(texts(stream.missed(*sessions[0], 0)).size(), 2U);
    EXPECT_FALSE(stream.missed(*sessions[1], 0));
    EXPECT_THAT(texts(stream.missed(*sessions[1], 1)), ElementsAre(HasSubstr("after")));
    EXPECT_FALSE(stream.missed(*sessions[2], 1)) << "it never subscribed";
    EXPECT_FALSE(stream.missed(*sessions[0], 3)) << "the future";
    stream.unsubscribe(*sessions[0]);
    stream.subscribe(sessions[0]);
    EXPECT_FALSE(stream.missed(*sessions[0], 1)) << "it left and subscribed again later";
}

TEST_F(Audience, KeepsABoundedNumberOfEvents) {
    EventStream stream({3, 100'000});
    all_listen(stream);
    for (int i = 1; i <= 5; ++i) stream.publish(line(std::to_string(i)));
    EXPECT_EQ(texts(stream.missed(*sessions[0], 2)).size(), 3U);
    EXPECT_FALSE(stream.missed(*sessions[0], 1));

    EventStream small({64, 2000});
    small.subscribe(sessions[0]);
    for (int i = 1; i <= 100; ++i) small.publish(line(std::string(200, 'x')));
    EXPECT_FALSE(small.missed(*sessions[0], 90)) << "ten lines are more than 2000 bytes";
    EXPECT_TRUE(small.missed(*sessions[0], 98));
    small.publish(line(std::string(5000, 'x')));
    EXPECT_FALSE(small.missed(*sessions[0], 100)) << "larger than all that may be kept";
    EXPECT_TRUE(small.missed(*sessions[0], 101));
    small.publish(line("short"));
    EXPECT_THAT(texts(small.missed(*sessions[0], 101)), ElementsAre(HasSubstr("short")));
}

TEST_F(Audience, ARoomsStreamsAreSmall) {
    EXPECT_LE(2 * EventStream::Kept{}.bytes, 8U * 1024);
    // Absent subscribers cost as little as present ones.
    EventStream stream;
    all_listen(stream);
    for (int i = 0; i < 1000; ++i) stream.publish_to(line("psst"), [](const Session&) { return false; });
    EXPECT_FALSE(stream.missed(*sessions[0], 1));
}

}  // namespace
}  // namespace pentad::server
