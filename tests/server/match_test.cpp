#include "server/match/match.hpp"

#include <gmock/gmock.h>

namespace pentad::server {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using protocol::TimeControlKind;
using testing::IsEmpty;
using testing::SizeIs;

constexpr ServerTime start{1'000'000ms};

const TimeControl no_clock{};
const TimeControl fischer{TimeControlKind::fischer, 60s, 2s, 0s};
const TimeControl per_move{TimeControlKind::permove, 0s, 0s, 20s};
const TimeControl correspondence{TimeControlKind::correspondence, 0s, 0s, 24h};

MatchSetup setup(const TimeControl& tc, const std::string& size = "20") {
    MatchSetup made;
    made.id = {"m_1"};
    made.room = {"r_1"};
    made.game = "pile";
    made.options = {size, "plain"};
    made.tc = tc;
    made.started = start;
    return made;
}

/// A match and what happens in it, as the room would do it: decide, apply.
struct LiveMatch {
    Match match;

    explicit LiveMatch(const TimeControl& tc = no_clock, const std::string& size = "20")
        : match(setup(tc, size)) {}

    Decision submit(const MatchCommand& command, ServerTime now) {
        const Decision decision = match.decide(command, now);
        if (const auto* accepted = std::get_if<Accepted>(&decision)) {
            for (const MatchEvent& event : accepted->events) EXPECT_TRUE(match.apply(event));
        }
        return decision;
    }
    Play play(const std::string& move, ServerTime received, const std::string& move_id = "") const {
        return {match.to_move(), match.turn(), move, move_id, received, 0ms, {}};
    }
    /// A legal move of the side to move, which must be accepted.
    Moved move(const std::string& text, ServerTime received, milliseconds allowance = 0ms) {
        Play wish = play(text, received);
        wish.allowance = allowance;
        const Decision decision = submit(wish, received);
        const auto* accepted = std::get_if<Accepted>(&decision);
        if (accepted == nullptr || accepted->events.empty() ||
            !std::holds_alternative<Moved>(accepted->events[0])) {
            ADD_FAILURE() << text << " was not played";
            return {};
        }
        return std::get<Moved>(accepted->events[0]);
    }
    /// Both first moves, the second one second after the start; the clocks run from there.
    void open() {
        move("t1", start + 500ms);
        move("t1", start + 1s);
    }
};

ErrorCode code_of(const Decision& decision) {
    const auto* refused = std::get_if<Refused>(&decision);
    if (refused == nullptr) {
        ADD_FAILURE() << "not refused";
        return ErrorCode::internal_error;
    }
    return refused->code;
}
std::vector<MatchEvent> events_of(const Decision& decision) {
    const auto* accepted = std::get_if<Accepted>(&decision);
    if (accepted == nullptr) {
        ADD_FAILURE() << "not accepted";
        return {};
    }
    return accepted->events;
}

TEST(Match, DecidingChangesNothing) {
    LiveMatch table(fischer);
    table.match.decide(table.play("t1", start + 1s), start + 1s);
    EXPECT_EQ(table.match.turn(), 0);
    EXPECT_EQ(table.match.position().encode(), "20 first 1");
}

TEST(Match, AMoveChangesPositionTurnAndLine) {
    LiveMatch table;
    const Moved moved = table.move("t2", start + 1s);
    EXPECT_EQ(moved.turn, 1);
    EXPECT_EQ(moved.seat, Side::first);
    EXPECT_EQ(table.match.turn(), 1);
    EXPECT_EQ(table.match.ply(), 1);
    EXPECT_EQ(table.match.position().encode(), "18 second 1");
    ASSERT_THAT(table.match.line(), SizeIs(1));
    EXPECT_EQ(table.match.line()[0].move, "t2");
}

TEST(Match, RefusesAMoveForAnEarlierTurnWithASnapshot) {
    LiveMatch table;
    table.move("t1", start);
    const Decision decision = table.submit(Play{Side::first, 0, "t2", "late", start, 0ms, {}}, start);
    EXPECT_EQ(code_of(decision), ErrorCode::stale_turn);
    EXPECT_TRUE(std::get<Refused>(decision).send_snapshot);
    EXPECT_EQ(table.match.turn(), 1);
}

TEST(Match, RefusesAMoveForAFutureTurn) {
    LiveMatch table;
    EXPECT_EQ(code_of(table.submit(Play{Side::first, 1, "t1", "", start, 0ms, {}}, start)),
              ErrorCode::future_turn);
}

TEST(Match, RefusesAMoveOfTheOtherSide) {
    LiveMatch table;
    EXPECT_EQ(code_of(table.submit(Play{Side::second, 0, "t1", "", start, 0ms, {}}, start)),
              ErrorCode::not_your_turn);
}

TEST(Match, MovesForTheSideToMoveInAHotseatMatch) {
    MatchSetup shared = setup(no_clock);
    shared.hotseat = true;
    LiveMatch table;
    table.match = Match(shared);
    for (int turn = 0; turn < 2; ++turn)
        EXPECT_THAT(events_of(table.submit(
                        Play{Side::first, turn, "t1", "id" + std::to_string(turn), start, 0ms, {}}, start)),
                    SizeIs(1));
    EXPECT_EQ(table.match.line()[1].seat, Side::second);
    EXPECT_TRUE(std::holds_alternative<Duplicate>(
        table.submit(Play{Side::first, 1, "t1", "id1", start, 0ms, {}}, start)));
}

TEST(Match, RefusesAnUnreadableMove) {
    LiveMatch table;
    const Decision decision = table.submit(table.play("e2-e4", start), start);
    EXPECT_EQ(code_of(decision), ErrorCode::bad_move_format);
    EXPECT_FALSE(std::get<Refused>(decision).refusal.reason.empty());
}

TEST(Match, RefusesAnIllegalMoveWithRuleSquaresAndSnapshot) {
    LiveMatch table(no_clock, "4");
    table.move("t2", start);
    table.move("t1", start);
    const std::string before = table.match.position().encode();
    const Decision decision = table.submit(table.play("t2", start), start);
    EXPECT_EQ(code_of(decision), ErrorCode::illegal_move);
    const Refused& refused = std::get<Refused>(decision);
    EXPECT_TRUE(refused.send_snapshot);
    EXPECT_EQ(refused.refusal.rule, "3.1");
    EXPECT_THAT(refused.refusal.squares, testing::ElementsAre("a1"));
    EXPECT_EQ(table.match.position().encode(), before);
}

TEST(Match, ARefusedMoveDoesNotTouchTheClock) {
    LiveMatch table(fischer);
    table.open();
    const auto deadline = table.match.deadline();
    table.submit(table.play("t3", start + 5s), start + 5s);
    EXPECT_EQ(table.match.deadline(), deadline);
}

TEST(Match, ARepeatedMoveIdGetsTheSameAnswer) {
    LiveMatch table(fischer);
    table.open();
    const Play wish = table.play("t2", start + 4s, "abc");
    table.submit(wish, start + 4s);
    const auto deadline = table.match.deadline();
    Play again = wish;
    again.received = start + 9s;
    const Decision decision = table.submit(again, start + 9s);
    ASSERT_TRUE(std::holds_alternative<Duplicate>(decision));
    const auto& told = std::get<Duplicate>(decision);
    EXPECT_EQ(told.turn, 3);
    EXPECT_EQ(told.ply, 3);
    EXPECT_EQ(told.hash, table.match.position().hash());
    EXPECT_EQ(told.charged, 3s);
    EXPECT_EQ(table.match.deadline(), deadline);
    EXPECT_EQ(table.match.turn(), 3);
}

TEST(Match, AMoveIdWithOtherContentIsAConflict) {
    LiveMatch table;
    table.submit(table.play("t2", start, "abc"), start);
    EXPECT_EQ(code_of(table.submit(Play{Side::first, 0, "t1", "abc", start, 0ms, {}}, start)),
              ErrorCode::conflict);
    EXPECT_EQ(code_of(table.submit(Play{Side::first, 2, "t2", "abc", start, 0ms, {}}, start)),
              ErrorCode::conflict);
}

TEST(Match, AMoveIdOfTheOtherSeatIsNotKnown) {
    LiveMatch table;
    table.submit(table.play("t2", start, "abc"), start);
    EXPECT_THAT(events_of(table.submit(table.play("t2", start, "abc"), start)), SizeIs(1));
}

TEST(Match, KeepsTheLast64OutcomesOfASeat) {
    LiveMatch table(no_clock, "400");
    for (int turn = 0; turn < 2 * 65; ++turn)
        table.submit(table.play("t1", start, "id" + std::to_string(turn)), start);
    EXPECT_EQ(code_of(table.submit(Play{Side::first, 0, "t1", "id0", start, 0ms, {}}, start)),
              ErrorCode::stale_turn);
    EXPECT_TRUE(std::holds_alternative<Duplicate>(
        table.submit(Play{Side::first, 2, "t1", "id2", start, 0ms, {}}, start)));
}

TEST(Match, AMoveThatEndsTheGameGivesMoveAndEnd) {
    LiveMatch table(no_clock, "4");
    table.move("t2", start);
    const auto events = events_of(table.submit(table.play("t2", start + 1s), start + 1s));
    ASSERT_THAT(events, SizeIs(2));
    EXPECT_EQ(std::get<Moved>(events[0]).turn, 2);
    EXPECT_EQ(std::get<Ended>(events[1]).result, (MatchResult{Side::second, "last_taken"}));
    EXPECT_EQ(table.match.result(), (MatchResult{Side::second, "last_taken"}));
}

TEST(Match, AfterTheEndEverythingIsRefusedAndNoFlagFalls) {
    LiveMatch table(fischer);
    table.open();
    table.submit(table.play("t1", start + 2s, "abc"), start + 2s);
    table.submit(Resign{Side::first}, start + 3s);
    EXPECT_EQ(code_of(table.submit(table.play("t1", start), start)), ErrorCode::match_over);
    EXPECT_EQ(code_of(table.submit(Play{Side::first, 2, "t1", "abc", start, 0ms, {}}, start)),
              ErrorCode::match_over);
    EXPECT_EQ(code_of(table.submit(Resign{Side::second}, start)), ErrorCode::match_over);
    EXPECT_EQ(code_of(table.submit(Terminate{{std::nullopt, "abandoned"}}, start)), ErrorCode::match_over);
    EXPECT_THAT(events_of(table.submit(Flag{}, start + 1h)), IsEmpty());
    EXPECT_FALSE(table.match.deadline());
    EXPECT_FALSE(table.match.apply(Ended{{std::nullopt, "abandoned"}, start}));
}

TEST(Match, ResigningGivesTheOtherSideTheGame) {
    for (Side seat : {Side::first, Side::second}) {
        LiveMatch table;
        const auto events = events_of(table.submit(Resign{seat}, start + 1s));
        ASSERT_THAT(events, SizeIs(1));
        EXPECT_EQ(std::get<Ended>(events[0]).result, (MatchResult{engine::other(seat), "resign"}));
    }
}

TEST(Match, TheServerMayEndIt) {
    LiveMatch table;
    table.submit(Terminate{{Side::second, "bot_failed"}}, start + 1s);
    EXPECT_EQ(table.match.result(), (MatchResult{Side::second, "bot_failed"}));
}

TEST(MatchClock, WithoutOneNothingIsDueOrCharged) {
    LiveMatch table;
    EXPECT_FALSE(table.match.deadline());
    EXPECT_FALSE(table.match.remaining());
    EXPECT_FALSE(table.match.running());
    EXPECT_EQ(table.move("t1", start + 100h).charged, 0ms);
    EXPECT_THAT(events_of(table.submit(Flag{}, start + 1000h)), IsEmpty());
}

TEST(MatchClock, FischerStartsAfterBothFirstMoves) {
    LiveMatch table(fischer);
    EXPECT_FALSE(table.match.running());
    EXPECT_EQ(table.match.deadline(), start + 30s);
    EXPECT_EQ(table.move("t1", start + 29s).charged, 0ms);
    EXPECT_FALSE(table.match.running());
    EXPECT_EQ(table.match.deadline(), start + 59s);
    EXPECT_EQ(table.move("t1", start + 58s).charged, 0ms);
    EXPECT_EQ(table.match.running(), Side::first);
    EXPECT_EQ(table.match.remaining(), (std::array<milliseconds, 2>{60s, 60s}));
    EXPECT_EQ(table.match.deadline(), start + 58s + 60s);
}

TEST(MatchClock, FischerChargesAndAddsTheIncrement) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_EQ(table.move("t1", start + 11s).charged, 10s);
    EXPECT_EQ(table.match.remaining(), (std::array<milliseconds, 2>{52s, 60s}));
    EXPECT_EQ(table.match.running(), Side::second);
    EXPECT_EQ(table.match.deadline(), start + 71s);
}

