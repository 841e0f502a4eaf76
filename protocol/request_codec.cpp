#include "protocol/codec.hpp"
#include "protocol/wire/client_fields.hpp"
#include "protocol/wire/document.hpp"
#include "protocol/wire/envelope.hpp"
#include "protocol/wire/reader.hpp"
#include "protocol/wire/writer.hpp"

namespace pentad::protocol {
namespace {

using StrictReader = wire::Reader<wire::Strictness::strict>;

/// `data` of an envelope; left out means an empty object.
wire::Value data_of(wire::Value envelope) {
    static const wire::Document nothing = *wire::Document::parse("{}", 1);
    return envelope.find("data").value_or(nothing.root());
}

template <class Message>
void read_message(wire::Value envelope, Message& message, Request& request, wire::Problem& problem) {
    const wire::Limit address = wire::text(1, limits::id);
    StrictReader reader(envelope, problem);
    if (envelope.find("room") || Message::address == Address::room)
        reader.required("room", request.room, address);
    if (envelope.find("match") || Message::address == Address::match)
        reader.required("match", request.match, address);
    if (!problem.found && !reader.read(data_of(envelope), message, {})) problem.is_within("data");
}

}  // namespace

tl::expected<Request, DecodeError> decode_request(std::string_view text) {
    const auto document = wire::Document::parse(text, limits::depth);
    if (!document || !document->root().is_object())
        return tl::unexpected(
            DecodeError{ErrorCode::bad_json, {}, "the message is not one JSON object", true});
    const wire::Value envelope = document->root();

    const auto id_field = envelope.find("id");
    const auto id = id_field ? wire::read_request_id(*id_field) : std::nullopt;
    const auto refused = [&](ErrorCode code, std::string why, bool malformed) {
        return tl::unexpected(DecodeError{code, id, std::move(why), malformed});
    };
    if (!id)
        return refused(ErrorCode::bad_request, "id must be an integer or text of 1 to 64 characters",
                       id_field && !id_field->text());

    const auto type_field = envelope.find("type");
    const auto type = type_field ? type_field->text() : std::nullopt;
    if (!type) return refused(ErrorCode::bad_request, "type must be text", type_field.has_value());

    Request request;
    request.id = *id;
    wire::Problem problem;
    const bool known =
        wire::with_message_named(*type, static_cast<const ClientMessage*>(nullptr), [&](auto message) {
            read_message(envelope, message, request, problem);
            request.message = std::move(message);
        });
    if (!known) return refused(ErrorCode::unknown_type, "type is not known", false);
    if (problem.found) return refused(ErrorCode::bad_request, problem.sentence(), problem.of_type);
    return request;
}

std::string_view type_name(const ClientMessage& message) {
    return std::visit([](const auto& one) { return one.type; }, message);
}

std::string_view name(ReportReason reason) { return wire::word(reason); }

std::string encode(const Request& request) {
    std::string out;
    wire::Writer envelope(out);
    envelope.required("type", type_name(request.message));
    envelope.required("id", request.id);
    envelope.defaulted("room", request.room, {});
    envelope.defaulted("match", request.match, {});
    std::visit([&](const auto& message) { envelope.required("data", message); }, request.message);
    envelope.close();
    return out;
}

}  // namespace pentad::protocol
