#include "protocol/utf8.hpp"

#include <gtest/gtest.h>

namespace pentad::protocol {
namespace {

std::string utf8(char32_t value) {
    const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
    if (value < 0x80) return {byte(value)};
    if (value < 0x800) return {byte(0xC0 | value >> 6), byte(0x80 | (value & 0x3F))};
    if (value < 0x10000)
        return {byte(0xE0 | value >> 12), byte(0x80 | (value >> 6 & 0x3F)), byte(0x80 | (value & 0x3F))};
    return {byte(0xF0 | value >> 18), byte(0x80 | (value >> 12 & 0x3F)), byte(0x80 | (value >> 6 & 0x3F)),
            byte(0x80 | (value & 0x3F))};
}

TEST(Utf8, DecodesEveryCodePointButSurrogates) {
    for (char32_t value = 0; value <= 0x110000; ++value) {
        const std::string text = utf8(value);
        const bool valid = value < 0x110000 && (value < 0xD800 || value > 0xDFFF);
        ASSERT_EQ(is_utf8(text), valid) << std::hex << static_cast<std::uint32_t>(value);
        if (!valid) continue;
        ASSERT_EQ(first_code_point(text).value, value);
        ASSERT_EQ(first_code_point(text).bytes, text.size());
        ASSERT_EQ(count_code_points(text), 1u);
    }
}

TEST(Utf8, RefusesEveryOtherPairOfBytes) {
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second) {
            const std::string text{static_cast<char>(first), static_cast<char>(second)};
            const bool ascii = first < 0x80 && second < 0x80;
            const bool pair = first >= 0xC2 && first < 0xE0 && second >= 0x80 && second < 0xC0;
            ASSERT_EQ(is_utf8(text), ascii || pair) << first << ' ' << second;
        }
}

TEST(Utf8, RefusesCutSequences) {
    const std::string text = "a😀";
    EXPECT_TRUE(is_utf8(text));
    for (std::size_t size = 2; size < text.size(); ++size) EXPECT_FALSE(is_utf8(text.substr(0, size)));
    EXPECT_EQ(count_code_points("Zoë 😀"), 5u);
    EXPECT_EQ(first_code_point("").bytes, 0u);
}

}  // namespace
}  // namespace pentad::protocol
