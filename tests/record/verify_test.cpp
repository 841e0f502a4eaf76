#include "protocol/record/verify.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "engine/game.hpp"
#include "protocol/record/chain.hpp"
#include "protocol/record/readable.hpp"
#include "server/store/match_record.hpp"

namespace pentad::record {
namespace {

using namespace std::chrono_literals;
using namespace server;
using protocol::MatchRecord;
using protocol::RecordedEnd;
using protocol::RecordedMove;
using protocol::TimeControlKind;
using testing::HasSubstr;
using Kind = Damage::Kind;

/// How a match of play() ends.
enum class Ending { of_the_game, resign, timeout, aborted };

constexpr ServerTime start{1'760'000'000'000ms};

/// A match at random, by the server's own Match, with a restart on the way.
StoredMatch play(const engine::Game& game, TimeControlKind kind, Ending ending, unsigned seed) {
    std::mt19937 random(seed);
    StoredMatch stored;
    MatchSetup& setup = stored.setup;
    setup.id = {"m_000000000001"};
    setup.room = {"r_000000000001"};
    setup.game = game.info().id;
    setup.options = game.complete({}).value();
    setup.rules_version = game.info().rules_version;
    setup.seats[0] = {MatchSeat::Kind::human, {"p_000000000001"}, "Ann", 0, 0};
    setup.seats[1] = {MatchSeat::Kind::bot, {}, "Bot 1", 1, ~0ULL};
    setup.tc = {kind, 60s, 1s, 20s};
    if (kind == TimeControlKind::none) setup.tc = {};
    setup.started = start;
    Match match(setup);
    ServerTime now = start;
    const auto happen = [&](const MatchEvent& event) {
        ASSERT_TRUE(match.apply(event));
        stored.events.push_back(event);
    };
    const auto command = [&](const MatchCommand& wanted) {
        const auto decision = match.decide(wanted, now);
        ASSERT_TRUE(std::holds_alternative<Accepted>(decision));
        for (const MatchEvent& event : std::get<Accepted>(decision).events) happen(event);
    };
    const std::int64_t early = ending == Ending::aborted ? 1 : 9;
    while (!match.result() && (ending == Ending::of_the_game || match.ply() < early)) {
        now += milliseconds(random() % 900);
        if (match.ply() == 4 && random() % 3 == 0) happen(Resumed{now + 1h, now});
        now = std::max(now, match.clock_at());
        const auto moves = match.position().legal_moves();
        Play move{match.to_move(), match.turn(), moves[random() % moves.size()], "", now, 0ms};
        move.allowance = milliseconds(random() % 300);
        if (setup.seats[engine::index(move.seat)].kind == MatchSeat::Kind::human)
            move.lag = 40ms * (match.ply() % 8);
        command(move);
    }
    if (!match.result() && ending == Ending::resign) command(Resign{match.to_move()});
    if (!match.result()) {
        now = match.deadline().value_or(now);
        command(Flag{});
    }
    return stored;
}

MatchRecord record(const engine::Game& game, TimeControlKind kind = TimeControlKind::fischer,
                   Ending ending = Ending::of_the_game, unsigned seed = 1) {
    return record_of(play(game, kind, ending, seed)).value();
}
const engine::Game& bounce() { return *engine::find_game("bounce"); }

/// What is found in a record that was changed and then sealed again.
std::optional<Kind> found(MatchRecord changed) {
    seal(changed);
    const auto verified = verify(protocol::encode(changed));
    if (verified) return std::nullopt;
    return verified.error().kind;
}
template <class Event>
Event& nth(MatchRecord& record, int n) {
    for (auto& event : record.events)
        if (auto* wanted = std::get_if<Event>(&event); wanted != nullptr && n-- == 0) return *wanted;
    throw std::runtime_error("no such event");
}

struct Ran {
    int status = -1;
    std::string output;
};
Ran tool(const std::string& file, const std::string& before = "") {
    Ran run;
    FILE* pipe = popen((before + std::string(PENTAD_ENGINE) + " verify " + file + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return run;
    char block[4096];
    while (const std::size_t got = fread(block, 1, sizeof block, pipe)) run.output.append(block, got);
    run.status = WEXITSTATUS(pclose(pipe));
    return run;
}

class InFile {
  public:
    explicit InFile(const std::string& text) {
        std::string name = (std::filesystem::temp_directory_path() / "pentad_record_XXXXXX").string();
        close(mkstemp(name.data()));
        path_ = name;
        std::ofstream(path_) << text;
    }
    ~InFile() { std::filesystem::remove(path_); }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

TEST(Record, OfEveryGameWithEveryClockAndEveryEndVerifies) {
    for (const engine::Game* game : engine::games())
        for (const auto kind : {TimeControlKind::none, TimeControlKind::fischer, TimeControlKind::permove,
                                TimeControlKind::correspondence})
            for (const auto ending : {Ending::of_the_game, Ending::resign, Ending::timeout, Ending::aborted})
                for (unsigned seed = 1; seed <= 4; ++seed) {
                    const auto stored = play(*game, kind, ending, seed);
                    const auto made = record_of(stored);
                    // Without a clock nobody's time is up.
                    if (!made && kind == TimeControlKind::none) continue;
                    ASSERT_TRUE(made);
                    const auto verified = verify(protocol::encode(*made));
                    ASSERT_TRUE(verified) << game->info().id << ' ' << verified.error().text;
                    EXPECT_EQ(protocol::encode(*verified), protocol::encode(*made));
                }
}

/// A match of the game with draws in which moves are taken back, the clock is stopped, the server moves for
/// both sides, and which ends by agreement; by the server's own Match.
StoredMatch play_with_agreements() {
    const auto& games = engine::games();
    const engine::Game& game =
        **std::find_if(games.begin(), games.end(), [](const auto* one) { return one->info().draw_offers; });
    StoredMatch stored = play(game, TimeControlKind::fischer, Ending::resign, 7);
    stored.events.clear();
    Match match(stored.setup);
    ServerTime now = start;
    const auto command = [&](const MatchCommand& wanted) {
        now += 700ms;
        const auto decision = match.decide(wanted, now);
        ASSERT_TRUE(std::holds_alternative<Accepted>(decision));
        for (const MatchEvent& event : std::get<Accepted>(decision).events) {
            ASSERT_TRUE(match.apply(event));
            stored.events.push_back(event);
        }
    };
    const auto move = [&](std::optional<protocol::Automatic> automatic = {}) {
        Play play{match.to_move(), match.turn(), match.position().legal_moves()[0], "", now + 700ms, 0ms};
        // A premove was there before the turn was.
        if (automatic == protocol::Automatic::premove) play.received = match.clock_at();
        play.automatic = automatic;
        command(play);
    };
    for (int i = 0; i < 5; ++i) move();
    move(protocol::Automatic::fallback);
    move(protocol::Automatic::premove);
    command(TakeBack{Side::second, 2});
    move(protocol::Automatic::fallback);
    command(Pause{});
    now += 1min;
    command(Pause{});
    command(TakeBack{Side::second, 1});
    command(TakeBack{Side::first, match.ply()});
    for (int i = 0; i < 3; ++i) move();
    command(Agree{{std::nullopt, "agreement"}});
    return stored;
}

TEST(Record, WithTakebacksPausesFallbacksAndAnAgreedDrawVerifies) {
    const MatchRecord made = record_of(play_with_agreements()).value();
    const std::string text = protocol::encode(made);
    const auto verified = verify(text);
    ASSERT_TRUE(verified) << verified.error().text;
    EXPECT_EQ(made.result, (protocol::Result{std::nullopt, "agreement"}));
    EXPECT_THAT(text, HasSubstr("\"auto\":\"fallback\""));
    EXPECT_THAT(text, HasSubstr("\"auto\":\"premove\""));
    EXPECT_EQ(tool(InFile(text).path()).status, 0);
}

TEST(Record, SaysWhatIsWrongWithWhatWasAgreed) {
    const MatchRecord whole = record_of(play_with_agreements()).value();
    ASSERT_EQ(found(whole), std::nullopt);
    const auto changed = [&](auto change) {
        MatchRecord copy = whole;
        change(copy);
        return found(copy);
    };
    using protocol::RecordedTakeback;
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedTakeback>(r, 0).plies = 1; }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedTakeback>(r, 0).plies = 20; }), Kind::illegal);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedTakeback>(r, 0).turn -= 1; }), Kind::illegal);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedTakeback>(r, 1).remaining->at(0) += 1ms; }),
              Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<protocol::RecordedPause>(r, 0).at -= 60'000; }), Kind::clock);
    EXPECT_EQ(
        changed([](MatchRecord& r) { nth<RecordedEnd>(r, 0).result.winner = r.result.winner = Side::first; }),
        Kind::result);
    // A person moves for himself, a bot has no premoves, and a premove costs nothing.
    const auto mark = [](int n, protocol::Automatic why) {
        return [n, why](MatchRecord& r) { nth<RecordedMove>(r, n).automatic = why; };
    };
    EXPECT_EQ(changed(mark(2, protocol::Automatic::fallback)), Kind::illegal);
    EXPECT_EQ(changed(mark(3, protocol::Automatic::premove)), Kind::illegal);
    EXPECT_EQ(changed(mark(2, protocol::Automatic::premove)), Kind::clock);
    // Format 1 had no marks.
    EXPECT_EQ(changed([](MatchRecord& r) { r.format = 1; }), Kind::unreadable);
}

