#include "tests/support/test_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <utility>

#include "tests/support/traffic_check.hpp"

namespace pentad::testing {

using namespace protocol;

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Steady = std::chrono::steady_clock;

}  // namespace

struct TestClient::Socket {
    asio::io_context io{1};
    beast::websocket::stream<beast::tcp_stream> stream{io};
    beast::flat_buffer buffer;

    Socket(std::uint16_t port, const std::string& target) {
        try {
            beast::get_lowest_layer(stream).connect(
                asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), port));
            beast::get_lowest_layer(stream).socket().set_option(asio::ip::tcp::no_delay(true));
            stream.read_message_max(std::size_t{1} << 24);
            stream.handshake("127.0.0.1:" + std::to_string(port), target);
        } catch (const boost::system::system_error& reason) {
            throw LinkEnded(std::string("Not let in: ") + reason.what());
        }
    }

    /// Runs an operation that was started until it is done.
    void finish(const bool& done, Steady::time_point deadline, const std::string& what) {
        io.restart();
        while (!done && io.run_one_until(deadline) > 0) {
        }
        promise(done, "Timed out waiting for " + what + ".");
    }
};

TestClient::TestClient(std::uint16_t port, const std::string& target)
    : socket_(std::make_unique<Socket>(port, target)) {}

TestClient::~TestClient() = default;
TestClient::TestClient(TestClient&&) noexcept = default;
TestClient& TestClient::operator=(TestClient&&) noexcept = default;

TestClient TestClient::guest(std::uint16_t port, const std::string& name) {
    TestClient client(port);
    GuestAuth auth;
    if (!name.empty()) auth.name = name;
    client.hello(auth);
    return client;
}

HelloOk TestClient::hello(Auth auth) {
    session_ = request<HelloOk>(Hello{{1}, "pentad-test", "1", std::move(auth), ""});
    model_.is_player(session_.player.id);
    return session_;
}

const HelloOk& TestClient::resume(std::uint16_t port) {
    begin_resume(port);
    return finish_resume();
}

void TestClient::begin_resume(std::uint16_t port) {
    socket_ = std::make_unique<Socket>(port, "/ws");
    model_.new_connection();
    posted_.clear();
    replies_.clear();
    ResumeAuth auth{session_.session, session_.resume_token, seen()};
    resuming_ = send({0, "", "", Hello{{1}, "pentad-test", "1", std::move(auth), ""}});
}

const HelloOk& TestClient::finish_resume() {
    const auto deadline = Steady::now() + patience;
    while (!replies_.contains(resuming_)) read_one(deadline, "the answer to a resume");
    const auto reply = std::move(replies_.extract(resuming_).mapped());
    promise(reply.has_value(), "A resume was refused: " + std::string(reply ? "" : name(reply.error().code)));
    auto ok = read_ok<HelloOk>(*reply);
    promise(ok.has_value(), "An answer to a resume cannot be read.");
    const std::optional<std::string> player_token = session_.player_token;
    session_ = std::move(*ok);
    if (!session_.player_token) session_.player_token = player_token;
    model_.resumed(session_.resumed);
    return session_;
}

void TestClient::post(ClientMessage message, std::string match, std::string room) {
    posted_.insert(send({0, std::move(room), std::move(match), std::move(message)}));
}

void TestClient::settle(std::size_t open) {
    const auto deadline = Steady::now() + patience;
    while (model_.open_requests() > open)
        read_one(deadline, std::to_string(model_.open_requests()) + " answers");
}

void TestClient::catch_up() {
    const auto deadline = Steady::now() + patience;
    const Pong pong = request<Pong>(Ping{});
    for (const auto& [stream, seq] : pong.seqs)
        while (seen().contains(stream) && (seen().at(stream) < seq || model_.is_healing(stream)))
            read_one(deadline, "what was missed on " + stream);
}

int TestClient::until_closed() {
    const auto deadline = Steady::now() + patience;
    for (;;) {
        try {
            read_one(deadline, "the server closed it");
        } catch (const LinkEnded&) {
            return socket_->stream.reason().code;
        }
    }
}

void TestClient::cut() { beast::get_lowest_layer(socket_->stream).close(); }

tl::expected<std::string, ErrorReply> TestClient::exchange(const Request& request) {
    for (;;) {
        auto reply = exchange_once(request);
        if (reply || reply.error().code != ErrorCode::rate_limited) return reply;
        // Tests are faster than people: the server says how long to hold back.
        const auto* retry = std::get_if<RetryAfter>(&reply.error().detail);
        asio::steady_timer pause(socket_->io,
                                 retry != nullptr ? retry->after : std::chrono::milliseconds(100));
        bool done = false;
        pause.async_wait([&](boost::system::error_code) { done = true; });
        socket_->finish(done, Steady::now() + patience, "leave to go on");
    }
}

