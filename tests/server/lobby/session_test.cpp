#include "server/session/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/lobby/fake_connection.hpp"

namespace pentad::server {
namespace {

using protocol::RequestId;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

RequestId number(std::int64_t value) { return value; }

TEST(Session, AnswersEachRequestOnce) {
    const auto connection = std::make_shared<FakeConnection>();
    Session session({"s_1"}, {});
    session.attach(connection);
    EXPECT_TRUE(session.requests().begin(number(7)));
    EXPECT_FALSE(session.requests().begin(number(7)));
    session.reply({number(7), protocol::Empty{}});
    session.reply({number(7), protocol::Empty{}});
    session.refuse(number(7), protocol::ErrorCode::internal_error);
    EXPECT_THAT(connection->sent, ElementsAre(HasSubstr("\"re\":7")));
    EXPECT_TRUE(session.requests().begin(number(7)));
}

TEST(Session, DoesNotAnswerRequestsOfAnOlderConnection) {
    const auto old_connection = std::make_shared<FakeConnection>();
    const auto new_connection = std::make_shared<FakeConnection>();
    Session session({"s_1"}, {});
    session.attach(old_connection);
    session.requests().begin(number(1));
    session.attach(new_connection);
    session.reply({number(1), protocol::Empty{}});
    EXPECT_THAT(old_connection->sent, ElementsAre());
    EXPECT_THAT(new_connection->sent, ElementsAre());
}

TEST(Session, HoldsARequestWhoseIdIsStillOpenOnAnOlderConnection) {
    const auto connection = std::make_shared<FakeConnection>();
    Session session({"s_1"}, {});
    session.attach(std::make_shared<FakeConnection>());
    session.requests().begin(number(1));
    session.attach(connection);
    int begun = 0;
    ASSERT_TRUE(session.requests().older_is_open(number(1)));
    session.requests().when_older_is_done(number(1), [&] { ++begun; });
    EXPECT_FALSE(session.requests().older_is_open(number(1))) << "one may wait";
    EXPECT_FALSE(session.requests().begin(number(1))) << "further requests with the id are refused";
    EXPECT_FALSE(session.requests().older_is_open(number(2)));
    session.reply({number(1), protocol::Empty{}});
    EXPECT_EQ(begun, 1);
    EXPECT_THAT(connection->sent, ElementsAre());
    EXPECT_TRUE(session.requests().begin(number(1)));
    session.reply({number(1), protocol::Empty{}});
    EXPECT_THAT(connection->sent, ElementsAre(HasSubstr("\"re\":1")));
}

TEST(Session, ForgetsAHeldRequestWhenItsConnectionIsReplaced) {
    const auto connection = std::make_shared<FakeConnection>();
    Session session({"s_1"}, {});
    session.attach(std::make_shared<FakeConnection>());
    session.requests().begin(number(1));
    session.attach(std::make_shared<FakeConnection>());
    bool begun = false;
    session.requests().when_older_is_done(number(1), [&] { begun = true; });
    session.attach(connection);
    session.reply({number(1), protocol::Empty{}});
    EXPECT_FALSE(begun);
    EXPECT_THAT(connection->sent, ElementsAre());
}

TEST(Session, AcceptsThePreviousTokenUntilTheNewConnectionHasSpoken) {
    Session session({"s_1"}, {});
    const std::string first = session.tokens().rotate();
    const std::string second = session.tokens().rotate(first);
    EXPECT_NE(first, second);
    EXPECT_TRUE(session.tokens().accepts(first));
    EXPECT_TRUE(session.tokens().accepts(second));
    EXPECT_FALSE(session.tokens().confirm()) << "the old connection does not have the new token";
    EXPECT_TRUE(session.tokens().accepts(first));
    session.attach(std::make_shared<FakeConnection>());
    EXPECT_TRUE(session.tokens().confirm());
    EXPECT_FALSE(session.tokens().accepts(first));
    EXPECT_TRUE(session.tokens().accepts(second));
    EXPECT_FALSE(session.tokens().accepts(""));
    EXPECT_FALSE(session.tokens().accepts("guess"));
}

TEST(Session, AcceptsTheSameTokenWhenTheNewOneIsLostEachTime) {
    Session session({"s_1"}, {});
    const std::string known = session.tokens().rotate();
    std::string lost;
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(session.tokens().accepts(known));
        lost = session.tokens().rotate(known);
    }
    EXPECT_TRUE(session.tokens().accepts(lost));
}

}  // namespace
}  // namespace pentad::server
