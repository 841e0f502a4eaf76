// The text of a record. What can be read is sealed again, so that changed records are looked at behind the
// chain, too.

#include "protocol/record/chain.hpp"
#include "protocol/record/readable.hpp"
#include "protocol/record/verify.hpp"
#include "protocol/utf8.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace pentad;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (const auto verified = record::verify(text)) {
        const auto again = record::verify(encode(*verified));
        fuzz::hold(again.has_value(), "a record that is verified is written so that it is verified again");
    } else {
        fuzz::hold(!verified.error().text.empty(), "it says what is wrong with a record");
    }
    auto read = protocol::decode_record(text);
    if (!read) return 0;
    record::seal(*read);
    fuzz::hold(!record::first_break(*read), "a sealed record holds together");
    const std::string sealed = encode(*read);
    const auto again = protocol::decode_record(sealed);
    fuzz::hold(again && encode(*again) == sealed, "a record is written as it was read");
    if (const auto verified = record::verify(sealed); !verified)
        fuzz::hold(verified.error().kind != record::Damage::Kind::chain, "a sealed record's chain holds");
    fuzz::hold(protocol::is_utf8(record::readable(*read)), "a record for people is text");
    return 0;
}
