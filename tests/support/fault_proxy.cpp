#include "tests/support/fault_proxy.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace pentad::testing {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Error = boost::system::error_code;

std::size_t index(Direction direction) { return direction == Direction::to_server ? 0 : 1; }

/// One connection and its two directions. On the proxy's thread.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(tcp::socket client, Faults faults)
        : client_(std::move(client)),
          server_(client_.get_executor()),
          second_(client_.get_executor()),
          faults_(faults),
          limits_{faults.cut_to_server, faults.cut_to_client} {}

    void start(const tcp::endpoint& server) {
        Error error;
        server_.connect(server, error);
        if (!error && faults_.twice) second_.connect(server, error);
        if (error) return close();
        for (tcp::socket* socket : {&client_, &server_, &second_})
            if (socket->is_open()) socket->set_option(tcp::no_delay(true), error);
        if (faults_.twice) drain_second();
        for (const Direction direction : {Direction::to_server, Direction::to_client}) {
            pipes_[index(direction)].timer.emplace(client_.get_executor());
            pass(direction);
        }
    }

    void cut_after(std::size_t bytes, Direction direction) {
        limits_[index(direction)] = passed(direction) + bytes;
        if (bytes == 0) close();
    }
    void fall_silent() { silent_ = true; }
    void close() {
        Error ignored;
        for (tcp::socket* socket : {&client_, &server_, &second_}) socket->close(ignored);
        for (Pipe& pipe : pipes_)
            if (pipe.timer) pipe.timer->cancel();
    }
    std::size_t passed(Direction direction) const { return pipes_[index(direction)].passed; }
    const std::string& said() const { return said_; }
    bool is_open() const { return client_.is_open(); }

  private:
    struct Pipe {
        std::array<char, 16 * 1024> bytes;
        std::optional<asio::steady_timer> timer;
        std::size_t passed = 0;
    };

    void pass(Direction direction) {
        Pipe& pipe = pipes_[index(direction)];
        // It may have passed it while the limit was set.
        if (const auto limit = limits_[index(direction)]; limit && pipe.passed >= *limit) return close();
        tcp::socket& from = direction == Direction::to_server ? client_ : server_;
        const std::size_t most = std::min(faults_.piece, pipe.bytes.size());
        from.async_read_some(asio::buffer(pipe.bytes, most),
                             [this, self = shared_from_this(), direction](Error error, std::size_t size) {
                                 // A silent line does not tell either that the other end has gone.
                                 if (silent_) return;
                                 if (error) return close();
                                 delay(direction, size);
                             });
    }

    void delay(Direction direction, std::size_t size) {
        if (faults_.delay.count() == 0) return hand_on(direction, size);
        Pipe& pipe = pipes_[index(direction)];
        pipe.timer->expires_after(faults_.delay);
        pipe.timer->async_wait([this, self = shared_from_this(), direction, size](Error error) {
            if (!error && !silent_) hand_on(direction, size);
        });
    }

    /// Whatever lies within one piece.
    void forge(Pipe& pipe, std::size_t size) const {
        for (const auto& [said, told] : faults_.forged) {
            auto at = pipe.bytes.begin();
            const auto end = at + static_cast<std::ptrdiff_t>(size);
            while ((at = std::search(at, end, said.begin(), said.end())) != end)
                at = std::copy(told.begin(), told.end(), at);
        }
    }

    void hand_on(Direction direction, std::size_t size) {
        Pipe& pipe = pipes_[index(direction)];
        if (direction == Direction::to_client) forge(pipe, size);
        // The limit may have come nearer meanwhile: exactly so many bytes pass and no more.
        if (const auto limit = limits_[index(direction)])
            size = std::min(size, *limit > pipe.passed ? *limit - pipe.passed : 0);
        if (direction == Direction::to_server && second_.is_open()) {
            Error ignored;
            asio::write(second_, asio::buffer(pipe.bytes, size), ignored);
        }
        if (direction == Direction::to_server && said_.size() < most_kept)
            said_.append(pipe.bytes.data(), size);
        tcp::socket& to = direction == Direction::to_server ? server_ : client_;
        asio::async_write(to, asio::buffer(pipe.bytes, size),
                          [this, self = shared_from_this(), direction](Error error, std::size_t written) {
                              pipes_[index(direction)].passed += written;
                              if (error) return close();
                              pass(direction);
                          });
    }

    void drain_second() {
        second_.async_read_some(asio::buffer(dropped_),
                                [this, self = shared_from_this()](Error error, std::size_t) {
                                    if (!error) drain_second();
                                });
    }

    tcp::socket client_, server_, second_;
    const Faults faults_;
    std::array<std::optional<std::size_t>, 2> limits_;
    std::array<Pipe, 2> pipes_;
    std::array<char, 4096> dropped_;
    static constexpr std::size_t most_kept = 64 * 1024;
    std::string said_;  ///< by the client, as far as it is kept
    bool silent_ = false;
};

}  // namespace

struct FaultProxy::Network {
    explicit Network(std::uint16_t server_port)
        : server(asio::ip::address_v4::loopback(), server_port),
          acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
        accept();
        thread = std::thread([this] { io.run(); });
    }
    ~Network() {
        asio::post(io, [this] {
            acceptor.close();
            for (const auto& one : connections) one->close();
            io.stop();
        });
        thread.join();
    }

    void accept() {
        acceptor.async_accept([this](Error error, tcp::socket socket) {
            if (error) return;
            std::erase_if(connections, [](const auto& one) { return !one->is_open(); });
            connections.push_back(
                std::make_shared<Connection>(std::move(socket), std::exchange(faults, Faults{})));
            connections.back()->start(server);
            accept();
        });
    }

    /// Runs on the proxy's thread and waits for it.
    template <class Work>
    auto run(Work work) {
        // Shared: the task is still on its way out when its result can be had already.
        const auto task = std::make_shared<std::packaged_task<decltype(work())()>>(std::move(work));
        auto result = task->get_future();
        asio::post(io, [task] { (*task)(); });
        return result.get();
    }

    asio::io_context io{1};
    const tcp::endpoint server;
    tcp::acceptor acceptor;
    Faults faults;
    std::vector<std::shared_ptr<Connection>> connections;
    std::thread thread;
};

FaultProxy::FaultProxy(std::uint16_t server_port) : network_(std::make_unique<Network>(server_port)) {}
FaultProxy::~FaultProxy() = default;

std::uint16_t FaultProxy::port() const {
    return network_->run([this] { return network_->acceptor.local_endpoint().port(); });
}

void FaultProxy::next(Faults faults) {
    network_->run([&] { network_->faults = faults; });
}

void FaultProxy::cut_after(std::size_t bytes, Direction direction) {
    network_->run([&] {
        if (!network_->connections.empty()) network_->connections.back()->cut_after(bytes, direction);
    });
}

void FaultProxy::fall_silent() {
    network_->run([this] {
        for (const auto& one : network_->connections) one->fall_silent();
    });
}

void FaultProxy::cut_all() {
    network_->run([this] {
        for (const auto& one : network_->connections) one->close();
    });
}

std::string FaultProxy::said() const {
    return network_->run([this] {
        return network_->connections.empty() ? std::string() : network_->connections.back()->said();
    });
}

std::size_t FaultProxy::passed(Direction direction) const {
    return network_->run([this, direction] {
        return network_->connections.empty() ? 0 : network_->connections.back()->passed(direction);
    });
}

}  // namespace pentad::testing
