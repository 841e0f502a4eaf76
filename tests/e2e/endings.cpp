#include "tests/e2e/endings.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <memory>
#include <stdexcept>

#include "tests/support/raw_socket.hpp"

namespace pentad::testing {
namespace {

using Steady = std::chrono::steady_clock;
using namespace std::chrono_literals;

const std::string upgrade =
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

std::string frame(int opcode, const std::string& payload, bool final = true) {
    std::string bytes(1, static_cast<char>((final ? 0x80 : 0) | opcode));
    if (payload.size() < 126) {
        bytes += static_cast<char>(0x80 | payload.size());
    } else {
        bytes += static_cast<char>(0x80 | 126);
        bytes += static_cast<char>(payload.size() / 256);
        bytes += static_cast<char>(payload.size() % 256);
    }
    return bytes + std::string(4, '\0') + payload;
}
std::string request(const std::string& type, const std::string& more = "") {
    static int id = 0;
    return frame(RawSocket::text, "{\"type\":\"" + type + "\",\"id\":" + std::to_string(++id) + more + "}");
}
std::string closing(int code) {
    return frame(RawSocket::closing, {static_cast<char>(code / 256), static_cast<char>(code % 256)});
}

class Draw {
  public:
    explicit Draw(std::mt19937& random) : random_(random) {}
    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    bool chance(int percent) { return below(100) < percent; }

    /// Something that a client may send once it is let in, or may not.
    std::string part() {
        switch (below(20)) {
            case 0:
            case 1:
            case 2:
            case 3:
                return request("bye");
            case 4:
            case 5:
            case 6:
                return request("ping");
            case 7:
            case 8:
            case 9:
            case 10:
                return closing(chance(70) ? 1000 : 1001 + below(20));
            case 11:
            case 12:
                return request("room.create",
                               R"(,"data":{"game":"sight","seats":[{"kind":"human"},{"kind":"human"}]})");
            case 13:
                return request("room.join", R"(,"room":"r_nowhere")");
            case 14:
                return request("lobby.subscribe");
            case 15:
                return frame(RawSocket::ping, "?") + (chance(50) ? frame(RawSocket::pong, "!") : "");
            case 16:
                return frame(RawSocket::text, "{\"type\":", false) + (chance(50) ? frame(0, "1}") : "");
            case 17:
                return frame(RawSocket::text, guest_hello);
            case 18:
                return frame(chance(50) ? RawSocket::binary : RawSocket::text, "?");
            default:
                return chance(50) ? "\x83\x80mask" : std::string("\x88\x85mask\x03\xe8\xff\xff\xff", 11);
        }
    }

