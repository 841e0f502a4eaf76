// What a capable developer writes in an afternoon: Beast, a coroutine a link, nlohmann's JSON trees, one
// thread. It speaks as much of Pentad's protocol as pentad-load asks for, for two players who fill an 8x8
// board in turn, and passes each move on with the whole board and the free squares. No rule beyond whose turn
// it is and whether the square is free, no clock, nothing stored, no streams, no resume. It exists to be
// measured beside the server.
//
//   pentad-relay PORT
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using nlohmann::json;
using Frame = std::shared_ptr<const std::string>;

constexpr int columns = 8;

std::string square_name(int square) {
    return {static_cast<char>('a' + square % columns), static_cast<char>('1' + square / columns)};
}

class Peer;

struct Room {
    std::string id;
    std::array<std::weak_ptr<Peer>, 2> seats;
    std::string board = std::string(columns * columns, '.');
    int ply = 0;
    int turn = 0;
    int seq = 0;

    json position() const {
        json pieces = json::array(), legal = json::array();
        for (int square = 0; square < columns * columns; ++square) {
            const char held = board[static_cast<std::size_t>(square)];
            if (held == '.')
                legal.push_back(square_name(square));
            else
                pieces.push_back({square_name(square), held - '0', "piece", 1});
        }
        return {{"turn", turn}, {"ply", ply},       {"toMove", turn % 2},
                {"pos", board}, {"pieces", pieces}, {"legal", legal}};
    }

    bool place(const std::string& move) {
        if (move.size() != 2) return false;
        const int square = move[0] - 'a' + (move[1] - '1') * columns;
        if (square < 0 || square >= columns * columns || board[static_cast<std::size_t>(square)] != '.')
            return false;
        board[static_cast<std::size_t>(square)] = static_cast<char>('0' + turn % 2);
        ++turn;
        if (++ply % (columns * columns) == 0) board.assign(columns * columns, '.');
        return true;
    }
};

std::unordered_map<std::string, std::shared_ptr<Room>> rooms;
int peers_so_far = 0;

class Peer : public std::enable_shared_from_this<Peer> {
  public:
    explicit Peer(tcp::socket socket) : socket_(std::move(socket)) {}
    asio::awaitable<void> run();

    void send(Frame frame) {
        waiting_.push_back(std::move(frame));
        if (waiting_.size() == 1) write_next();
    }

  private:
    void write_next() {
        socket_.async_write(asio::buffer(*waiting_.front()),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->waiting_.pop_front();
                                if (error) return self->waiting_.clear();
                                if (!self->waiting_.empty()) self->write_next();
                            });
    }
    void send(const json& message) { send(std::make_shared<const std::string>(message.dump())); }
    void answer(const json& request, json data) {
        send({{"type", "ok"}, {"re", request.at("id")}, {"data", std::move(data)}});
    }
    void refuse(const json& request, const char* code) {
        send({{"type", "error"}, {"re", request.value("id", 0)}, {"error", {{"code", code}}}});
    }
    void handle(std::string_view text);
    void sit(const std::shared_ptr<Room>& room, int seat, const json& request);
    void move(const json& request);

    websocket::stream<tcp::socket> socket_;
    std::deque<Frame> waiting_;
    std::shared_ptr<Room> room_;
    int seat_ = -1;
};

void Peer::handle(std::string_view text) {
    const json request = json::parse(text, nullptr, false);
    if (!request.is_object() || !request.contains("id")) return refuse(json::object(), "bad_json");
    const std::string type = request.value("type", "");
    if (type == "move.play") {
        move(request);
    } else if (type == "hello") {
        const std::string number = std::to_string(++peers_so_far);
        answer(
            request,
            {{"session", "s_" + number}, {"resumeToken", "rt_" + number}, {"games", {{{"game", "fill"}}}}});
    } else if (type == "room.create") {
        auto room = std::make_shared<Room>();
        room->id = "r_" + std::to_string(rooms.size());
        rooms[room->id] = room;
        sit(room, 0, request);
    } else if (type == "room.join") {
        const auto found = rooms.find(request.at("data").value("room", ""));
        if (found == rooms.end()) return refuse(request, "not_found");
        sit(found->second, 1, request);
    } else if (type == "room.ready") {
        answer(request, json::object());
    } else {
        refuse(request, "unknown_type");
    }
}

void Peer::sit(const std::shared_ptr<Room>& room, int seat, const json& request) {
    room_ = room;
    seat_ = seat;
    room->seats[static_cast<std::size_t>(seat)] = weak_from_this();
    answer(request, {{"room", room->id}, {"seq", 0}});
    if (seat == 0) return;
    for (int player = 0; player < 2; ++player)
        if (const auto peer = room->seats[static_cast<std::size_t>(player)].lock())
            peer->send(
                {{"type", "match.started"},
                 {"room", room->id},
                 {"seq", 1},
                 {"data",
                  {{"match", room->id}, {"seat", player}, {"seq", 0}, {"snapshot", room->position()}}}});
}

void Peer::move(const json& request) {
    const json& data = request.at("data");
    if (!room_ || data.value("turn", -1) != room_->turn || room_->turn % 2 != seat_ ||
        !room_->place(data.value("move", "")))
        return refuse(request, "illegal_move");
    json moved = room_->position();
    moved["move"] = data.at("move");
    moved["seat"] = seat_;
    const Frame frame = std::make_shared<const std::string>(json{
        {"type", "match.moved"},
        {"match", room_->id},
        {"seq", ++room_->seq},
        {"data", std::move(moved)}}.dump());
    for (const auto& seat : room_->seats)
        if (const auto peer = seat.lock()) peer->send(frame);
    answer(request, {{"turn", room_->turn}, {"ply", room_->ply}});
}

asio::awaitable<void> Peer::run() {
    const auto self = shared_from_this();
    beast::error_code error, ignored;
    socket_.next_layer().set_option(tcp::no_delay(true), ignored);
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    socket_.text(true);
    co_await socket_.async_accept(asio::redirect_error(asio::use_awaitable, error));
    beast::flat_buffer buffer;
    while (!error) {
        co_await socket_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
        if (error) break;
        handle({static_cast<const char*>(buffer.data().data()), buffer.size()});
        buffer.consume(buffer.size());
    }
    room_.reset();
}

asio::awaitable<void> accept_all(tcp::acceptor& acceptor) {
    for (;;) {
        beast::error_code error;
        tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
        if (error) continue;
        const auto peer = std::make_shared<Peer>(std::move(socket));
        asio::co_spawn(
            acceptor.get_executor(), [peer] { return peer->run(); }, asio::detached);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: pentad-relay PORT\n", stderr);
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    asio::io_context io(1);
    tcp::acceptor acceptor(
        io, tcp::endpoint(asio::ip::address_v4::loopback(), static_cast<unsigned short>(std::atoi(argv[1]))));
    asio::co_spawn(io, accept_all(acceptor), asio::detached);
    io.run();
}
