#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace pentad::testing {

/// The real `pentad` in a pseudo-terminal: what a person sees and types. Throws std::runtime_error when the
/// screen does not show in time what it should.
class TerminalProcess {
  public:
    /// Its configuration is kept in `folder`.
    TerminalProcess(const std::string& url, const std::string& folder,
                    std::vector<std::string> more_arguments = {});
    ~TerminalProcess();
    TerminalProcess(const TerminalProcess&) = delete;
    TerminalProcess& operator=(const TerminalProcess&) = delete;

    void type(const std::string& line);

    /// Waits until one of these texts is on the screen, looking behind what was found last; returns the index
    /// of the one that comes first.
    std::size_t wait_for_any(const std::vector<std::string>& texts,
                             std::chrono::milliseconds limit = std::chrono::seconds(30));
    void wait_for(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
        wait_for_any({text}, limit);
    }

    /// What stood on the screen between the two texts found last, without control sequences.
    const std::string& between() const { return between_; }
    /// All that it ever wrote, byte for byte.
    const std::string& raw() const { return raw_; }

    void signal(int number);
    /// Waits for its end; the exit status.
    int wait_for_exit(std::chrono::milliseconds limit = std::chrono::seconds(10));

  private:
    /// False when the terminal is closed.
    bool read_more(std::chrono::steady_clock::time_point deadline);

    pid_t process_ = -1;
    int terminal_ = -1;
    std::string raw_;
    std::string screen_;       ///< without control sequences and carriage returns
    std::size_t seen_ = 0;     ///< of screen_: behind the text found last
    std::size_t cleaned_ = 0;  ///< of raw_
    std::string between_;
};

}  // namespace pentad::testing