  private:
    std::mt19937& random_;
};

}  // namespace

EndingScript EndingScript::draw(std::mt19937& random) {
    Draw draw(random);
    EndingScript script;
    script.tls = draw.chance(25);
    script.farewell_of_tls = draw.chance(50);
    script.reads = draw.chance(85);
    script.bursts.push_back({upgrade, false, draw.chance(60)});
    const int bursts = 1 + draw.below(4);
    for (int i = 0; i < bursts; ++i) {
        Burst burst;
        if (i == 0 && draw.chance(85)) {
            burst.resumes = draw.chance(20);
            if (!burst.resumes) burst.bytes += frame(RawSocket::text, guest_hello);
        }
        const int parts = draw.below(5);
        for (int k = 0; k < parts; ++k) burst.bytes += draw.part();
        burst.waits = draw.chance(40);
        script.bursts.push_back(std::move(burst));
    }
    // The end may come anywhere, in the middle of a frame as well.
    if (draw.chance(25)) {
        std::string& last = script.bursts.back().bytes;
        last.resize(last.size() -
                    static_cast<std::size_t>(last.empty() ? 0 : draw.below(20)) % (last.size() + 1));
        script.bursts.back().waits = false;
    }
    script.end = static_cast<End>(draw.below(4));
    return script;
}

std::string EndingScript::text() const {
    std::string all = tls ? "tls" : "tcp";
    for (const Burst& burst : bursts) {
        all += burst.resumes ? " | resume " : " | ";
        for (const char c : burst.bytes.substr(0, burst.bytes == upgrade ? 8 : burst.bytes.size())) {
            constexpr std::string_view digits = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(c);
            if (byte >= 32 && byte < 127)
                all += c;
            else
                (all += "\\x").append({digits[byte / 16], digits[byte % 16]});
        }
        if (burst.waits) all += " (waits)";
    }
    const char* ends[] = {"close", "reset", "half close", "wait"};
    return all + " | " + ends[static_cast<int>(end)] + (reads ? "" : ", reads nothing");
}

namespace {

/// Sessions that somebody was given, to be taken over by somebody else.
struct KnownSession {
    std::string session, token;
};

class Actor {
  public:
    Actor(const EndingScript& script, std::uint16_t port, SSL_CTX* tls, std::deque<KnownSession>& known)
        : script_(script), known_(known), socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const int on = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error("Cannot connect.");
        ::fcntl(socket_, F_SETFL, O_NONBLOCK);
        if (script.tls) {
            tls_.reset(SSL_new(tls));
            SSL_set_fd(tls_.get(), socket_);
            SSL_set_connect_state(tls_.get());
        }
    }
    ~Actor() { finish(false); }
    Actor(const Actor&) = delete;
    Actor& operator=(const Actor&) = delete;

    bool done() const { return socket_ < 0; }
    bool greeted() const { return greeted_; }
    bool connected() const { return got_something_; }
    bool left_waiting() const { return left_waiting_; }
    pollfd wanted() const {
        return {socket_, static_cast<short>(wants_to_write_ ? POLLIN | POLLOUT : POLLIN), 0};
    }

    void go_on() {
        wants_to_write_ = false;
        bool reading = read();
        while (!done() && step()) reading = true;
        if (!done() && !reading && Steady::now() - last_ > patience) {
            left_waiting_ = true;
            finish(true);
        }
    }

  private:
    /// Whatever the scripts do, the server's own time-outs are below.
    static constexpr std::chrono::seconds patience{12};

    /// True when it got somewhere.
    bool step() {
        if (at_ == script_.bursts.size()) return end();
        const EndingScript::Burst& burst = script_.bursts[at_];
        if (!began_) {
            began_ = true;
            got_ = 0;
            bytes_ = burst.resumes ? resume() + burst.bytes : burst.bytes;
        }
        if (!bytes_.empty()) {
            const auto sent = write(bytes_);
            if (sent < 0) return gone();
            if (sent == 0) return false;
            bytes_.erase(0, static_cast<std::size_t>(sent));
            last_ = Steady::now();
            return true;
        }
        if (burst.waits && script_.reads && got_ == 0) return false;
        ++at_;
        began_ = false;
        return true;
    }

    bool end() {
        using End = EndingScript::End;
        if (script_.end == End::half_close && !half_closed_) {
            half_closed_ = true;
            if (tls_) SSL_shutdown(tls_.get());
            if (!tls_) ::shutdown(socket_, SHUT_WR);
            return true;
        }
        // Who reads nothing hears of no end.
        if ((script_.end == End::half_close || script_.end == End::wait) && script_.reads) return false;
        finish(script_.end == End::reset);
        return true;
    }

    void finish(bool reset) {
        if (done()) return;
        if (tls_ && script_.farewell_of_tls && !reset) SSL_shutdown(tls_.get());
        const linger at_once{1, 0};
        if (reset) ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        ::close(std::exchange(socket_, -1));
        tls_.reset();
    }

    bool gone() {
        finish(false);
        return true;
    }

