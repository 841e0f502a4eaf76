#include "protocol/time_limits.hpp"

#include <gmock/gmock.h>

namespace pentad::protocol {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

const TimeLimits least{3s, 15s, 1h};

TimeControl fischer(milliseconds initial, milliseconds increment) {
    return {TimeControlKind::fischer, initial, increment, 0ms};
}
TimeControl each(TimeControlKind kind, milliseconds move) { return {kind, 0ms, 0ms, move}; }

TEST(TimeLimits, ApplyToTheFirstTurnTheGameAndAMove) {
    for (const TimeControl& enough :
         {TimeControl{}, fischer(15s, 0s), fischer(3s, 300ms), fischer(0s, 3s), fischer(1ms, 60s),
          each(TimeControlKind::permove, 3s), each(TimeControlKind::correspondence, 1h)})
        EXPECT_EQ(too_little_time(enough, least), std::nullopt);
    EXPECT_THAT(too_little_time(fischer(14'999ms, 0s), least).value(), HasSubstr("15 s for 40 moves"));
    EXPECT_THAT(too_little_time(fischer(3s, 299ms), least).value(), HasSubstr("15 s for 40 moves"));
    EXPECT_THAT(too_little_time(fischer(2'999ms, 2'999ms), least).value(),
                HasSubstr("3 s for the first turn"));
    EXPECT_THAT(too_little_time(each(TimeControlKind::permove, 2'999ms), least).value(), HasSubstr("3 s"));
    EXPECT_THAT(too_little_time(each(TimeControlKind::correspondence, 1h - 1ms), least).value(),
                HasSubstr("1 h"));
}

TEST(TimeLimits, NeverAllowZeroTime) {
    for (const TimeControl& none :
         {fischer(0s, 0s), each(TimeControlKind::permove, 0s), each(TimeControlKind::correspondence, 0s)}) {
        EXPECT_TRUE(too_little_time(none, {}));
        EXPECT_FALSE(too_little_time(raised_to_least(none, {}), {}));
    }
}

TEST(TimeLimits, RaiseOnlyWhatIsTooLittle) {
    for (const TimeControl& some :
         {TimeControl{}, fischer(0s, 0s), fischer(0s, 20s), fischer(1ms, 60s), fischer(1s, 100ms),
          fischer(3min, 2s), each(TimeControlKind::permove, 1ms), each(TimeControlKind::permove, 20s),
          each(TimeControlKind::correspondence, 1s), each(TimeControlKind::correspondence, 72h)}) {
        const TimeControl raised = raised_to_least(some, least);
        EXPECT_EQ(too_little_time(raised, least), std::nullopt);
        EXPECT_GE(raised.initial, some.initial);
        EXPECT_EQ(raised.increment, some.increment);
        EXPECT_EQ(raised_to_least(raised, least), raised);
    }
    EXPECT_EQ(raised_to_least(fischer(3min, 2s), least), fischer(3min, 2s));
    EXPECT_EQ(raised_to_least(fischer(0s, 20s), least), fischer(20s, 20s)) << "the first turn has it too";
}

}  // namespace
}  // namespace pentad::protocol
