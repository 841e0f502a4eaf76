#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/protocol/golden.hpp"

namespace pentad::protocol {
namespace {

using nlohmann::json;

const RequestId seven = std::int64_t{7};

/// Repeats a text.
std::string times(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

DecodeError refusal(const std::string& text) {
    const auto request = decode_request(text);
    if (!request) return request.error();
    ADD_FAILURE() << "was accepted: " << text;
    return {};
}

TEST(HostileFrame, ThatIsNotOneJsonObjectIsBadJson) {
    const std::string deep15 = times(14, "[") + times(14, "]");
    const std::string frames[] = {
        "",
        " ",
        "nonsense",
        "null",
        "true",
        "17",
        "\"text\"",
        "[]",
        R"([{"type":"ping","id":7}])",
        R"({"type":"ping","id":7)",
        R"({"type":"ping","id":7}})",
        R"({"type":"ping","id":7} {"type":"ping","id":8})",
        R"({"type":"ping","id":7,})",
        R"({'type':'ping','id':7})",
        R"({type:"ping",id:7})",
        R"({"type":"ping","id":07})",
        R"({"type":"ping","id":+7})",
        R"({"type":"ping","id":NaN})",
        R"({"type":"ping","id":Infinity})",
        R"({"type":"ping","id":7,"data":{"t":0x10}})",
        R"({"type":"ping","id":7} // comment)",
        R"({"type":"ping","id":7,"x":"a)"
        "\n"
        R"(b"})",
        std::string(R"({"type":"ping","id":7})") + '\0',
        std::string("{\"type\":\"ping\",\"id\":7,\"x\":\"") + '\0' + "\"}",
        // Keys that occur twice, at any depth, also when only one is written with an escape.
        R"({"type":"ping","id":7,"id":8})",
        R"({"type":"ping","type":"ping","id":7})",
        R"({"type":"ping","id":7,"data":{"t":1,"t":1}})",
        R"({"type":"ping","id":7,"x":[{"y":{"a":1,"b":2,"a":3}}]})",
        R"({"type":"ping","id":7,"\u0069d":8})",
        // Too deep.
        R"({"type":"ping","id":7,"x":)" + times(16, "[") + times(16, "]") + "}",
        R"({"type":"ping","id":7,"x":)" + times(8000, "[") + times(8000, "]") + "}",
        times(16000, "["),
        times(3000, "{\"a\":"),
        // A number no machine can hold.
        R"({"type":"ping","id":7,"x":1e999})",
        // Not UTF-8: a lone continuation, a cut sequence, overlong forms, a surrogate, beyond U+10FFFF.
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\x80\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xC3\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xC0\xAF\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xE0\x80\xAF\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xF0\x80\x80\xAF\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xED\xA0\x80\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xF4\x90\x80\x80\"}",
        "{\"type\":\"ping\",\"id\":7,\"x\":\"\xFF\"}",
        "\xEF\xBB\xBF{\"type\":\"ping\",\"id\":7}",
        // Surrogates that are not a pair.
        R"({"type":"ping","id":7,"x":"\ud800"})",
        R"({"type":"ping","id":7,"x":"\udc00"})",
        R"({"type":"ping","id":7,"x":"\ud800\ud800"})",
        R"({"type":"ping","id":7,"x":"\ud800A"})",
        R"({"type":"ping","id":7,"x":"\u12"})",
        R"({"type":"ping","id":7,"x":"\q"})",
    };
    for (const std::string& frame : frames) {
        const DecodeError error = refusal(frame);
        EXPECT_EQ(error.code, ErrorCode::bad_json) << frame.substr(0, 100);
        EXPECT_EQ(error.re, std::nullopt);
        EXPECT_EQ(error.message, "the message is not one JSON object");
    }
    EXPECT_TRUE(decode_request(R"({"type":"ping","id":7,"x":[)" + deep15 + "]}")) << "16 is not too deep";
    EXPECT_TRUE(decode_request(R"( {"type":"ping","id":7,"x":"\ud83d\ude00"} )")) << "a pair of surrogates";
}

