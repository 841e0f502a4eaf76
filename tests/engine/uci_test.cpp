#include <gmock/gmock.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

/// `pentad-engine uci` as another program meets it: a process that is written to and read from by lines.
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto patience = 30s;

class EngineProcess {
  public:
    EngineProcess() {
        std::array<int, 2> in{}, out{};
        if (pipe(in.data()) != 0 || pipe(out.data()) != 0) std::abort();
        child_ = fork();
        if (child_ == 0) {
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
            execl(PENTAD_ENGINE, PENTAD_ENGINE, "uci", nullptr);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        input_ = in[1];
        output_ = out[0];
    }
    ~EngineProcess() {
        close_input();
        close(output_);
        if (child_ > 0) {
            kill(child_, SIGKILL);
            waitpid(child_, nullptr, 0);
        }
    }
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    void say(const std::string& line) const {
        const std::string text = line + "\n";
        ASSERT_EQ(write(input_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    void close_input() {
        if (input_ >= 0) close(input_);
        input_ = -1;
    }

    /// The next line; nothing at the end of the output, or when none comes in time.
    std::optional<std::string> line(std::chrono::milliseconds within = patience) {
        const auto deadline = Clock::now() + within;
        for (;;) {
            if (const auto end = read_.find('\n'); end != std::string::npos) {
                std::string line = read_.substr(0, end);
                read_.erase(0, end + 1);
                return line;
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
            pollfd ready{output_, POLLIN, 0};
            if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) != 1) return {};
            std::array<char, 4096> block{};
            const ssize_t got = read(output_, block.data(), block.size());
            if (got <= 0) return {};
            read_.append(block.data(), static_cast<std::size_t>(got));
        }
    }
    /// All lines up to one that begins so, that one being the last.
    std::vector<std::string> until(const std::string& beginning) {
        std::vector<std::string> lines;
        for (auto next = line(); next; next = line()) {
            lines.push_back(*next);
            if (next->starts_with(beginning)) return lines;
        }
        ADD_FAILURE() << "no line begins with " << beginning << " after "
                      << (lines.empty() ? "none" : lines.back());
        return {"nothing", "nothing"};
    }
    std::string answer(const std::string& line, const std::string& beginning) {
        say(line);
        return until(beginning).back();
    }
    /// After it was told to go.
    int status() {
        int ended = 0;
        waitpid(child_, &ended, 0);
        child_ = -1;
        return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    }

  private:
    pid_t child_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string read_;
};

constexpr const char* info =
    "info depth [0-9]+ score (cp|mate) [-0-9]+ nodes [0-9]+ nps [0-9]+ time [0-9]+ pv .+";

TEST(EngineUci, IntroducesItselfAndItsOptions) {
    EngineProcess engine;
    engine.say("uci");
    const auto lines = engine.until("uciok");
    EXPECT_THAT(lines.front(), MatchesRegex("id name Pentad [0-9.]+"));
    EXPECT_THAT(lines,
                testing::Contains(HasSubstr("option name Game type combo default replica var replica")));
    EXPECT_THAT(lines, testing::Contains("option name Level type spin default 8 min 1 max 8"));
    EXPECT_EQ(engine.answer("isready", "readyok"), "readyok");
    engine.say("quit");
    EXPECT_EQ(engine.status(), 0);
}

TEST(EngineUci, FindsAWinByDepthNodesAndTime) {
    EngineProcess engine;
    engine.say("setoption name Game value bounce");
    engine.say("setoption name Size value 4x4");
    engine.say("ucinewgame");
    engine.say("position startpos moves a2-d4 d2-d1 b1-d2 a3-b1");
    for (const char* go :
         {"go depth 3", "go nodes 1000", "go movetime 20000", "go wtime 60000 btime 60000", "go"}) {
        engine.say(go);
        const auto lines = engine.until("bestmove");
        ASSERT_GE(lines.size(), 2U) << go;
        EXPECT_THAT(lines[lines.size() - 2], MatchesRegex(info)) << go;
        EXPECT_THAT(lines[lines.size() - 2], HasSubstr(" score mate 1 ")) << go;
        EXPECT_THAT(lines.back(), MatchesRegex("bestmove x..")) << go;
    }
    // The same position by its text.
    engine.say("position fen 2BR/3B/B3/RB2 first 1 moves xa1");
    EXPECT_EQ(engine.answer("d", "2BR/"), "2BR/3B/B3/1B2 second 1 first one_group");
}

TEST(EngineUci, LooksAsFarAsItIsToldAndTellsEachLook) {
    EngineProcess engine;
    engine.say("setoption name Game value sight");
    engine.say("position startpos");
    engine.say("go nodes 3000");
    const auto counted = engine.until("bestmove");
    ASSERT_EQ(counted.size(), 2U);
    EXPECT_THAT(counted[0], HasSubstr(" nodes 3000 "));
    EXPECT_THAT(counted[1], MatchesRegex("bestmove [-a-e1-5]+ ponder [-a-e1-5]+"));
    engine.say("go depth 5");
    const auto deep = engine.until("bestmove");
    ASSERT_GT(deep.size(), 2U) << "each look is told";
    const std::string last = deep[deep.size() - 2];
    EXPECT_GE(std::stoi(last.substr(last.find("depth ") + 6)), 5) << last;
    const auto before = Clock::now();
    engine.answer("go movetime 200", "bestmove");
    const auto took = Clock::now() - before;
    EXPECT_GE(took, 200ms);
    EXPECT_LT(took, 10s);
}

TEST(EngineUci, SearchesUntilItIsStoppedAndAnswersMeanwhile) {
    EngineProcess engine;
    engine.say("position startpos");
    engine.say("go infinite");
    engine.until("info depth");
    EXPECT_EQ(engine.answer("isready", "readyok"), "readyok");
    EXPECT_THAT(engine.answer("stop", "bestmove"), MatchesRegex("bestmove [^ ]+( ponder .+)?"));
    // A search that ends by itself still waits for `stop`.
    engine.say("setoption name Game value bounce");
    engine.say("setoption name Size value 4x4");
    engine.say("position startpos moves a2-d4 d2-d1 b1-d2 a3-b1");
    engine.say("go infinite");
    engine.until("info depth");
    EXPECT_EQ(engine.answer("isready", ""), "readyok");
    engine.answer("stop", "bestmove x");
}

TEST(EngineUci, PondersUntilTheMoveIsPlayed) {
    EngineProcess engine;
    engine.say("setoption name Game value sight");
    engine.say("position startpos moves c3");
    engine.say("go ponder nodes 1000");
    engine.until("info depth");
    EXPECT_EQ(engine.answer("isready", ""), "readyok") << "no move before it is asked for";
    engine.answer("ponderhit", "bestmove");
    engine.say("go ponder movetime 50");
    EXPECT_EQ(engine.answer("isready", ""), "readyok");
    const auto before = Clock::now();
    engine.answer("ponderhit", "bestmove");
    EXPECT_GE(Clock::now() - before, 50ms);
    engine.say("go ponder");
    engine.answer("ponderhit", "bestmove");
}

TEST(EngineUci, SaysWhatIsWrongAndGoesOn) {
    EngineProcess engine;
    const auto complains = [&](const std::string& line, const std::string& text) {
        EXPECT_THAT(engine.answer(line, "info string"), HasSubstr(text)) << line;
    };
    complains("castle", "Unknown command: castle");
    complains("setoption name Game value chess", "There is no game \"chess\"");
    complains("setoption name Level value 99", "There is no level 99");
    complains("setoption name Hash value 16", "There is no option hash");
    complains("setoption name Size value 99x99", "choose");
    complains("go fast", "there is no fast");
    EXPECT_EQ(engine.line(), "bestmove 0000");
    complains("go depth x", "a number is missing");
    EXPECT_EQ(engine.line(), "bestmove 0000");
    engine.say("setoption name Game value bounce");
    complains("position startpos moves b1-a1 b1-d4", "Move 2, b1-d4: There is no checker on b1.");
    complains("go nodes 100", "There is no position: Move 2");
    EXPECT_EQ(engine.line(), "bestmove 0000");
    complains("position fen nonsense", "BOARD first|second COUNT");
    engine.say("setoption name Size value 4x4");
    engine.say("position startpos moves a2-d4 d2-d1 b1-d2 a3-b1 xb3");
    complains("go", "The game is over: first (one_group)");
    EXPECT_EQ(engine.line(), "bestmove 0000");
    engine.say("position startpos");
    engine.answer("go nodes 100", "bestmove ");
}

TEST(EngineUci, EndsWithItsInput) {
    for (const char* go : {"go nodes 20000", "go infinite"}) {
        EngineProcess engine;
        engine.say("position startpos");
        engine.say(go);
        engine.close_input();
        EXPECT_THAT(engine.until("bestmove").back(), MatchesRegex("bestmove [^ ]+.*"));
        EXPECT_EQ(engine.line(), std::nullopt);
        EXPECT_EQ(engine.status(), 0);
    }
}

TEST(EngineUci, PlaysTheLevelAndTheSeedThatItIsTold) {
    EngineProcess engine;
    engine.say("setoption name Game value sight");
    engine.say("setoption name Level value 1");
    std::vector<std::string> moves;
    for (const char* seed : {"1", "1", "2", "3", "4", "5"}) {
        engine.say(std::string("setoption name Seed value ") + seed);
        engine.say("position startpos");
        moves.push_back(engine.answer("go", "bestmove"));
    }
    EXPECT_EQ(moves[0], moves[1]);
    EXPECT_GT(std::count_if(moves.begin(), moves.end(), [&](const auto& each) { return each != moves[0]; }),
              0);
}

}  // namespace
