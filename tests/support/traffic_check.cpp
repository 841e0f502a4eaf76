#include "tests/support/traffic_check.hpp"

#include <array>

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

/// Which data an `ok` has; to all other requests it has none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> answers{
    {{"hello", "hello"},
     {"ping", "pong"},
     {"lobby.subscribe", "lobby"},
     {"room.create", "room"},
     {"room.join", "room"},
     {"match.watch", "match"},
     {"match.sync", "match"},
     {"move.play", "move"},
     {"bot.move", "move"},
     {"offer.make", "offer"},
     {"hint.get", "hint"},
     {"engine.legal", "engine"},
     {"engine.apply", "engine"},
     {"matches.mine", "matches"},
     {"bots.list", "bots"},
     {"player.blocks", "blocks"}}};

std::string schema_of_ok(std::string_view asked) {
    if (asked == "handover.create") return "ok.handover.json";
    for (const auto& [request, name] : answers)
        if (request == asked) return "ok." + std::string(name) + ".json";
    return "ok.empty.json";
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
