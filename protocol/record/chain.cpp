#include "protocol/record/chain.hpp"

#include <sodium.h>

#include <array>

namespace pentad::record {
namespace {

std::string sha256(std::string_view text) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> digits{};
    sodium_bin2hex(digits.data(), digits.size(), digest.data(), digest.size());
    return digits.data();
}

std::string next_hash(const std::string& before, const protocol::RecordedEvent& event) {
    return sha256(before + protocol::encode_unsealed(event));
}

}  // namespace

void seal(protocol::MatchRecord& record) {
    record.hash = sha256(protocol::encode_head(record));
    const std::string* before = &record.hash;
    for (protocol::RecordedEvent& event : record.events) {
        const std::string hash = next_hash(*before, event);
        std::visit(
            [&](auto& what) {
                what.hash = hash;
                before = &what.hash;
            },
            event);
    }
}

std::optional<std::size_t> first_break(const protocol::MatchRecord& record) {
    std::string before = sha256(protocol::encode_head(record));
    if (before != record.hash) return 0;
    for (std::size_t i = 0; i < record.events.size(); ++i) {
        before = next_hash(before, record.events[i]);
        if (std::visit([](const auto& what) { return what.hash; }, record.events[i]) != before) return i + 1;
    }
    return std::nullopt;
}

}  // namespace pentad::record