TEST(MatchClock, PerMoveGivesEachMoveTheWholeTime) {
    LiveMatch table(per_move);
    EXPECT_EQ(table.match.deadline(), start + 30s);
    table.open();
    EXPECT_EQ(table.match.deadline(), start + 21s);
    EXPECT_EQ(table.move("t1", start + 20s).charged, 19s);
    EXPECT_EQ(table.match.remaining(), (std::array<milliseconds, 2>{20s, 20s}));
    EXPECT_EQ(table.match.deadline(), start + 40s);
}

TEST(MatchClock, CorrespondenceRunsFromTheStartAndNeverAborts) {
    LiveMatch table(correspondence);
    EXPECT_EQ(table.match.running(), Side::first);
    EXPECT_EQ(table.match.deadline(), start + 24h);
    table.submit(Flag{}, start + 24h);
    EXPECT_EQ(table.match.result(), (MatchResult{Side::second, "timeout"}));
}

TEST(MatchClock, AbortsWhenAFirstMoveDoesNotCome) {
    for (const TimeControl& tc : {fischer, per_move})
        for (int made : {0, 1}) {
            LiveMatch table(tc);
            if (made == 1) table.move("t1", start + 1s);
            const ServerTime due = start + 30s + made * 1s;
            EXPECT_THAT(events_of(table.submit(Flag{}, due - 1ms)), IsEmpty());
            table.submit(Flag{}, due);
            EXPECT_EQ(table.match.result(), (MatchResult{std::nullopt, "aborted"}));
        }
}

