#include "protocol/tools/schemas.hpp"

#include "protocol/messages.hpp"
#include "protocol/tools/schema_maker.hpp"

namespace pentad::protocol {
namespace {

/// Collects the messages and the shapes that they share.
class Collection {
  public:
    template <class... Messages>
    void add_requests(const std::variant<Messages...>*) {
        (add_request(Messages{}), ...);
    }
    template <class... Bodies>
    void add_replies(const std::variant<Bodies...>*) {
        (add_reply(Bodies{}), ...);
    }
    template <class... Bodies>
    void add_events(const std::variant<Bodies...>*) {
        (add_event(Bodies{}), ...);
    }

    void add_error() {
        Json codes = Json::array();
        for (const ErrorCode code : error_codes()) codes.push_back(protocol::name(code));
        SchemaMaker envelope(Direction::from_server, shapes_);
        envelope.about("The request was refused.");
        envelope.constant("type", "error");
        envelope.property("re",
                          {{"anyOf", {{{"$ref", "shapes.json#/$defs/requestId"}}, {{"type", "null"}}}}});
        envelope.always("re");
        envelope.object("error", [&](SchemaMaker& error) {
            error.property("code", {{"enum", codes}});
            error.always("code");
            error.about("message", "For people, in English.");
            error.required("message", std::string());
            error.about("retryable", "The same request may succeed later.");
            error.required("retryable", false);
            error.property("data", {{"anyOf",
                                     {error.of(IllegalMove{}, {}), error.of(RetryAfter{}, {}),
                                      error.of(ClaimableAt{}, {}), error.of(RefusedText{}, {})}}});
        });
        add(MessageKind::error, "error", envelope);
    }

    /// Not a message: served over HTTP.
    template <class Shape>
    void add_file(const std::string& name) {
        SchemaMaker maker(Direction::from_server, shapes_);
        const Shape shape;
        wire::fields(maker, shape);
        add(MessageKind::file, name, maker);
    }

    Description description() {
        shapes_["requestId"] = {
            {"anyOf",
             {{{"type", "integer"}, {"minimum", -limits::integer}, {"maximum", limits::integer}},
              {{"type", "string"}, {"minLength", 1}, {"maxLength", limits::id}}}}};
        return {std::move(messages_), shapes_};
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
        // `data` may be left out when nothing in it is required.
        Json data = envelope.of(message, {});
        envelope.about(moved_description(data));
        const bool needed = data.contains("required") || data.contains("$comment");
        envelope.property("data", std::move(data));
        if (needed) envelope.always("data");
        add(MessageKind::request, std::string(Message::type), envelope);
        messages_.back().reply = "ok." + std::string(ReplyTo<Message>::name);
    }

    template <class Body>
    void add_reply(const Body& body) {
        SchemaMaker envelope(Direction::from_server, shapes_);
        envelope.constant("type", "ok");
        envelope.property("re", {{"$ref", "shapes.json#/$defs/requestId"}});
        envelope.always("re");
        add_data(envelope, body);
        add(MessageKind::reply, "ok." + std::string(Body::name), envelope);
    }

    template <class Body>
    void add_event(const Body& body) {
        if constexpr (!std::is_same_v<Body, UnknownEvent>) {
            SchemaMaker envelope(Direction::from_server, shapes_);
            envelope.constant("type", Body::type);
            for (const auto* address : {"room", "match", "game"})
                envelope.optional(address, std::optional<std::string>());
            envelope.optional("seq", std::optional<std::int64_t>());
            if constexpr (std::is_same_v<Body, Skip>) {
                Json nothing = envelope.of(body, {});
                envelope.about(moved_description(nothing));
            } else {
                envelope.required("ts", std::int64_t{});
                add_data(envelope, body);
            }
            add(MessageKind::event, std::string(Body::type), envelope);
        }
    }

    void add_data(SchemaMaker& envelope, const auto& body) {
        Json data = envelope.of(body, {});
        envelope.about(moved_description(data));
        envelope.property("data", std::move(data));
        envelope.always("data");
    }

    /// Of an object or a shape; the object's own is the message's from now on.
    std::string moved_description(Json& data) {
        if (!data.contains("$ref")) {
            std::string text = data.value("description", "");
            data.erase("description");
            return text;
        }
        const std::string reference = data["$ref"];
        return shapes_.at(reference.substr(reference.rfind('/') + 1)).value("description", "");
    }

    static void add_address(SchemaMaker& envelope, std::string_view name, bool needed) {
        const wire::Limit limit = wire::text(1, limits::id);
        if (needed)
            envelope.required(name, std::string(), limit);
        else
            envelope.optional(name, std::optional<std::string>(), limit);
    }

    void add(MessageKind kind, const std::string& name, const SchemaMaker& maker) {
        messages_.push_back({kind, name, "", maker.object_schema()});
    }

    std::map<std::string, Json> shapes_;
    std::vector<Described> messages_;
};

std::string file_of(const std::string& name, const Json& schema) {
    Json whole{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", name + ".json"}};
    whole.update(schema);
    return whole.dump(2) + "\n";
}

}  // namespace

Description describe() {
    Collection all;
    // First, so that the shapes that clients send too have their limits.
    all.add_requests(static_cast<const ClientMessage*>(nullptr));
    all.add_events(static_cast<const EventBody*>(nullptr));
    all.add_replies(static_cast<const OkBody*>(nullptr));
    all.add_error();
    all.add_file<MatchRecord>("record");
    all.add_file<Leaderboard>("leaderboard");
    all.add_file<RoomPage>("rooms");
    all.add_file<MatchAnalysis>("analysis");
    return all.description();
}

std::map<std::string, std::string> schemas() {
    const Description all = describe();
    std::map<std::string, std::string> files{{"shapes.json", file_of("shapes", {{"$defs", all.shapes}})}};
    for (const Described& one : all.messages) files[one.name + ".json"] = file_of(one.name, one.schema);
    return files;
}

std::map<std::string, std::string> generated_files() {
    std::map<std::string, std::string> files{{"protocol/asyncapi.yaml", asyncapi()},
                                             {"clients/web/src/protocol/wire.ts", typescript()}};
    for (auto& [name, text] : schemas()) files["protocol/schema/" + name] = std::move(text);
    return files;
}

}  // namespace pentad::protocol
