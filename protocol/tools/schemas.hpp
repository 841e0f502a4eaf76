#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// What the files that are generated from the descriptions of the messages have in common.
namespace pentad::protocol {

enum class MessageKind { request, reply, error, event, file };

/// A message, or a file that is served over HTTP.
struct Described {
    MessageKind kind = MessageKind::request;
    std::string name;                 ///< `move.play`, `ok.move`; its schema is NAME.json
    std::string reply;                ///< of a request: `ok.move`
    nlohmann::ordered_json schema{};  ///< of the whole frame; its `description` is that of the data
};

struct Description {
    std::vector<Described> messages;  ///< in the order of the variants
    nlohmann::ordered_json shapes;    ///< name -> schema; `$ref` is `shapes.json#/$defs/NAME`
};

Description describe();

/// The JSON Schemas (2020-12) of all messages: file name -> text. `shapes.json` has what several messages
/// share.
std::map<std::string, std::string> schemas();

/// The AsyncAPI 3.0 document, which refers to the schemas.
std::string asyncapi();

/// The types of the messages for TypeScript.
std::string typescript();

/// All files that are generated: path in the repository -> text.
std::map<std::string, std::string> generated_files();

}  // namespace pentad::protocol