TEST(MatchClock, TheFlagFallsAtTheDeadlineAndNotBefore) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_THAT(events_of(table.submit(Flag{}, start + 61s - 1ms)), IsEmpty());
    table.submit(Flag{}, start + 61s);
    EXPECT_EQ(table.match.result(), (MatchResult{Side::second, "timeout"}));
    EXPECT_EQ(table.match.remaining(), (std::array<milliseconds, 2>{0s, 60s}));
}

TEST(MatchClock, AMoveReceivedBeforeTheDeadlineCounts) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_THAT(events_of(table.submit(table.play("t1", start + 61s - 1ms), start + 65s)), SizeIs(1));
    EXPECT_EQ(table.match.remaining()->at(0), 1ms + 2s);
}

TEST(MatchClock, AMoveReceivedAtTheDeadlineIsTooLate) {
    LiveMatch table(fischer);
    table.open();
    const auto events = events_of(table.submit(table.play("t1", start + 61s), start + 61s));
    ASSERT_THAT(events, SizeIs(1));
    EXPECT_EQ(std::get<Ended>(events[0]).result, (MatchResult{Side::second, "timeout"}));
    EXPECT_EQ(table.match.ply(), 2);
}

TEST(MatchClock, TheAllowanceIsNotChargedAndMovesTheDeadline) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_THAT(events_of(table.submit(Flag{3s}, start + 64s - 1ms)), IsEmpty());
    EXPECT_EQ(table.move("t1", start + 63s, 3s).charged, 59s);
    EXPECT_EQ(table.match.remaining()->at(0), 3s);
    EXPECT_EQ(table.move("t1", start + 64s, 10s).charged, 0s);
    EXPECT_EQ(table.match.remaining()->at(1), 62s) << "an allowance gains no time";
}

