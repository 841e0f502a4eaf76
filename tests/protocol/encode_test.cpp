#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "protocol/codec.hpp"

namespace pentad::protocol {
namespace {

using nlohmann::json;

std::string chat(const std::string& text) {
    ChatLine line;
    line.text = text;
    return encode(Event{.room = "", .match = "", .game = "", .seq = {}, .ts = 0, .body = line});
}

/// The text of a chat line as it was written, without the quotation marks.
std::string written(const std::string& text) {
    const std::string whole = chat(text);
    const std::string before = R"("text":")";
    const auto start = whole.find(before) + before.size();
    return whole.substr(start, whole.size() - start - 3);
}

TEST(Encode, EscapesWhatCouldEndALineOrAString) {
    EXPECT_EQ(written("plain <b>&amp;'/"), "plain <b>&amp;'/");
    EXPECT_EQ(written("\"\\"), R"(\"\\)");
    EXPECT_EQ(written("a\nb\rc\td"), R"(a\nb\rc\td)");
    EXPECT_EQ(written(std::string("\0\x01\x1b\x7f", 4)), "\\u0000\\u0001\\u001b\\u007f");
    EXPECT_EQ(written("\xC2\x85"), "\\u0085");
    EXPECT_EQ(written("\xE2\x80\xA8\xE2\x80\xA9"), "\\u2028\\u2029");
}

TEST(Encode, KeepsEveryOtherCodePoint) {
    EXPECT_EQ(written("Zoë 碁 😀 \xE2\x80\xA7"), "Zoë 碁 😀 \xE2\x80\xA7");
    for (const std::string& text : {std::string("a\0b", 3), std::string("\u2028😀\"\\\n")})
        EXPECT_EQ(json::parse(chat(text))["data"]["text"], text);
}

TEST(Encode, ReplacesWhatIsNotUtf8) {
    EXPECT_EQ(written("a\xFFz"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(written("\xC3"), "\xEF\xBF\xBD");
    EXPECT_EQ(written("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_TRUE(json::accept(chat("\xF0\x9F\x98")));
}

TEST(Encode, WritesTheLegalMovesAsTheLastFieldOfAPosition) {
    MatchMoved moved;
    moved.move = "a2-a3";
    moved.automatic = Automatic::premove;
    moved.clock.remaining = {std::chrono::seconds(1), std::chrono::seconds(2)};
    for (const EventBody& body : {EventBody(moved), EventBody(MatchTakenBack{})}) {
        Event event{"", "m_1", "", 42, 1760000000123, body};
        std::string plain = encode(event);
        std::visit(
            [&](auto& position) {
                if constexpr (requires { position.legal; }) position.legal = {"a1-b2", "a1xb3@c4"};
            },
            event.body);
        ASSERT_TRUE(plain.ends_with("}}"));
        plain.insert(plain.size() - 2, R"(,"legal":["a1-b2","a1xb3@c4"])");
        EXPECT_EQ(encode(event), plain);
    }
}

TEST(Encode, WritesTheEnvelopesOfTheProtocol) {
    EXPECT_EQ(encode(Ok{std::int64_t{17}, Empty{}}), R"({"type":"ok","re":17,"data":{}})");
    EXPECT_EQ(encode(Ok{std::string("a"), OfferPlaced{"o_1"}}),
              R"({"type":"ok","re":"a","data":{"offer":"o_1"}})");
    EXPECT_EQ(encode(ErrorReply{std::nullopt, ErrorCode::bad_json, "No.", {}}),
              R"({"type":"error","re":null,"error":{"code":"bad_json","message":"No.","retryable":false}})");
    EXPECT_EQ(encode(Event{"", "m_1", "", 42, 1760000000123, Skip{}}),
              R"({"type":"skip","match":"m_1","seq":42})");
    EXPECT_EQ(encode(Event{"", "m_1", "", 42, 1760000000123, TurnCancel{3}}),
              R"({"type":"turn.cancel","match":"m_1","seq":42,"ts":1760000000123,"data":{"turn":3}})");
    EXPECT_EQ(encode(Request{std::int64_t{17}, "", "m_1", MovePlay{12, "a2-a3", "k", {}}}),
              R"({"type":"move.play","id":17,"match":"m_1","data":{"turn":12,"move":"a2-a3","moveId":"k"}})");
}

TEST(Encode, UsesTheTablesTextForAnErrorWithoutOne) {
    const auto error = json::parse(encode(ErrorReply{std::int64_t{1}, ErrorCode::rate_limited, "", {}}));
    EXPECT_EQ(error["error"]["message"], info(ErrorCode::rate_limited).text);
    EXPECT_EQ(error["error"]["retryable"], true);
}

TEST(Encode, WritesAHashAsSixteenDigits) {
    MoveAccepted accepted;
    accepted.hash = 0xabc;
    EXPECT_EQ(json::parse(encode(Ok{std::int64_t{1}, accepted}))["data"]["hash"], "0000000000000abc");
}

TEST(Encode, ListsAGameWithTheSchemaOfItsOptions) {
    engine::GameInfo game;
    game.id = "toy";
    game.name = "Toy";
    game.credit = {"Someone", "1999", ""};
    game.sides = {"Left", "Right"};
    game.sizes = {"3x3", {{"3x3", "Small"}, {"5x5", "Large"}}};
    game.variants = {"basic", {{"basic", "Basic"}}};
    game.kinds = {{"man", "man", "M", "man"}};
    game.layouts = {"square"};
    game.draw_offers = true;
    game.rules_text = {{"en", "Play."}};
    game.texts = {{"en", {{"reason.goal", "home"}}}};
    GameCard card = game_card(game);
    card.levels = {{1, "Random"}};
    HelloOk hello;
    hello.games = {card};
    const auto text = encode(Ok{std::int64_t{1}, hello});
    EXPECT_EQ(json::parse(text)["data"]["games"][0], json::parse(R"({
        "game": "toy", "name": "Toy", "rulesVersion": 1, "sides": ["Left", "Right"],
        "options": {"type": "object", "additionalProperties": false, "properties": {
            "size": {"type": "string", "title": "Board size", "default": "3x3",
                     "oneOf": [{"const": "3x3", "title": "Small"}, {"const": "5x5", "title": "Large"}]},
            "variant": {"type": "string", "title": "Variant", "default": "basic",
                        "oneOf": [{"const": "basic", "title": "Basic"}]}}},
        "credit": {"designer": "Someone", "year": "1999"}, "supports": {"draw": true, "takeback": true},
        "kinds": {"man": {"shape": "man", "letter": "M", "label": "man"}}, "layouts": ["square"],
        "rulesText": {"en": "Play."}, "texts": {"en": {"reason.goal": "home"}},
        "levels": [{"level": 1, "name": "Random"}]})"));
}

}  // namespace
}  // namespace pentad::protocol
