#include "tests/load/noise.hpp"

#include <chrono>

namespace pentad::load {
namespace {

constexpr auto step = std::chrono::milliseconds(2);
/// What the server does not read in time is not said twice.
constexpr std::size_t most_waiting = 1000;

}  // namespace

Noise::Noise(boost::asio::io_context& io, const Target& target, std::string room, std::string game,
             double rate)
    : io_(io),
      target_(target),
      room_(std::move(room)),
      question_(R"({"type":"engine.legal","id":2,"data":{"game":")" + game + R"("}})"),
      rate_(rate),
      timer_(io) {
    come();
}

Noise::~Noise() {
    if (link_) link_->cut();
}

void Noise::come() { link_ = Link::open(io_, target_, *this); }

void Noise::opened() {
    link_->send(
        R"({"type":"hello","id":0,"data":{"protocol":[1],"client":{"name":"pentad-load","version":"1"},)"
        R"("auth":{"kind":"guest"}}})");
}

void Noise::received(std::string_view) {
    link_->stop_reading();
    link_->send(R"({"type":"room.join","id":1,"data":{"room":")" + room_ + R"(","seat":"watch"}})");
    talk();
}

void Noise::talk() {
    for (owed_ += rate_ * std::chrono::duration<double>(step).count(); owed_ >= 1; --owed_) {
        if (link_->waiting() >= most_waiting) continue;
        link_->send(question_);
        ++sent_;
    }
    timer_.expires_after(step);
    timer_.async_wait([this](boost::system::error_code error) {
        if (!error) talk();
    });
}

void Noise::closed(const std::string&) {
    ++sent_away_;
    timer_.expires_after(std::chrono::milliseconds(100));
    timer_.async_wait([this](boost::system::error_code error) {
        if (!error) come();
    });
}

}  // namespace pentad::load