TEST(HostileFrame, IsMalformedIfAValueHasTheWrongType) {
    const std::string hello = R"({"type":"hello","id":7,"data":{"protocol":[1],"client":)";
    const std::string client = R"({"name":"a","version":"1"},"auth":)";
    for (const std::string& frame : {
             std::string("{"),
             std::string("[]"),
             std::string(R"({"type":"ping","id":true})"),
             std::string(R"({"type":"ping","id":9007199254740992})"),
             std::string(R"({"type":7,"id":7})"),
             std::string(R"({"type":"ping","id":7,"data":null})"),
             std::string(R"({"type":"ping","id":7,"data":{"t":1.5}})"),
             std::string(R"({"type":"move.play","id":7,"match":[]})"),
             std::string(R"({"type":"room.leave","id":7,"room":7})"),
             std::string(R"({"type":"room.ready","id":7,"room":"r","data":{"ready":"true"}})"),
             std::string(R"({"type":"room.join","id":7,"room":"r","data":{"seat":{}}})"),
             hello + "5}}",
             hello + client + "7}}",
             hello + client + R"({"kind":7}}})",
             hello + client + R"({"kind":"resume","session":"s","token":"t","streams":[]}}})",
             hello + client + R"({"kind":"resume","session":"s","token":"t","streams":{"lobby":"1"}}}})",
         })
        EXPECT_TRUE(refusal(frame).malformed) << frame;
    for (const std::string& frame : {
             std::string(R"({"type":"ping"})"),
             std::string(R"({"id":7})"),
             std::string(R"({"type":"ping","id":""})"),
             std::string(R"({"type":"no.such","id":7,"data":[]})"),
             std::string(R"({"type":"move.play","id":7,"match":""})"),
             std::string(R"({"type":"move.play","id":7,"match":"m","data":{}})"),
             std::string(R"({"type":"match.sync","id":7,"match":"m","data":{"haveSeq":-1}})"),
             std::string(R"({"type":"room.join","id":7,"room":"r","data":{"seat":"roof"}})"),
             hello.substr(0, hello.size() - 10) + "}}",
             hello + client + "{}}}",
             hello + client + R"({"kind":"root"}}})",
             hello + client + R"({"kind":"bot","key":"k","name":")" + times(33, "x") + "\"}}}",
         })
        EXPECT_FALSE(refusal(frame).malformed) << frame;
}

TEST(HostileFrame, WithoutAValidIdGetsNullRe) {
    const std::string ids[] = {"null",
                               "true",
                               "1.5",
                               "1.0",
                               "1e3",
                               "9007199254740992",
                               "-9007199254740992",
                               "[]",
                               "[1]",
                               "{}",
                               "\"\"",
                               "18446744073709551616",
                               "-1e0"};
    for (const std::string& id : ids) {
        const DecodeError error = refusal(R"({"type":"ping","id":)" + id + "}");
        EXPECT_EQ(error.code, ErrorCode::bad_request) << id;
        EXPECT_EQ(error.re, std::nullopt) << id;
    }
    EXPECT_EQ(refusal(R"({"type":"ping"})").code, ErrorCode::bad_request);
    EXPECT_EQ(refusal(R"({"type":"nothing"})").re, std::nullopt);
    EXPECT_EQ(refusal(R"({"type":"ping","id":")" + times(65, "x") + "\"}").code, ErrorCode::bad_request);
    EXPECT_TRUE(decode_request(R"({"type":"ping","id":")" + times(64, "ä") + "\"}")) << "code points count";
    EXPECT_TRUE(decode_request(R"({"type":"ping","id":9007199254740991})"));
    EXPECT_TRUE(decode_request(R"({"type":"ping","id":-9007199254740991})"));
}

TEST(HostileFrame, OfAnUnknownTypeIsUnknownType) {
    for (const std::string type :
         {"", "move", "move.play ", "Move.Play", "match.moved", "ok", "error", "move.play\\u0000"}) {
        const DecodeError error = refusal(R"({"type":")" + type + R"(","id":7,"data":[]})");
        EXPECT_EQ(error.code, ErrorCode::unknown_type) << type;
        EXPECT_EQ(error.re, seven) << type;
    }
    for (const std::string type : {"null", "7", "[]", "{}", "true"}) {
        const DecodeError error = refusal(R"({"type":)" + type + R"(,"id":7})");
        EXPECT_EQ(error.code, ErrorCode::bad_request) << type;
        EXPECT_EQ(error.re, seven) << type;
    }
    EXPECT_EQ(refusal(R"({"id":7})").message, "type must be text");
}

struct BadData {
    std::string message;  ///< without the id
    std::string refusal;
};

