#include "tests/support/proxy_process.hpp"

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
#include <map>
#include <stdexcept>
#include <vector>

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

std::string path_of(const std::string& program) {
    for (const char* folder : {"/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"})
        if (fs::exists(folder + program)) return folder + program;
    throw std::runtime_error(program + " is not installed; the Debian package has the same name.");
}

/// What stays in the foreground and listens to nobody but the test.
std::vector<std::string> arguments(const std::string& program) {
    if (program == "nginx") return {"nginx", "-p", ".", "-c", "proxy.conf", "-e", "error.log"};
    if (program == "haproxy") return {"haproxy", "-db", "-f", "proxy.conf"};
    return {"caddy", "run", "--adapter", "caddyfile", "--config", "proxy.conf"};
}

std::string whole(const std::string& program, const std::string& text) {
    if (program != "nginx") return text;
    return "daemon off; master_process off; pid nginx.pid; error_log error.log;\n"
           "events { worker_connections 256; }\n"
           "http {\naccess_log off;\n"
           "client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;\n"
           "uwsgi_temp_path uwsgi; scgi_temp_path scgi;\n" +
           text + "}\n";
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool listens(std::uint16_t port) {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    const bool well = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(descriptor);
    return well;
}

/// Becomes the program. Does not return.
[[noreturn]] void become(const std::string& path, const std::vector<std::string>& words,
                         const std::string& folder) {
    if (::chdir(folder.c_str()) != 0) ::_exit(126);
    const int log = ::open("output.log", O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    // Caddy keeps what it likes to remember there.
    for (const char* place : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}) ::setenv(place, folder.c_str(), 1);
    std::vector<char*> made;
    for (const std::string& word : words) made.push_back(const_cast<char*>(word.c_str()));
    made.push_back(nullptr);
    ::execv(path.c_str(), made.data());
    ::_exit(127);
}

std::string nginx_location(const std::string& path, const std::string& server,
                           const std::string& forwarded_for) {
    return "location " + path + " {\nproxy_pass http://" + server +
           "/;\n"
           "proxy_http_version 1.1;\n"
           "proxy_set_header Host $http_host;\n"
           "proxy_set_header Upgrade $http_upgrade;\n"
           "proxy_set_header Connection $connection_header;\n"
           "proxy_set_header X-Forwarded-For " +
           forwarded_for + ";\n}\n";
}

}  // namespace

std::uint16_t ProxyProcess::free_port() {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(descriptor);
    return ntohs(address.sin_port);
}

ProxyProcess::ProxyProcess(const std::string& program,
                           const std::function<std::string(std::uint16_t port)>& configuration)
    : port_(free_port()) {
    const std::string path = path_of(program);
    std::string name = (fs::temp_directory_path() / "pentad_proxy_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("No temporary folder.");
    folder_ = name;
    std::ofstream(folder_ / "proxy.conf") << whole(program, configuration(port_));
    const std::vector<std::string> words = arguments(program);
    process_ = ::fork();
    if (process_ == 0) become(path, words, name);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!listens(port_)) {
        const bool ended = ::waitpid(process_, nullptr, WNOHANG) == process_;
        if (ended || std::chrono::steady_clock::now() > deadline) {
            std::string text;
            for (const char* log : {"output.log", "error.log"}) {
                std::ifstream file(folder_ / log);
                text.append(std::istreambuf_iterator<char>(file), {});
            }
            if (!ended) {
                ::kill(process_, SIGKILL);
                ::waitpid(process_, nullptr, 0);
            }
            throw std::runtime_error(program + " does not start: " + text);
        }
        ::poll(nullptr, 0, 10);
    }
}

ProxyProcess::~ProxyProcess() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

std::string under_sub_paths(const std::string& program, std::uint16_t port, std::uint16_t server_port,
                            int silent_for_s) {
    const std::string here = std::to_string(port), server = "127.0.0.1:" + std::to_string(server_port);
    const std::string silent = std::to_string(silent_for_s) + "s";
    if (program == "nginx")
        return "map $http_upgrade $connection_header { default upgrade; \"\" \"\"; }\n"
               "server {\nlisten 127.0.0.1:" +
               here + ";\n" +
               (silent_for_s > 0 ? "proxy_read_timeout " + silent + "; proxy_send_timeout " + silent + ";\n"
                                 : "") +
               nginx_location("/pentad/", server, "$remote_addr") +
               nginx_location("/appending/", server, "$proxy_add_x_forwarded_for") + "}\n";
    if (program == "haproxy")
        return "defaults\nmode http\ntimeout connect 5s\ntimeout client 60s\ntimeout server 60s\n"
               "timeout tunnel " +
               (silent_for_s > 0 ? silent : "60s") + "\nfrontend web\nbind 127.0.0.1:" + here +
               "\nacl replacing path_beg /pentad/\nacl appending path_beg /appending/\n"
               "http-request deny deny_status 404 unless replacing or appending\n"
               "http-request set-header X-Forwarded-For %[src] if replacing\n"
               "http-request add-header X-Forwarded-For %[src] if appending\n"
               "http-request replace-path /[a-z]+(/.*) \\1\n"
               "default_backend pentad\nbackend pentad\nserver pentad " +
               server + "\n";
    return "{\n\tadmin off\n\tauto_https off\n}\nhttp://:" + here + " {\n\tbind 127.0.0.1\n" +
           "\thandle_path /pentad/* {\n\t\treverse_proxy " + server + "\n\t}\n" +
           "\thandle_path /appending/* {\n\t\treverse_proxy " + server +
           " {\n\t\t\ttrusted_proxies 127.0.0.0/8\n\t\t}\n\t}\n\trespond 404\n}\n";
}

}  // namespace pentad::testing
