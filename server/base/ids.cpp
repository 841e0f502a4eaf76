#include "server/base/ids.hpp"

#include <sodium.h>

#include <array>
#include <stdexcept>

namespace pentad::server {
namespace {

/// Initialises libsodium once for all threads.
void start_sodium() {
    static const bool started = sodium_init() >= 0;
    if (!started) throw std::runtime_error("libsodium found no source of random bits on this machine.");
}

std::string random_text(std::size_t length, std::string_view alphabet) {
    start_sodium();
    std::string text(length, ' ');
    for (char& c : text) c = alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
    return text;
}

/// 32 characters, 5 bits each.
constexpr std::string_view id_alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/// Without 0, O, 1, I and L, which people mix up, and without U, which makes words.
constexpr std::string_view code_alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

}  // namespace

std::string random_id(std::string_view prefix) { return std::string(prefix) + random_text(12, id_alphabet); }

std::string random_code() { return random_text(6, code_alphabet); }

std::string random_token() {
    start_sodium();
    std::array<unsigned char, 32> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
    text.pop_back();  // the terminating zero
    return text;
}

std::string token_hash(std::string_view token) {
    start_sodium();
    std::array<unsigned char, crypto_generichash_BYTES> hash;
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()),
                       token.size(), nullptr, 0);
    std::string text(2 * hash.size() + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    text.pop_back();
    return text;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::uint64_t random_seed() {
    start_sodium();
    std::uint64_t seed = 0;
    randombytes_buf(&seed, sizeof seed);
    return seed;
}

}  // namespace pentad::server
