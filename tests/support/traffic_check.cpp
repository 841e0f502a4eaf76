#include "tests/support/traffic_check.hpp"

#include <map>

#include "protocol/tools/schemas.hpp"
#include "tests/protocol/json_schema.hpp"

namespace pentad::testing {
namespace {

using nlohmann::json;

const protocol::JsonSchema& all_schemas() {
    thread_local const protocol::JsonSchema all = [] {
        std::map<std::string, json> files;
        for (const auto& [name, text] : protocol::schemas()) files[name] = json::parse(text);
        return protocol::JsonSchema(std::move(files));
    }();
    return all;
}

std::string schema_of_ok(std::string_view asked) {
    static const auto replies = [] {
        std::map<std::string, std::string, std::less<>> all;
        for (const protocol::Described& one : protocol::describe().messages)
            if (one.kind == protocol::MessageKind::request) all[one.name] = one.reply + ".json";
        return all;
    }();
    const auto found = replies.find(asked);
    return found == replies.end() ? "ok.empty.json" : found->second;
}

std::string problem(const std::string& schema, const json& message) {
    if (!all_schemas().has(schema)) return "there is no schema " + schema;
    const std::string why = all_schemas().problem(schema, message);
    return why.empty() ? "" : schema + ": " + why + " in " + message.dump();
}

std::string type_of(const json& message) {
    return message.is_object() && message.contains("type") && message["type"].is_string()
               ? message["type"].get<std::string>()
               : "";
}

}  // namespace

std::string problem_of_request(const std::string& frame) {
    const json message = json::parse(frame, nullptr, false);
    return problem(type_of(message) + ".json", message);
}

std::string problem_of_answer(const std::string& frame, std::string_view asked) {
    const json message = json::parse(frame, nullptr, false);
    const std::string type = type_of(message);
    return problem(type == "ok" ? schema_of_ok(asked) : type + ".json", message);
}

}  // namespace pentad::testing
