#include "protocol/codec.hpp"

#include <cassert>
#include <tuple>

#include "protocol/wire/document.hpp"
#include "protocol/wire/envelope.hpp"
#include "protocol/wire/event_fields.hpp"
#include "protocol/wire/reader.hpp"
#include "protocol/wire/reply_fields.hpp"
#include "protocol/wire/writer.hpp"

namespace pentad::protocol {
namespace {

using LenientReader = wire::Reader<wire::Strictness::lenient>;

/// A server's messages nest deeper than a client's: the reply to hello has the schemas of the games' options.
constexpr int server_depth = 64;

tl::unexpected<std::string> not_a_message(std::string why) { return tl::unexpected(std::move(why)); }

std::string json_of(std::optional<wire::Value> value) {
    if (!value) return "{}";
    std::string out;
    value->append_to(out);
    return out;
}

std::optional<RequestId> answered_request(wire::Value envelope) {
    const auto re = envelope.find("re");
    return re ? wire::read_request_id(*re) : std::nullopt;
}

template <class Detail>
void read_detail(wire::Value json, ErrorDetail& detail) {
    wire::Problem problem;
    Detail read;
    // Ignores a detail of another form: the code is enough.
    if (LenientReader(json, problem).read(json, read, {})) detail = std::move(read);
}

tl::expected<ServerMessage, std::string> read_error(wire::Value envelope) {
    const auto body = envelope.find("error");
    if (!body || !body->is_object()) return not_a_message("error must be an object");
    ErrorReply reply;
    reply.re = answered_request(envelope);
    wire::Problem problem;
    LenientReader reader(*body, problem);
    std::string code;
    reader.required("code", code);
    reader.defaulted("message", reply.message, {});
    if (problem.found) return not_a_message("error." + problem.sentence());
    reply.code = find_error_code(code).value_or(ErrorCode::internal_error);
    if (const auto data = body->find("data")) {
        if (reply.code == ErrorCode::illegal_move) read_detail<IllegalMove>(*data, reply.detail);
        if (reply.code == ErrorCode::name_invalid || reply.code == ErrorCode::bad_request)
            read_detail<RefusedText>(*data, reply.detail);
        if (reply.code == ErrorCode::claim_too_early) read_detail<ClaimableAt>(*data, reply.detail);
        if (reply.code == ErrorCode::rate_limited || reply.code == ErrorCode::muted ||
            reply.code == ErrorCode::aborted_too_often || reply.code == ErrorCode::draining)
            read_detail<RetryAfter>(*data, reply.detail);
    }
    return reply;
}

tl::expected<ServerMessage, std::string> read_event(std::string_view type, wire::Value envelope) {
    Event event;
    wire::Problem problem;
    LenientReader reader(envelope, problem);
    reader.defaulted("room", event.room, {});
    reader.defaulted("match", event.match, {});
    reader.defaulted("game", event.game, {});
    reader.optional("seq", event.seq);
    reader.defaulted("ts", event.ts, 0);
    const bool known = wire::with_message_named(type, static_cast<const EventBody*>(nullptr), [&](auto body) {
        using Body = decltype(body);
        // These have no fields and may come without data.
        constexpr bool silent = std::is_same_v<Body, Skip> || std::is_same_v<Body, SessionSuperseded>;
        if (!silent || envelope.find("data")) reader.required("data", body);
        event.body = std::move(body);
    });
    if (problem.found) return not_a_message(problem.sentence());
    if (!known) event.body = UnknownEvent{std::string(type), json_of(envelope.find("data"))};
    return event;
}

}  // namespace

namespace {

/// Writes into a reused buffer, so that the message is allocated once, in its exact size.
std::string written(const auto& write) {
    thread_local std::string buffer;
    buffer.clear();
    wire::Writer envelope(buffer);
    write(envelope);
    envelope.close();
    std::string message(buffer);
    // Frees an unusually large buffer.
    if (buffer.capacity() > 64 * 1024) std::string().swap(buffer);
    return message;
}

}  // namespace

std::string encode(const Ok& ok) {
    return written([&](wire::Writer& envelope) {
        envelope.constant("type", "ok");
        envelope.required("re", ok.re);
        std::visit([&](const auto& body) { envelope.required("data", body); }, ok.body);
    });
}

std::string encode(const ErrorReply& error) {
    const ErrorInfo& code = info(error.code);
    std::string out;
    wire::Writer envelope(out);
    envelope.constant("type", "error");
    envelope.nullable("re", error.re);
    envelope.object("error", [&](wire::Writer& body) {
        body.required("code", code.name);
        body.required("message", error.message.empty() ? code.text : std::string_view(error.message));
        body.required("retryable", code.retryable);
        std::visit(
            [&](const auto& detail) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(detail)>, std::monostate>)
                    body.required("data", detail);
            },
            error.detail);
    });
    envelope.close();
    return out;
}