/// What a move gets that took so long on a connection with so much lag.
Moved laggy_move(LiveMatch& table, milliseconds took, milliseconds lag) {
    Play wish = table.play("t1", table.match.clock_at() + took);
    wish.lag = lag;
    const auto decision = table.submit(wish, wish.received);
    return std::get<Moved>(std::get<Accepted>(decision).events.at(0));
}

TEST(MatchLag, IsCompensatedAndReported) {
    LiveMatch table(fischer, "200");
    table.open();
    const Moved move = laggy_move(table, 1s, 200ms);
    EXPECT_EQ(move.compensated, 200ms);
    EXPECT_EQ(move.charged, 800ms);
    EXPECT_EQ(laggy_move(table, 100ms, 200ms).compensated, 100ms) << "no more than the time that passed";
}

TEST(MatchLag, ComesFromABudgetThatRefillsSlowly) {
    // However long it goes on, and whatever the peer pretends.
    for (const milliseconds pretended : {150ms, 480ms, 9000ms}) {
        LiveMatch table({TimeControlKind::fischer, 60s, 0s, 0s}, "1000");
        const LagBudget budget(table.match.setup().tc);
        ASSERT_EQ(budget.gain(), 100ms);
        table.open();
        milliseconds given{};
        constexpr int moves = 60;
        for (int i = 0; i < moves; ++i) {
            given += laggy_move(table, 480ms, pretended).compensated;
            laggy_move(table, 0ms, 0ms);
            EXPECT_LE(given, (LagBudget::gains_at_start + i) * budget.gain()) << i;
        }
        EXPECT_GE(given, moves * budget.gain());
    }
}

