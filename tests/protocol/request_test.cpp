#include <gtest/gtest.h>

#include "protocol/codec.hpp"

namespace pentad::protocol {
namespace {

using namespace std::chrono_literals;

/// The message of a request, which must be readable and of this type.
template <class Message>
Message read(const std::string& text) {
    const auto request = decode_request(text);
    if (!request) {
        ADD_FAILURE() << text << ": " << request.error().message;
        return {};
    }
    const auto* message = std::get_if<Message>(&request->message);
    if (message == nullptr) {
        ADD_FAILURE() << text << " was read as " << type_name(request->message);
        return {};
    }
    return *message;
}

TEST(Request, KeepsItsIdAndItsAddress) {
    const auto numbered = decode_request(R"({"type":"match.abort","id":-3,"match":"m_1"})");
    ASSERT_TRUE(numbered);
    EXPECT_EQ(numbered->id, RequestId(std::int64_t{-3}));
    EXPECT_EQ(numbered->match, "m_1");
    EXPECT_EQ(numbered->room, "");
    const auto named = decode_request(R"({"id":"a","room":"r_1","type":"room.start","data":{}})");
    ASSERT_TRUE(named);
    EXPECT_EQ(named->id, RequestId(std::string("a")));
    EXPECT_EQ(named->room, "r_1");
}

TEST(Request, MustNameItsRoomOrMatch) {
    const auto move =
        decode_request(R"({"type":"move.play","id":1,"data":{"turn":0,"move":"a1","moveId":"x"}})");
    ASSERT_FALSE(move);
    EXPECT_EQ(move.error().code, ErrorCode::bad_request);
    EXPECT_EQ(move.error().message, "match is missing");
    const auto start = decode_request(R"({"type":"room.start","id":1,"room":""})");
    ASSERT_FALSE(start);
    EXPECT_EQ(start.error().message, "room must not be empty");
}

TEST(Request, HasDefaultsForTheSettingsOfARoom) {
    const auto room = read<RoomCreate>(
        R"({"type":"room.create","id":1,"data":{"game":"sight","seats":[{"kind":"human"},{"kind":"open"}]}})");
    EXPECT_EQ(room.game, "sight");
    EXPECT_EQ(room.options, engine::Options{});
    EXPECT_FALSE(room.hotseat);
    EXPECT_EQ(room.tc, TimeControl{});
    EXPECT_EQ(room.visibility, Visibility::public_);
    EXPECT_TRUE(room.spectators);
    EXPECT_TRUE(room.takeback);
    EXPECT_EQ(room.first_seat, FirstSeat::random);
    EXPECT_FALSE(room.rated);
    EXPECT_EQ(room.seats[1].kind, ChairKind::open);
    EXPECT_TRUE(read<RoomReady>(R"({"type":"room.ready","id":1,"room":"r"})").ready);
    EXPECT_TRUE(read<MatchWatch>(R"({"type":"match.watch","id":1,"match":"m"})").history);
    EXPECT_FALSE(read<MatchSync>(R"({"type":"match.sync","id":1,"match":"m","data":{"haveSeq":0}})").history);
}

TEST(Request, SetsEverySettingOfARoom) {
    const auto room = read<RoomCreate>(
        R"({"type":"room.create","id":1,"data":{"game":"sight","options":{"size":"3x3"},"seats":[)"
        R"({"kind":"bot","level":3,"seed":9007199254740991},{"kind":"bot","bot":"p_7"}],"hotseat":true,)"
        R"("tc":{"kind":"fischer","initialMs":60000,"incMs":1000},"visibility":"private","password":"pass",)"
        R"("spectators":false,"takeback":false,"firstSeat":1,"rated":true}})");
    EXPECT_EQ(room.options.size, "3x3");
    EXPECT_EQ(room.seats[0].level, 3);
    EXPECT_EQ(room.seats[0].seed, 9007199254740991);
    EXPECT_EQ(room.seats[1].bot, "p_7");
    EXPECT_TRUE(room.hotseat);
    EXPECT_EQ(room.tc, (TimeControl{TimeControlKind::fischer, 60s, 1s, 0s}));
    EXPECT_EQ(room.visibility, Visibility::private_);
    EXPECT_EQ(room.password, "pass");
    EXPECT_FALSE(room.spectators);
    EXPECT_FALSE(room.takeback);
    EXPECT_EQ(room.first_seat, FirstSeat::chair1);
    EXPECT_TRUE(room.rated);
}

TEST(Request, LimitsClocksToAYear) {
    const auto room = [](const std::string& tc) {
        return R"({"type":"room.create","id":1,"data":{"game":"sight","seats":[{"kind":"human"},{"kind":"open"}],)"
               R"("tc":)" +
               tc + "}}";
    };
    EXPECT_EQ(read<RoomCreate>(room(R"({"kind":"correspondence","moveMs":31622400000})")).tc.per_move,
              366 * 24h);
    for (const char* field : {"initialMs", "incMs", "moveMs"}) {
        const auto refused =
            decode_request(room(R"({"kind":"fischer",")" + std::string(field) + R"(":31622400001})"));
        ASSERT_FALSE(refused) << field;
        EXPECT_EQ(refused.error().code, ErrorCode::bad_request) << field;
    }
}

TEST(Request, TakesTheFirstSeatAsANumberOrAsText) {
    const auto first_seat = [](const std::string& value) {
        return read<RoomCreate>(R"({"type":"room.create","id":1,"data":{"game":"g","firstSeat":)" + value +
                                R"(,"seats":[{"kind":"human"},{"kind":"open"}]}})")
            .first_seat;
    };
    EXPECT_EQ(first_seat("0"), FirstSeat::chair0);
    EXPECT_EQ(first_seat("\"1\""), FirstSeat::chair1);
    EXPECT_EQ(first_seat("\"random\""), FirstSeat::random);
}

TEST(Request, JoinsAChairByNumberOrAnyOrNone) {
    const auto seat = [](const std::string& value) {
        return read<RoomJoin>(R"({"type":"room.join","id":1,"data":{"room":"r","seat":)" + value + "}}").seat;
    };
    EXPECT_EQ(seat("0"), JoinSeat::chair0);
    EXPECT_EQ(seat("1"), JoinSeat::chair1);
    EXPECT_EQ(seat("\"any\""), JoinSeat::any);
    EXPECT_EQ(seat("\"watch\""), JoinSeat::watch);
}

TEST(Request, HasFiveKindsOfAuth) {
    const auto auth = [](const std::string& value) {
        return read<Hello>(
                   R"({"type":"hello","id":1,"data":{"protocol":[1],"client":{"name":"t","version":"1"},"auth":)" +
                   value + "}}")
            .auth;
    };
    EXPECT_EQ(std::get<GuestAuth>(auth(R"({"kind":"guest"})")).name, std::nullopt);
    EXPECT_EQ(std::get<GuestAuth>(auth(R"({"kind":"guest","name":"Ann"})")).name, "Ann");
    EXPECT_EQ(std::get<TokenAuth>(auth(R"({"kind":"token","token":"t"})")).token, "t");
    const auto resume = std::get<ResumeAuth>(
        auth(R"({"kind":"resume","session":"s","token":"t","streams":{"lobby":7,"match:m_1":42}})"));
    EXPECT_EQ(resume.streams, (std::map<std::string, std::int64_t>{{"lobby", 7}, {"match:m_1", 42}}));
    EXPECT_EQ(std::get<BotAuth>(auth(R"({"kind":"bot","name":"b","key":"k"})")).key, "k");
    EXPECT_EQ(std::get<HandoverAuth>(auth(R"({"kind":"handover","code":"c"})")).code, "c");
}

TEST(Request, AppliesOneMoveOrAListOfThem) {
    const auto moves = [](const std::string& fields) {
        return read<EngineApply>(R"({"type":"engine.apply","id":1,"data":{"game":"g")" + fields + "}}").moves;
    };
    EXPECT_EQ(moves(R"(,"move":"a1-a2")"), std::vector<std::string>{"a1-a2"});
    EXPECT_EQ(moves(R"(,"moves":["a1-a2","b1-b2"])"), (std::vector<std::string>{"a1-a2", "b1-b2"}));
    EXPECT_TRUE(moves("").empty());
}

TEST(Request, IgnoresUnknownFields) {
    const auto move =
        read<MovePlay>(R"({"type":"move.play","id":1,"match":"m","future":[1.5,null,{"a":1e99}],)"
                       R"("data":{"turn":12,"move":"a2-a3","moveId":"k1","colour":{"x":[]}}})");
    EXPECT_EQ(move.turn, 12);
    EXPECT_EQ(move.move, "a2-a3");
    EXPECT_EQ(move.move_id, "k1");
    EXPECT_EQ(move.seat, std::nullopt);
}

}  // namespace
}  // namespace pentad::protocol