    /// 0: not now; below: never again.
    ssize_t write(const std::string& bytes) {
        if (tls_) return tls_result(SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size())));
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent >= 0 || errno != EAGAIN) return sent;
        wants_to_write_ = true;
        return 0;
    }

    ssize_t tls_result(int result) {
        if (result > 0) return result;
        const int why = SSL_get_error(tls_.get(), result);
        if (why == SSL_ERROR_WANT_WRITE) wants_to_write_ = true;
        return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? 0 : -1;
    }

    bool read() {
        // TLS has to shake hands whatever is read of what is within.
        if (done() || (!script_.reads && !(tls_ && !SSL_is_init_finished(tls_.get())))) return false;
        bool any = false;
        for (char part[16384];;) {
            const ssize_t size = tls_ ? tls_result(SSL_read(tls_.get(), part, sizeof part))
                                      : ::recv(socket_, part, sizeof part, 0);
            if (tls_ ? size == 0 : size < 0 && errno == EAGAIN) return any;
            if (size <= 0) return gone();
            any = got_something_ = true;
            got_ += static_cast<std::size_t>(size);
            last_ = Steady::now();
            learn({part, static_cast<std::size_t>(size)});
        }
    }

    void learn(std::string_view text) {
        const auto value = [&](const std::string& name) {
            const auto from = text.find("\"" + name + "\":\"");
            if (from == text.npos) return std::string();
            const auto begin = from + name.size() + 4;
            return std::string(text.substr(begin, text.find('"', begin) - begin));
        };
        const KnownSession known{value("session"), value("resumeToken")};
        if (known.token.empty()) return;
        greeted_ = true;
        known_.push_back(known);
        if (known_.size() > 64) known_.pop_front();
    }

    std::string resume() {
        if (known_.empty()) return frame(RawSocket::text, guest_hello);
        const KnownSession one = known_.back();
        return request("hello",
                       R"(,"data":{"protocol":[1],"client":{"name":"raw","version":"1"},"auth":{"kind":)"
                       R"("resume","session":")" +
                           one.session + R"(","token":")" + one.token + R"(","streams":{}}})");
    }

    struct Free {
        void operator()(SSL* tls) const { SSL_free(tls); }
    };

    const EndingScript& script_;
    std::deque<KnownSession>& known_;
    int socket_;
    std::unique_ptr<SSL, Free> tls_;
    std::size_t at_ = 0;
    bool began_ = false;
    std::string bytes_;
    std::size_t got_ = 0;
    bool got_something_ = false, greeted_ = false, left_waiting_ = false;
    bool wants_to_write_ = false, half_closed_ = false;
    Steady::time_point last_ = Steady::now();
};

}  // namespace

EndingsPlayed play_endings(const std::vector<EndingScript>& scripts, std::uint16_t port,
                           std::uint16_t tls_port) {
    constexpr std::size_t at_a_time = 200;
    // The TLS library writes without asking for none.
    std::signal(SIGPIPE, SIG_IGN);
    const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> tls(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
    SSL_CTX_set_mode(tls.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    std::deque<KnownSession> known;
    std::vector<std::unique_ptr<Actor>> actors;
    EndingsPlayed played;
    std::size_t next = 0;
    while (next < scripts.size() || !actors.empty()) {
        for (; next < scripts.size() && actors.size() < at_a_time; ++next)
            actors.push_back(std::make_unique<Actor>(scripts[next], scripts[next].tls ? tls_port : port,
                                                     tls.get(), known));
        std::vector<pollfd> waiting;
        for (const auto& actor : actors) waiting.push_back(actor->wanted());
        ::poll(waiting.data(), waiting.size(), 100);
        for (const auto& actor : actors) actor->go_on();
        std::erase_if(actors, [&](const auto& actor) {
            if (!actor->done()) return false;
            played.connected += actor->connected();
            played.greeted += actor->greeted();
            played.left_waiting += actor->left_waiting();
            return true;
        });
    }
    return played;
}

}  // namespace pentad::testing