TEST(MatchLag, ThatIsSmallIsAlwaysCompensated) {
    LiveMatch table(fischer, "1000");
    table.open();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(laggy_move(table, 80ms, 80ms).charged, 0ms) << i;
}

TEST(MatchLag, HasABoundedBudget) {
    LiveMatch table({TimeControlKind::fischer, 600s, 0s, 0s}, "1000");
    table.open();
    for (int i = 0; i < 100; ++i) laggy_move(table, 100ms, 0ms);
    milliseconds given{};
    for (int i = 0; i < 20; ++i) {
        given += laggy_move(table, 500ms, 500ms).compensated;
        laggy_move(table, 0ms, 0ms);
    }
    EXPECT_LE(given, (LagBudget::gains_at_most + 20) * LagBudget::most_gain);
}

TEST(MatchLag, HasTheSameBudgetAfterAReplay) {
    LiveMatch table(fischer, "1000");
    table.open();
    for (int i = 0; i < 10; ++i) laggy_move(table, 400ms, i % 2 == 0 ? 400ms : 50ms);
    Match again(setup(fischer, "1000"));
    for (Moved event : table.match.line()) EXPECT_TRUE(again.apply(event));
    EXPECT_EQ(again.remaining(), table.match.remaining());
    for (const milliseconds lag : {10ms, 100ms, 300ms, 900ms})
        EXPECT_EQ(again.lag_given(lag), table.match.lag_given(lag));
    EXPECT_LT(table.match.lag_given(900ms), LagBudget::most_a_move) << "some of it is spent";
}

TEST(MatchLag, MovesTheDeadlineAsFarAsTheBudgetGoes) {
    for (const milliseconds late : {200ms, 201ms}) {
        LiveMatch table(fischer);
        table.open();
        Play wish = table.play("t1", start + 61s + late - 1ms);
        wish.lag = 200ms;
        table.submit(wish, wish.received);
        EXPECT_EQ(table.match.ply(), late == 200ms ? 3 : 2);
        EXPECT_EQ(table.match.result().has_value(), late != 200ms);
    }
}

TEST(MatchClock, AnAbortDoesNotEndTheWaitForALateMove) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_EQ(code_of(table.submit(Abort{}, start + 61s)), ErrorCode::cannot_abort);
    EXPECT_FALSE(table.match.result());
}

TEST(MatchClock, AMoveReadBeforeTheLastOneWasAppliedCostsNothing) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_EQ(table.move("t1", start + 500ms).charged, 0ms);
    EXPECT_EQ(table.match.clock_at(), start + 1s) << "time never runs backwards";
}

TEST(MatchClock, StopsAtTheEnd) {
    LiveMatch table(fischer);
    table.open();
    table.submit(Resign{Side::second}, start + 11s);
    EXPECT_EQ(table.match.remaining(), (std::array<milliseconds, 2>{50s, 60s}));
    EXPECT_FALSE(table.match.running());
}

TEST(MatchClock, DownTimeIsNotCharged) {
    LiveMatch table(fischer);
    table.open();
    EXPECT_TRUE(table.match.apply(Resumed{start + 5h, start + 4s}));
    EXPECT_EQ(table.match.remaining(), (std::array<milliseconds, 2>{57s, 60s}));
    EXPECT_EQ(table.match.deadline(), start + 5h + resume_grace + 57s);
    EXPECT_EQ(table.move("t1", start + 5h + resume_grace / 2).charged, 0ms);
}

TEST(MatchClock, ChargesNothingWhenTheLastSignOfLifeIsUnknown) {
    LiveMatch table(per_move);
    table.open();
    EXPECT_TRUE(table.match.apply(Resumed{start + 5h, {}}));
    EXPECT_EQ(table.match.deadline(), start + 5h + resume_grace + 20s);
}

TEST(MatchClock, AFirstMoveHasItsWholeTimeAfterDownTime) {
    LiveMatch table(fischer);
    EXPECT_TRUE(table.match.apply(Resumed{start + 1h, start + 29s}));
    EXPECT_EQ(table.match.deadline(), start + 1h + resume_grace + first_move_due);
}

