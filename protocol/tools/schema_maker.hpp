#pragma once

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/wire/analysis_fields.hpp"
#include "protocol/wire/client_fields.hpp"
#include "protocol/wire/event_fields.hpp"
#include "protocol/wire/record_fields.hpp"
#include "protocol/wire/reply_fields.hpp"
#include "protocol/wire/writer.hpp"

namespace pentad::protocol {

using Json = nlohmann::ordered_json;

/// Schemas of requests state every limit; those of a server's messages do not, because later servers may send
/// more.
enum class Direction { from_client, from_server };

/// Shapes that have a name in shapes.json. All others are written where they are used.
template <class T>
constexpr std::string_view shape_name = "";
#define PENTAD_SHAPE(TYPE, NAME) \
    template <>                  \
    constexpr std::string_view shape_name<TYPE> = NAME
PENTAD_SHAPE(Player, "player");
PENTAD_SHAPE(Rating, "rating");
PENTAD_SHAPE(TimeControl, "timeControl");
PENTAD_SHAPE(engine::Options, "options");
PENTAD_SHAPE(Chair, "chair");
PENTAD_SHAPE(ChairRequest, "chairRequest");
PENTAD_SHAPE(Seat, "seat");
PENTAD_SHAPE(Clock, "clock");
PENTAD_SHAPE(PlayedMove, "playedMove");
PENTAD_SHAPE(Result, "result");
PENTAD_SHAPE(Offer, "offer");
PENTAD_SHAPE(PastLine, "pastLine");
PENTAD_SHAPE(RoomSummary, "roomSummary");
PENTAD_SHAPE(RoomSnapshot, "roomSnapshot");
PENTAD_SHAPE(RoomCounts, "roomCounts");
PENTAD_SHAPE(LobbySnapshot, "lobbySnapshot");
PENTAD_SHAPE(engine::Board, "board");
PENTAD_SHAPE(engine::Piece, "piece");
PENTAD_SHAPE(MatchSnapshot, "matchSnapshot");
PENTAD_SHAPE(GameCard, "gameCard");
PENTAD_SHAPE(engine::Mark, "mark");
PENTAD_SHAPE(MatchSummary, "matchSummary");
PENTAD_SHAPE(AvailableBot, "availableBot");
PENTAD_SHAPE(RankedPlayer, "rankedPlayer");
PENTAD_SHAPE(AnalysedMove, "analysedMove");
#undef PENTAD_SHAPE

/// Makes the schema of an object; a visitor as shape_fields.hpp describes.
class SchemaMaker {
  public:
    SchemaMaker(Direction direction, std::map<std::string, Json>& shapes)
        : direction_(direction), shapes_(shapes) {}

    /// The schema of what was visited.
    Json object_schema() const {
        Json schema{{"type", "object"}};
        if (!about_.empty()) schema["description"] = about_;
        schema["properties"] = properties_;
        for (const auto& [name, text] : sentences_) {
            if (!properties_.contains(name)) throw std::logic_error("there is no field " + name);
            schema["properties"][name]["description"] = text;
        }
        if (!required_.empty()) schema["required"] = required_;
        if (!comment_.empty()) schema["$comment"] = comment_;
        return schema;
    }

    template <class T>
    void required(std::string_view name, const T& value, wire::Limit limit = {}) {
        property(name, of(value, limit));
        required_.push_back(name);
    }
    template <class T>
    void optional(std::string_view name, const std::optional<T>&, wire::Limit limit = {}) {
        property(name, of(T{}, limit));
    }
    template <class T>
    void nullable(std::string_view name, const std::optional<T>&, wire::Limit limit = {}) {
        property(name, {{"anyOf", {of(T{}, limit), {{"type", "null"}}}}});
        required_.push_back(name);
    }
    template <class T>
    void defaulted(std::string_view name, const T& value, const std::type_identity_t<T>& standard,
                   wire::Limit limit = {}) {
        Json schema = of(value, limit);
        schema["default"] = json_of(standard);
        property(name, schema);
    }
    void object(std::string_view name, auto visit) {
        SchemaMaker inner(direction_, shapes_);
        visit(inner);
        property(name, inner.object_schema());
        required_.push_back(name);
    }
    void constant(std::string_view name, const auto& value) {
        property(name, {{"const", value}});
        required_.push_back(name);
    }
    template <class T>
    void one_or_many(std::string_view one, std::string_view many, const std::vector<T>& values,
                     wire::Limit limit) {
        property(one, of(T{}, limit));
        property(many, of(values, limit));
    }
    void require(bool, std::string_view text) { comment_ = text; }
    /// An object that has all fields of another has a sentence of its own: the first one.
    void about(std::string_view text) {
        if (about_.empty()) about_ = text;
    }
    void about(std::string_view name, std::string_view text) {
        sentences_.try_emplace(std::string(name), text);
    }

    /// A field with this schema.
    void property(std::string_view name, Json schema) { properties_[std::string(name)] = std::move(schema); }
    void always(std::string_view name) { required_.push_back(name); }

