#include "engine/tools/uci_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace pentad::engine::tools {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t longest_line = 1 << 20;
constexpr milliseconds until_it_ends{500};  ///< between `quit` and the end by force

/// A single command becomes the process itself, so that its end is told as it was.
std::string in_place_of_shell(const std::string& command) {
    return command.find_first_of(";&|<>()$`=\n") == std::string::npos ? "exec " + command : command;
}

[[noreturn]] void run(const std::string& command, int input, int output) {
    // Its own group, so that what it starts ends with it.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGPIPE, SIG_DFL);
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
}

/// False when the deadline passes first.
bool wait_until_ready(int descriptor, short events, UciProgram::Clock::time_point deadline) {
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - UciProgram::Clock::now());
        if (left.count() <= 0) return false;
        pollfd ready{descriptor, events, 0};
        const int found = ::poll(&ready, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1 << 30)));
        if (found > 0) return true;
        if (found < 0 && errno != EINTR) return false;
    }
}

bool begins_with_word(const std::string& line, const std::string& word) {
    return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ');
}

}  // namespace

UciProgram::UciProgram(const std::string& command) {
    std::array<int, 2> in{}, out{};
    const auto fail = [](const char* what) { throw std::system_error(errno, std::generic_category(), what); };
    if (::pipe2(in.data(), O_CLOEXEC) != 0) fail("A pipe for a program");
    if (::pipe2(out.data(), O_CLOEXEC) != 0) {
        ::close(in[0]), ::close(in[1]);
        fail("A pipe for a program");
    }
    const std::string line = in_place_of_shell(command);
    process_ = ::fork();
    if (process_ == 0) run(line, in[0], out[1]);
    ::close(in[0]), ::close(out[1]);
    input_ = in[1];
    output_ = out[0];
    if (process_ < 0) {
        ::close(input_), ::close(output_);
        fail("A process for a program");
    }
    ::setpgid(process_, process_);  // whichever of the two comes first
    ::fcntl(input_, F_SETFL, O_NONBLOCK);
}

UciProgram::~UciProgram() {
    try {
        say("quit", Clock::now() + until_it_ends);
    } catch (const Failure&) {
        // It has ended, or is ended now.
    }
    ::close(input_);
    // Its output ends with it.
    const auto deadline = Clock::now() + until_it_ends;
    std::array<char, 4096> block{};
    while (wait_until_ready(output_, POLLIN, deadline) && ::read(output_, block.data(), block.size()) > 0) {
    }
    ::close(output_);
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
}

void UciProgram::say(const std::string& line, Clock::time_point deadline) {
    const std::string text = line + "\n";
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t done = ::write(input_, text.data() + at, text.size() - at);
        if (done > 0)
            at += static_cast<std::size_t>(done);
        else if (errno == EPIPE)
            throw Failure(Failure::Kind::crash, ending());
        else if (errno != EINTR && (errno != EAGAIN || !wait_until_ready(input_, POLLOUT, deadline)))
            throw Failure(Failure::Kind::time, "it reads no input");
    }
}

std::string UciProgram::wait_for(const std::string& word, Clock::time_point deadline) {
    for (;;) {
        std::string line = read_line(deadline);
        if (begins_with_word(line, word)) return line;
        if (Clock::now() >= deadline)
            throw Failure(Failure::Kind::time, "it did not answer in time with " + word);
    }
}

std::string UciProgram::read_line(Clock::time_point deadline) {
    for (;;) {
        if (const auto end = read_.find('\n'); end != std::string::npos) {
            std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            if (line.ends_with('\r')) line.pop_back();
            return line;
        }
        if (read_.size() > longest_line)
            throw Failure(Failure::Kind::crash, "it wrote a line that does not end");
        if (!wait_until_ready(output_, POLLIN, deadline))
            throw Failure(Failure::Kind::time, "it did not answer in time");
        std::array<char, 4096> block{};
        const ssize_t got = ::read(output_, block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw Failure(Failure::Kind::crash, ending());
        read_.append(block.data(), static_cast<std::size_t>(got));
    }
}

std::string UciProgram::ending() {
    siginfo_t ended{};
    const auto deadline = Clock::now() + until_it_ends;
    // The status stays there for the destructor.
    while (::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == 0) {
        if (Clock::now() >= deadline) return "it closed its output";
        ::poll(nullptr, 0, 1);
    }
    if (ended.si_code == CLD_EXITED) return "it ended with status " + std::to_string(ended.si_status);
    return std::string("it was ended by the signal ") + ::strsignal(ended.si_status);
}

}  // namespace pentad::engine::tools