std::string_view type_name(const EventBody& body) {
    return std::visit([](const auto& one) { return std::string_view(one.type); }, body);
}

std::string encode(const Event& event) {
    return written([&](wire::Writer& envelope) {
        envelope.required("type", type_name(event.body));
        envelope.defaulted("room", event.room, {});
        envelope.defaulted("match", event.match, {});
        envelope.defaulted("game", event.game, {});
        envelope.optional("seq", event.seq);
        std::visit(
            [&](const auto& body) {
                using Body = std::decay_t<decltype(body)>;
                if constexpr (std::is_same_v<Body, Skip>) return;
                envelope.required("ts", event.ts);
                if constexpr (std::is_same_v<Body, UnknownEvent>)
                    envelope.json("data", body.data);
                else
                    envelope.required("data", body);
            },
            event.body);
    });
}

namespace {

std::string encode_bare(const auto& shape) {
    std::string out;
    wire::Writer writer(out);
    fields(writer, shape);
    writer.close();
    return out;
}

}  // namespace

std::optional<RoomState> room_state(std::string_view word) {
    constexpr auto& words = wire::Words<RoomState>::words;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == word) return static_cast<RoomState>(i);
    return std::nullopt;
}

std::string encode(const RoomPage& page) { return encode_bare(page); }
std::string encode(const MatchSnapshot& match) { return encode_bare(match); }
std::string encode(const Leaderboard& leaderboard) { return encode_bare(leaderboard); }
std::string encode(const std::vector<GameCard>& games) {
    std::string out;
    wire::Writer writer(out);
    writer.required("games", games);
    writer.close();
    return out;
}

tl::expected<ServerMessage, std::string> decode_server_message(std::string_view text) {
    const auto document = wire::Document::parse(text, server_depth);
    if (!document || !document->root().is_object())
        return not_a_message("the message is not one JSON object");
    const wire::Value envelope = document->root();
    const auto type_field = envelope.find("type");
    const auto type = type_field ? type_field->text() : std::nullopt;
    if (!type) return not_a_message("type must be text");
    if (*type == "error") return read_error(envelope);
    if (*type != "ok") return read_event(*type, envelope);
    const auto re = answered_request(envelope);
    if (!re) return not_a_message("re must be an integer or text");
    return OkReply{*re, json_of(envelope.find("data"))};
}

template <class Body>
tl::expected<Body, std::string> read_ok(std::string_view data_json) {
    const auto document = wire::Document::parse(data_json, server_depth);
    if (!document) return not_a_message("data is not JSON");
    Body body;
    wire::Problem problem;
    if (!LenientReader(document->root(), problem).read(document->root(), body, {})) {
        problem.is_within("data");
        return not_a_message(problem.sentence());
    }
    return body;
}

template tl::expected<Leaderboard, std::string> read_ok(std::string_view);

namespace {

template <class... Bodies>
constexpr auto readers(const std::variant<Bodies...>*) {
    return std::tuple{&read_ok<Bodies>...};
}

/// Instantiates read_ok for every member of OkBody.
[[gnu::used]] constexpr auto instantiated = readers(static_cast<const OkBody*>(nullptr));

}  // namespace
}  // namespace pentad::protocol
