#include "clients/terminal/json/json_client.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "protocol/codec.hpp"

namespace pentad::terminal {

using namespace protocol;

namespace {

constexpr int attempts = 20;  // about a minute, as a server needs to come back
constexpr int first_attempts = 5;
constexpr std::size_t most_early = 1000;

/// A text as JSON, by the codec's own rules.
std::string quoted(const std::string& text) {
    const std::string frame = encode(ErrorReply{RequestId{std::string("x")}, {}, text, {}});
    const std::string key = "\"message\":";
    const std::size_t start = frame.find(key) + key.size();
    std::size_t end = start + 1;
    while (frame[end] != '"') end += frame[end] == '\\' ? 2 : 1;
    return frame.substr(start, end + 1 - start);
}

std::string id_json(const RequestId& id) {
    if (const auto* number = std::get_if<std::int64_t>(&id)) return std::to_string(*number);
    return quoted(std::get<std::string>(id));
}

/// The request with a number of ours where it has none: scripts need not count.
std::string with_id(const std::string& line, std::int64_t number) {
    const std::size_t open = line.find('{');
    if (open == std::string::npos) return line;
    return line.substr(0, open + 1) + "\"id\":" + std::to_string(number) + "," + line.substr(open + 1);
}

bool lacks_id(const DecodeError& error) { return !error.re && error.code == ErrorCode::bad_request; }

}  // namespace

JsonClient::JsonClient(boost::asio::io_context& io, const Session::Settings& settings, int descriptor,
                       std::function<void(ExitCode)> quit)
    : descriptor_(descriptor),
      quit_(std::move(quit)),
      sign_in_(settings.identity, settings.who),
      connection_(io, settings.server, *this) {}

void JsonClient::online(const HelloOk& hello, bool resumed) {
    sign_in_.welcomed(hello);
    was_online_ = true;
    // Nobody needs the secrets: the identity is kept in its file, the session by this program.
    HelloOk shown = hello;
    shown.player_token.reset();
    shown.resume_token.clear();
    const std::string reply = encode(Ok{RequestId{std::int64_t{0}}, std::move(shown)});
    const std::string key = "\"data\":";
    write("{\"type\":\"link.online\",\"resumed\":" + std::string(resumed ? "true" : "false") + "," +
          reply.substr(reply.find(key)));
    for (Request& request : std::exchange(early_, {})) send(std::move(request));
    end_when_answered();
}

void JsonClient::offline(const std::string& why, int attempt) {
    write("{\"type\":\"link.lost\",\"data\":{\"attempt\":" + std::to_string(attempt) +
          ",\"reason\":" + quoted(why) + "}}");
    if (attempt >= (was_online_ ? attempts : first_attempts)) stop(ExitCode::unreachable);
}

void JsonClient::closed(const std::string& why) {
    write("{\"type\":\"link.closed\",\"data\":{\"reason\":" + quoted(why) + "}}");
    stop(ExitCode::dismissed);
}

void JsonClient::event(const Event& event) {
    if (!std::holds_alternative<UnknownEvent>(event.body)) write(encode(event));
}

/// A script follows what it likes and asks for what it needs.
void JsonClient::gap(const std::string& stream) {
    connection_.streams().forget(stream);
    write("{\"type\":\"link.gap\",\"data\":{\"stream\":" + quoted(stream) + "}}");
}

void JsonClient::typed(const std::string& line) {
    if (line.find_first_not_of(" \t") == std::string::npos) return;
    static std::int64_t number = 0;
    auto request = decode_request(line);
    if (!request && lacks_id(request.error())) request = decode_request(with_id(line, ++number));
    if (!request) {
        const DecodeError& error = request.error();
        return write(encode(ErrorReply{error.re, error.code, error.message, {}}));
    }
    if (connection_.is_online()) return send(std::move(*request));
    if (early_.size() < most_early) return early_.push_back(std::move(*request));
    write(encode(
        ErrorReply{request->id, ErrorCode::rate_limited, "There is no link, and too much waits.", {}}));
}

void JsonClient::send(Request request) {
    ++waiting_;
    const RequestId id = request.id;
    connection_.send(std::move(request), [this, id](tl::expected<std::string, Problem> reply) {
        --waiting_;
        if (reply) {
            write("{\"type\":\"ok\",\"re\":" + id_json(id) + ",\"data\":" + *reply + "}");
        } else {
            // Without a code the link was lost before the answer: whether it was done is not known.
            const Problem& problem = reply.error();
            write(encode(ErrorReply{id, problem.code.value_or(ErrorCode::internal_error), problem.message,
                                    problem.detail}));
        }
        end_when_answered();
    });
}

void JsonClient::end_of_input() {
    input_ended_ = true;
    end_when_answered();
}

void JsonClient::end_when_answered() {
    if (input_ended_ && waiting_ == 0 && early_.empty() && was_online_) stop(ExitCode::done);
}

void JsonClient::stop(ExitCode code) {
    if (std::exchange(stopping_, true)) return;
    connection_.stop([this, code] { quit_(code); });
}

void JsonClient::write(const std::string& line) {
    std::string_view left;
    const std::string bytes = line + "\n";
    left = bytes;
    while (!left.empty()) {
        const ssize_t count = ::write(descriptor_, left.data(), left.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return stop(ExitCode::done);  // nobody reads any more
        left.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace pentad::terminal