TEST(MatchReplay, RefusesStoredEventsThatTheRulesDoNotAllow) {
    Match match(setup(no_clock, "4"));
    Moved move;
    move.turn = 1;
    move.seat = Side::first;
    move.move = "t3";
    EXPECT_FALSE(match.apply(move));
    move.move = "t1";
    move.turn = 2;
    EXPECT_FALSE(match.apply(move));
    move.turn = 1;
    move.seat = Side::second;
    EXPECT_FALSE(match.apply(move));
    EXPECT_EQ(match.position().encode(), "4 first 1");

    move.seat = Side::first;
    move.move = "t2";
    EXPECT_TRUE(match.apply(move));
    move = {2, Side::second, "t2", "", start, 0ms, {}, {}, {}};
    EXPECT_TRUE(match.apply(move));
    EXPECT_FALSE(match.apply(Ended{{Side::first, "last_taken"}, start})) << "the second took the last";
    EXPECT_TRUE(match.apply(Ended{{Side::second, "last_taken"}, start}));
}

TEST(MatchReplay, KnowsTheMoveIdsAgain) {
    LiveMatch table;
    const Play wish = table.play("t2", start, "abc");
    MatchEvent stored = events_of(table.submit(wish, start)).front();
    std::get<Moved>(stored).position.reset();
    Match replayed(setup(no_clock));
    ASSERT_TRUE(replayed.apply(stored));
    EXPECT_TRUE(std::holds_alternative<Duplicate>(replayed.decide(wish, start)));
}

TEST(Match, ATakebackRestoresEverythingButTheTurn) {
    LiveMatch table(fischer);
    table.open();
    table.move("t2", start + 11s);
    const auto before = table.match.remaining();
    table.move("t1", start + 21s);
    table.move("t1", start + 31s);
    ASSERT_EQ(table.match.plies_to_own_turn(Side::first), 1);
    ASSERT_EQ(table.match.plies_to_own_turn(Side::second), 2);
    EXPECT_THAT(events_of(table.submit(TakeBack{Side::second, 2}, start + 32s)), SizeIs(1));
    EXPECT_EQ(table.match.turn(), 6);
    EXPECT_EQ(table.match.ply(), 3);
    EXPECT_EQ(table.match.position().encode(), "16 second 1");
    EXPECT_EQ(table.match.remaining(), before);
    EXPECT_EQ(table.match.running(), Side::second);
    EXPECT_EQ(table.match.clock_at(), start + 32s);
    EXPECT_EQ(code_of(table.submit(Play{Side::second, 3, "t1", "old", start + 33s, 0ms}, start + 33s)),
              ErrorCode::stale_turn);
    EXPECT_EQ(table.move("t1", start + 33s).turn, 7);
}

TEST(Match, AMoveThatWasTakenBackKeepsItsOutcome) {
    LiveMatch table;
    const Play first = table.play("t1", start, "id");
    table.submit(first, start);
    table.submit(TakeBack{Side::first, 1}, start);
    EXPECT_EQ(table.match.ply(), 0);
    const Decision again = table.submit(first, start);
    ASSERT_TRUE(std::holds_alternative<Duplicate>(again));
    EXPECT_EQ(std::get<Duplicate>(again).turn, 1);
    EXPECT_EQ(table.match.turn(), 2);
}

TEST(Match, TakesBackOnlyWhatWasPlayed) {
    LiveMatch table;
    EXPECT_EQ(code_of(table.submit(TakeBack{Side::first, 1}, start)), ErrorCode::offer_invalid);
    EXPECT_FALSE(table.match.plies_to_own_turn(Side::first));
    table.move("t1", start);
    EXPECT_EQ(code_of(table.submit(TakeBack{Side::first, 2}, start)), ErrorCode::offer_invalid);
    EXPECT_EQ(code_of(table.submit(TakeBack{Side::first, 0}, start)), ErrorCode::offer_invalid);
    table.submit(Resign{Side::first}, start);
    EXPECT_EQ(code_of(table.submit(TakeBack{Side::first, 1}, start)), ErrorCode::match_over);
}

