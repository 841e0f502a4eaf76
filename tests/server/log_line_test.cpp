// Ids in log lines are fields that the writer gives, never parts of a sentence.

#include "server/base/log/log_line.hpp"

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>

#include <memory>
#include <sstream>
#include <string>

#include "server/base/log/log_format.hpp"
#include "server/base/log/throttled_log.hpp"

namespace pentad::server {
namespace {

/// The lines that the default logger writes while it lives.
class LoggedLines {
  public:
    explicit LoggedLines(const std::string& format) : before_(spdlog::default_logger()) {
        auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text_);
        sink->set_formatter(log_formatter(format));
        spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink));
    }
    ~LoggedLines() { spdlog::set_default_logger(before_); }
    LoggedLines(const LoggedLines&) = delete;
    LoggedLines& operator=(const LoggedLines&) = delete;

    /// What follows the level on the only line.
    std::string after_level() const {
        const std::string line = text_.str();
        EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
        const std::size_t at = line.find("info");
        return at == std::string::npos ? line : line.substr(at + 4, line.size() - at - 5);
    }

  private:
    std::ostringstream text_;
    const std::shared_ptr<spdlog::logger> before_;
};

TEST(LogLine, HasTheIdsAsFieldsInJson) {
    const LoggedLines lines("json");
    log_info({.match = {"m_1"}, .room = {"r_1"}, .session = {"s_1"}, .player = {"p_1"}}, "it {}", "starts");
    EXPECT_EQ(lines.after_level(),
              R"(","message":"it starts","match":"m_1","room":"r_1","session":"s_1","player":"p_1"})");
}

TEST(LogLine, HasNoFieldsOfASentenceThatNamesIds) {
    const LoggedLines lines("json");
    spdlog::info("match m_1 of player p_1");
    EXPECT_EQ(lines.after_level(), R"(","message":"match m_1 of player p_1"})");
}

TEST(LogLine, LeavesOutWhatIsNoId) {
    const LoggedLines lines("json");
    log_info({.match = {R"(m_1","level":"error)"}, .player = {""}}, "{}", "not found");
    EXPECT_EQ(lines.after_level(), R"(","message":"not found"})");
}

TEST(LogLine, HasNoFieldsInText) {
    const LoggedLines lines("text");
    log_info({.match = {"m_1"}}, "match m_1 starts");
    EXPECT_EQ(lines.after_level(), "  match m_1 starts");
}

TEST(ThrottledLog, WritesALineOnceWithItsIds) {
    const LoggedLines lines("json");
    ThrottledLog line;
    for (int i = 0; i < 3; ++i) line.warn("it fails", {.room = {"r_1"}});
    EXPECT_NE(lines.after_level().find(R"("message":"it fails","room":"r_1"})"), std::string::npos);
}

}  // namespace
}  // namespace pentad::server