TEST(Record, OfAMatchThatGoesOnIsNotMade) {
    StoredMatch stored = play(bounce(), TimeControlKind::none, Ending::resign, 1);
    stored.events.pop_back();
    EXPECT_FALSE(record_of(stored));
    stored.events.clear();
    EXPECT_FALSE(record_of(stored));
}

TEST(Record, FailsWhicheverByteIsChanged) {
    const std::string text = protocol::encode(record(bounce(), TimeControlKind::fischer, Ending::resign));
    ASSERT_TRUE(verify(text));
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const int bit : {0, 1, 5}) {
            std::string changed = text;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            ASSERT_FALSE(verify(changed))
                << "byte " << at << ": " << changed.substr(at > 20 ? at - 20 : 0, 40);
        }
    for (std::size_t size = 0; size < text.size(); size += 7) EXPECT_FALSE(verify(text.substr(0, size)));
}

TEST(Record, OfTheProtocolsReadmeVerifies) {
    std::ifstream in(std::filesystem::path(PENTAD_TESTS_DIR) / "protocol" / "golden" / "http" /
                     "record.json");
    const auto verified = verify(std::string(std::istreambuf_iterator<char>(in), {}));
    EXPECT_TRUE(verified) << verified.error().text;
}

TEST(Record, MayBeLaidOutInLinesButHasNoOtherFields) {
    const std::string text = protocol::encode(record(bounce()));
    std::string spaced;
    for (const char c : text) spaced += c == ',' ? std::string(",\n  ") : std::string(1, c);
    EXPECT_TRUE(verify(spaced));
    const auto more = verify("{\"note\":\"x\"," + text.substr(1));
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().kind, Kind::unreadable);
}

