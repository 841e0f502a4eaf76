#include "tests/support/server_process.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace pentad::testing {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

std::filesystem::path new_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "pentad_e2e_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("No temporary folder.");
    return name;
}

std::string content(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Waits until a process has ended; the status, or nothing within the limit: -1.
int wait_for(pid_t process, std::chrono::milliseconds limit) {
    // A descriptor for the process becomes readable when it ends.
    const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
    pollfd ended{descriptor, POLLIN, 0};
    const bool in_time = ::poll(&ended, 1, static_cast<int>(limit.count())) == 1;
    if (descriptor >= 0) ::close(descriptor);
    if (!in_time) return -1;
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::string ServerProcess::program() {
    const char* other = std::getenv("PENTAD_SERVER_PROGRAM");
    return other != nullptr ? other : PENTAD_SERVER_PROGRAM;
}

ServerProcess::ServerProcess(std::vector<std::string> more_arguments,
                             std::map<std::string, std::string> environment)
    : folder_(new_folder()),
      more_arguments_(std::move(more_arguments)),
      environment_(std::move(environment)) {
    const std::string folder = "{folder}";
    for (auto& [name, value] : environment_)
        if (const auto at = value.find(folder); at != std::string::npos)
            value.replace(at, folder.size(), folder_.string());
    start();
}

ServerProcess::~ServerProcess() {
    kill();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void ServerProcess::start() {
    std::vector<std::string> arguments{program(),
                                       "--bind",
                                       "127.0.0.1",
                                       "--port",
                                       std::to_string(port_),
                                       "--bot-pace-ms",
                                       "0",
                                       "--data",
                                       (folder_ / "data").string()};
    // Tests are faster than people.
    if (std::find(more_arguments_.begin(), more_arguments_.end(), "--frames-per-second") ==
        more_arguments_.end())
        arguments.insert(arguments.end(), {"--frames-per-second", "500", "--frame-burst", "1000"});
    arguments.insert(arguments.end(), more_arguments_.begin(), more_arguments_.end());
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    std::filesystem::remove(folder_ / "stdout");
    const int out = ::open((folder_ / "stdout").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const int log = ::open((folder_ / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    process_ = ::fork();
    if (process_ == 0) {
        for (const auto& [name, value] : environment_) ::setenv(name.c_str(), value.c_str(), 1);
        ::dup2(out, STDOUT_FILENO);
        ::dup2(log, STDERR_FILENO);
        // A client's socket that the server holds, too, does not close when the client closes it.
        ::close_range(STDERR_FILENO + 1, ~0U, 0);
        ::execv(pointers[0], pointers.data());
        ::_exit(127);
    }
    ::close(out);
    ::close(log);
    if (process_ < 0) throw std::runtime_error("Cannot fork.");
    port_ = wait_until_listening();
}

std::uint16_t ServerProcess::wait_until_listening() {
    const std::string announcement = "listening on http://127.0.0.1:";
    const auto deadline = Steady::now() + 20s;
    while (Steady::now() < deadline) {
        const std::string text = content(folder_ / "stdout");
        const std::size_t at = text.find(announcement);
        if (at != std::string::npos && text.find('\n', at) != std::string::npos)
            return static_cast<std::uint16_t>(std::atoi(text.c_str() + at + announcement.size()));
        // Returns at once when the server ends instead.
        const int status = wait_for(process_, 10ms);
        if (status < 0) continue;
        process_ = -1;
        throw std::runtime_error("The server ended with " + std::to_string(status) + ":\n" + text + log());
    }
    throw std::runtime_error("The server does not listen:\n" + log());
}

void ServerProcess::kill() {
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
}

int ServerProcess::terminate(std::chrono::seconds limit) {
    ::kill(process_, SIGTERM);
    const int status = wait_for(process_, limit);
    if (status < 0) kill();
    process_ = -1;
    return status;
}

std::string ServerProcess::bot_key(const std::vector<std::string>& words) const {
    const char* other = std::getenv("PENTAD_SERVER_PROGRAM");
    std::vector<std::string> arguments{other != nullptr ? other : PENTAD_SERVER_PROGRAM, "bot-key"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    arguments.insert(arguments.end(), {"--data", (folder_ / "data").string()});
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const std::filesystem::path printed = folder_ / "printed";
    const int out = ::open(printed.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(out, STDOUT_FILENO);
        ::dup2(out, STDERR_FILENO);
        ::execv(pointers[0], pointers.data());
        ::_exit(127);
    }
    ::close(out);
    ::waitpid(child, nullptr, 0);
    return content(printed);
}

std::string ServerProcess::make_bot_key(const std::string& name) const {
    std::string key = bot_key({"add", name});
    if (!key.empty() && key.back() == '\n') key.pop_back();
    if (!key.starts_with("bk_")) throw std::runtime_error("No key: " + key);
    return key;
}

std::size_t ServerProcess::descriptors() const {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(process_) + "/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

void ServerProcess::wait_for_descriptors(std::size_t most) const {
    const auto deadline = Steady::now() + 20s;
    while (descriptors() > most) {
        if (Steady::now() > deadline)
            throw std::runtime_error(std::to_string(descriptors()) + " descriptors stay open, not " +
                                     std::to_string(most));
        ::poll(nullptr, 0, 5);
    }
}

std::size_t ServerProcess::resident_bytes() const {
    std::istringstream pages(content("/proc/" + std::to_string(process_) + "/statm"));
    std::size_t all = 0, resident = 0;
    pages >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::chrono::milliseconds ServerProcess::processor_time() const {
    const std::string text = content("/proc/" + std::to_string(process_) + "/stat");
    // Behind the name, which is in brackets: the state and ten numbers, then the ticks as user and system.
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    long user = 0, system = 0;
    fields >> user >> system;
    return std::chrono::milliseconds(1000 * (user + system) / ::sysconf(_SC_CLK_TCK));
}

void ServerProcess::limit_descriptors(std::size_t most) const {
    const rlimit limit{most, most};
    if (::prlimit(process_, RLIMIT_NOFILE, &limit, nullptr) != 0)
        throw std::runtime_error("The limit cannot be set.");
}

std::string ServerProcess::log() const { return content(folder_ / "log"); }

std::string ServerProcess::get(const std::string& target) const {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval limit{10, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    std::string answer;
    if (::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
        const std::string request = "GET " + target +
                                    " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                                    "\r\nConnection: close\r\n\r\n";
        if (::write(descriptor, request.data(), request.size()) > 0) {
            char bytes[4096];
            for (ssize_t count; (count = ::read(descriptor, bytes, sizeof bytes)) > 0;)
                answer.append(bytes, static_cast<std::size_t>(count));
        }
    }
    ::close(descriptor);
    const std::size_t body = answer.find("\r\n\r\n");
    return body == std::string::npos ? "" : answer.substr(body + 4);
}

}  // namespace pentad::testing
