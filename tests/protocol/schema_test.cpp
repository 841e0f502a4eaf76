#include <gtest/gtest.h>

#include "protocol/tools/schemas.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/json_schema.hpp"

namespace pentad::protocol {
namespace {

using nlohmann::json;

std::filesystem::path schema_folder() { return std::filesystem::path(PENTAD_PROTOCOL_DIR) / "schema"; }

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

TEST(Schemas, AreThoseInTheFolder) {
    const auto wanted = schemas();
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(schema_folder())) {
        const auto name = entry.path().filename().string();
        ASSERT_TRUE(wanted.contains(name)) << name << " belongs to no message";
        EXPECT_EQ(golden::read_file(entry.path()), wanted.at(name))
            << name << " is old; run pentad-protocol-schemas protocol/schema";
        ++count;
    }
    EXPECT_EQ(count, wanted.size()) << "run pentad-protocol-schemas protocol/schema";
}

TEST(Schemas, AreFulfilledByEveryGoldenMessage) {
    const JsonSchema all = all_schemas();
    for (const std::string kind : {"request", "ok", "error", "event"})
        for (const auto& [name, text] : golden::files(kind)) {
            const auto message = json::parse(text);
            EXPECT_EQ(all.problem(schema_of(kind, name, message), message), "") << kind << '/' << name;
        }
}

TEST(Schemas, DescribeWhatIsAnsweredOverPlainHttp) {
    const JsonSchema all = all_schemas();
    for (const auto& [name, text] : golden::files("http"))
        EXPECT_EQ(all.problem(name + ".json", json::parse(text)), "") << name;
}

// A schema must not reject what the codec accepts.
TEST(Schemas, RefuseNoRequestThatTheCodecAccepts) {
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

TEST(Schemas, AreAllNamedInTheAsyncApiDocument) {
    const auto document = golden::read_file(std::string(PENTAD_PROTOCOL_DIR) + "/asyncapi.yaml");
    for (const auto& [name, text] : schemas()) {
        if (name == "shapes.json") continue;
        EXPECT_NE(document.find("$ref: schema/" + name + "\n"), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace pentad::protocol
