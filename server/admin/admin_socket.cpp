#include "server/admin/admin_socket.hpp"

#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace pentad::server {
namespace {

namespace asio = boost::asio;
using Protocol = asio::local::stream_protocol;

constexpr char between_words = '\x1f';
constexpr std::size_t max_request_bytes = 16 * 1024;

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    std::istringstream in(line);
    for (std::string word; std::getline(in, word, between_words);) words.push_back(word);
    return words;
}

std::string user_behind(Protocol::socket& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return "unknown";
    return "uid " + std::to_string(peer.uid);
}

/// One request and its answer.
class AdminConnection : public std::enable_shared_from_this<AdminConnection> {
  public:
    AdminConnection(Protocol::socket socket, const AdminSocket::Handler& handler)
        : socket_(std::move(socket)), handler_(handler) {}

    void read() {
        asio::async_read_until(
            socket_, asio::dynamic_buffer(request_, max_request_bytes), '\n',
            [self = shared_from_this()](boost::system::error_code error, std::size_t size) {
                if (!error) self->ask(size - 1);
            });
    }

  private:
    void ask(std::size_t size) {
        AdminRequest request{words_of(request_.substr(0, size)), user_behind(socket_)};
        handler_(std::move(request),
                 [self = shared_from_this()](const AdminAnswer& answer) { self->write(answer); });
    }
    void write(const AdminAnswer& answer) {
        answer_ = std::to_string(answer.status) + "\n" + answer.text;
        // The socket closes with the last owner of this connection.
        asio::async_write(socket_, asio::buffer(answer_),
                          [self = shared_from_this()](boost::system::error_code, std::size_t) {});
    }

    Protocol::socket socket_;
    const AdminSocket::Handler& handler_;
    std::string request_;
    std::string answer_;
};

}  // namespace

class AdminSocket::Listener : public std::enable_shared_from_this<AdminSocket::Listener> {
  public:
    Listener(asio::io_context& context, const std::filesystem::path& path, Handler handler)
        : acceptor_(context), pause_(context), handler_(std::move(handler)) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        acceptor_.open(Protocol());
        acceptor_.bind(Protocol::endpoint(path.string()));
        std::filesystem::permissions(
            path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        acceptor_.listen();
    }
    void accept() {
        acceptor_.async_accept(
            [self = shared_from_this()](boost::system::error_code error, Protocol::socket socket) {
                if (error == asio::error::operation_aborted || !self->acceptor_.is_open()) return;
                if (error) return self->accept_later();
                std::make_shared<AdminConnection>(std::move(socket), self->handler_)->read();
                self->accept();
            });
    }
    void close() {
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        pause_.cancel();
    }

  private:
    /// Most likely out of descriptors: wait until some are free.
    void accept_later() {
        pause_.expires_after(std::chrono::milliseconds(100));
        pause_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error && self->acceptor_.is_open()) self->accept();
        });
    }

    Protocol::acceptor acceptor_;
    asio::steady_timer pause_;
    const Handler handler_;
};

std::filesystem::path admin_socket_path(const Config& config) {
    return config.data == ":memory:" ? std::filesystem::path()
                                     : std::filesystem::path(config.data) / "admin.sock";
}

AdminSocket::AdminSocket(asio::io_context& context, const std::filesystem::path& path, Handler handler)
    : path_(path) {
    try {
        listener_ = std::make_shared<Listener>(context, path, std::move(handler));
    } catch (const std::exception& reason) {
        throw std::runtime_error("the operator's socket " + path.string() +
                                 " cannot be made: " + reason.what() +
                                 ". Choose a --data folder with a shorter path, or one on a local disk.");
    }
    listener_->accept();
}

AdminSocket::~AdminSocket() {
    listener_->close();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

AdminAnswer ask_admin_socket(const std::filesystem::path& path, const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        if (word.find_first_of("\n\x1f") != std::string::npos)
            throw std::runtime_error("a word may not contain line breaks");
        line += (line.empty() ? "" : std::string(1, between_words)) + word;
    }
    Protocol::iostream stream;
    stream.connect(Protocol::endpoint(path.string()));
    stream << line << "\n" << std::flush;
    AdminAnswer answer;
    std::string status;
    if (!std::getline(stream, status))
        throw std::runtime_error("no server answers at " + path.string() +
                                 ". Is it running, with this --data, and are you its user or root?");
    answer.status = std::stoi(status);
    std::ostringstream text;
    text << stream.rdbuf();
    answer.text = text.str();
    return answer;
}

}  // namespace pentad::server
