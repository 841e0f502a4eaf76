#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>

#include "engine/tools/command_line/print_flags.hpp"
#include "engine/tools/commands.hpp"

namespace pentad::engine::tools {

/// The one table of commands and options; --help, the manual and the completions are made of it. After
/// parse() `chosen` does what the command line asks for and gives the exit status; it is empty where
/// nothing is left to do.
struct Program {
    CLI::App app;
    std::function<int()> chosen;

    Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

  private:
    CLI::App* add(const char* name, const char* about, std::function<int()> action);
    CLI::App* add_printing(const char* name, const char* about, std::function<void(Format)> action);
    void add_line_commands();
    void add_games_of_computers();
    void add_tournament();
    void add_thinking();
    void add_others();
    void add_tables(CLI::App& command, std::string& folder);
    void add_help();

    bool json_ = false;
    Line line_;
    int depth_ = 1;
    bool divide_ = false;
    SelfPlay self_play_;
    Tournament tournament_;
    Analysis analysis_;
    Solving solving_;
    std::string record_;
    Conversion conversion_;
    std::string topic_;
    std::optional<command_line::PrintFlags> print_;
};

}  // namespace pentad::engine::tools