TEST(HostileFrame, WithBadDataNamesTheField) {
    const std::string hello =
        R"("type":"hello","data":{"protocol":[1],"client":{"name":"a","version":"1"},"auth":)";
    const std::string create = R"("type":"room.create","data":{"game":"g","seats":)";
    const BadData table[] = {
        {R"("type":"ping","data":null)", "data must be an object"},
        {R"("type":"ping","data":[])", "data must be an object"},
        {R"("type":"ping","data":"{}")", "data must be an object"},
        {R"("type":"room.start","room":5)", "room must be text"},
        {R"("type":"ping","match":null)", "match must be text"},
        {R"("type":"ping","room":")" + times(65, "r") + "\"", "room must not be longer than 64"},
        {R"("type":"move.play","match":"m","data":{"move":"a","moveId":"x"})", "data.turn is missing"},
        {R"("type":"move.play","match":"m","data":{"turn":0,"moveId":"x"})", "data.move is missing"},
        {R"("type":"move.play","match":"m","data":{"turn":0,"move":"a"})", "data.moveId is missing"},
        {R"("type":"move.play","match":"m","data":{"turn":0,"move":"a","moveId":""})",
         "data.moveId must not be empty"},
        {R"("type":"move.play","match":"m","data":{"turn":0,"move":["a"],"moveId":"x"})",
         "data.move must be text"},
        {R"("type":"move.play","match":"m","data":{"turn":0,"move":"a","moveId":"x","seat":2})",
         "data.seat must be an integer from 0 to 1"},
        {R"("type":"move.play","match":"m","data":{"turn":2147483648,"move":"a","moveId":"x"})",
         "data.turn must be an integer from 0 to 2147483647"},
        {R"("type":"hello","data":{"protocol":1,"client":{"name":"a","version":"1"},"auth":{"kind":"guest"}})",
         "data.protocol must be an array"},
        {R"("type":"hello","data":{"protocol":[1],"auth":{"kind":"guest"}})",
         "data.client must be an object"},
        {R"("type":"hello","data":{"protocol":[1],"client":{"name":"a"},"auth":{"kind":"guest"}})",
         "data.client.version is missing"},
        {R"("type":"hello","data":{"protocol":[)" + times(16, "1,") +
             R"(1],"client":{"name":"a","version":"1"},"auth":{"kind":"guest"}})",
         "data.protocol must not have more than 16 elements"},
        {hello + "5}", "data.auth must be an object with a kind"},
        {hello + R"({"kind":"root"}})", "data.auth has a kind that is not known"},
        {hello + R"({"kind":"token"}})", "data.auth.token is missing"},
        {hello + R"({"kind":"bot","key":"k","name":")" + times(33, "x") + "\"}}",
         "data.auth.name must not be longer than 32"},
        {hello + R"({"kind":"resume","session":"s","token":"t","streams":{"secret":"x"}}})",
         "data.auth.streams.* must be an integer from 0 to 9007199254740991"},
        {hello + R"({"kind":"resume","session":"s","token":"t","streams":[]}})",
         "data.auth.streams must be an object"},
        {create + "[]}", "data.seats must be an array of two"},
        {create + R"([{"kind":"human"}]})", "data.seats must be an array of two"},
        {create + R"([{"kind":"human"},{"kind":"human"},{"kind":"human"}]})",
         "data.seats must be an array of two"},
        {create + R"([{"kind":"human"},{"kind":"robot"}]})",
         "data.seats[1].kind must be one of human, open, bot, closed"},
        {create + R"([{"kind":"bot"},{"kind":"human"}]})",
         "data.seats[0] must have a level or a bot, and not both, when its kind is bot"},
        {create + R"([{"kind":"bot","level":0},{"kind":"human"}]})",
         "data.seats[0].level must be an integer from 1 to 100"},
        {create + R"([{"kind":"open"},{"kind":"open"}],"hotseat":1})", "data.hotseat must be true or false"},
        {create + R"([{"kind":"open"},{"kind":"open"}],"visibility":"hidden"})",
         "data.visibility must be one of public, unlisted, private"},
        {create + R"([{"kind":"open"},{"kind":"open"}],"options":{"size":5}})",
         "data.options.size must be text"},
        {create + R"([{"kind":"open"},{"kind":"open"}],"tc":{}})", "data.tc.kind is missing"},
        {create + R"([{"kind":"open"},{"kind":"open"}],"firstSeat":2})",
         "data.firstSeat must be one of random, 0, 1"},
        {R"("type":"room.join","data":{})", "data must name exactly one of room, code and invite"},
        {R"("type":"room.join","data":{"room":"r","code":"c"})",
         "data must name exactly one of room, code and invite"},
        {R"("type":"room.join","data":{"room":"r","seat":"0"})", "data.seat must be one of 0, 1, any, watch"},
        {R"("type":"room.join","data":{"room":"r","seat":2})", "data.seat must be one of 0, 1, any, watch"},
        {R"("type":"match.sync","match":"m","data":{"haveSeq":1,"haveHash":"4DDB0046E3C44546"})",
         "data.haveHash must be 16 lower-case hexadecimal digits"},
        {R"("type":"match.sync","match":"m","data":{"haveSeq":1,"haveHash":12})",
         "data.haveHash must be 16 lower-case hexadecimal digits"},
        {R"("type":"offer.answer","match":"m","data":{"offer":"o","accept":"yes"})",
         "data.accept must be true or false"},
        {R"("type":"chat.send","data":{"channel":"world","text":"x"})",
         "data.channel must be one of lobby, room, match, watchers"},
        {R"("type":"engine.apply","data":{"game":"g","move":"a","moves":["a"]})",
         "data.move and the list of them must not both be there"},
        {R"("type":"engine.apply","data":{"game":"g","moves":["a",5]})", "data.moves[1] must be text"},
        {R"("type":"engine.legal","data":{"game":"g","pos":")" + times(1025, "x") + "\"}",
         "data.pos must not be longer than 1024"},
        {R"("type":"bot.register","data":{"games":["g"],"slots":0})",
         "data.slots must be an integer from 1 to 1000"},
        {R"("type":"bot.register","data":{"games":[""],"slots":1})", "data.games[0] must not be empty"},
    };
    for (const BadData& row : table) {
        const DecodeError error = refusal("{\"id\":7," + row.message + "}");
        EXPECT_EQ(error.code, ErrorCode::bad_request) << row.message;
        EXPECT_EQ(error.re, seven) << row.message;
        EXPECT_EQ(error.message, row.refusal) << row.message;
    }
}

