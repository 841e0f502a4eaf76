#include "protocol/record.hpp"

#include <algorithm>

#include "protocol/wire/document.hpp"
#include "protocol/wire/reader.hpp"
#include "protocol/wire/record_fields.hpp"
#include "protocol/wire/writer.hpp"

namespace pentad::protocol {
namespace {

/// The maximum nesting of a record.
constexpr int record_depth = 8;

tl::unexpected<std::string> no_record(std::string why) { return tl::unexpected(std::move(why)); }

}  // namespace

std::string encode(const MatchRecord& record) {
    std::string out;
    wire::Writer writer(out);
    fields(writer, record);
    writer.close();
    return out;
}

std::string encode_head(const MatchRecord& record) {
    std::string out;
    wire::Writer writer(out);
    wire::head_fields(writer, record);
    writer.close();
    return out;
}

std::string encode_unsealed(const RecordedEvent& event) {
    std::string out;
    wire::Writer writer(out);
    std::visit(
        [&](const auto& what) {
            writer.required("kind", wire::tag(&what));
            fields(writer, what);
        },
        event);
    out.resize(out.rfind(",\"hash\":"));
    return out + '}';
}

tl::expected<MatchRecord, std::string> decode_record(std::string_view text) {
    const auto document = wire::Document::parse(text, record_depth);
    if (!document || !document->root().is_object()) return no_record("It is not one JSON object.");
    const auto format = document->root().find("format");
    if (format && format->integer().value_or(0) > MatchRecord::newest_format)
        return no_record("It is of a newer format than this program knows.");
    MatchRecord record;
    wire::Problem problem;
    using Reader = wire::Reader<wire::Strictness::lenient>;
    if (!Reader(document->root(), problem).read(document->root(), record, {}))
        return no_record("Its field " + problem.sentence() + ".");
    const auto any_move = [&](auto has) {
        return std::any_of(record.events.begin(), record.events.end(), [&](const RecordedEvent& event) {
            const auto* move = std::get_if<RecordedMove>(&event);
            return move != nullptr && has(*move);
        });
    };
    if (record.format < 2 && any_move([](const auto& move) { return move.automatic.has_value(); }))
        return no_record("It marks moves, which its format does not.");
    if (record.format < 3 && any_move([](const auto& move) { return move.compensated.count() != 0; }))
        return no_record("It gives lag back, which its format does not say.");
    std::string as_read;
    document->root().append_to(as_read);
    if (as_read != encode(record)) return no_record("It has fields that no record has, or in another order.");
    return record;
}

}  // namespace pentad::protocol
