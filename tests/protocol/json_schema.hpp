#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <unordered_map>

namespace pentad::protocol {

/// Checks documents against the JSON Schemas of one folder. Knows the keywords that these use, and refuses
/// to work with any other, so that none is passed over. Fast enough for every frame of a test. Not
/// thread-safe.
class JsonSchema {
  public:
    /// `files`: file name -> schema.
    explicit JsonSchema(std::map<std::string, nlohmann::json> files) : files_(std::move(files)) {}

    /// Empty when `value` fulfils the schema in `file`; else where and why it does not.
    std::string problem(const std::string& file, const nlohmann::json& value) const;

    bool has(const std::string& file) const { return files_.contains(file); }

  private:
    /// Where in the document; the text is made only for what is wrong.
    struct Path {
        const Path* up = nullptr;
        const std::string* name = nullptr;  ///< of a field, or
        std::size_t index = 0;              ///< of an element
        std::string text() const;
    };

    std::string check(const nlohmann::json& schema, const nlohmann::json& value, const Path& path) const;
    const nlohmann::json& target(const std::string& reference) const;
    const std::regex& expression(const std::string& pattern) const;

    std::map<std::string, nlohmann::json> files_;
    // Looked up and made once.
    mutable std::unordered_map<std::string, const nlohmann::json*> targets_;
    mutable std::unordered_map<std::string, std::regex> expressions_;
};

}  // namespace pentad::protocol