TEST(Match, TakesBackFromAnyPly) {
    LiveMatch table(no_clock, "400");
    for (int ply = 0; ply < 70; ++ply) table.move("t1", start);
    for (const auto& [plies, left] :
         std::vector<std::pair<int, int>>{{1, 331}, {5, 336}, {1, 337}, {40, 377}}) {
        table.submit(TakeBack{Side::first, plies}, start);
        EXPECT_EQ(table.match.ply(), 400 - left);
        EXPECT_TRUE(table.match.position().encode().starts_with(std::to_string(left) + " ")) << plies;
    }
    for (int ply = 0; ply < 50; ++ply) table.move("t1", start);
    table.submit(TakeBack{Side::first, 9}, start);
    EXPECT_TRUE(table.match.position().encode().starts_with("336 "));
}

TEST(Match, EndsAfterTooManyEvents) {
    LiveMatch table(no_clock, "9999");
    const auto submit = [&](const MatchCommand& command) { return table.submit(command, start); };
    for (std::int64_t events = 0; events < Match::most_before_only_moves; events += 4) {
        table.move("t1", start);
        events_of(submit(TakeBack{Side::first, 1}));
        events_of(submit(Pause{}));
        events_of(submit(Pause{}));
    }
    EXPECT_EQ(code_of(submit(Pause{})), ErrorCode::limit_reached);
    std::int64_t events = Match::most_before_only_moves;
    for (; events < Match::most_events - 1; ++events) table.move("t1", start);
    EXPECT_EQ(code_of(submit(TakeBack{Side::first, 1})), ErrorCode::limit_reached);
    EXPECT_FALSE(table.match.result());
    table.move("t1", start);
    ASSERT_TRUE(table.match.result());
    EXPECT_EQ(*table.match.result(), (MatchResult{std::nullopt, "aborted"}));
}

TEST(Match, ATakebackAfterTheDeadlineFlags) {
    LiveMatch table(per_move);
    table.open();
    const auto events = events_of(table.submit(TakeBack{Side::first, 1}, start + 21s));
    ASSERT_THAT(events, SizeIs(1));
    EXPECT_EQ(std::get<Ended>(events[0]).result.reason, "timeout");
}

TEST(Match, CanBeAbortedUntilBothHaveMoved) {
    LiveMatch table;
    table.move("t1", start);
    LiveMatch other = table;
    EXPECT_THAT(events_of(table.submit(Abort{}, start)), SizeIs(1));
    EXPECT_EQ(table.match.result(), (MatchResult{std::nullopt, "aborted"}));
    other.move("t1", start);
    EXPECT_EQ(code_of(other.submit(Abort{}, start)), ErrorCode::cannot_abort);
    EXPECT_FALSE(other.match.result());
}

TEST(Match, AcceptsNoMoveWhilePaused) {
    LiveMatch table(fischer);
    table.open();
    const auto before = *table.match.remaining();
    const ServerTime running_since = table.match.clock_at();
    table.submit(Pause{}, running_since + 3s);
    EXPECT_EQ(table.match.running(), std::nullopt);
    EXPECT_EQ(table.match.deadline(), running_since + 3s + pause_lasts);
    EXPECT_EQ(code_of(table.submit(table.play("t1", running_since + 4s), running_since + 4s)),
              ErrorCode::paused);
    table.submit(Pause{}, running_since + 600s);
    EXPECT_EQ(table.match.running(), Side::first);
    EXPECT_EQ((*table.match.remaining())[0], before[0] - 3s);
    const Moved moved = table.move("t1", running_since + 605s);
    EXPECT_EQ(moved.charged, 5s);
}

TEST(Match, APauseEndsByItself) {
    LiveMatch table(fischer);
    table.open();
    const ServerTime at = table.match.clock_at() + 1s;
    table.submit(Pause{}, at);
    EXPECT_THAT(events_of(table.submit(Flag{}, at + pause_lasts - 1ms)), SizeIs(0));
    EXPECT_THAT(events_of(table.submit(Flag{}, at + pause_lasts + 10s)), SizeIs(1));
    EXPECT_FALSE(table.match.paused_until());
    // However late it is noticed, the clock runs from when it was due.
    EXPECT_EQ(table.match.clock_at(), at + pause_lasts);
    EXPECT_FALSE(table.match.result());
}

TEST(Match, ADrawAfterTheFlagIsATimeout) {
    LiveMatch table(fischer);
    table.open();
    const ServerTime fallen = *table.match.deadline();
    table.submit(Agree{{std::nullopt, "agreement"}}, fallen);
    EXPECT_EQ(table.match.result(), (MatchResult{Side::second, "timeout"}));
}

}  // namespace
}  // namespace pentad::server