    template <class T>
    Json of(const T& value, wire::Limit limit) {
        if constexpr (requires { wire::Words<T>::words; }) {
            Json words = Json::array();
            for (const auto word : wire::Words<T>::words) {
                const bool digit = word == "0" || word == "1";
                if (wire::takes_numbers<T> && digit) words.push_back(word == "0" ? 0 : 1);
                if (!wire::takes_numbers<T> || !digit || wire::takes_number_texts<T>) words.push_back(word);
            }
            return {{"enum", words}};
        } else if constexpr (!shape_name<T>.empty()) {
            const std::string name(shape_name<T>);
            if (!shapes_.contains(name)) {
                shapes_[name] = nullptr;  // ends the recursion of a shape within itself
                shapes_[name] = described(value, limit);
            }
            return {{"$ref", "shapes.json#/$defs/" + name}};
        } else {
            return described(value, limit);
        }
    }

  private:
    /// As the Writer writes it.
    static Json json_of(const auto& value) {
        std::string text;
        wire::Writer writer(text);
        writer.required("value", value);
        writer.close();
        return Json::parse(text)["value"];
    }

    bool strict() const { return direction_ == Direction::from_client; }

    template <class T>
    Json described(const T& value, wire::Limit) {
        SchemaMaker inner(direction_, shapes_);
        wire::fields(inner, value);
        return inner.object_schema();
    }

    Json described(const bool&, wire::Limit) { return {{"type", "boolean"}}; }
    Json described(const Side&, wire::Limit) { return {{"enum", {0, 1}}}; }
    Json described(const int&, wire::Limit limit) { return integer(limit, std::numeric_limits<int>::max()); }
    Json described(const std::int64_t&, wire::Limit limit) { return integer(limit, limits::integer); }
    Json described(const milliseconds&, wire::Limit limit) { return integer(limit, limits::integer); }
    Json described(const std::uint64_t&, wire::Limit) {
        return {{"type", "string"}, {"pattern", "^[0-9a-f]{16}$"}};
    }
    Json described(const std::string&, wire::Limit limit) {
        Json schema{{"type", "string"}};
        if (!strict()) return schema;
        if (limit.min > 0) schema["minLength"] = limit.min;
        schema["maxLength"] = limit.max < 0 ? limits::id : limit.max;
        return schema;
    }

    Json integer(wire::Limit limit, std::int64_t most) const {
        if (!strict()) return {{"type", "integer"}};
        return {{"type", "integer"}, {"minimum", limit.min}, {"maximum", limit.max < 0 ? most : limit.max}};
    }

    template <class T>
    Json described(const std::vector<T>&, wire::Limit limit) {
        Json schema{{"type", "array"}, {"items", of(T{}, limit)}};
        if (strict() && limit.count >= 0) schema["maxItems"] = limit.count;
        return schema;
    }
    template <class T>
    Json described(const std::array<T, 2>&, wire::Limit limit) {
        return {{"type", "array"}, {"items", of(T{}, limit)}, {"minItems", 2}, {"maxItems", 2}};
    }
    template <class T>
    Json described(const std::map<std::string, T>&, wire::Limit limit) {
        return {{"type", "object"}, {"additionalProperties", of(T{}, limit)}};
    }
    template <class... Alternatives>
    Json described(const std::variant<Alternatives...>&, wire::Limit) {
        Json choices = Json::array();
        const auto add = [&](const auto& alternative) {
            SchemaMaker inner(direction_, shapes_);
            inner.constant("kind", wire::tag(&alternative));
            wire::fields(inner, alternative);
            choices.push_back(inner.object_schema());
        };
        (add(Alternatives{}), ...);
        return {{"oneOf", choices}};
    }
    Json described(const engine::Piece&, wire::Limit) {
        return {{"type", "array"},
                {"prefixItems",
                 {{{"type", "string"}, {"title", "square"}},
                  {{"enum", {0, 1}}, {"title", "side"}},
                  {{"type", "string"}, {"title", "kind"}},
                  {{"type", "integer"}, {"minimum", 1}, {"title", "count"}}}},
                {"minItems", 4},
                {"maxItems", 4}};
    }
    Json described(const std::pair<std::string, std::string>&, wire::Limit) {
        return described(std::array<std::string, 2>{}, {});
    }
    Json described(const std::vector<engine::PieceKind>&, wire::Limit) {
        SchemaMaker kind(direction_, shapes_);
        for (const auto* name : {"shape", "letter", "label"}) kind.required(name, std::string());
        return {{"type", "object"}, {"additionalProperties", kind.object_schema()}};
    }

    Direction direction_;
    std::map<std::string, Json>& shapes_;
    Json properties_ = Json::object();
    std::vector<std::string_view> required_;
    std::string comment_;
    std::string about_;
    std::map<std::string, std::string> sentences_;
};

}  // namespace pentad::protocol
