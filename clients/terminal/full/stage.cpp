#include "clients/terminal/full/stage.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <utility>

namespace pentad::terminal {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// A lone escape byte is the key when nothing follows for this long.
constexpr std::chrono::milliseconds escape_time{40};
constexpr std::chrono::milliseconds tick_time{250};

}  // namespace

Stage::Stage(asio::io_context& io, Look look, std::function<void()> ended)
    : io_(io),
      painter_(std::move(look.theme), look.depth),
      unicode_(look.unicode),
      ended_(std::move(ended)),
      input_(io, STDIN_FILENO),
      resized_(io, SIGWINCH, SIGCONT),
      escape_(io),
      tick_(io) {}

Stage::~Stage() { input_.release(); }

void Stage::start() {
    terminal_.emplace();
    read();
    await_resize();
    await_tick();
    redraw();
}

void Stage::push(std::unique_ptr<View> view) {
    views_.push_back(std::move(view));
    redraw();
}

void Stage::pop() {
    if (views_.size() < 2) return;
    gone_.push_back(std::move(views_.back()));
    views_.pop_back();
    views_.back()->changed();
    redraw();
}

void Stage::pop_to(const View& view) {
    while (views_.size() > 1 && views_.back().get() != &view) {
        gone_.push_back(std::move(views_.back()));
        views_.pop_back();
    }
    redraw();
}

void Stage::type(const Key& key) {
    const auto taker =
        std::find_if(views_.rbegin(), views_.rend(), [](const auto& view) { return view->takes_commands(); });
    if (taker == views_.rend()) return;
    View& view = **taker;
    pop_to(view);
    view.key(key);
}

void Stage::read() {
    input_.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code error) {
        if (error) return;
        char bytes[1024];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) return read();
        if (count <= 0) return ended_();
        escape_.cancel();
        take(decoder_.feed({bytes, static_cast<std::size_t>(count)}));
        if (decoder_.waits()) {
            escape_.expires_after(escape_time);
            escape_.async_wait([this](error_code cancelled) {
                if (!cancelled) take(decoder_.flush());
            });
        }
        read();
    });
}

void Stage::take(const std::vector<Key>& keys) {
    for (const Key& key : keys) {
        const bool control = key.kind == Key::Kind::control;
        if (control && key.text == "z") {
            RawTerminal::suspend();
            painter_.forget();
        } else if (control && key.text == "l") {
            painter_.forget();
        } else if (control && key.text == "c") {
            return ended_();
        } else if (View* view = top()) {
            view->key(key);
        }
        gone_.clear();
    }
    redraw();
}

void Stage::await_resize() {
    resized_.async_wait([this](error_code error, int) {
        if (error) return;
        painter_.forget();
        redraw();
        await_resize();
    });
}

void Stage::await_tick() {
    tick_.expires_after(tick_time);
    tick_.async_wait([this](error_code error) {
        if (error) return;
        if (top() != nullptr && top()->ticks()) redraw();
        await_tick();
    });
}

void Stage::redraw() {
    if (std::exchange(draw_waits_, true)) return;
    asio::post(io_, [this] {
        draw_waits_ = false;
        draw();
    });
}

void Stage::draw() {
    gone_.clear();
    if (!terminal_ || top() == nullptr) return;
    const auto [width, height] = RawTerminal::size();
    Canvas canvas(width, height);
    top()->draw(canvas);
    if (!RawTerminal::write(painter_.paint(canvas))) ended_();
}

}  // namespace pentad::terminal
