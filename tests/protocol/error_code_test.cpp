#include "protocol/error_code.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/protocol/golden.hpp"

namespace pentad::protocol {
namespace {

nlohmann::json table() {
    return nlohmann::json::parse(golden::read_file(std::string(PENTAD_PROTOCOL_DIR) + "/errors.json"));
}

TEST(ErrorCodes, AreThoseOfTheTableInItsOrder) {
    const auto rows = table()["errors"];
    ASSERT_EQ(error_codes().size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ErrorCode code = error_codes()[i];
        EXPECT_EQ(name(code), rows[i]["code"]);
        EXPECT_EQ(info(code).kind, rows[i]["kind"]);
        EXPECT_EQ(info(code).retryable, rows[i]["retryable"]);
        EXPECT_EQ(info(code).text, rows[i]["text"]);
        EXPECT_EQ(find_error_code(name(code)), code);
    }
    EXPECT_EQ(find_error_code("no_such_code"), std::nullopt);
}

TEST(ErrorCodes, HaveDifferentNamesAndASentenceEach) {
    std::set<std::string_view> names;
    for (const ErrorCode code : error_codes()) {
        EXPECT_TRUE(names.insert(name(code)).second) << name(code);
        EXPECT_TRUE(info(code).text.ends_with('.')) << name(code);
        EXPECT_TRUE(
            std::set<std::string_view>({"envelope", "identity", "room", "match"}).contains(info(code).kind));
    }
}

TEST(CloseCodes, AreThoseOfTheTableInItsOrder) {
    const auto rows = table()["close"];
    ASSERT_EQ(close_codes().size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const CloseInfo& close = close_codes()[i];
        EXPECT_EQ(static_cast<int>(close.code), rows[i]["code"]);
        EXPECT_EQ(close.name, rows[i]["name"]);
        EXPECT_EQ(close.reconnect, rows[i]["reconnect"]);
        EXPECT_EQ(close.text, rows[i]["text"]);
    }
}

TEST(CloseCodes, ThatMeanStayAwayAreFour) {
    std::set<int> final_codes;
    for (const CloseInfo& close : close_codes())
        if (!close.reconnect) final_codes.insert(static_cast<int>(close.code));
    EXPECT_EQ(final_codes, (std::set<int>{4000, 4001, 4004, 4005}));
}

}  // namespace
}  // namespace pentad::protocol