TEST(Record, FailsWhenAnEventIsLeftOutOrMovedOrAdded) {
    const MatchRecord whole = record(bounce());
    for (std::size_t i = 0; i < whole.events.size(); ++i) {
        MatchRecord changed = whole;
        changed.events.erase(changed.events.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_FALSE(verify(protocol::encode(changed))) << i;
        EXPECT_TRUE(found(changed)) << i;
        // A second restart at the same moment changes nothing.
        if (std::holds_alternative<protocol::RecordedRestart>(whole.events[i])) continue;
        changed = whole;
        changed.events.insert(changed.events.begin() + static_cast<std::ptrdiff_t>(i), whole.events[i]);
        EXPECT_FALSE(verify(protocol::encode(changed))) << i;
        EXPECT_TRUE(found(changed)) << i;
    }
}

TEST(Record, SaysWhatIsWrongThoughAllHashesAreRight) {
    const MatchRecord whole = record(bounce());
    ASSERT_EQ(found(whole), std::nullopt);
    const auto changed = [&](auto change) {
        MatchRecord copy = whole;
        change(copy);
        return found(copy);
    };
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 2).move = "a1-z9"; }), Kind::illegal);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 2).turn = 7; }), Kind::illegal);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 2).seat = engine::Side::second; }),
              Kind::illegal);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 4).at -= 5'000; }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 4).charged += 10s; }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 4).remaining->at(1) += 1ms; }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 4).remaining.reset(); }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { r.tc.increment += 1s; }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) { r.result.winner = engine::other(*r.result.winner); }),
              Kind::result);
    EXPECT_EQ(changed([](MatchRecord& r) {
                  r.result = nth<RecordedEnd>(r, 0).result = {engine::Side::first, "resign"};
              }),
              Kind::result);
    EXPECT_EQ(changed([](MatchRecord& r) { r.events.pop_back(); }), Kind::result);
    EXPECT_EQ(changed([](MatchRecord& r) { r.game = "chess"; }), Kind::unknown_rules);
    EXPECT_EQ(changed([](MatchRecord& r) { r.rules_version = 1000; }), Kind::unknown_rules);
    EXPECT_EQ(changed([](MatchRecord& r) { r.options.size = "3x99"; }), Kind::unknown_rules);
    EXPECT_EQ(changed([](MatchRecord& r) { r.options.size = ""; }), Kind::unknown_rules);
    EXPECT_EQ(changed([](MatchRecord& r) { r.format = 4; }), Kind::unreadable);
}

