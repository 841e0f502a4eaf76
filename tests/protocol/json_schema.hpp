#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pentad::protocol {

/// Checks documents against the JSON Schemas of one folder. Knows the keywords that these use, and refuses
/// to work with any other, so that none is passed over.
class JsonSchema {
  public:
    /// `files`: file name -> schema.
    explicit JsonSchema(std::map<std::string, nlohmann::json> files) : files_(std::move(files)) {}

    /// Empty when `value` fulfils the schema in `file`; else where and why it does not.
    std::string problem(const std::string& file, const nlohmann::json& value) const;

  private:
    std::string check(const nlohmann::json& schema, const nlohmann::json& value,
                      const std::string& path) const;
    const nlohmann::json& target(const std::string& reference) const;

    std::map<std::string, nlohmann::json> files_;
};

}  // namespace pentad::protocol
