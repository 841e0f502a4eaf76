#include <unistd.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "clients/terminal/client.hpp"

namespace {

namespace asio = boost::asio;
using namespace pentad::terminal;

constexpr std::size_t longest_line = 4096;

/// Lines from a descriptor: a terminal, a pipe or a file. Never makes it non-blocking, because that would
/// last: a terminal is shared with the shell that started us.
class LineReader {
  public:
    LineReader(asio::io_context& io, int descriptor, std::function<void(std::string)> line,
               std::function<void()> end)
        : io_(io), stream_(io, descriptor), line_(std::move(line)), end_(std::move(end)) {}
    ~LineReader() { stream_.release(); }

    void start() {
        stream_.async_wait(asio::posix::stream_descriptor::wait_read,
                           [this](boost::system::error_code error) {
                               if (error == asio::error::operation_aborted) return;
                               // Plain files cannot be waited for; they are always ready.
                               if (error == asio::error::operation_not_supported)
                                   return asio::post(io_, [this] { read(); });
                               read();
                           });
    }

  private:
    void read() {
        char bytes[1024];
        const ssize_t count = ::read(stream_.native_handle(), bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) return start();
        if (count <= 0) {
            if (!buffer_.empty()) line_(std::exchange(buffer_, {}));
            return end_();
        }
        for (const char c : std::string_view(bytes, static_cast<std::size_t>(count))) {
            if (c == '\n')
                line_(std::exchange(buffer_, {}));
            else if (buffer_.size() < longest_line && c != '\r')
                buffer_ += c;
        }
        start();
    }

    asio::io_context& io_;
    asio::posix::stream_descriptor stream_;
    std::function<void(std::string)> line_;
    std::function<void()> end_;
    std::string buffer_;
};

bool is_utf8_locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view text(value);
        return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos;
    }
    return false;
}

int run(Client::Settings settings, bool plain) {
    std::signal(SIGPIPE, SIG_IGN);
    asio::io_context io(1);
    Screen screen(STDOUT_FILENO, Screen::traits_of(STDIN_FILENO, STDOUT_FILENO, plain));
    int result = 0;
    int signalled = 0;
    Client client(io, std::move(settings), screen, [&](ExitCode code) {
        result = static_cast<int>(code);
        io.stop();
    });
    asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
    std::function<void()> await_signal = [&] {
        signals.async_wait([&](boost::system::error_code error, int signal) {
            if (error) return;
            // The second one does not wait for the goodbye.
            if (signalled != 0) return io.stop();
            signalled = signal;
            client.stop(ExitCode::done);
            await_signal();
        });
    };
    await_signal();
    LineReader input(
        io, STDIN_FILENO, [&](std::string line) { client.typed(std::move(line)); },
        [&] { client.end_of_input(); });
    client.start();
    input.start();
    io.run();
    return signalled != 0 ? 128 + signalled : result;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Plays the games of a Pentad server in the terminal.", "pentad");
    std::string server = "ws://127.0.0.1:8080/ws";
    Client::Settings settings;
    bool plain = false;
    app.add_option("--server", server, "The server's address")
        ->envname("PENTAD_SERVER")
        ->capture_default_str();
    app.add_option("--name", settings.name, "Your name; a new one makes you a new guest")
        ->envname("PENTAD_NAME");
    app.add_flag("--plain", plain, "ASCII only, no colours, no cursor movement");
    app.set_version_flag("--version", "pentad " PENTAD_VERSION);
    app.footer("Reads commands from the terminal or from a script on standard input; \"help\" lists them.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::usage);
    }
    const auto address = ServerAddress::parse(server);
    if (!address) {
        std::cerr << address.error() << '\n';
        return static_cast<int>(ExitCode::usage);
    }
    settings.server = *address;
    settings.unicode = !plain && is_utf8_locale();
    return run(std::move(settings), plain);
}
