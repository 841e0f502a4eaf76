#include <gtest/gtest.h>

#include "protocol/tools/schemas.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/json_schema.hpp"

namespace pentad::protocol {
namespace {

using nlohmann::json;

JsonSchema all_schemas() {
    std::map<std::string, json> files;
    for (const auto& [name, text] : schemas()) files[name] = json::parse(text);
    return JsonSchema(std::move(files));
}

/// The schema of a golden message.
std::string schema_of(const std::string& kind, const std::string& name, const json& message) {
    if (kind == "ok") return "ok." + name.substr(0, name.find('.')) + ".json";
    return message["type"].get<std::string>() + ".json";
}

constexpr const char* how = "; run pentad-protocol-files in the source folder";

TEST(GeneratedFiles, AreUpToDate) {
    const std::filesystem::path root = PENTAD_SOURCE_DIR;
    const auto files = generated_files();
    for (const auto& [name, text] : files) {
        ASSERT_TRUE(std::filesystem::exists(root / name)) << name << " is missing" << how;
        EXPECT_EQ(golden::read_file(root / name), text) << name << " is out of date" << how;
    }
    for (const auto& entry : std::filesystem::directory_iterator(root / "protocol/schema")) {
        const std::string name = "protocol/schema/" + entry.path().filename().string();
        EXPECT_TRUE(files.contains(name)) << name << " belongs to no message";
    }
}

TEST(GeneratedFiles, DescribeEveryMessageInASentence) {
    for (const Described& one : describe().messages) {
        const std::string text = one.schema.value("description", "");
        EXPECT_TRUE(text.ends_with(".")) << one.name << ": " << text;
    }
}

TEST(GeneratedFiles, NameTheReplyOfEachRequest) {
    std::map<std::string, std::string> replies;
    for (const Described& one : describe().messages)
        if (one.kind == MessageKind::request) replies[one.name] = one.reply;
    EXPECT_EQ(replies.at("match.sync"), "ok.match");
    EXPECT_EQ(replies.at("bot.move"), "ok.move");
    EXPECT_EQ(replies.at("room.leave"), "ok.empty");
    const std::string types = typescript();
    EXPECT_NE(
        types.find("\"match.sync\": { room?: string; match: string; data: MatchSync; reply: MatchReply };"),
        std::string::npos);
}

TEST(Schemas, AcceptEveryGoldenMessage) {
    const JsonSchema all = all_schemas();
    for (const std::string kind : {"request", "ok", "error", "event"})
        for (const auto& [name, text] : golden::files(kind)) {
            const auto message = json::parse(text);
            EXPECT_EQ(all.problem(schema_of(kind, name, message), message), "") << kind << '/' << name;
        }
}

TEST(Schemas, AcceptEveryGoldenHttpBody) {
    const JsonSchema all = all_schemas();
    for (const auto& [name, text] : golden::files("http"))
        EXPECT_EQ(all.problem(name + ".json", json::parse(text)), "") << name;
}

// Clients that validate with the schemas must not be stricter than the codec.
TEST(Schemas, AcceptEveryRequestThatTheCodecAccepts) {
    const JsonSchema all = all_schemas();
    int refused = 0;
    for (const auto& [name, text] : golden::files("request")) {
        const auto sound = json::parse(text).flatten();
        for (const auto& [place, old] : sound.items()) {
            for (const json& value :
                 {json(-1), json(0), json(1), json(1.5), json(true), json(nullptr), json(""), json("x"),
                  json(std::string(600, 'x')), json::array(), json::object()}) {
                auto message = json::parse(text);
                message[json::json_pointer(place)] = value;
                const bool same_type = message["type"] == json::parse(text)["type"];
                const bool accepted = decode_request(message.dump()).has_value();
                const auto problem = all.problem(schema_of("request", name, json::parse(text)), message);
                if (accepted) {
                    EXPECT_EQ(problem, "") << message.dump();
                }
                if (!problem.empty() && same_type) ++refused;
            }
        }
    }
    EXPECT_GT(refused, 1000);
}

TEST(GeneratedFiles, NameEverySchemaOfAMessageInAsyncApi) {
    const std::string document = asyncapi();
    for (const Described& one : describe().messages) {
        const bool named = document.find("$ref: schema/" + one.name + ".json\n") != std::string::npos;
        EXPECT_EQ(named, one.kind != MessageKind::file) << one.name;
    }
}

}  // namespace
}  // namespace pentad::protocol