TEST(Record, StatesTheLagThatWasGivenBack) {
    const MatchRecord whole = record(bounce());
    std::optional<int> given;
    int number = 0;
    for (const auto& event : whole.events)
        if (const auto* move = std::get_if<RecordedMove>(&event)) {
            if (move->compensated > 0ms && !given) given = number;
            ++number;
        }
    ASSERT_TRUE(given);
    EXPECT_EQ(whole.format, 3);
    EXPECT_THAT(protocol::encode(whole), HasSubstr("\"compensatedMs\":"));
    EXPECT_EQ(record(bounce(), TimeControlKind::none, Ending::resign).format, 2) << "as it was before";
    const auto changed = [&](auto change) {
        MatchRecord copy = whole;
        change(copy);
        return found(copy);
    };
    EXPECT_EQ(changed([&](MatchRecord& r) { nth<RecordedMove>(r, *given).compensated += 10s; }), Kind::clock);
    EXPECT_EQ(changed([&](MatchRecord& r) { nth<RecordedMove>(r, *given).compensated *= -1; }), Kind::clock);
    // Before the clocks run there is nothing to give back, and a bot of the server's own has no line.
    EXPECT_EQ(changed([](MatchRecord& r) { nth<RecordedMove>(r, 0).compensated = 1ms; }), Kind::clock);
    EXPECT_EQ(changed([](MatchRecord& r) {
                  auto& move = nth<RecordedMove>(r, 3);
                  ++move.at;
                  move.compensated = 1ms;
              }),
              Kind::clock);
    // Formats 1 and 2 did not say it.
    EXPECT_EQ(changed([](MatchRecord& r) { r.format = 2; }), Kind::unreadable);
}

