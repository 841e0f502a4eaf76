#include "protocol/tools/schemas.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "protocol/codec.hpp"
#include "protocol/wire/analysis_fields.hpp"
#include "protocol/wire/client_fields.hpp"
#include "protocol/wire/envelope.hpp"
#include "protocol/wire/event_fields.hpp"
#include "protocol/wire/record_fields.hpp"
#include "protocol/wire/reply_fields.hpp"
#include "protocol/wire/writer.hpp"

namespace pentad::protocol {
namespace {

using Json = nlohmann::ordered_json;

/// Says how strict a schema is. What clients send has limits; what a server sends may grow.
enum class Direction { from_client, from_server };

/// Shapes that have a name in shapes.json. The rest is written where it is used.
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
#undef PENTAD_SHAPE

/// Makes the schema of an object; a visitor as shape_fields.hpp describes it.
class SchemaMaker {
  public:
    SchemaMaker(Direction direction, std::map<std::string, Json>& shapes)
        : direction_(direction), shapes_(shapes) {}

    /// The schema of what was visited.
    Json object_schema() const {
        Json schema{{"type", "object"}, {"properties", properties_}};
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

    /// A field that has a schema already.
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
                shapes_[name] = nullptr;  // so that a shape within itself would end
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
};

/// All schemas, as they grow.
class Collection {
  public:
    template <class... Messages>
    void add_requests(const std::variant<Messages...>*) {
        (add_request(Messages{}), ...);
    }
    template <class... Bodies>
    void add_events(const std::variant<Bodies...>*) {
        (add_event(Bodies{}), ...);
    }

    template <class Body>
    void add_ok(const std::string& name) {
        SchemaMaker envelope(Direction::from_server, shapes_);
        envelope.constant("type", "ok");
        envelope.property("re", {{"$ref", "shapes.json#/$defs/requestId"}});
        envelope.always("re");
        envelope.required("data", Body{});
        finish("ok." + name, envelope);
    }

    void add_error() {
        Json codes = Json::array();
        for (const ErrorCode code : error_codes()) codes.push_back(protocol::name(code));
        SchemaMaker envelope(Direction::from_server, shapes_);
        envelope.constant("type", "error");
        envelope.property("re",
                          {{"anyOf", {{{"$ref", "shapes.json#/$defs/requestId"}}, {{"type", "null"}}}}});
        envelope.always("re");
        envelope.object("error", [&](SchemaMaker& error) {
            error.property("code", {{"enum", codes}});
            error.always("code");
            error.required("message", std::string());
            error.required("retryable", false);
            error.property("data", {{"anyOf",
                                     {error.of(IllegalMove{}, {}), error.of(RetryAfter{}, {}),
                                      error.of(ClaimableAt{}, {}), error.of(RefusedText{}, {})}}});
        });
        finish("error", envelope);
    }

    /// What is no message.
    template <class Shape>
    void add_file(const std::string& name) {
        SchemaMaker maker(Direction::from_server, shapes_);
        const Shape shape;
        wire::fields(maker, shape);
        finish(name, maker);
    }

    std::map<std::string, std::string> files() {
        shapes_["requestId"] = {
            {"anyOf",
             {{{"type", "integer"}, {"minimum", -limits::integer}, {"maximum", limits::integer}},
              {{"type", "string"}, {"minLength", 1}, {"maxLength", limits::id}}}}};
        add("shapes", {{"$defs", shapes_}});
        return std::move(files_);
    }

  private:
    template <class Message>
    void add_request(const Message& message) {
        SchemaMaker envelope(Direction::from_client, shapes_);
        envelope.constant("type", Message::type);
        envelope.property("id", {{"$ref", "shapes.json#/$defs/requestId"}});
        envelope.always("id");
        add_address(envelope, "room", Message::address == Address::room);
        add_address(envelope, "match", Message::address == Address::match);
        // Left out, `data` is an empty object; so it may be when nothing in it is required.
        const Json data = envelope.of(message, {});
        envelope.property("data", data);
        const bool complex = data.contains("required") || data.contains("$comment");
        if (complex) envelope.always("data");
        finish(std::string(Message::type), envelope);
    }

    template <class Body>
    void add_event(const Body& body) {
        if constexpr (!std::is_same_v<Body, UnknownEvent>) {
            SchemaMaker envelope(Direction::from_server, shapes_);
            envelope.constant("type", Body::type);
            for (const auto* address : {"room", "match", "game"})
                envelope.optional(address, std::optional<std::string>());
            envelope.optional("seq", std::optional<std::int64_t>());
            if constexpr (!std::is_same_v<Body, Skip>) {
                envelope.required("ts", std::int64_t{});
                envelope.required("data", body);
            }
            finish(std::string(Body::type), envelope);
        }
    }

    static void add_address(SchemaMaker& envelope, std::string_view name, bool needed) {
        const wire::Limit limit = wire::text(1, limits::id);
        if (needed)
            envelope.required(name, std::string(), limit);
        else
            envelope.optional(name, std::optional<std::string>(), limit);
    }

    void finish(const std::string& name, const SchemaMaker& maker) { add(name, maker.object_schema()); }

    void add(const std::string& name, const Json& schema) {
        Json whole{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", name + ".json"}};
        whole.update(schema);
        files_[name + ".json"] = whole.dump(2) + "\n";
    }

    std::map<std::string, Json> shapes_;
    std::map<std::string, std::string> files_;
};

}  // namespace

std::map<std::string, std::string> schemas() {
    Collection all;
    // First, so that the shapes that clients send too have their limits.
    all.add_requests(static_cast<const ClientMessage*>(nullptr));
    all.add_events(static_cast<const EventBody*>(nullptr));
    all.add_ok<Empty>("empty");
    all.add_ok<HelloOk>("hello");
    all.add_ok<Pong>("pong");
    all.add_ok<LobbySubscribed>("lobby");
    all.add_ok<RoomEntered>("room");
    all.add_ok<MatchWatched>("match");
    all.add_ok<MoveAccepted>("move");
    all.add_ok<OfferPlaced>("offer");
    all.add_ok<Hint>("hint");
    all.add_ok<EnginePosition>("engine");
    all.add_ok<MyMatches>("matches");
    all.add_ok<BotList>("bots");
    all.add_ok<BlockedPlayers>("blocks");
    all.add_ok<HandoverCode>("handover");
    all.add_error();
    all.add_file<MatchRecord>("record");
    all.add_file<Leaderboard>("leaderboard");
    all.add_file<RoomPage>("rooms");
    all.add_file<MatchAnalysis>("analysis");
    return all.files();
}

}  // namespace pentad::protocol
