#include "tests/protocol/json_schema.hpp"

#include <algorithm>
#include <stdexcept>

#include "protocol/utf8.hpp"

namespace pentad::protocol {
namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    throw std::runtime_error("the checker does not know the type " + type);
}

}  // namespace

std::string JsonSchema::problem(const std::string& file, const json& value) const {
    return check(files_.at(file), value, {});
}

std::string JsonSchema::Path::text() const {
    if (up == nullptr) return "";
    return up->text() + "/" + (name != nullptr ? *name : std::to_string(index));
}

const std::regex& JsonSchema::expression(const std::string& pattern) const {
    return expressions_.try_emplace(pattern, pattern).first->second;
}

const json& JsonSchema::target(const std::string& reference) const {
    const json*& known = targets_[reference];
    if (known == nullptr) {
        const auto hash = reference.find('#');
        known = &files_.at(reference.substr(0, hash)).at(json::json_pointer(reference.substr(hash + 1)));
    }
    return *known;
}

std::string JsonSchema::check(const json& schema, const json& value, const Path& path) const {
    const auto wrong = [&](const std::string& why) {
        return (path.up == nullptr ? "/" : path.text()) + " " + why;
    };
    const auto fulfilled = [&](const json& choices) {
        return std::count_if(choices.begin(), choices.end(),
                             [&](const json& choice) { return check(choice, value, path).empty(); });
    };
    const auto size = [&]() -> std::int64_t {
        if (value.is_string()) return static_cast<std::int64_t>(count_code_points(value.get<std::string>()));
        return static_cast<std::int64_t>(value.size());
    };
    for (const auto& [keyword, rule] : schema.items()) {
        if (keyword[0] == '$' && keyword != "$ref") continue;
        if (keyword == "title" || keyword == "default" || keyword == "description") continue;
        if (keyword == "$ref") {
            if (auto why = check(target(rule), value, path); !why.empty()) return why;
        } else if (keyword == "type") {
            if (!has_type(value, rule)) return wrong("is no " + rule.get<std::string>());
        } else if (keyword == "const") {
            if (value != rule) return wrong("is not " + rule.dump());
        } else if (keyword == "enum") {
            if (std::find(rule.begin(), rule.end(), value) == rule.end())
                return wrong("is none of " + rule.dump());
        } else if (keyword == "anyOf") {
            if (fulfilled(rule) == 0) return wrong("fulfils none of anyOf");
        } else if (keyword == "oneOf") {
            if (fulfilled(rule) != 1) return wrong("does not fulfil exactly one of oneOf");
        } else if (keyword == "pattern") {
            if (value.is_string() && !std::regex_search(value.get_ref<const std::string&>(),
                                                        expression(rule.get_ref<const std::string&>())))
                return wrong("does not match");
        } else if (keyword == "minimum") {
            if (value.is_number() && value < rule) return wrong("is too small");
        } else if (keyword == "maximum") {
            if (value.is_number() && value > rule) return wrong("is too large");
        } else if (keyword == "minLength") {
            if (value.is_string() && size() < rule) return wrong("is too short");
        } else if (keyword == "maxLength") {
            if (value.is_string() && size() > rule) return wrong("is too long");
        } else if (keyword == "minItems") {
            if (value.is_array() && size() < rule) return wrong("has too few elements");
        } else if (keyword == "maxItems") {
            if (value.is_array() && size() > rule) return wrong("has too many elements");
        } else if (keyword == "required") {
            for (const auto& name : rule)
                if (value.is_object() && !value.contains(name))
                    return wrong("lacks " + name.get<std::string>());
        } else if (keyword == "properties") {
            for (const auto& [name, inner] : rule.items())
                if (value.is_object() && value.contains(name))
                    if (auto why = check(inner, value[name], {&path, &name}); !why.empty()) return why;
        } else if (keyword == "additionalProperties") {
            if (!value.is_object()) continue;
            const auto known = schema.find("properties");
            for (const auto& [name, inner] : value.items())
                if (known == schema.end() || !known->contains(name))
                    if (auto why = check(rule, inner, {&path, &name}); !why.empty()) return why;
        } else if (keyword == "items") {
            if (!value.is_array()) continue;
            for (std::size_t i = 0; i < value.size(); ++i)
                if (auto why = check(rule, value[i], {&path, nullptr, i}); !why.empty()) return why;
        } else if (keyword == "prefixItems") {
            for (std::size_t i = 0; value.is_array() && i < std::min(rule.size(), value.size()); ++i)
                if (auto why = check(rule[i], value[i], {&path, nullptr, i}); !why.empty()) return why;
        } else {
            throw std::runtime_error("the checker does not know the keyword " + keyword);
        }
    }
    return "";
}

}  // namespace pentad::protocol