tl::expected<std::string, ErrorReply> TestClient::exchange_once(Request request) {
    const std::string name(type_name(request.message));
    const std::int64_t id = send(std::move(request));
    const auto deadline = Steady::now() + patience;
    while (!replies_.contains(id)) read_one(deadline, "the answer to " + name);
    return std::move(replies_.extract(id).mapped());
}

std::int64_t TestClient::send(Request request) {
    const std::int64_t id = next_id_++;
    request.id = id;
    model_.sent(request);
    const std::string frame = encode(request);
    const std::string problem = problem_of_request(frame);
    promise(problem.empty(), problem);
    boost::system::error_code error;
    socket_->stream.write(asio::buffer(frame), error);
    if (error) throw LinkEnded("A request cannot be sent: " + error.message());
    return id;
}

void TestClient::read_one(Steady::time_point deadline, const std::string& what) {
    bool done = false;
    boost::system::error_code error;
    socket_->stream.async_read(socket_->buffer, [&](boost::system::error_code result, std::size_t) {
        error = result;
        done = true;
    });
    try {
        socket_->finish(done, deadline, what);
    } catch (const BrokenPromise&) {
        // The read refers to what is on this stack.
        cut();
        socket_->io.restart();
        socket_->io.run();
        throw;
    }
    if (error) {
        const auto& farewell = socket_->stream.reason();
        throw LinkEnded("The link ended (" + error.message() + ", " + std::to_string(farewell.code) + " " +
                        farewell.reason.c_str() + ") before " + what + ".");
    }
    const std::string text = beast::buffers_to_string(socket_->buffer.data());
    socket_->buffer.consume(socket_->buffer.size());
    receive(text);
}

void TestClient::receive(const std::string& text) {
    auto message = decode_server_message(text);
    promise(message.has_value(), "Not a message: " + text);
    if (auto* event = std::get_if<Event>(&*message)) {
        const std::string problem = problem_of_answer(text, "");
        promise(problem.empty(), problem);
        model_.heard(*event);
        if (!model_.counts_answers_only()) events_.push_back(std::move(*event));
        return;
    }
    auto [request, data] = model_.answered(std::move(*message));
    const std::string problem = problem_of_answer(text, std::string(type_name(request.message)));
    promise(problem.empty(), problem);
    const auto id = std::get<std::int64_t>(request.id);
    if (posted_.erase(id) == 1)
        ++outcomes_[data ? "ok" : std::string(name(data.error().code))];
    else
        replies_.emplace(id, std::move(data));
}

Event TestClient::wait_event(const std::function<bool(const Event&)>& wanted, Deadline limit,
                             const std::string& what) {
    const auto deadline = Steady::now() + limit;
    for (std::size_t next = 0;; ++next) {
        while (next == events_.size()) read_one(deadline, what);
        if (!wanted(events_[next])) continue;
        Event event = std::move(events_[next]);
        events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(next));
        return event;
    }
}

RoomEntered TestClient::create(RoomCreate create) { return request<RoomEntered>(std::move(create)); }

RoomEntered TestClient::join(RoomJoin join) { return request<RoomEntered>(std::move(join)); }

MatchSnapshot TestClient::watch(const std::string& match) {
    return request<MatchWatched>(MatchWatch{true}, match).snapshot;
}

LobbySnapshot TestClient::lobby() { return request<LobbySubscribed>(LobbySubscribe{}).snapshot; }

void TestClient::until_my_turn(const std::string& id) {
    const auto deadline = Steady::now() + patience;
    const auto ours = [&] { return match(id).now.legal && !match(id).now.legal->empty(); };
    while (!match(id).now.result && !ours()) read_one(deadline, "our turn");
}

void TestClient::until_over(const std::string& id) {
    // A long game between bots may take longer than a single answer.
    const auto deadline = Steady::now() + 3 * patience;
    while (!match(id).now.result) read_one(deadline, "the end of the game");
}

MoveAccepted TestClient::play(const std::string& id, const std::string& move) {
    return request<MoveAccepted>(MovePlay{match(id).now.turn, move, new_move_id(), {}}, id);
}

std::string TestClient::new_move_id() {
    static int count = 0;
    return "test-" + std::to_string(++count);
}

std::size_t pick_index(std::uint64_t& state, std::size_t count) {
    // splitmix64
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return static_cast<std::size_t>((z ^ (z >> 31)) % count);
}

}  // namespace pentad::testing
