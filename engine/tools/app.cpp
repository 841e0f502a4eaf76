#include "engine/tools/app.hpp"

#include <iostream>
#include <utility>

#include "engine/tools/command_line/table.hpp"
#include "engine/tools/manual.hpp"
#include "engine/tools/status.hpp"

namespace pentad::engine::tools {
namespace {

constexpr auto any_nodes = std::pair{std::uint64_t{1}, any_number_of_nodes};

// What a value is, TYPE of --help, is what the completions go by.
void add_choices(CLI::App& command, Line& line) {
    command.add_option("--size", line.options.size, "Size of the board, such as 8x8")->type_name("SIZE");
    command.add_option("--variant", line.options.variant, "Variant of the game")->type_name("VARIANT");
}

void add_options(CLI::App& command, Line& line) {
    command.add_option("game", line.game, "Id of the game, as `games` lists it")
        ->required()
        ->type_name("GAME");
    add_choices(command, line);
}

void add_position(CLI::App& command, Line& line) {
    command.add_option("--position", line.position, "Start from this position, as `play` prints it")
        ->type_name("POSITION");
}

void add_thinking_time(CLI::App& command, ThinkingTime& time) {
    const auto add_seconds = [&](const char* name, double& seconds, const char* help) {
        return command.add_option(name, seconds, help)->type_name("SECONDS")->check(CLI::Range(0.0, 1e6));
    };
    command
        .add_option("--tc", time.clock,
                    "Clock of programs for a game, and what a move adds to it, such as 10+0.1")
        ->type_name("SECONDS+INCREMENT");
    add_seconds("--move-time", time.move_seconds, "Time of programs for a move");
    command.add_option("--nodes", time.nodes, "Positions of programs for a move")
        ->check(CLI::Range(any_nodes.first, any_nodes.second));
    command.add_option("--depth", time.depth, "Depth of programs for a move")->check(CLI::Range(1, 1000));
    add_seconds("--margin", time.margin_seconds, "Time that a program may be late by")->capture_default_str();
    add_seconds("--timeout", time.timeout_seconds, "Time for a move without a clock, and for other answers")
        ->capture_default_str();
}

void add_line(CLI::App& command, Line& line) {
    add_position(command, line);
    command.add_option("moves", line.moves, "Moves from there")->type_name("MOVE");
}

std::string footer() {
    std::string text = "Exit status:\n";
    for (const StatusMeaning& each : status_meanings) {
        const std::string number = std::to_string(each.status);
        text += std::string(5 - number.size(), ' ') + number + "  " + std::string(each.meaning) + "\n";
    }
    text.pop_back();
    return text;
}

}  // namespace

CLI::App* Program::add(const char* name, const char* about, std::function<int()> action) {
    CLI::App* command = app.add_subcommand(name, about);
    command->callback([this, action] { chosen = action; });
    return command;
}

CLI::App* Program::add_printing(const char* name, const char* about, std::function<void(Format)> action) {
    CLI::App* command = add(name, about, [this, action] {
        action(json_ ? Format::json : Format::text);
        return status_done;
    });
    command->add_flag("--json", json_, "Print JSON, an object a line");
    return command;
}

void Program::add_tables(CLI::App& command, std::string& folder) {
    command.add_option("--tables-dir", folder, "Folder of the tables of solved games")
        ->capture_default_str()
        ->type_name("FOLDER");
}

void Program::add_line_commands() {
    add_printing("games", "List the games, their sizes and variants (* is the default)", list_games);
    CLI::App* perft =
        add_printing("perft", "Count the lines of moves of each length up to a depth", [this](Format format) {
            divide_ ? print_divided_perft(line_, depth_, format) : print_perft(line_, depth_, format);
        });
    add_options(*perft, line_);
    perft->add_option("depth", depth_, "Longest line")->required()->check(CLI::Range(1, 100));
    perft->add_flag("--divide", divide_, "Count those of that length by their first move");
    add_line(*perft, line_);
    const auto add_line_command = [&](const char* name, const char* about, auto action) {
        CLI::App* command =
            add_printing(name, about, [this, action](Format format) { action(line_, format); });
        add_options(*command, line_);
        add_line(*command, line_);
    };
    add_line_command("legal", "Print the legal moves", print_legal_moves);
    add_line_command("play", "Play moves; print the position and the outcome", print_last_position);
    add_line_command("show", "Play moves; draw the board", draw_last_position);
}

void Program::add_games_of_computers() {
    CLI::App* selfplay = add_printing("selfplay", "Let two computer players play games",
                                      [this](Format format) { play_games(self_play_, format); });
    add_options(*selfplay, self_play_.line);
    selfplay->add_option("--first", self_play_.first_level, "Level of the side that moves first")->required();
    selfplay->add_option("--second", self_play_.second_level, "Level of the other side")->required();
    selfplay->add_option("--games", self_play_.games, "How many games")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    selfplay->add_option("--seed", self_play_.seed, "The same seed gives the same games")
        ->capture_default_str();
    add_tables(*selfplay, self_play_.tables);
    add_tournament();
}

void Program::add_tournament() {
    Tournament& wanted = tournament_;
    CLI::App& command = *add_printing("tournament", "Let levels or programs play each other; print Elo",
                                      [this](Format format) {
                                          if (tournament_.levels.empty() && tournament_.engines.empty())
                                              tournament_.levels = {3, 4, 5, 6, 7, 8};
                                          play_tournament(tournament_, format);
                                      });
    add_options(command, wanted.line);
    add_position(command, wanted.line);
    command.add_option("--levels", wanted.levels, "Levels, weakest first, such as 3,4,5")
        ->delimiter(',')
        ->type_name("LEVELS");
    command.add_option("--engine", wanted.engines, "A program that speaks the protocol of `uci`; repeatable")
        ->type_name("CMD")
        ->allow_extra_args(false);
    command
        .add_option("--engine-option", wanted.engine_options,
                    "An option of the program of that number, such as 1.Level=5; repeatable")
        ->type_name("N.NAME=VALUE")
        ->allow_extra_args(false);
    add_thinking_time(command, wanted.time);
    command.add_option("--games", wanted.games, "Games of each match, an even number; with --sprt the most")
        ->check(CLI::Range(2, 1'000'000))
        ->default_str("20");
    command
        .add_option("--sprt", wanted.sprt,
                    "End when the test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05, or some of them")
        ->delimiter(',')
        ->expected(1, 4)
        ->type_name("TEST");
    command.add_option("--opening-plies", wanted.opening_plies, "Random moves before each pair of games")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    command
        .add_option("--seed", wanted.seed, "The same seed gives the same openings, and levels the same games")
        ->capture_default_str();
    command.add_option("--jobs", wanted.jobs, "Games at a time")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    add_tables(command, wanted.tables);
}

void Program::add_thinking() {
    CLI::App* analyse_command =
        add_printing("analyse", "Print the best play, its score and how deep it is seen",
                     [this](Format format) { analyse(analysis_, format); });
    add_options(*analyse_command, analysis_.line);
    add_line(*analyse_command, analysis_.line);
    analyse_command->add_option("--nodes", analysis_.nodes, "Positions to look at")
        ->check(CLI::Range(any_nodes.first, any_nodes.second))
        ->capture_default_str();
    analyse_command->add_option("--time", analysis_.seconds, "Seconds to look, instead of --nodes")
        ->check(CLI::Range(0.01, 1e6));
    add_tables(*analyse_command, analysis_.tables);
    CLI::App* solve_command = add_printing("solve", "Say how the game ends with perfect play; make its table",
                                           [this](Format format) { solve(solving_, format); });
    add_options(*solve_command, solving_.line);
    add_line(*solve_command, solving_.line);
    solve_command->add_option("--nodes", solving_.nodes, "Positions to look at where there is no table")
        ->check(CLI::Range(any_nodes.first, any_nodes.second))
        ->capture_default_str();
    add_tables(*solve_command, solving_.tables);
}

void Program::add_others() {
    CLI::App* verify = add("verify", "Replay a match's record; say whether it is intact",
                           [this] { return verify_record(record_, json_ ? Format::json : Format::text); });
    verify->add_flag("--json", json_, "Print JSON, an object a line");
    verify->add_option("record", record_, "File with the record as JSON, or - for standard input")
        ->required()
        ->type_name("FILE");
    CLI::App* convert_command =
        add_printing("convert", "Read games in many notations; write text with tags, or JSON",
                     [this](Format format) { convert(conversion_, format); });
    convert_command->add_option("games", conversion_.path, "File with the games, or - for standard input")
        ->required()
        ->type_name("FILE");
    convert_command
        ->add_option("--game", conversion_.line.game, "Id of the game, where the text does not say it")
        ->type_name("GAME");
    add_choices(*convert_command, conversion_.line);
    add_position(*convert_command, conversion_.line);
    add_printing("bench", "Measure every game; print a signature of what the engine does", run_bench);
    add("uci", "Answer the commands of UCI on standard input, for other programs", [] {
        run_uci();
        return status_done;
    });
}

void Program::add_help() {
    CLI::App* help = add("help", "Explain the commands, or one of them", [this] {
        const CLI::App* asked = topic_.empty() ? &app : nullptr;
        std::vector<std::string> names;
        for (const CLI::App* command : command_line::commands_of(app)) {
            names.push_back(command->get_name());
            if (topic_ == command->get_name()) asked = command;
        }
        if (!asked) throw WrongUsage("There is no command \"" + topic_ + "\"; choose " + listed(names) + ".");
        // App::help() would explain the command that was named, this one.
        std::cout << asked->get_formatter()->make_help(
            asked, app.get_name() + (asked == &app ? "" : " " + asked->get_name()),
            CLI::AppFormatMode::Normal);
        return status_done;
    });
    help->add_option("command", topic_, "The command")->type_name("COMMAND");
}

Program::Program() : app("The rules and computer players of Pentad's games.", "pentad-engine") {
    // The commands take over what is said of help here.
    app.set_help_flag("-h,--help", "Print this and exit");
    app.set_version_flag("--version", "pentad-engine " PENTAD_VERSION, "Print the version and exit");
    app.footer(footer());
    app.require_subcommand(0, 1);
    print_.emplace(app);
    app.callback([this] {
        if (!print_->given()) return;
        chosen = [this] {
            std::cout << print_->text(manual_page(), values_of);
            return status_done;
        };
    });
    add_line_commands();
    add_games_of_computers();
    add_thinking();
    add_others();
    add_help();
}

}  // namespace pentad::engine::tools
