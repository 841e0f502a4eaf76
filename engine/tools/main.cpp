#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <functional>
#include <iostream>

#include "engine/tools/commands.hpp"

namespace {

using namespace pentad::engine;
using namespace pentad::engine::tools;

constexpr int status_illegal_move = 1;
constexpr int status_wrong_usage = 2;
constexpr int status_unwritten = 3;
constexpr int status_unread = 128 + SIGPIPE;  ///< as a shell shows it of other tools

void add_options(CLI::App& command, Line& line) {
    command.add_option("game", line.game, "Id of the game, as `games` lists it")->required();
    command.add_option("--size", line.options.size, "Size of the board, such as 8x8");
    command.add_option("--variant", line.options.variant, "Variant of the game");
}

void add_line(CLI::App& command, Line& line) {
    command.add_option("--position", line.position, "Start from this position, as `play` prints it");
    command.add_option("moves", line.moves, "Moves from there");
}

int run(int argc, char** argv) {
    CLI::App app("The rules and computer players of Pentad's games.", "pentad-engine");
    app.require_subcommand(1);
    Line line;
    int depth = 1;
    SelfPlay self_play;
    Tournament tournament;
    Analysis analysis;
    Solving solving;
    std::function<void()> chosen;
    const auto add_command = [&](const char* name, const char* about, std::function<void()> action) {
        CLI::App* command = app.add_subcommand(name, about);
        command->callback([&chosen, action] { chosen = action; });
        return command;
    };

    add_command("games", "List the games, their sizes and variants (* is the default)", list_games);
    CLI::App* perft = add_command("perft", "Count the lines of moves of each length up to a depth",
                                  [&] { print_perft(line, depth); });
    add_options(*perft, line);
    perft->add_option("depth", depth, "Longest line")->required()->check(CLI::Range(1, 100));
    add_line(*perft, line);
    const auto add_line_command = [&](const char* name, const char* about, void (*action)(const Line&)) {
        CLI::App* command = add_command(name, about, [&line, action] { action(line); });
        add_options(*command, line);
        add_line(*command, line);
    };
    add_line_command("legal", "Print the legal moves", print_legal_moves);
    add_line_command("play", "Play moves; print the position and the outcome", print_last_position);
    add_line_command("show", "Play moves; draw the board", draw_last_position);
    CLI::App* selfplay =
        add_command("selfplay", "Let two computer players play games", [&] { play_games(self_play); });
    add_options(*selfplay, self_play.line);
    selfplay->add_option("--first", self_play.first_level, "Level of the side that moves first")->required();
    selfplay->add_option("--second", self_play.second_level, "Level of the other side")->required();
    selfplay->add_option("--games", self_play.games, "How many games")->check(CLI::Range(1, 1'000'000'000));
    selfplay->add_option("--seed", self_play.seed, "The same seed gives the same games");
    CLI::App* ladder = add_command("tournament", "Let each level play the one before it; print Elo",
                                   [&] { play_tournament(tournament); });
    add_options(*ladder, tournament.line);
    ladder->add_option("--levels", tournament.levels, "Levels, weakest first, such as 3,4,5")->delimiter(',');
    ladder->add_option("--games", tournament.games, "Games of each match")->check(CLI::Range(2, 1'000'000));
    ladder->add_option("--opening-plies", tournament.opening_plies, "Random moves before each pair of games")
        ->check(CLI::Range(0, 100));
    ladder->add_option("--seed", tournament.seed, "The same seed gives the same games");
    ladder->add_option("--jobs", tournament.jobs, "Games at a time")->check(CLI::Range(1, 256));
    CLI::App* analyse_command = add_command(
        "analyse", "Print the best play, its score and how deep it is seen", [&] { analyse(analysis); });
    add_options(*analyse_command, analysis.line);
    add_line(*analyse_command, analysis.line);
    analyse_command->add_option("--nodes", analysis.nodes, "Positions to look at")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
    analyse_command->add_option("--time", analysis.seconds, "Seconds to look, instead of --nodes")
        ->check(CLI::Range(0.01, 1e6));
    CLI::App* solve_command = add_command("solve", "Say how the game ends with perfect play; make its table",
                                          [&] { solve(solving); });
    add_options(*solve_command, solving.line);
    add_line(*solve_command, solving.line);
    solve_command->add_option("--nodes", solving.nodes, "Positions to look at where there is no table")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
    for (const auto& [command, tables] :
         {std::pair(selfplay, &self_play.tables), std::pair(ladder, &tournament.tables),
          std::pair(analyse_command, &analysis.tables), std::pair(solve_command, &solving.tables)})
        command->add_option("--tables-dir", *tables, "Folder of the tables of solved games")
            ->capture_default_str();
    std::string record;
    int status = 0;
    add_command("verify", "Replay a match's record; say whether it is intact",
                [&] { status = verify_record(record); })
        ->add_option("record", record, "File with the record as JSON, or - for standard input")
        ->required();
    add_command("bench", "Measure every game; print a signature of what the engine does", run_bench);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        status = app.exit(error) == 0 ? 0 : status_wrong_usage;
    }
    if (chosen) chosen();
    std::cout.flush();
    return status;
}

/// Has whoever read the standard output gone?
bool nobody_reads() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int main(int argc, char** argv) {
    // A long run ends where it is read no further, without a word. All of it is written by this thread.
    std::signal(SIGPIPE, SIG_IGN);
    std::cout.exceptions(std::ios::badbit);
    try {
        return run(argc, argv);
    } catch (const std::ios::failure&) {
        // Whatever flushes it from here on, as a line on standard error does.
        std::cout.exceptions(std::ios::goodbit);
        if (nobody_reads()) return status_unread;
        std::cerr << "The output cannot be written.\n";
        return status_unwritten;
    } catch (const IllegalMove& error) {
        std::cerr << error.what() << '\n';
        return status_illegal_move;
    } catch (const WrongUsage& error) {
        std::cerr << error.what() << "\nRun pentad-engine with --help for more.\n";
        return status_wrong_usage;
    }
}