TEST(Record, OfATimeoutFailsWhenTimeWasLeft) {
    MatchRecord early = record(bounce(), TimeControlKind::fischer, Ending::timeout);
    auto& end = nth<RecordedEnd>(early, 0);
    ASSERT_EQ(end.result.reason, "timeout");
    end.at -= 1;
    EXPECT_EQ(found(early), Kind::clock);
    end.at += 1;
    end.result.winner = early.result.winner = engine::other(*early.result.winner);
    EXPECT_EQ(found(early), Kind::result);
}

TEST(Record, IsWrittenDownForPeople) {
    MatchRecord made = record(bounce(), TimeControlKind::fischer, Ending::resign);
    made.rated = true;
    const std::string text = readable(made);
    EXPECT_THAT(text, HasSubstr("Match: m_000000000001\n"));
    EXPECT_THAT(text, HasSubstr("Game: Bounce, 8x8, standard, rules 1\n"));
    EXPECT_THAT(text, HasSubstr(": Ann\n"));
    EXPECT_THAT(text, HasSubstr(": Bot 1 (level 1, seed 18446744073709551615)\n"));
    EXPECT_THAT(text, HasSubstr("Time: 60 s and 1 s a move\n"));
    EXPECT_THAT(text, HasSubstr("Started: 2025-10-09 08:53:20 UTC\n"));
    EXPECT_THAT(text, HasSubstr("\n1. " + nth<RecordedMove>(made, 0).move + " " +
                                nth<RecordedMove>(made, 1).move + "\n2. "));
    EXPECT_THAT(text, testing::EndsWith("\n1-0\n"));
    EXPECT_THAT(text, HasSubstr("won (resign)\n"));
}

TEST(VerifyTool, SaysThatARecordIsIntactFromAFileAndFromStandardInput) {
    const InFile file(protocol::encode(record(bounce())));
    const Ran run = tool(file.path());
    EXPECT_EQ(run.status, 0) << run.output;
    EXPECT_THAT(run.output, HasSubstr("every move is legal, the clocks are consistent, the result is right"));
    EXPECT_EQ(tool("-", "cat " + file.path() + " | ").status, 0);
}

TEST(VerifyTool, HasAnExitStatusForEachKindOfDamage) {
    const auto status = [](MatchRecord record, auto change, bool sealed) {
        change(record);
        if (sealed) seal(record);
        return tool(InFile(protocol::encode(record)).path()).status;
    };
    const MatchRecord whole = record(bounce());
    EXPECT_EQ(tool("/nowhere/at/all").status, 2);
    EXPECT_EQ(tool(InFile("not a record").path()).status, 3);
    EXPECT_EQ(status(
                  whole, [](auto& r) { nth<RecordedMove>(r, 1).at += 1; }, false),
              4);
    EXPECT_EQ(status(
                  whole, [](auto& r) { r.rules_version = 99; }, true),
              5);
    EXPECT_EQ(status(
                  whole, [](auto& r) { nth<RecordedMove>(r, 1).move = "a1-a1"; }, true),
              6);
    EXPECT_EQ(status(
                  whole, [](auto& r) { nth<RecordedMove>(r, 4).at -= 9'000; }, true),
              7);
    EXPECT_EQ(status(
                  whole, [](auto& r) { r.result.reason = "resign"; }, true),
              8);
}

// Written by the version of the rules that they name. A change of the rules must leave them replaying.
TEST(Record, OfAnOlderVersionOfTheRulesStillReplays) {
    int count = 0;
    for (const engine::Game* game : engine::games()) {
        bool has_record = false;
        for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(PENTAD_TESTS_DIR) /
                                                                     "golden" / "records")) {
            if (entry.path().filename().string().rfind(game->info().id + ".", 0) != 0) continue;
            std::ifstream in(entry.path());
            const auto verified = verify(std::string(std::istreambuf_iterator<char>(in), {}));
            EXPECT_TRUE(verified) << entry.path() << ": " << (verified ? "" : verified.error().text);
            EXPECT_EQ(tool(entry.path().string()).status, 0);
            has_record = true;
            ++count;
        }
        EXPECT_TRUE(has_record) << game->info().id;
    }
    EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace pentad::record
