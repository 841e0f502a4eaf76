#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "protocol/analysis.hpp"
#include "protocol/record.hpp"
#include "tests/protocol/golden.hpp"

namespace pentad::protocol {
namespace {

using nlohmann::json;

template <class Message>
Message read_server_message(const std::string& name, const std::string& text) {
    auto message = decode_server_message(text);
    if (!message) {
        ADD_FAILURE() << name << ": " << message.error();
        return {};
    }
    auto* wanted = std::get_if<Message>(&*message);
    if (wanted == nullptr) {
        ADD_FAILURE() << name << " is another kind of message";
        return {};
    }
    return std::move(*wanted);
}

TEST(GoldenMessages, RoundTripAsRequests) {
    for (const auto& [name, text] : golden::files("request")) {
        const auto request = decode_request(text);
        ASSERT_TRUE(request) << name << ": " << request.error().message;
        EXPECT_TRUE(name.starts_with(type_name(request->message))) << name;
        EXPECT_EQ(json::parse(encode(*request)), json::parse(text)) << name;
    }
}

TEST(GoldenMessages, RoundTripAsServerMessages) {
    for (const auto& [name, text] : golden::files("event")) {
        const auto event = read_server_message<Event>(name, text);
        EXPECT_TRUE(name.starts_with(type_name(event.body))) << name;
        EXPECT_EQ(json::parse(encode(event)), json::parse(text)) << name;
    }
    for (const auto& [name, text] : golden::files("error")) {
        const auto error = read_server_message<ErrorReply>(name, text);
        EXPECT_EQ(json::parse(encode(error)), json::parse(text)) << name;
    }
    for (const auto& [name, text] : golden::files("ok")) {
        const auto ok = read_server_message<OkReply>(name, text);
        const auto body = golden::ok_bodies().at(name.substr(0, name.find('.')))(ok.data_json);
        ASSERT_TRUE(body) << name << ": " << body.error();
        EXPECT_EQ(json::parse(encode(Ok{ok.re, *body})), json::parse(text)) << name;
    }
}

TEST(GoldenMessages, CoverEveryMessage) {
    const auto requests = golden::files("request");
    for (const auto& type : golden::request_types()) EXPECT_TRUE(requests.contains(type)) << type;
    const auto events = golden::files("event");
    for (const auto& type : golden::event_types()) EXPECT_TRUE(events.contains(type)) << type;
    const auto replies = golden::files("ok");
    EXPECT_EQ(golden::ok_bodies().size(), std::variant_size_v<OkBody>);
    for (const auto& [name, rewrite] : golden::ok_bodies()) EXPECT_TRUE(replies.contains(name)) << name;
}

TEST(GoldenMessages, RoundTripAsHttpBodies) {
    const auto files = golden::files("http");
    const auto record = decode_record(files.at("record"));
    ASSERT_TRUE(record) << record.error();
    EXPECT_EQ(json::parse(encode(*record)), json::parse(files.at("record")));
    Leaderboard board;
    board.game = "sight";
    board.players = {{1, {"p_10ff", "Ann", PlayerKind::human}, {1688, 84, 31, false}},
                     {2, {"p_2b7e", "Bob", PlayerKind::human}, {1652, 92, 17, false}}};
    board.next = 2;
    EXPECT_EQ(json::parse(encode(board)), json::parse(files.at("leaderboard")));
    RoomSummary bobs;
    bobs.room = "r_77aa";
    bobs.game = "bounce";
    bobs.options = {"8x8", "standard"};
    bobs.seats[0].kind = ChairKind::human;
    bobs.seats[0].player = {"p_31c9", "Bob", PlayerKind::human};
    bobs.seats[0].presence = Presence::online;
    bobs.seats[1].kind = ChairKind::open;
    bobs.created = 1759999980000;
    EXPECT_EQ(json::parse(encode(RoomPage{{bobs}, 740, {612, 87, 9}, 612, "0.1759999980000.r_77aa"})),
              json::parse(files.at("rooms")));
    MatchAnalysis analysis{"m_9f3k", "sight", false, 9, {}};
    analysis.moves = {{0, Side::first, "a1", "b2", {"b2", "b1", "a1"}, 100'000, 9, 100'300, true},
                      {1, Side::second, "b2", "b2", {"b2", "a3"}, 300, std::nullopt, 0, false}};
    EXPECT_EQ(json::parse(encode(analysis)), json::parse(files.at("analysis")));
}

TEST(GoldenMessages, AreTheExamplesOfTheReadme) {
    const auto readme = golden::read_file(std::string(PENTAD_PROTOCOL_DIR) + "/README.md");
    // <!-- golden/request/move.play.json --> and the block below it.
    const std::regex example("<!-- golden/([a-zA-Z_./]+) -->\n```json\n([^`]*)```\n");
    std::set<std::string> shown;
    for (std::sregex_iterator it(readme.begin(), readme.end(), example), end; it != end; ++it) {
        EXPECT_EQ((*it)[2], golden::read_file(golden::folder() / (*it)[1].str())) << (*it)[1];
        shown.insert((*it)[1]);
    }
    EXPECT_GE(shown.size(), 20u);
    const std::regex block("```json\n");
    const auto blocks = std::distance(std::sregex_iterator(readme.begin(), readme.end(), block), {});
    EXPECT_EQ(static_cast<std::size_t>(blocks), shown.size()) << "every JSON block has a golden file";
}

// What a server of a later version may send.
TEST(ServerMessage, MayHaveUnknownFields) {
    const auto moved = golden::files("event").at("bot.status");
    auto later = json::parse(moved);
    later["new"] = {{"a", json::array({1.5, nullptr, "x"})}};
    later["data"]["new"] = 1e300;
    const auto event = read_server_message<Event>("bot.status", later.dump());
    EXPECT_EQ(json::parse(encode(event)), json::parse(moved));
}

TEST(ServerMessage, MayBeAnUnknownEvent) {
    const auto event = read_server_message<Event>(
        "new",
        R"({"type":"match.cheered","match":"m_1","seq":7,"ts":5,"data":{"a":[1,-2.5e3,"\n",null,true]}})");
    EXPECT_EQ(event.match, "m_1");
    EXPECT_EQ(event.seq, 7);
    const auto& unknown = std::get<UnknownEvent>(event.body);
    EXPECT_EQ(unknown.type, "match.cheered");
    EXPECT_EQ(json::parse(unknown.data), json::parse(R"({"a":[1,-2.5e3,"\n",null,true]})"));
}

TEST(ServerMessage, MayHaveAnUnknownErrorCode) {
    const auto error = read_server_message<ErrorReply>(
        "new", R"({"type":"error","re":3,"error":{"code":"new_code","message":"No.","retryable":false}})");
    EXPECT_EQ(error.code, ErrorCode::internal_error);
    EXPECT_EQ(error.message, "No.");
    EXPECT_EQ(error.re, RequestId(std::int64_t{3}));
}

TEST(ServerMessage, ErrorNamesTheWrongField) {
    auto broken = json::parse(golden::files("event").at("match.moved"));
    broken["data"]["pieces"][1][1] = 2;
    const auto message = decode_server_message(broken.dump());
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error(), "data.pieces[1] must be an integer from 0 to 1");
}

}  // namespace
}  // namespace pentad::protocol