TEST(HostileFrame, IsNeverQuotedInTheError) {
    const std::string mark = "MARK";
    for (const auto& [name, text] : golden::files("request")) {
        const auto sound = json::parse(text).flatten();
        for (const auto& [place, value] : sound.items()) {
            for (const json& bad : {json(mark), json(json::array({mark})), json({{mark, mark}})}) {
                auto message = json::parse(text);
                message[json::json_pointer(place)] = bad;
                const auto request = decode_request(message.dump());
                if (request) continue;
                EXPECT_EQ(request.error().message.find(mark), std::string::npos) << message.dump();
            }
        }
    }
}

// Every integer of every request, whatever its message: the places are found in the golden messages.
TEST(HostileFrame, MustHaveIntegersInRange) {
    const std::string bad[] = {"-1",
                               "1.5",
                               "1e3",
                               "9007199254740992",
                               "9007199254740993",
                               "18446744073709551616",
                               "true",
                               "null",
                               "\"1\"",
                               "[1]",
                               "{}",
                               "-0.5"};
    int tried = 0;
    for (const auto& [name, text] : golden::files("request")) {
        const auto sound = json::parse(text).flatten();
        for (const auto& [place, value] : sound.items()) {
            if (!value.is_number() || place == "/id") continue;
            for (const std::string& number : bad) {
                // "1" is a number's text where a field takes words too.
                if (place == "/data/firstSeat" && number == "\"1\"") continue;
                auto message = json::parse(text);
                message[json::json_pointer(place)] = "HERE";
                std::string frame = message.dump();
                frame.replace(frame.find("\"HERE\""), 6, number);
                EXPECT_EQ(refusal(frame).code, ErrorCode::bad_request) << frame;
                ++tried;
            }
        }
    }
    EXPECT_GT(tried, 300);
}

TEST(HostileFrame, WithThousandsOfKeysIsReadAsFast) {
    std::string frame = R"({"type":"ping","id":7,"data":{)";
    for (int i = 0; i < 1500; ++i) frame += "\"" + std::to_string(i) + "\":0,";
    frame += R"("t":1}})";
    EXPECT_TRUE(decode_request(frame));
    frame.insert(frame.size() - 2, R"(,"1234":0)");
    EXPECT_EQ(refusal(frame).code, ErrorCode::bad_json);
}

}  // namespace
}  // namespace pentad::protocol
