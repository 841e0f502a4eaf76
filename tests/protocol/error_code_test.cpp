#include "protocol/error_code.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/protocol/golden.hpp"

namespace pentad::protocol {
namespace {

nlohmann::json table() {
    return nlohmann::json::parse(golden::read_file(std::string(PENTAD_PROTOCOL_DIR) + "/errors.json"));
}

TEST(ErrorCodes, MatchTheTable) {
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

/// The rows of the README's tables whose first column is a code.
std::vector<std::string> rows_of_the_readme() {
    std::istringstream readme(golden::read_file(std::string(PENTAD_PROTOCOL_DIR) + "/README.md"));
    std::vector<std::string> rows;
    bool inside = false;
    for (std::string line; std::getline(readme, line);) {
        if (line.starts_with("## ")) inside = line == "## Errors";
        if (inside && (line.starts_with("| `") || line.starts_with("| 1") || line.starts_with("| 4")))
            rows.push_back(line);
    }
    return rows;
}

TEST(ErrorCodes, AreInTheReadme) {
    std::vector<std::string> rows;
    for (const ErrorCode code : error_codes())
        rows.push_back("| `" + std::string(name(code)) + "` | " + (info(code).retryable ? "yes" : "") +
                       " | " + std::string(info(code).text) + " |");
    for (const CloseInfo& close : close_codes())
        rows.push_back("| " + std::to_string(static_cast<int>(close.code)) + " | `" +
                       std::string(close.name) + "` | " + (close.reconnect ? "yes" : "not automatically") +
                       " | " + std::string(close.text) + " |");
    EXPECT_EQ(rows_of_the_readme(), rows);
}

TEST(ErrorCodes, HaveUniqueNamesAndASentence) {
    std::set<std::string_view> names;
    for (const ErrorCode code : error_codes()) {
        EXPECT_TRUE(names.insert(name(code)).second) << name(code);
        EXPECT_TRUE(info(code).text.ends_with('.')) << name(code);
        EXPECT_TRUE(
            std::set<std::string_view>({"envelope", "identity", "room", "match"}).contains(info(code).kind));
    }
}

TEST(CloseCodes, MatchTheTable) {
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

TEST(CloseCodes, FourForbidReconnecting) {
    std::set<int> final_codes;
    for (const CloseInfo& close : close_codes())
        if (!close.reconnect) final_codes.insert(static_cast<int>(close.code));
    EXPECT_EQ(final_codes, (std::set<int>{4000, 4001, 4004, 4005}));
}

}  // namespace
}  // namespace pentad::protocol
