#pragma once

#include <functional>
#include <string>

#include "clients/terminal/line/screen.hpp"
#include "clients/terminal/model/session.hpp"

/// `--json`: the protocol by lines. Each line read is a request as protocol/README.md has it (its `id` may be
/// left out), each line written a reply or an event, and besides `link.online` with what hello answered,
/// `link.lost` and `link.closed`. The client says hello, pings and comes back after a lost link by itself.
namespace pentad::terminal {

/// On the io_context's one thread.
class JsonClient : private ConnectionListener {
  public:
    /// Writes lines to the descriptor, which stays the caller's. `quit` is called once, when all is said.
    JsonClient(boost::asio::io_context& io, const Session::Settings& settings, int descriptor,
               std::function<void(ExitCode)> quit);

    void start() { connection_.start(); }
    /// A line was read. Requests wait until there is a link.
    void typed(const std::string& line);
    /// Ends when everything that was asked is answered.
    void end_of_input();
    void stop(ExitCode code);

  private:
    protocol::Auth sign_in() override { return sign_in_.auth(); }
    bool sign_in_refused(const Problem& problem) override { return sign_in_.refused(problem); }
    void online(const protocol::HelloOk& hello, bool resumed) override;
    void offline(const std::string& why, int attempt) override;
    void closed(const std::string& why) override;
    void event(const protocol::Event& event) override;
    void gap(const std::string& stream) override;
    void send(protocol::Request request);
    void write(const std::string& line);
    void end_when_answered();

    const int descriptor_;
    std::function<void(ExitCode)> quit_;
    SignIn sign_in_;
    std::vector<protocol::Request> early_;  ///< that came while there was no link
    int waiting_ = 0;
    bool was_online_ = false;
    bool input_ended_ = false;
    bool stopping_ = false;
    Connection connection_;  // last: it calls the others
};

}  // namespace pentad::terminal
