#include "clients/terminal/login.hpp"

#include <boost/asio/io_context.hpp>
#include <cstdio>

#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/text/text.hpp"

namespace pentad::terminal {
namespace {

class Login : private ConnectionListener {
  public:
    Login(boost::asio::io_context& io, const Session::Settings& settings)
        : io_(io),
          server_(settings.server.text()),
          sign_in_(settings.identity, settings.who),
          connection_(io, settings.server, *this) {}

    ExitCode run() {
        connection_.start();
        io_.run();
        return code_;
    }

  private:
    protocol::Auth sign_in() override { return sign_in_.auth(); }
    bool sign_in_refused(const Problem& problem) override {
        // Who is banned, or speaks another protocol, need not come again with another name.
        const bool no_way_in = problem.code == protocol::ErrorCode::banned ||
                               problem.code == protocol::ErrorCode::protocol_unsupported;
        when_closed_ = no_way_in ? ExitCode::dismissed : ExitCode::command_failed;
        return sign_in_.refused(problem);
    }
    void online(const protocol::HelloOk& hello, bool) override {
        sign_in_.welcomed(hello);
        std::printf("You are %s on %s.\n", printable(hello.player.name).c_str(), server_.c_str());
        end(ExitCode::done, "");
    }
    void offline(const std::string& why, int attempt) override {
        if (attempt >= 3) end(ExitCode::unreachable, "Cannot reach " + server_ + ": " + as_clause(why) + ".");
    }
    void closed(const std::string& why) override { end(when_closed_, why); }
    void event(const protocol::Event&) override {}
    void gap(const std::string&) override {}

    void end(ExitCode code, const std::string& text) {
        if (ended_) return;
        ended_ = true;
        code_ = code;
        if (!text.empty()) std::fprintf(stderr, "pentad: %s\n", printable(text).c_str());
        connection_.stop([this] { io_.stop(); });
    }

    boost::asio::io_context& io_;
    const std::string server_;
    SignIn sign_in_;
    ExitCode code_ = ExitCode::done;
    ExitCode when_closed_ = ExitCode::dismissed;
    bool ended_ = false;
    Connection connection_;
};

}  // namespace

int run_login(Session::Settings settings) {
    boost::asio::io_context io(1);
    return static_cast<int>(Login(io, settings).run());
}

}  // namespace pentad::terminal
