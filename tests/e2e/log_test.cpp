// A server whose log or output goes where nobody reads it.

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pentad::testing {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using ::testing::HasSubstr;

/// A pipe, of which a process gets the end that is written to.
class Pipe {
  public:
    Pipe() {
        if (::pipe2(ends_, O_CLOEXEC) != 0) throw std::runtime_error("No pipe.");
    }
    ~Pipe() {
        close_reader();
        close_writer();
    }
    int writer() const { return ends_[1]; }
    void close_reader() { close(ends_[0]); }
    void close_writer() { close(ends_[1]); }

    /// Not a byte more fits in.
    void fill() {
        const int flags = ::fcntl(ends_[1], F_GETFL);
        ::fcntl(ends_[1], F_SETFL, flags | O_NONBLOCK);
        const std::string bytes(4096, '.');
        for (std::size_t size = bytes.size(); size > 0; size /= 2)
            while (::write(ends_[1], bytes.data(), size) > 0) continue;
        ::fcntl(ends_[1], F_SETFL, flags);
    }
    /// What comes until this does, or the writers are gone.
    std::string read_until(const std::string& part) {
        std::string read;
        const auto deadline = Steady::now() + 20s;
        char bytes[65'536];
        while (part.empty() || read.find(part) == read.npos) {
            pollfd ready{ends_[0], POLLIN, 0};
            if (::poll(&ready, 1, 100) == 1) {
                const ssize_t count = ::read(ends_[0], bytes, sizeof bytes);
                if (count <= 0) return read;
                read.append(bytes, static_cast<std::size_t>(count));
            } else if (Steady::now() > deadline) {
                throw std::runtime_error("It does not come: " + part + " in\n" + read);
            }
        }
        return read;
    }

  private:
    static void close(int& end) {
        if (end >= 0) ::close(std::exchange(end, -1));
    }
    int ends_[2] = {-1, -1};
};

/// A port that was free a moment ago.
std::uint16_t free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                       ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(socket);
    if (!bound) throw std::runtime_error("No port.");
    return ntohs(address.sin_port);
}

/// A server that writes into these pipes, as one that a program starts to read its log.
class PipedServer {
  public:
    PipedServer(Pipe& output, Pipe& log) : port_(free_port()) {
        std::vector<std::string> words{ServerProcess::program(),
                                       "--bind",
                                       "127.0.0.1",
                                       "--port",
                                       std::to_string(port_),
                                       "--data",
                                       (folder_.path() / "data").string(),
                                       "--log-level",
                                       "debug",
                                       "--hellos-per-minute",
                                       "0",
                                       "--metrics-port",
                                       "0"};
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        process_ = ::fork();
        if (process_ == 0) {
            ::dup2(output.writer(), STDOUT_FILENO);
            ::dup2(log.writer(), STDERR_FILENO);
            ::signal(SIGPIPE, SIG_DFL);
            ::execv(pointers[0], pointers.data());
            ::_exit(127);
        }
        output.close_writer();
        log.close_writer();
        wait_until_healthy();
    }
    ~PipedServer() {
        if (process_ < 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }

    std::uint16_t port() const { return port_; }
    /// So many guests come, are answered, and go.
    void welcome(int guests) const {
        for (int i = 0; i < guests; ++i) {
            RawSocket guest(port_);
            guest.upgrade();
            guest.send_text(guest_hello);
            guest.wait_for_text("resumeToken");
        }
    }
    /// SIGTERM; the exit status, 128 + the signal that ended it, or -1 when it did not end in time.
    int terminate(std::chrono::milliseconds limit) {
        ::kill(process_, SIGTERM);
        const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0));
        pollfd ended{descriptor, POLLIN, 0};
        const bool in_time = ::poll(&ended, 1, static_cast<int>(limit.count())) == 1;
        ::close(descriptor);
        if (!in_time) return -1;
        int status = 0;
        ::waitpid(std::exchange(process_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    void wait_until_healthy() const {
        const auto deadline = Steady::now() + 20s;
        for (;;) try {
                if (RawSocket(port_).request("GET", "/healthz").status == 200) return;
                throw std::runtime_error("It is not well.");
            } catch (const std::runtime_error&) {
                if (Steady::now() > deadline) throw;
                ::poll(nullptr, 0, 10);
            }
    }

    const TemporaryFolder folder_;
    const std::uint16_t port_;
    pid_t process_ = -1;
};

/// By default links have 8 s to close; there are none.
constexpr auto soon = 5s;

TEST(Log, ThatNobodyReadsHoldsUpNeitherStartNorRequestsNorStop) {
    Pipe output, log;
    log.fill();
    PipedServer server(output, log);
    EXPECT_THAT(output.read_until("\n"), HasSubstr("listening on http://127.0.0.1:"));
    // Of each there is a line; a pipe holds the lines of some hundreds.
    server.welcome(1'000);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/readyz").status, 200);
    EXPECT_EQ(server.terminate(soon), 0);
}

TEST(Log, SaysHowManyLinesWereDroppedAsSoonAsItIsReadAgain) {
    Pipe output, log;
    log.fill();
    PipedServer server(output, log);
    constexpr int guests = 2'600;
    server.welcome(guests);
    const auto count = [](const std::string& text) {
        int lines = 0;
        for (std::size_t at = 0; (at = text.find(" begins from ", at)) != text.npos; ++at) ++lines;
        return lines;
    };
    std::string read = log.read_until("lines dropped");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(read, found, std::regex(R"( (\d+) log lines dropped)")));
    server.welcome(1);
    // The newest lines are kept, and each came or was counted; some are of the start.
    const int counted = std::stoi(found[1]);
    while (counted + count(read) <= guests) read += log.read_until(" begins from ");
    EXPECT_LE(counted + count(read), guests + 20);
    EXPECT_EQ(server.terminate(soon), 0);
    const std::string rest = log.read_until("");
    EXPECT_EQ(rest.substr(rest.size() - std::min<std::size_t>(rest.size(), 8)), "stopped\n");
}

TEST(Log, WhoseReaderGoesAwayEndsNothing) {
    Pipe output, log;
    PipedServer server(output, log);
    server.welcome(3);
    log.close_reader();
    output.close_reader();
    server.welcome(30);
    EXPECT_EQ(RawSocket(server.port()).request("GET", "/readyz").status, 200);
    EXPECT_EQ(server.terminate(soon), 0);
}

TEST(Log, IsCompleteWhenTheServerHasEnded) {
    Pipe output, log;
    PipedServer server(output, log);
    server.welcome(100);
    EXPECT_EQ(server.terminate(soon), 0);
    const std::string read = log.read_until("");
    int begun = 0;
    for (std::size_t at = 0; (at = read.find(" begins from ", at)) != read.npos; ++at) ++begun;
    EXPECT_EQ(begun, 100);
    EXPECT_EQ(read.substr(read.size() - std::min<std::size_t>(read.size(), 8)), "stopped\n");
}

TEST(Announcement, ThatNobodyReadsHoldsUpNoStart) {
    for (const bool reader_is_there : {true, false}) {
        Pipe output, log;
        output.fill();
        if (!reader_is_there) output.close_reader();
        PipedServer server(output, log);
        server.welcome(1);
        EXPECT_EQ(server.terminate(soon), 0);
    }
}

TEST(Programs, EndQuietlyWhereTheirOutputIsReadNoFurther) {
    const std::string server = ServerProcess::program();
    EXPECT_EQ(run("bash -c '" + server + " --print-config 2>&1 | head -n 1 >/dev/null'").text, "");
    const auto full = run(server + " --print-config >/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_EQ(full.text, "");
}

}  // namespace
}  // namespace pentad::testing
