#pragma once

#include <sys/types.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace pentad::engine::tools {

/// Why a program loses a game that the rules have not ended; the text says what happened.
struct Failure : std::runtime_error {
    enum class Kind { time, crash, illegal_move };

    Failure(Kind failure, const std::string& text) : std::runtime_error(text), kind(failure) {}
    Kind kind;
};

/// A program that other programs command by lines, as a process of its own. It ends with this object, by
/// force where it does not end at once. Used by the thread that made it; the process ends with that thread.
class UciProgram {
  public:
    using Clock = std::chrono::steady_clock;

    /// Runs the command in a shell. Throws std::system_error where there are no more processes or pipes.
    explicit UciProgram(const std::string& command);
    ~UciProgram();
    UciProgram(const UciProgram&) = delete;
    UciProgram& operator=(const UciProgram&) = delete;

    /// Writes a line. Throws Failure when the program takes no more input.
    void say(const std::string& line, Clock::time_point deadline);

    /// The next line whose first word is that one; what comes before is dropped. Throws Failure when the
    /// program ends, writes a line without an end, or the deadline passes.
    std::string wait_for(const std::string& word, Clock::time_point deadline);

  private:
    std::string read_line(Clock::time_point deadline);
    /// How it ended, for people. REQUIRES: its output is closed.
    std::string ending();

    pid_t process_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string read_;
};

}  // namespace pentad::engine::tools
