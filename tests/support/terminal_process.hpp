#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/virtual_screen.hpp"

namespace pentad::testing {

/// The real `pentad` in a pseudo-terminal: what a person sees and types. Throws std::runtime_error when the
/// screen does not show in time what it should.
class TerminalProcess {
  public:
    /// In line mode on a server. Its configuration is kept in `folder`.
    TerminalProcess(const std::string& url, const std::string& folder,
                    std::vector<std::string> more_arguments = {});

    struct Start {
        std::vector<std::string> arguments;
        std::string folder;  ///< of its configuration and data
        int columns = 80;
        int rows = 24;
        std::vector<std::pair<std::string, std::string>> environment{};
    };
    explicit TerminalProcess(const Start& start);
    ~TerminalProcess();
    TerminalProcess(const TerminalProcess&) = delete;
    TerminalProcess& operator=(const TerminalProcess&) = delete;

    /// A line and Enter.
    void type(const std::string& line);
    /// Bytes as they are.
    void press(const std::string& bytes);
    void resize(int columns, int rows);

    /// Waits until one of these texts was written, looking behind what was found last; returns the index
    /// of the one that comes first. For line mode.
    std::size_t wait_for_any(const std::vector<std::string>& texts,
                             std::chrono::milliseconds limit = std::chrono::seconds(30));
    void wait_for(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
        wait_for_any({text}, limit);
    }

    /// Waits until one of these texts stands on the screen; the index of the first of them that does. For
    /// the full screen.
    std::size_t see_any(const std::vector<std::string>& texts,
                        std::chrono::milliseconds limit = std::chrono::seconds(30));
    void see(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
        see_any({text}, limit);
    }
    /// Waits until this is true of the screen; `what` is for the message.
    void see_when(const std::function<bool(const VirtualScreen&)>& found, const std::string& what,
                  std::chrono::milliseconds limit = std::chrono::seconds(30));
    void see_no_more(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(30));

    /// What stood on the screen between the two texts found last, without control sequences.
    const std::string& between() const { return between_; }
    /// All that it ever wrote, byte for byte.
    const std::string& raw() const { return raw_; }
    /// What the terminal shows.
    const VirtualScreen& screen() const { return shown_; }

    void signal(int number);
    /// Waits for its end; the exit status.
    int wait_for_exit(std::chrono::milliseconds limit = std::chrono::seconds(20));
    /// Are the terminal's modes those of a shell: lines, echo and signals?
    bool is_cooked() const;

  private:
    /// False when the terminal is closed.
    bool read_more(std::chrono::steady_clock::time_point deadline);
    template <class Found>
    void wait_until(Found found, const std::string& wanted, std::chrono::milliseconds limit);

    pid_t process_ = -1;
    int terminal_ = -1;
    int slave_ = -1;  ///< kept open, so that its modes can be looked at after the end
    std::string raw_;
    std::string screen_;  ///< without control sequences and carriage returns
    VirtualScreen shown_;
    std::size_t seen_ = 0;     ///< of screen_: behind the text found last
    std::size_t cleaned_ = 0;  ///< of raw_
    std::string between_;
};

}  // namespace pentad::testing
