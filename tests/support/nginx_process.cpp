#include "tests/support/nginx_process.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

fs::path program() {
    for (const char* place : {"/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"})
        if (fs::exists(place)) return place;
    return {};
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// One that nobody has; nginx cannot choose for itself.
std::uint16_t free_port() {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(descriptor);
    return ntohs(address.sin_port);
}

bool listens(std::uint16_t port) {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    const bool well = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(descriptor);
    return well;
}

std::string location(const std::string& path, std::uint16_t server_port, const std::string& forwarded_for) {
    return "location " + path + " {\n" + "proxy_pass http://127.0.0.1:" + std::to_string(server_port) +
           "/;\n"
           "proxy_http_version 1.1;\n"
           "proxy_set_header Host $http_host;\n"
           "proxy_set_header Upgrade $http_upgrade;\n"
           "proxy_set_header Connection $connection_header;\n"
           "proxy_set_header X-Forwarded-For " +
           forwarded_for + ";\n}\n";
}

std::string under_sub_paths(std::uint16_t port, std::uint16_t server_port, const std::string& settings) {
    return "map $http_upgrade $connection_header { default upgrade; \"\" \"\"; }\n"
           "server {\nlisten 127.0.0.1:" +
           std::to_string(port) + ";\n" + settings + "\n" +
           location("/pentad/", server_port, "$remote_addr") +
           location("/appending/", server_port, "$proxy_add_x_forwarded_for") + "}\n";
}

std::string configuration(const std::string& http_block) {
    return "daemon off; master_process off; pid nginx.pid; error_log error.log;\n"
           "events { worker_connections 256; }\n"
           "http {\naccess_log off;\n"
           "client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;\n"
           "uwsgi_temp_path uwsgi; scgi_temp_path scgi;\n" +
           http_block + "}\n";
}

}  // namespace

bool NginxProcess::installed() { return !program().empty(); }

NginxProcess::NginxProcess(std::uint16_t server_port, const std::string& settings)
    : NginxProcess([&](std::uint16_t port) { return under_sub_paths(port, server_port, settings); }) {}

NginxProcess::NginxProcess(const std::function<std::string(std::uint16_t port)>& http_block)
    : port_(free_port()) {
    std::string name = (fs::temp_directory_path() / "pentad_nginx_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("No temporary folder.");
    folder_ = name;
    std::ofstream(folder_ / "nginx.conf") << configuration(http_block(port_));
    const std::string path = program().string(), log = (folder_ / "error.log").string();
    process_ = ::fork();
    if (process_ == 0) {
        const int quiet = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        ::dup2(quiet, STDERR_FILENO);
        ::execl(path.c_str(), "nginx", "-p", folder_.c_str(), "-c", "nginx.conf", "-e", "error.log", nullptr);
        ::_exit(127);
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!listens(port_)) {
        const bool ended = ::waitpid(process_, nullptr, WNOHANG) == process_;
        if (ended || std::chrono::steady_clock::now() > deadline) {
            std::ifstream file(log);
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            if (!ended) ::kill(process_, SIGKILL);
            throw std::runtime_error("nginx does not start: " + text);
        }
        ::poll(nullptr, 0, 10);
    }
}

NginxProcess::~NginxProcess() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

}  // namespace pentad::testing
