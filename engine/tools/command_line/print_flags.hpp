#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "engine/tools/command_line/completion.hpp"
#include "engine/tools/command_line/manual.hpp"

namespace pentad::command_line {

/// The flags --print-manual and --print-completion, which packages are made with.
class PrintFlags {
  public:
    /// Adds them to the program, which outlives this.
    explicit PrintFlags(CLI::App& app);
    PrintFlags(const PrintFlags&) = delete;
    PrintFlags& operator=(const PrintFlags&) = delete;

    /// After parsing: was one of them given?
    bool given() const { return manual_ || !shell_.empty(); }
    /// What is to be printed. REQUIRES: given().
    std::string text(const Page& page, const ValuesOf& values = {}) const;

  private:
    const CLI::App& app_;
    bool manual_ = false;
    std::string shell_;
};

}  // namespace pentad::command_line
